package library

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/pattern"
	"stupol/protocol/pdn"
	"stupol/search"
)

// makeGames returns the text of n games of random moves. Like real ones many have the first
// moves in common, and each other one goes on from the middle of the game before it. One in
// eight has scores.
func makeGames(r *movegen.Rules, n int, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 0))
	var text bytes.Buffer
	w := pdn.NewWriter(&text)
	var before []movegen.Move
	for i := range n {
		g := movegen.NewGame(r)
		switch {
		case i%20 == 18:
			middle := movegen.NewGame(r)
			middle.PlayRandom(20, rng)
			g = movegen.NewGameFrom(r, *middle.Position(), nil)
		case i%20 != 19 && i%2 == 1:
			for _, m := range before[:len(before)/2] {
				g.Push(m)
			}
		}
		for g.Result().Outcome == movegen.Ongoing && len(g.Moves()) < 150 {
			moves := g.LegalMoves(nil)
			choices := len(moves)
			if len(g.Moves()) < 12 {
				choices = min(choices, 2)
			}
			g.Push(moves[rng.IntN(choices)])
		}
		before = g.Moves()
		record := pdn.Record{
			Game: g, Players: [2]string{fmt.Sprintf("Player %d", rng.IntN(200)), fmt.Sprintf("Ömer %d", rng.IntN(200))},
			Outcome: g.Result().Outcome,
			Tags:    []pdn.Tag{{Name: "Event", Value: fmt.Sprintf("Cup %d", rng.IntN(30))}, {Name: "Date", Value: fmt.Sprintf("%d.05.01", 1990+rng.IntN(30))}, {Name: "Round", Value: fmt.Sprint(i)}},
		}
		if i%8 == 0 {
			for range before {
				record.Remarks = append(record.Remarks, pdn.Remark{Scored: true, Score: search.Score(rng.IntN(400) - 200)})
			}
		}
		_ = w.Write(record.PDN()) // to memory
	}
	return text.Bytes()
}

// sourceOf returns the source of a text.
func sourceOf(name string, text []byte) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }, Threads: 2}
}

