// Command soak plays with stupol for hours while things go wrong around it: lines are
// cut, garbage comes, peers disconnect or are killed, the disk is full, the clock of the
// machine jumps. It fails at the first crash, lost game, missing answer or illegal move.
//
//	go run ./.ci/soak [-time 8h] [-seed 1] [-only KIND] [-journal FILE] [-stupol PROGRAM]
//
// Sessions follow one another, chosen at random; most of them talk to one engine of the
// Hub protocol and one server of DXP that run all the time, whose memory is reported. The
// seed of a session repeats what soak does in it, though not when the answers come. With a
// journal the same command goes on after an interruption until the time of all sessions
// together is reached, and without more to do prints the report. Sessions with a full disk
// mount a small file system, and are skipped without the right to.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"stupol/eval/files/output"
	"stupol/eval/files/output/journal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := settings{}
	flag.DurationVar(&s.time, "time", 8*time.Hour, "`TIME` of all sessions together")
	flag.Uint64Var(&s.seed, "seed", 1, "`SEED` of the sessions")
	flag.StringVar(&s.only, "only", "", "only sessions of this `KIND`: "+strings.Join(kindNames(), ", "))
	flag.StringVar(&s.journal, "journal", "", "keep the sessions in `FILE`, and go on from there")
	flag.StringVar(&s.program, "stupol", "", "test this `PROGRAM` (default: one built from the sources here)")
	flag.Parse()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// settings are those of the command line.
type settings struct {
	time    time.Duration
	seed    uint64
	only    string
	journal string
	program string
}

// A kind is one way to disturb stupol.
type kind struct {
	name   string
	weight int // how often, relative to the others
	run    func(context.Context, *bench, *rand.Rand) (counts, error)
}

var kinds = []kind{
	{"hub-game", 6, hubGame},
	{"hub-lines", 5, hubLines},
	{"hub-end", 4, hubEnd},
	{"dxp-game", 4, dxpGame},
	{"dxp-frames", 5, dxpFrames},
	{"dxp-drop", 4, dxpDrop},
	{"dxp-kill", 2, dxpKill},
	{"disk-match", 1, diskMatch},
	{"disk-dxp", 1, diskDXP},
	{"clock-hub", 1, clockHub},
	{"clock-dxp", 1, clockDXP},
}

func kindNames() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// counts says what a session did: games, moves, lines, frames.
type counts map[string]int

// header begins a journal.
type header struct {
	Version int    `json:"version"`
	Seed    uint64 `json:"seed"`
	Only    string `json:"only"`
}

// An entry is a session.
type entry struct {
	Kind    string  `json:"kind"`
	Commit  string  `json:"commit"` // of the program
	Began   string  `json:"began"`
	Seconds float64 `json:"seconds"`
	Counts  counts  `json:"counts"`
	Memory  memory  `json:"memory"`
	Fault   string  `json:"fault,omitempty"`
}

// run runs sessions until the time is over, and prints the report.
func (s settings) run(ctx context.Context) (err error) {
	chosen := slices.DeleteFunc(slices.Clone(kinds), func(k kind) bool { return s.only != "" && k.name != s.only })
	if len(chosen) == 0 {
		return fmt.Errorf("-only: %q is none of %s", s.only, strings.Join(kindNames(), ", "))
	}
	r := report{}
	kept, err := s.openJournal(&r)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.close()) }()
	if r.time >= s.time {
		r.print()
		return nil
	}
	b, err := newBench(ctx, s.program)
	if err != nil {
		return err
	}
	defer b.close()
	for r.time < s.time && ctx.Err() == nil {
		rng := rand.New(rand.NewPCG(s.seed, uint64(r.sessions)))
		k := pick(chosen, rng)
		began := time.Now()
		done, err := k.run(ctx, b, rng)
		if ctx.Err() != nil {
			break // an interrupted session proves nothing
		}
		e := &entry{Kind: k.name, Commit: b.commit, Began: began.UTC().Format(time.DateTime), Counts: done, Memory: b.memory()}
		e.Seconds = time.Since(began).Seconds()
		if err != nil {
			e.Fault = err.Error()
		}
		r.add(e)
		if err := kept.add(e); err != nil {
			return err
		}
		if err != nil {
			return fmt.Errorf("session %d, %s, seed %d: %w\n%s", r.sessions-1, k.name, s.seed, err, b.words())
		}
	}
	r.print()
	return b.leave()
}

// openJournal adds the sessions in the journal to r.
func (s settings) openJournal(r *report) (*sessionJournal, error) {
	if s.journal == "" {
		return &sessionJournal{}, nil
	}
	file, err := output.Resume(s.journal)
	if err != nil {
		return nil, err
	}
	j, err := journal.Open(file, header{1, s.seed, s.only}, func(e *entry) error { r.add(e); return nil })
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.journal, err), file.Close())
	}
	return &sessionJournal{file, j}, nil
}

// A sessionJournal keeps sessions; the zero value keeps nothing.
type sessionJournal struct {
	file    output.Handle
	journal *journal.Journal[entry]
}

// add adds a session.
func (s *sessionJournal) add(e *entry) error {
	if s.journal == nil {
		return nil
	}
	return s.journal.Add(e)
}

// close closes the file.
func (s *sessionJournal) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// pick chooses a kind by its weight.
func pick(kinds []kind, rng *rand.Rand) kind {
	sum := 0
	for _, k := range kinds {
		sum += k.weight
	}
	n := rng.IntN(sum)
	for _, k := range kinds {
		if n -= k.weight; n < 0 {
			return k
		}
	}
	panic("unreachable")
}
