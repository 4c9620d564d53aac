package puzzle

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/eval/files/input"
	"stupol/eval/selfplay"
	"stupol/eval/work/shard"
	"stupol/movegen"
	"stupol/search"
	"stupol/search/handed"
)

// russian returns the rules of a small and lively game.
func russian(t testing.TB) *movegen.Rules {
	t.Helper()
	r, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newMaker returns a maker that keeps what it finds in journal.
func newMaker(r *movegen.Rules, threads int, journal *[]*Found) *Maker {
	return &Maker{
		Rules: r, Nodes: 3000, Seed: 1, TableBytes: 1 << 20, Threads: threads, Endgames: endgame.Embedded(r), Play: 200,
		Looked: func(number int, puzzles []Puzzle, known bool) error {
			if !known {
				*journal = append(*journal, NewFound(number, puzzles))
			}
			return nil
		},
	}
}

// texts returns puzzles as lines.
func texts(puzzles []Puzzle) (all []string) {
	for _, p := range puzzles {
		all = append(all, p.String())
	}
	return all
}

// TestMake makes puzzles: each is sound, none trivial or like another, and there are the same
// on any number of threads, and after an interruption.
func TestMake(t *testing.T) {
	const count = 4
	r := russian(t)
	var journal, parallel []*Found
	puzzles, err := newMaker(r, 1, &journal).Make(t.Context(), count)
	if err != nil || len(puzzles) != count {
		t.Fatalf("%v, %v", puzzles, err)
	}
	c, err := New(Options(r, 1<<20, endgame.Embedded(r)), 3000, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for i, p := range puzzles {
		report, err := c.Check(t.Context(), p.Problem())
		if err != nil || !report.Sound(true) || !slices.Equal(report.Line, p.Line) {
			t.Errorf("%v: %v, %v", p, report.Summary(true), err)
		}
		if p.Length() < 2 || p.Line[0].IsCapture() || p.Theme == "" {
			t.Errorf("%v", p)
		}
		if slices.ContainsFunc(puzzles[:i], p.alike) {
			t.Errorf("%v: there is one like it", p)
		}
	}
	again, err := newMaker(r, 3, &parallel).Make(t.Context(), count)
	if err != nil || !slices.Equal(texts(again), texts(puzzles)) {
		t.Errorf("%v\n%v\n%v", texts(puzzles), texts(again), err)
	}
	var rest []*Found
	resumed := newMaker(r, 1, &rest)
	for _, f := range journal[:len(journal)/2] {
		if err := resumed.Resume(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := resumed.Resume(journal[0]); err == nil {
		t.Error("a game was taken twice")
	}
	more, err := resumed.Make(t.Context(), count+1)
	if err != nil || !slices.Equal(texts(more[:count]), texts(puzzles)) || len(more) != count+1 {
		t.Errorf("%v\n%v\n%v", texts(puzzles), texts(more), err)
	}
	if len(rest)+len(journal)/2 < len(journal) {
		t.Errorf("%d games", len(rest))
	}
}

// TestShards looks at games in three shards: together they have what one process finds, also
// when one is not complete.
func TestShards(t *testing.T) {
	const count, games = 4, 40
	r := russian(t)
	var whole []*Found
	maker := newMaker(r, 2, &whole)
	maker.Play = games
	want, err := maker.Make(t.Context(), count)
	if err != nil || len(want) != count {
		t.Fatalf("%v, %v", texts(want), err)
	}
	var found []*Found
	for i := range 3 {
		part := newMaker(r, 1, &found)
		part.Play, part.Shard = games, shard.Shard{Index: i, Of: 3}
		if _, err := part.Make(t.Context(), games); err != nil {
			t.Fatal(err)
		}
	}
	if len(found) != games {
		t.Fatalf("the shards looked at %d games, not %d", len(found), games)
	}
	lost := found[len(found)-1]
	var looked []*Found
	together := newMaker(r, 1, &looked)
	together.Play = games
	for _, f := range found[:len(found)-1] {
		if err := together.Resume(f); err != nil {
			t.Fatal(err)
		}
	}
	got, err := together.Make(t.Context(), count)
	if err != nil || !slices.Equal(texts(got), texts(want)) {
		t.Errorf("%v, %v\nwant %v", texts(got), err, texts(want))
	}
	if _, err := together.Make(t.Context(), games); err != nil || len(looked) != 1 || looked[0].Game != lost.Game {
		t.Errorf("looked at %v and not at game %d: %v", looked, lost.Game, err)
	}
}

// TestVerify drops what a longer search finds a second way in, and takes what comes next.
func TestVerify(t *testing.T) {
	const count, longer = 24, 30_000
	r := russian(t)
	c, err := New(Options(r, 1<<20, endgame.Embedded(r)), 300, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.Others = longer
	sound := func(verify int64) (sound int) {
		var journal []*Found
		m := newMaker(r, 1, &journal)
		m.Nodes, m.Verify = 300, verify
		puzzles, err := m.Make(t.Context(), count)
		if err != nil || len(puzzles) != count {
			t.Fatalf("%v, %v", texts(puzzles), err)
		}
		for _, p := range puzzles {
			report, err := c.Check(t.Context(), Problem{Rules: r, Start: p.Start, Solution: p.Line})
			if err != nil {
				t.Fatal(err)
			}
			if report.Sound(true) {
				sound++
			}
		}
		return sound
	}
	if n := sound(0); n == count {
		t.Error("there is nothing to drop")
	}
	if n := sound(longer); n != count {
		t.Errorf("%d of %d are sound", n, count)
	}
}

// TestMakeFromGames looks at the games given, and at no others.
func TestMakeFromGames(t *testing.T) {
	p := problem(t, "W:W8,33,40,41:B7,14,16,22,28,32")
	g := movegen.NewGameFrom(p.Rules, p.Start, nil)
	g.Push(g.LegalMoves(nil)[0])
	r := movegen.International()
	m := &Maker{Rules: r, Nodes: 10_000, TableBytes: 1 << 20, Endgames: endgame.Embedded(r), Games: []*movegen.Game{movegen.NewGame(r), g}}
	puzzles, err := m.Make(t.Context(), 10)
	if err != nil || len(puzzles) != 1 || puzzles[0].Start.Pack() != p.Start.Pack() || m.Total() != 2 {
		t.Errorf("%v, %v", texts(puzzles), err)
	}
}

// TestMakeStops has a run that is interrupted, and one whose journal cannot be written.
func TestMakeStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var journal []*Found
	if _, err := newMaker(russian(t), 2, &journal).Make(ctx, 1000); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	full := errors.New("full")
	m := newMaker(russian(t), 2, &journal)
	m.Looked = func(int, []Puzzle, bool) error { return full }
	if _, err := m.Make(t.Context(), 1000); !errors.Is(err, full) {
		t.Error(err)
	}
}

// TestAlike compares a puzzle with itself turned, with a man elsewhere, and with others.
func TestAlike(t *testing.T) {
	r := movegen.International()
	parse := func(text string) Puzzle {
		p, err := Parse(text, r)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	one := parse("W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain")
	for text, want := range map[string]bool{
		"W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain":                      true,
		"B:W48,35,34,33,26:B24,23,22,19,18,17; 22-27 33-29 24x33; gain":                     true,
		"W:W27,28,29,32,33,34:B3,6,17,18,25; 29-24 18-22 27x18; gain":                       true,
		"W:W27,28,29,32,33,40,48:B1,2,4,16,18,25; 29-24 18-22 27x18; gain":                  true, // the same solution
		"W:W27,28,29,32,33,40,48:B1,2,4,16,18,25; 40-34; gain":                              false,
		"B:W19,23,36,37:B9,21,22,25,26; 21-27 36-31 27x36; gain":                            false,
		"W:W16,27,29,31,32,37,38:B6,7,11,18,20,24,26,39; 38-33 39x28 32x1 24x33 16x7; shot": false,
	} {
		other := parse(text)
		if one.alike(other) != want || other.alike(one) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

// TestTrivial refuses what needs no thought.
func TestTrivial(t *testing.T) {
	for text, want := range map[string]bool{
		"W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain":        false,
		"W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24; gain":                    true,
		"W:W10,11,31,39,45:B6,16,20,36,41,44; 39x50 36x27 10-4; breakthrough": true,
		"W:W45:B1,2; 45-40 1-6 40-34; endgame":                                true,
	} {
		p, err := Parse(text, movegen.International())
		if err != nil || p.trivial() != want {
			t.Errorf("%s: %v, %v", text, !want, err)
		}
	}
}

// TestWrite writes puzzles in every form; what Read reads again are the same positions and
// solutions.
func TestWrite(t *testing.T) {
	r := movegen.International()
	var puzzles []Puzzle
	for _, text := range []string{
		"W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain",
		"B:W19,23,36,37:B9,21,22,25,26; 21-27 36-31 27x36; gain",
	} {
		p, err := Parse(text, r)
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, p)
	}
	for _, f := range []Format{FENList, PDN} {
		var out strings.Builder
		if err := Write(&out, f, puzzles); err != nil {
			t.Fatal(err)
		}
		problems, faulty, err := readFile(t, out.String(), nil)
		if len(problems) != len(puzzles) || len(faulty) != 0 {
			t.Fatalf("%s: %v, %v", out.String(), faulty, err)
		}
		for i, p := range problems {
			if p.Start.Pack() != puzzles[i].Start.Pack() || !slices.Equal(p.Solution, puzzles[i].Line) || p.Goal != ToWin {
				t.Errorf("%+v", p)
			}
		}
	}
	var out strings.Builder
	if err := Write(&out, JSON, puzzles[:1]); err != nil {
		t.Fatal(err)
	}
	const want = `{"number":1,"variant":"international","fen":"W:W27,28,29,32,33,34:B3,16,17,18,25","theme":"gain","length":2,"line":["29-24","18-22","27x18"]}` + "\n"
	if out.String() != want {
		t.Error(out.String())
	}
}

// TestParse refuses lines that are no puzzles.
func TestParse(t *testing.T) {
	for _, text := range []string{
		"", "nonsense", "W:W27,28:B3; ; gain", "W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22; gain",
		"W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; shot", "W:W27,28,29,32,33,34:B3,16,17,18,25; 29-25; gain",
		"W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain; 0", "W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain; 50001",
		"W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain; many", "W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain; 7; 8",
	} {
		if p, err := Parse(text, movegen.International()); err == nil {
			t.Errorf("%q: %v", text, p)
		}
	}
}

// FuzzParse parses all sorts of lines: what is a puzzle is written and read again.
func FuzzParse(f *testing.F) {
	f.Add("W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain")
	f.Add("W:W27,28,29,32,33,34:B3,16,17,18,25; 29-24 18-22 27x18; gain; 1234")
	f.Add("B:W19,23,36,37:B9,21,22,25,26; 1. 21-27; gain ; x")
	f.Add("W:WK1:B2;;")
	f.Fuzz(func(t *testing.T, text string) {
		r := movegen.International()
		p, err := Parse(text, r)
		if err != nil {
			return
		}
		again, err := Parse(p.String(), r)
		if err != nil || again.Start != p.Start || again.Nodes != p.Nodes || !slices.Equal(again.Line, p.Line) || !p.alike(again) {
			t.Errorf("%q: %v, %v", text, again, err)
		}
	})
}

// TestReadGamesOf reads games in PDN and of selfplay, those of one game and at most so many.
func TestReadGamesOf(t *testing.T) {
	r := russian(t)
	const games = "[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 *\n\n[GameType \"20\"]\n\n1. 32-28 *\n\n[GameType \"25\"]\n\n1. c3-d4 nonsense *\n"
	dir := t.TempDir()
	name := filepath.Join(dir, "games")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	h := selfplay.Default(r)
	h.Nodes, h.OpeningNodes, h.LeafNodes, h.MaxPlies, h.TableBytes, h.Endgames = 20, 20, 10, 20, 1<<16, 0
	h.Engine, h.Evaluator = "test", "test"
	run := selfplay.Run{Header: h, Games: 3, NewSearcher: handed.SelfPlay(search.Options{Rules: r, TableBytes: h.TableBytes})}
	w, err := selfplay.OpenWriter(file, run.Header)
	if err == nil {
		err = run.Play(t.Context(), w)
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	played, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	read := func(content string, r *movegen.Rules, most int) ([]*movegen.Game, error) {
		source := filepath.Join(dir, "source")
		if err := os.WriteFile(source, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := input.NewSource(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		return ReadGames(s, r, most)
	}
	if all, err := read(games, r, 10); err != nil || len(all) != 2 || len(all[0].Moves()) != 3 || len(all[1].Moves()) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	if all, err := read(games, r, 1); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	if all, err := read(string(played), r, 10); err != nil || len(all) != 3 || len(all[0].Moves()) == 0 {
		t.Errorf("%v, %v", all, err)
	}
	if all, err := read(string(played), r, 2); err != nil || len(all) != 2 {
		t.Errorf("%v, %v", all, err)
	}
	if _, err := read(string(played), movegen.International(), 2); err == nil {
		t.Error("games of Russian draughts were taken for International ones")
	}
	if _, err := read(string(played)[:20], r, 2); err == nil {
		t.Error("a file that is cut off in its header was read")
	}
}