// newLibrary returns an empty library, which is closed in the end.
func newLibrary(t testing.TB) *Library {
	t.Helper()
	l, err := Open(filepath.Join(t.TempDir(), "x.games"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// addText adds the games of a text.
func addText(t testing.TB, l *Library, name string, text []byte) Added {
	t.Helper()
	added, err := l.Add(context.Background(), sourceOf(name, text), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// rulesNamed returns the rules with that name.
func rulesNamed(t testing.TB, name string) *movegen.Rules {
	t.Helper()
	r, err := movegen.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A plainGame is a game as a reader of PDN has it.
type plainGame struct {
	positions []movegen.Position
	game      *pdn.Game
}

// withoutLibrary reads the games of a text without a library.
func withoutLibrary(t testing.TB, text []byte) (games []plainGame) {
	t.Helper()
	all, err := pdn.ReadAll(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		replay := g.Replay(nil)
		if replay.Err() != nil {
			t.Fatal(replay.Err())
		}
		games = append(games, plainGame{replay.Positions(), g})
	}
	return games
}

// same reports whether two positions are the same for a library.
func same(a, b *movegen.Position) bool {
	return a.Pieces == b.Pieces && a.Kings == b.Kings && a.Turn == b.Turn
}

// wholeScan has TestAgainstPlainScan compare 1,000 positions and 100 patterns a game.
var wholeScan = flag.Bool("whole", false, "compare many more answers with those of a plain scan")

// TestAgainstPlainScan compares answers with those of a scan over the PDN, for random
// positions and patterns in four games.
func TestAgainstPlainScan(t *testing.T) {
	games, positions, patterns := 120, 60, 25
	if *wholeScan {
		games, positions, patterns = 2000, 1000, 100
	}
	for i, name := range []string{"international", "russian", "english", "frisian"} {
		t.Run(name, func(t *testing.T) {
			r := rulesNamed(t, name)
			text := makeGames(r, games, uint64(i))
			l := newLibrary(t)
			if added := addText(t, l, "x.pdn", text); added.Added != games {
				t.Fatalf("%+v", added)
			}
			compare(t, l, r, withoutLibrary(t, text), positions, patterns)
		})
	}
}

// compare compares what the library finds with a scan over the games. Of the positions every
// fifth is one that hardly any of them has, and every fifth is of the first moves, which many
// have.
func compare(t *testing.T, l *Library, r *movegen.Rules, games []plainGame, positions, patterns int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	random := func() *movegen.Position {
		g := games[rng.IntN(len(games))]
		return &g.positions[rng.IntN(len(g.positions))]
	}
	occurred := 0
	for i := range positions {
		p := random()
		switch i % 5 {
		case 0:
			g := movegen.NewGame(r)
			g.PlayRandom(20+rng.IntN(40), rng)
			p = g.Position()
		case 1:
			g := games[rng.IntN(len(games))]
			p = &g.positions[rng.IntN(min(12, len(g.positions)))]
		}
		got := foundBy(t, l, Query{Rules: r, Position: p})
		if want := scan(games, func(q *movegen.Position) bool { return same(p, q) }); got != want {
			t.Fatalf("%s:\ngot  %s\nwant %s", r.FEN(p), got, want)
		}
		occurred += strings.Count(got, " ")
		compareStats(t, l, r, games, p)
	}
	t.Logf("%d positions, which %d games have", positions, occurred)
	occurred = 0
	for range patterns {
		squares := randomPattern(rng, r, random())
		swapped := squares.Swapped(r)
		got := foundBy(t, l, Query{Rules: r, Pattern: &squares})
		if want := scan(games, obvious(&squares, r)); got != want {
			t.Fatalf("%+v:\ngot  %s\nwant %s", squares, got, want)
		}
		occurred += strings.Count(got, " ")
		direct, other := obvious(&squares, r), obvious(&swapped, r)
		got = foundBy(t, l, Query{Rules: r, Pattern: &squares, Swap: true})
		if want := scan(games, func(p *movegen.Position) bool { return direct(p) || other(p) }); got != want {
			t.Fatalf("swapped %+v:\ngot  %s\nwant %s", squares, got, want)
		}
	}
	t.Logf("%d patterns, which %d games have", patterns, occurred)
	if occurred < patterns {
		t.Errorf("only %d games have a pattern", occurred)
	}
}

// compareStats compares the statistics of a position with a scan.
func compareStats(t *testing.T, l *Library, r *movegen.Rules, games []plainGame, p *movegen.Position) {
	t.Helper()
	want := map[string]Results{}
	for _, g := range games {
		for ply := range g.positions {
			if !same(&g.positions[ply], p) {
				continue
			}
			move := ""
			if ply+1 < len(g.positions) {
				move = moveBetween(r, &g.positions[ply], &g.positions[ply+1])
			}
			s := sum{}
			s.outcomes[g.game.Result.Outcome()&3] = 1
			one, all := resultsOf(&s), want[move]
			want[move] = Results{all.Games + one.Games, all.White + one.White, all.Black + one.Black, all.Drawn + one.Drawn, all.Unknown + one.Unknown}
			break
		}
	}
	st, err := l.Stats(context.Background(), r, p, Query{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Results{}
	for _, m := range st.Moves {
		got[m.Move] = m.Results
		if n, err := l.Count(context.Background(), Query{Rules: r, Position: p, Next: &m.played}); err != nil || n != m.Games {
			t.Fatalf("%s: %d games go on by %s, error %v, want %d", r.FEN(p), n, m.Move, err, m.Games)
		}
	}
	if st.Ended != nil {
		got[""] = *st.Ended
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s:\ngot  %v\nwant %v", r.FEN(p), got, want)
	}
}

// moveBetween returns the move that leads from a position to another.
func moveBetween(r *movegen.Rules, p, q *movegen.Position) string {
	for _, m := range r.Moves(nil, p) {
		if after := r.Play(p, m); same(&after, q) {
			return r.HubMove(m)
		}
	}
	return "?"
}

// randomPattern returns a pattern of six squares as they are in a position.
func randomPattern(rng *rand.Rand, r *movegen.Rules, p *movegen.Position) (x pattern.Pattern) {
	for x.Squares().Len() < 6 {
		s := r.SquareOf(1 + rng.IntN(r.Squares()))
		if x.Squares().Has(s) {
			continue
		}
		at := s.Bit()
		c := movegen.White
		if p.Pieces[movegen.Black].Has(s) {
			c = movegen.Black
		}
		switch {
		case !p.Occupied().Has(s):
			x.Empty |= at
		case rng.IntN(3) == 0:
			x.Pieces[c] |= at
		case p.Kings.Has(s):
			x.Kings[c] |= at
		default:
			x.Men[c] |= at
		}
	}
	return x
}

// obvious is Fits, square by square.
func obvious(x *pattern.Pattern, r *movegen.Rules) func(*movegen.Position) bool {
	return func(p *movegen.Position) bool {
		for n := 1; n <= r.Squares(); n++ {
			s := r.SquareOf(n)
			if x.Empty.Has(s) && p.Occupied().Has(s) {
				return false
			}
			for _, c := range []movegen.Color{movegen.White, movegen.Black} {
				men, kings := p.Men(c), p.KingsOf(c)
				if x.Men[c].Has(s) && !men.Has(s) || x.Kings[c].Has(s) && !kings.Has(s) || x.Pieces[c].Has(s) && !p.Pieces[c].Has(s) {
					return false
				}
			}
		}
		return true
	}
}

// foundBy returns the games that a query is for, as text.
func foundBy(t testing.TB, l *Library, q Query) (text string) {
	t.Helper()
	err := l.Find(context.Background(), q, func(f Found) error {
		text += fmt.Sprintf("%d:%d ", f.ID, f.Ply)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// scan returns the games that have a position that fits, as foundBy does: games are
// numbered in the order of the file.
func scan(games []plainGame, fits func(*movegen.Position) bool) (text string) {
	for i, g := range games {
		for ply := range g.positions {
			if fits(&g.positions[ply]) {
				text += fmt.Sprintf("%d:%d ", i+1, ply)
				break
			}
		}
	}
	return text
}

// TestMain lets tests start this program as another process, which does what the environment
// says with the library that it names.
func TestMain(m *testing.M) {
	name := os.Getenv("LIBRARY_TEST_NAME")
	if name == "" {
		os.Exit(m.Run())
	}
	work := addAsProcess
	if os.Getenv("LIBRARY_TEST_FILE") == "" {
		work = countAsProcess
	}
	if err := work(name); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("all")
}

// addAsProcess adds the file named by the environment and says after each batch how many
// games are in.
func addAsProcess(library string) error {
	l, err := Open(library)
	if err != nil {
		return err
	}
	name := os.Getenv("LIBRARY_TEST_FILE")
	open := func() (io.ReadCloser, error) { return os.Open(name) }
	_, err = l.Add(context.Background(), Source{Name: name, Open: open, Threads: 2}, func(a Added) { fmt.Println(a.Added + a.Earlier) }, nil)
	return err
}

// countAsProcess says again and again how many games there are, until its input ends.
func countAsProcess(library string) error {
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // whatever ends it
		close(ended)
	}()
	l, err := OpenReadOnly(library)
	if err != nil {
		return err
	}
	for last := false; ; {
		n, err := l.Count(context.Background(), Query{})
		if err != nil {
			return err
		}
		fmt.Println(n)
		if last {
			return l.Close()
		}
		select {
		case <-ended:
			last = true
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// asProcess returns this program as another process.
func asProcess(library, file string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LIBRARY_TEST_NAME="+library, "LIBRARY_TEST_FILE="+file)
	return cmd
}
