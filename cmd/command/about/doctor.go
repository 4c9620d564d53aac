package about

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"stupol/book/endgame"
	"stupol/cmd/build"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/eval/network"
	"stupol/movegen"
	"stupol/protocol/checkup"
	"stupol/protocol/params"
	"stupol/protocol/web"
)

// Doctor is `stupol doctor`.
type Doctor struct {
	Dir  string `name:"bb-dir" placeholder:"DIR" file:"folder" type:"path" help:"A folder of endgame databases to look at as well."`
	JSON bool   `name:"json" help:"One JSON object."`
}

// Help is the manual.
func (Doctor) Help() string {
	return `Tells what this machine has for Stupol: the processor and what evaluates networks on it,
memory, large pages, the weights, books and endgame databases, and a browser. What is missing
comes with what that costs, as it was measured, and with what to do about it. Nothing is
changed, and the exit status is 0 whatever is missing.

Examples:

    stupol doctor
    stupol doctor --bb-dir endgames
    stupol doctor --json`
}

// hugePagesSetting has the setting of large pages, on Linux.
const hugePagesSetting = "/sys/kernel/mm/transparent_hugepage/enabled"

// Run prints what is found on w.
func (c Doctor) Run(w io.Writer) error {
	setting, _ := os.ReadFile(hugePagesSetting) // "" where there is none
	browser, noBrowser := web.Opener()
	m := checkup.Machine{
		OS: runtime.GOOS, Arch: runtime.GOARCH, Level: build.This().Level, Kernel: network.Kernel(),
		Threads: flags.ThreadsOr(0), Memory: flags.Memory(), HugePages: string(setting), Browser: browser[0], NoBrowser: noBrowser,
	}
	for _, r := range movegen.Variants() {
		game, err := c.gameOf(r)
		if err != nil {
			return err
		}
		m.Games = append(m.Games, game)
	}
	findings := checkup.Findings(m)
	if c.JSON {
		return json.NewEncoder(w).Encode(struct {
			Version  build.Info        `json:"version"`
			Findings []checkup.Finding `json:"findings"`
		}{build.This(), findings})
	}
	return printFindings(w, findings)
}

// gameOf returns what there is for r, with the databases of the folder.
func (c Doctor) gameOf(r *movegen.Rules) (checkup.Game, error) {
	has, err := contentsOf(r)
	if err != nil {
		return checkup.Game{}, fmt.Errorf("%s: %w", r.Name, err)
	}
	game := checkup.Game{Name: r.Name, Evaluation: has.Evaluation, Book: has.BookPositions, Pieces: has.Pieces}
	if c.Dir == "" {
		return game, nil
	}
	_, noFolder := os.Stat(filepath.Join(c.Dir, endgame.GameName(r)))
	_, noArchive := os.Stat(filepath.Join(c.Dir, endgame.ArchiveName(r)))
	if noFolder != nil && noArchive != nil {
		return game, nil // nothing of this game
	}
	db, err := params.Databases{Pieces: endgame.MaxPieces, Dir: c.Dir, Cache: endgame.DefaultMemory >> 20}.Source(input.Folder).Open(r)
	game.Pieces, game.Wrong = db.Pieces(), err
	return game, db.Close()
}

// printFindings prints findings as text.
func printFindings(w io.Writer, findings []checkup.Finding) error {
	t := output.NewTable(w)
	for _, f := range findings {
		state := "ok"
		if !f.OK {
			state = "missing"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", state, f.What, f.Found)
		if f.Costs != "" {
			fmt.Fprintf(t, "\t\tcosts: %s\n", f.Costs)
		}
		if f.Do != "" {
			fmt.Fprintf(t, "\t\tdo: %s\n", f.Do)
		}
	}
	return t.Flush()
}
