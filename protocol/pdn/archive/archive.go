// Package archive keeps games of PDN in files: it appends to what is there, and destroys
// nothing.
package archive

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/protocol/pdn"
)

// Check is the check for files that games are appended to.
var Check = output.Only("a file of games in PDN", areGames)

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

// A File is a file to which games are appended. Nil is none.
type File struct {
	out *output.Appender
}

// Open opens the file with that name; "" is none.
func Open(name string) (*File, error) {
	if name == "" {
		return nil, nil
	}
	out, err := output.Append(name, Check, pdn.Ending)
	if err != nil {
		return nil, err
	}
	return &File{out}, nil
}

// Add appends a game.
func (f *File) Add(g *pdn.Game) error {
	if f == nil {
		return nil
	}
	return pdn.NewWriter(f.out).Write(g)
}

// Sync flushes the file to the disk.
func (f *File) Sync() error {
	if f == nil {
		return nil
	}
	return f.out.Sync()
}

// Close closes the file. All games have been written to it, so that no error is
// left to report.
func (f *File) Close() {
	if f != nil {
		_ = f.out.Close()
	}
}

// Read returns the games of a file.
func Read(name string) ([]*pdn.Game, error) {
	file, err := input.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	games, err := pdn.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return games, nil
}

// A Key is equal for games with the same players, moves, date, round and result.
type Key [sha256.Size]byte

// KeyOf returns the key of a game.
func KeyOf(g *pdn.Game) Key {
	var b strings.Builder
	for _, tag := range []string{"Date", "Round", "White", "Black", "Result", "FEN"} {
		b.WriteString(g.Tag(tag) + "\n")
	}
	for i := range g.Plies {
		b.WriteString(g.Plies[i].Text + "\n")
	}
	return sha256.Sum256([]byte(b.String()))
}

// Keys returns the keys of the games in a file, none if there is no file.
func Keys(name string) (map[Key]bool, error) {
	file, err := input.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	keys := map[Key]bool{}
	for g, err := range pdn.NewReader(file).Games() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		keys[KeyOf(g)] = true
	}
	return keys, nil
}
