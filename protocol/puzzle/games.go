package puzzle

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"stupol/eval/files/input"
	"stupol/eval/selfplay"
	"stupol/movegen"
	"stupol/protocol/pdn/archive"
)

// selfPlayMark is what files of selfplay begin with.
const selfPlayMark = "STUPOLSP"

// ReadGames returns the games of a file that are played by r, at most so many: games in PDN
// as far as they are legal, or those of stupol selfplay.
func ReadGames(source input.Source, r *movegen.Rules, most int) ([]*movegen.Game, error) {
	in, err := source.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	mark := make([]byte, len(selfPlayMark))
	if n, err := io.ReadFull(in, mark); err == nil && bytes.Equal(mark[:n], []byte(selfPlayMark)) {
		return readSelfPlay(io.MultiReader(bytes.NewReader(mark), in), r, most)
	}
	return readPDN(source, r, most)
}

// readSelfPlay reads games of selfplay.
func readSelfPlay(in io.Reader, r *movegen.Rules, most int) (games []*movegen.Game, err error) {
	reader, err := selfplay.NewReader(in)
	if err != nil {
		return nil, err
	}
	if reader.Header().Variant != r.Name {
		return nil, fmt.Errorf("games of %s, not %s", reader.Header().Variant, r.Name)
	}
	for len(games) < most {
		played, err := reader.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break // of a file that is being written
		}
		if err != nil {
			return nil, err
		}
		g := movegen.NewGameFrom(r, played.Start, nil)
		for _, m := range played.Moves {
			g.Push(m)
		}
		games = append(games, g)
	}
	return games, nil
}

// readPDN reads games in PDN.
func readPDN(source input.Source, r *movegen.Rules, most int) (games []*movegen.Game, err error) {
	file, err := archive.SourceOf(source, archive.Reading{})
	if err != nil {
		return nil, err
	}
	file.Survey.Preferred = r
	for record, err := range file.Games() {
		if err != nil {
			return nil, err
		}
		if rules, err := file.Survey.Rules(record); err != nil || rules != r {
			continue
		}
		if games = append(games, record.Replay(r).Game(nil)); len(games) == most {
			break
		}
	}
	return games, nil
}
