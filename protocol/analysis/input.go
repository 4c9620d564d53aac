package analysis

import (
	"io"
	"iter"
	"slices"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// A Selection says which games of a file are to be analyzed, and by what.
type Selection struct {
	Survey *pdn.Survey    // of the file: it tells the rules of its games
	Has    func(int) bool // whether the game with a number is one of them
	Plies  Plies          // of each game

	// OnFault is called for each fault that one of them has.
	OnFault func(number int, fault *pdn.Error)
}

// An Input is the games of a file that are to be analyzed, and what is known of their
// variants.
type Input struct {
	Total     int                          // games of the file
	Selected  int                          // of them
	Faulty    int                          // of those
	Rules     []*movegen.Rules             // the variants of all games of the file
	Knowledge map[*movegen.Rules]Knowledge // empty until the caller fills it

	records []record
}

// A record is a game as it was read and for analysis; the latter is nil if nobody knows its
// rules.
type record struct {
	raw  *pdn.Game
	game *Game
}

// Read selects games of a file.
func (s Selection) Read(games iter.Seq2[*pdn.Game, error]) (*Input, error) {
	in := &Input{Knowledge: map[*movegen.Rules]Knowledge{}}
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		in.Total++
		s.add(in, g)
	}
	return in, nil
}

// add adds a game of the file, if it is selected.
func (s Selection) add(in *Input, g *pdn.Game) {
	rules, unknown := s.Survey.Rules(g)
	if unknown == nil && !slices.Contains(in.Rules, rules) {
		in.Rules = append(in.Rules, rules)
	}
	if !s.Has(in.Total) {
		return
	}
	r, faults := record{raw: g}, g.Faults
	if unknown != nil {
		faults = append(faults, &pdn.Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: unknown})
	} else {
		r.game = NewGame(g, in.Total, rules, s.Plies)
		faults = slices.Concat(faults, r.game.Faults)
	}
	for _, fault := range faults {
		s.OnFault(in.Total, fault)
	}
	if len(faults) > 0 {
		in.Faulty++
	}
	in.Selected++
	in.records = append(in.records, r)
}

// Games returns the games to analyze: those selected whose rules are known.
func (in *Input) Games() (games []*Game) {
	for _, r := range in.records {
		if r.game != nil {
			games = append(games, r.game)
		}
	}
	return games
}

// Write writes the selected games with comments. Those that could not be analyzed are
// written as they are.
func (in *Input) Write(w io.Writer) error {
	out := pdn.NewWriter(w)
	for _, r := range in.records {
		g := r.raw
		if r.game != nil {
			g = r.game.Annotated()
		}
		if err := out.Write(g); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the databases.
func (in *Input) Close() {
	for _, k := range in.Knowledge {
		if k.Endgames != nil {
			_ = k.Endgames.Close() // it was only read
		}
	}
}
