package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"stupol/book/output"
	"stupol/eval/input"
	"stupol/protocol/pdn"
	"stupol/protocol/terminal"
)

// maxPlayed is the size in bytes of the largest file of games of stupol play, some hundred
// thousand games.
const maxPlayed = 1 << 28

// onlyPlayed is the check for files that stupol play keeps games in.
var onlyPlayed = output.Only("a file of games of stupol play", arePlayed)

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

// A playedFile keeps the games of stupol play: the last one is the present one. No other
// process writes the file meanwhile.
type playedFile struct {
	name       string
	before     []byte // the games that stay as they are
	present    []byte // the present game as it was saved last
	held       *output.Held
	unfinished *pdn.Game // the present game when the file was opened
}

// openPlayed opens the file with that name. If it is empty the file is one of the
// user's folder that no other process uses.
func openPlayed(name string) (*playedFile, error) {
	if name != "" {
		return newPlayedFile(name)
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
		f, err := newPlayedFile(filepath.Join(folder, name))
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

// newPlayedFile opens or makes the file with that name.
func newPlayedFile(name string) (*playedFile, error) {
	if err := onlyPlayed(name); err != nil {
		return nil, err
	}
	held, err := output.Hold(name)
	if err != nil {
		return nil, err
	}
	f := &playedFile{name: name, held: held}
	if err := f.read(); err != nil {
		return nil, errors.Join(err, held.Close())
	}
	return f, nil
}

// read finds the games in the file.
func (f *playedFile) read() error {
	content, err := input.ReadFile(f.name, maxPlayed)
	if err != nil {
		return err
	}
	games, err := pdn.ReadAll(bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	f.before = content
	if n := len(games); n > 0 && !terminal.IsOver(games[n-1]) {
		f.unfinished = games[n-1]
		start := startOfLine(content, f.unfinished.FileLine)
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
func (f *playedFile) Keep(g *pdn.Game) error {
	f.present = []byte(g.String())
	return f.held.Replace(onlyPlayed, func(w io.Writer) error {
		_, err := w.Write(append(f.before, f.present...))
		return err
	})
}

// Begin leaves the present game as it is.
func (f *playedFile) Begin() {
	f.before = append(f.before, f.present...)
	if n := len(f.before); n > 0 && !bytes.HasSuffix(f.before, []byte("\n\n")) {
		f.before = append(f.before, "\n\n"...)
	}
	f.present = nil
}

// Append adds a game to a file of the user.
func (f *playedFile) Append(name string, g *pdn.Game) (err error) {
	if sameFile(name, f.name) {
		return fmt.Errorf("%s: the games are kept there already", name)
	}
	games, err := openGames(name)
	if err != nil {
		return err
	}
	defer games.close()
	return games.add(g)
}

// Read returns the games of a file.
func (f *playedFile) Read(name string) ([]*pdn.Game, error) { return readGames(name) }

// close lets other processes have the file.
func (f *playedFile) close() { _ = f.held.Close() } // nothing is written through it

// readGames returns the games of a file.
func readGames(name string) ([]*pdn.Game, error) {
	file, err := input.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no such file", name)
	}
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
