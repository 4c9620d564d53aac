package main

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"stupol/book/output"
	"stupol/eval/input"
	"stupol/protocol/pdn"
)

// onlyGames and onlyLog are the checks for files that are appended to.
var (
	onlyGames = output.Only("a file of games in PDN", areGames)
	onlyLog   = output.Only("a log of Stupol", isLog)
)

// areGames reports whether a file begins with a PDN game: one that has a tag with a
// value, or has tags or moves and no faults.
func areGames(file io.Reader) bool {
	const most = 1 << 20 // bytes of a game
	g, err := pdn.NewReader(io.LimitReader(file, most)).Read()
	if err != nil {
		return false
	}
	told := func(t pdn.Tag) bool { return t.Value != "" }
	return slices.ContainsFunc(g.Tags, told) || len(g.Tags)+len(g.Plies) > 0 && len(g.Faults) == 0
}

// logLine is how the lines of all logs begin: with the time.
var logLine = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6} `)

// isLog reports whether a file begins as a log of Stupol.
func isLog(file io.Reader) bool {
	first, err := bufio.NewReaderSize(file, 1000).ReadSlice('\n')
	return (err == nil || errors.Is(err, bufio.ErrBufferFull)) && logLine.Match(first)
}

// A gameFile is a PDN file to which games are appended. Nil is none.
type gameFile struct {
	out *output.Appender
}

// openGames opens the file of --pdn, if one is wanted.
func openGames(name string) (*gameFile, error) {
	if name == "" {
		return nil, nil
	}
	out, err := output.Append(name, onlyGames)
	if err != nil {
		return nil, err
	}
	return &gameFile{out}, nil
}

// add appends a game.
func (f *gameFile) add(g *pdn.Game) error {
	if f == nil {
		return nil
	}
	return pdn.NewWriter(f.out).Write(g)
}

// close closes the file. All games have been written to it, so that no error is
// left to report.
func (f *gameFile) close() {
	if f != nil {
		_ = f.out.Close()
	}
}

// A gameKey is equal for games with the same players, moves, date, round and result.
type gameKey [sha256.Size]byte

func keyOf(g *pdn.Game) gameKey {
	var b strings.Builder
	for _, tag := range []string{"Date", "Round", "White", "Black", "Result", "FEN"} {
		b.WriteString(g.Tag(tag) + "\n")
	}
	for i := range g.Plies {
		b.WriteString(g.Plies[i].Text + "\n")
	}
	return sha256.Sum256([]byte(b.String()))
}

// gamesIn returns the keys of the games in a file, none if there is no file.
func gamesIn(name string) (map[gameKey]bool, error) {
	file, err := input.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	keys := map[gameKey]bool{}
	for g, err := range pdn.NewReader(file).Games() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		keys[keyOf(g)] = true
	}
	return keys, nil
}
