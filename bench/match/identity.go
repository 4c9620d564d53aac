package match

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/peer"
)

// Program identifies the program of an engine, so that a match is not continued
// with another build of it.
type Program struct {
	// Says is the name and version it gives itself: of Stupol the release and the
	// build. Engines that speak DXP say it only when a game begins: see
	// Game.WhiteProgram.
	Says string `json:"says,omitempty"`

	// File and Weights are the first 16 digits of SHA-256 hashes: of the program's
	// file (of a script, only the script), and of the weights of an engine in this
	// process. Stupol leaves its own file out if Says has the commit.
	File    string `json:"file,omitempty"`
	Weights string `json:"weights,omitempty"`
	// Book is the hash of the file of the opening book that an engine in this process plays
	// from. A book in the program is part of that.
	Book string `json:"book,omitempty"`
}

// String returns what is known of p.
func (p Program) String() string {
	parts := []string{}
	for _, part := range []struct{ name, value string }{{"", p.Says}, {"file ", p.File}, {"weights ", p.Weights}, {"book ", p.Book}} {
		if part.value != "" {
			parts = append(parts, part.name+part.value)
		}
	}
	if len(parts) == 0 {
		return "unknown"
	}
	return strings.Join(parts, ", ")
}

// Identify identifies the programs and the openings for the header of a journal.
// It starts engines that speak Hub to ask for their names.
func (m *Match) Identify(ctx context.Context) (err error) {
	m.programs = map[string]Program{}
	for i := range m.Engines {
		e := &m.Engines[i]
		if m.programs[e.Name], err = m.identify(ctx, e); err != nil {
			return fmt.Errorf("engine %s: %w", e.Name, err)
		}
	}
	if m.Openings.Len() > 0 {
		m.openingsHash, err = hashOpenings(ctx, m.Openings)
		return err
	}
	// Random openings depend on the search and the evaluation.
	stupol, err := m.ourselves("")
	m.openingsBy = &stupol
	return err
}

// identify returns what is known of an engine.
func (m *Match) identify(ctx context.Context, e *peer.EngineConfig) (p Program, err error) {
	if e.Protocol == peer.Self {
		if p, err = m.ourselves(e.Params["eval-file"]); err != nil {
			return p, err
		}
		v, _, err := e.Values()
		if err != nil {
			return p, err
		}
		if file := v.Book.File; v.Book.Use && file != "" && file != params.Embedded {
			p.Book, err = hashFile(file)
		}
		return p, err
	}
	if len(e.Command) == 0 {
		return Program{}, nil // somebody else has started it
	}
	if p.File, err = hashFile(e.Executable()); err != nil {
		return p, err
	}
	h := &environment{rules: m.Rules}
	if e.Protocol == peer.Hub || e.Protocol == peer.Hub1 {
		p.Says, err = hubName(ctx, e, h)
	}
	return p, err
}

// ourselves returns what is known of an engine in this process with those
// weights.
func (m *Match) ourselves(weights string) (p Program, err error) {
	p.Says = strings.TrimSpace("Stupol " + m.Version)
	if p.Weights, err = eval.Fingerprint(m.Rules, weights); err == nil {
		p.File, err = OwnFile()
	}
	return p, err
}

// OwnFile returns the hash of this program's file, or nothing if it was built from a commit
// as it is, which its version names then. Go knows no commit in a linked worktree of git,
// and not what was modified.
func OwnFile() (hash string, err error) {
	if isCommitted() {
		return "", nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	return hashFile(name)
}

// isCommitted reports whether this program was built from a commit as it is.
func isCommitted() bool {
	info, ok := debug.ReadBuildInfo()
	commit, modified := false, false
	if ok {
		for _, s := range info.Settings {
			commit = commit || s.Key == "vcs.revision"
			modified = modified || s.Key == "vcs.modified" && s.Value == "true"
		}
	}
	return commit && !modified
}

// hashFile returns the hash of a file.
func hashFile(name string) (string, error) {
	hash, err := input.Hash(name)
	return hash[:min(16, len(hash))], err
}

// hashOpenings returns the hash of all openings, each with its position and moves
// but not its name.
func hashOpenings(ctx context.Context, o Openings) (string, error) {
	h := sha256.New()
	for i := range o.Len() {
		opening, err := o.At(ctx, i)
		if err != nil {
			return "", err
		}
		g := opening.Game
		start := g.Start()
		fmt.Fprintln(h, g.Rules().FEN(&start), strings.Join(opening.moves(), " ")) // a hash never fails
	}
	return fmt.Sprintf("%.8x", h.Sum(nil)), nil
}

// An environment is what the engines of one worker need from the match.
type environment struct {
	rules     *movegen.Rules
	databases *databases

	// maxMoves is how many moves of each side a game may have; 0: any number.
	maxMoves int

	// worker tells the processes of an engine apart in the logs if several games
	// are played at a time; "" otherwise.
	worker string

	protocol, stderr *logger // nil: no log
}

// logOf returns the log of a process of the engine.
func (env *environment) logOf(e *peer.EngineConfig) engineLog {
	return engineLog{e.Name + env.worker, env.protocol, env.stderr}
}
