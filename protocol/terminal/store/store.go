// Package store keeps the games of stupol play in a file, one after the other: the last one
// is the present one, which is replaced when it has gone on. No other process writes the
// file meanwhile.
package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/archive"
	"stupol/protocol/terminal"
)

// maxSize is the size in bytes of the largest file, some hundred thousand games.
const maxSize = 1 << 28

// Check is the check for files that stupol play keeps games in.
var Check = output.Only("a file of games of stupol play", arePlayed)

// arePlayed reports whether all games in a file are of stupol play.
func arePlayed(file io.Reader) bool {
	n := 0
	for g, err := range pdn.NewReader(file).Games() {
		if err != nil || !terminal.IsSaved(g) {
			return false
		}
		n++
	}
	return n > 0
}

// A File is a file of games. It implements terminal.Files.
type File struct {
	// Unfinished is the present game when the file was opened, nil if there was none.
	Unfinished *pdn.Game

	name    string
	before  []byte // the games that stay as they are
	present []byte // the present game as it was saved last
	held    *output.Held
}

// Open opens the file with that name. If it is empty the file is one of the
// user's folder that no other process uses.
func Open(name string) (*File, error) {
	if name != "" {
		return open(name)
	}
	folder, err := stateFolder()
	if err != nil {
		return nil, fmt.Errorf("no folder to save games in, give one with --save: %w", err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	const most = 20 // games at a time
	for n := 1; ; n++ {
		name := "play.pdn"
		if n > 1 {
			name = fmt.Sprintf("play-%d.pdn", n)
		}
		f, err := open(filepath.Join(folder, name))
		if err == nil || n == most {
			return f, err
		}
	}
}

// stateFolder returns the folder for what programs keep of a user.
func stateFolder() (string, error) {
	folder := os.Getenv("XDG_STATE_HOME")
	var err error
	switch {
	case filepath.IsAbs(folder):
	case runtime.GOOS == "windows":
		folder, err = os.UserCacheDir() // the local application data
	case runtime.GOOS == "darwin":
		folder, err = os.UserConfigDir()
	default:
		folder, err = os.UserHomeDir()
		folder = filepath.Join(folder, ".local", "state")
	}
	return filepath.Join(folder, "stupol"), err
}

// open opens or makes the file with that name.
func open(name string) (*File, error) {
	if err := Check(name); err != nil {
		return nil, err
	}
	held, err := output.Hold(name)
	if err != nil {
		return nil, err
	}
	f := &File{name: name, held: held}
	if err := f.read(); err != nil {
		return nil, errors.Join(err, held.Close())
	}
	return f, nil
}

// read finds the games in the file.
func (f *File) read() error {
	content, err := input.ReadFile(f.name, maxSize)
	if err != nil {
		return err
	}
	games, err := pdn.ReadAll(bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	f.before = content
	if n := len(games); n > 0 && !terminal.IsOver(games[n-1]) {
		f.Unfinished = games[n-1]
		start := startOfLine(content, f.Unfinished.FileLine)
		f.before, f.present = content[:start:start], content[start:]
	}
	return nil
}

// startOfLine returns where a line, counted from 1, begins.
func startOfLine(content []byte, line int) (start int) {
	for range line - 1 {
		start += bytes.IndexByte(content[start:], '\n') + 1
	}
	return start
}

// Keep saves the present game.
func (f *File) Keep(g *pdn.Game) error {
	f.present = []byte(g.String())
	return f.held.Replace(Check, func(w io.Writer) error {
		_, err := w.Write(append(f.before, f.present...))
		return err
	})
}

// Begin leaves the present game as it is.
func (f *File) Begin() {
	f.before = append(f.before, f.present...)
	if n := len(f.before); n > 0 && !bytes.HasSuffix(f.before, []byte("\n\n")) {
		f.before = append(f.before, "\n\n"...)
	}
	f.present = nil
}

// Append adds a game to a file of the user.
func (f *File) Append(name string, g *pdn.Game) (err error) {
	if output.SameFile(name, f.name) {
		return fmt.Errorf("%s: the games are kept there already", name)
	}
	games, err := archive.Open(name)
	if err != nil {
		return err
	}
	defer games.Close()
	return games.Add(g)
}

// Read returns the games of a file.
func (f *File) Read(name string) ([]*pdn.Game, error) { return archive.Read(name) }

// Close lets other processes have the file.
func (f *File) Close() { _ = f.held.Close() } // nothing is written through it
