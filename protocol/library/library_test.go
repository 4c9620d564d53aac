package library

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/pattern"
	"stupol/protocol/pdn"
)

// TestKeysStay checks keys that are in files of users: they must never change.
func TestKeysStay(t *testing.T) {
	tests := []struct {
		variant, fen string
		want         Key
	}{
		{"international", "", 0x4be30bf93df57b6a},
		{"russian", "", 0xced0aca3b03eb401},
		{"frisian", "W:W31,K28:B2,K14:K28=2,K14=1", 0x34681081aa0ec2f1},
		{"english", "B:WK1,20:BK32", 0x8e39a7f2079fbafa},
	}
	for _, tt := range tests {
		r := rulesNamed(t, tt.variant)
		p, err := startOf(r, tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := KeyOf(r, &p); got != tt.want {
			t.Errorf("%s %s: %#x, want %#x", tt.variant, tt.fen, got, tt.want)
		}
	}
}

// TestMovesAreBytes checks the bytes of moves, which are in files of users, and that a
// replay without rules arrives at the same positions in all games.
func TestMovesAreBytes(t *testing.T) {
	r := movegen.International()
	game, err := ParseMoves(r, "1. 32-28 19-23 2. 28x19 14x23")
	if err != nil {
		t.Fatal(err)
	}
	want := []byte{32, 28, 19, 23, 28 | 0x80, 19, 23 | 0x80, 14 | 0x80, 23, 19 | 0x80}
	if got := appendMoves(nil, r, game.Moves()); !bytes.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, r := range movegen.Variants() {
		rng := rand.New(rand.NewPCG(1, 1))
		board := squaresOf(r)
		for range 20 {
			g := movegen.NewGame(r)
			g.PlayRandom(150, rng)
			bytes := appendMoves(nil, r, g.Moves())
			if moves, err := decode(r, bytes); err != nil || !slices.Equal(moves, g.Moves()) {
				t.Fatalf("%s: %v, error %v", r.Name, moves, err)
			}
			p, q, rest := g.Start(), g.Start(), bytes
			for ply, m := range g.Moves() {
				if !slices.Equal(moveAt(bytes, ply), appendMove(nil, r, m)) {
					t.Fatalf("%s: move %d is %v", r.Name, ply, moveAt(bytes, ply))
				}
				q = r.Play(&q, m)
				rest = rest[board.play(&p, rest):]
				if !same(&p, &q) {
					t.Fatalf("%s: %s, want %s", r.Name, r.FEN(&p), r.FEN(&q))
				}
			}
		}
	}
}

// TestAddsOnce adds games twice: from the same file, from another one, and by another run.
func TestAddsOnce(t *testing.T) {
	l, r := newLibrary(t), movegen.International()
	text := makeGames(r, 50, 7)
	if a := addText(t, l, "a.pdn", text); a != (Added{Games: 50, Added: 50}) {
		t.Errorf("%+v", a)
	}
	if a := addText(t, l, "b.pdn", text); a != (Added{Games: 50, Earlier: 50}) {
		t.Errorf("the same file: %+v", a)
	}
	more := append(bytes.Clone(text), makeGames(r, 3, 8)...)
	if a := addText(t, l, "c.pdn", more); a != (Added{Games: 53, Added: 3, Known: 50}) {
		t.Errorf("a longer file: %+v", a)
	}
	other := bytes.ReplaceAll(text, []byte("Ömer"), []byte("ÖMER")) // the same players
	if a := addText(t, l, "d.pdn", other); a != (Added{Games: 50, Known: 50}) {
		t.Errorf("capitals: %+v", a)
	}
	if info, err := l.Info(t.Context()); err != nil || info.Games != 53 || len(info.Sources) != 3 {
		t.Errorf("%+v, error %v", info, err)
	}
}

const mixed = `[Event "Delft, open"]
[Date "1976.02.14"]
[White "Sijbrands"]
[Black "Wiersma"]
[Result "1-1"]
[GameType "20,W,10,10,N2,0"]
[Annotator "x"]

{a start} 1. 32-28! {[%eval 0.35]} 19-23 (1... 18-23 2. 38-32) 2. 28x19 14x23 1-1

[White "Broken"]
[GameType "20"]

1. 32-28 19-23 2. 28-22 *

[White "Čížek"]
[Black "Nobody"]
[Date "2001.??.??"]
[Result "0-1"]
[GameType "25"]
[FEN "W:Wc3,e3:Bd6,Kh8"]

1. c3-b4 *

[White "Setup"]
[GameType "20"]

1. 32-28 /FEN "W:W31:B1"/ 2. 31-27 *
`

// TestWhatIsKept checks what is kept of games, and what is kept apart.
func TestWhatIsKept(t *testing.T) {
	l := newLibrary(t)
	var rejected []Rejected
	a, err := l.Add(t.Context(), sourceOf("m.pdn", []byte(mixed)), nil, func(r Rejected) { rejected = append(rejected, r) })
	if err != nil || a != (Added{Games: 4, Added: 2, Rejected: 2}) {
		t.Fatalf("%+v, error %v", a, err)
	}
	g, err := l.Game(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"(1... 18-23 2. 38-32)", "{a start}", "[%eval 0.35]", "32-28!", `[Annotator "x"]`, `[Event "Delft, open"]`, "1-1"} {
		if !strings.Contains(strings.Join(strings.Fields(g.Text), " "), part) {
			t.Errorf("no %s in\n%s", part, g.Text)
		}
	}
	if g, err = l.Game(t.Context(), 2); err != nil || g.PDN.Tag("FEN") != "W:W22,23:BK4,10" || g.PDN.Tag("White") != "Čížek" || g.Result != "black" || g.PDN.Result != "0-1" {
		t.Errorf("%+v, error %v\n%s", g, err, g.Text)
	}
	if len(rejected) != 2 || rejected[0].Game != 2 || rejected[0].Line != 14 || rejected[0].Ply != 3 || !strings.Contains(rejected[1].Reason, "set up") {
		t.Errorf("%+v", rejected)
	}
	n := 0
	err = l.RejectedGames(t.Context(), func(r Rejected, text string) error {
		if r != rejected[n] || !strings.Contains(text, "32-28") {
			t.Errorf("%+v, %s", r, text)
		}
		n++
		return nil
	})
	if err != nil || n != 2 {
		t.Errorf("%d, error %v", n, err)
	}
	if _, err := l.Game(t.Context(), 3); !errors.Is(err, ErrNoGame) {
		t.Errorf("error %v", err)
	}
	p := movegen.International().Start()
	st, err := l.Stats(t.Context(), movegen.International(), &p, Query{})
	if err != nil || len(st.Moves) != 1 || st.Moves[0].Analysed != 1 || st.Moves[0].Chance < 0.54 || st.Moves[0].Chance > 0.55 {
		t.Errorf("%+v, error %v", st, err)
	}
}

// TestFind finds games by what their tags say.
func TestFind(t *testing.T) {
	l := newLibrary(t)
	addText(t, l, "m.pdn", []byte(mixed))
	russian := rulesNamed(t, "russian")
	prefix, err := ParseMoves(movegen.International(), "32-28 19-23")
	if err != nil {
		t.Fatal(err)
	}
	other, err := ParseMoves(movegen.International(), "32-28 18-23")
	if err != nil {
		t.Fatal(err)
	}
	played, not := prefix.Moves()[1], other.Moves()[1]
	start := movegen.International().Start()
	tests := []struct {
		name string
		q    Query
		want string
	}{
		{"all", Query{}, "1:0 2:0 "},
		{"limit", Query{Limit: 1}, "1:0 "},
		{"player", Query{Player: "SIJ"}, "1:0 "},
		{"player of Black", Query{Player: "wiersma"}, "1:0 "},
		{"capitals of other letters", Query{White: "ČÍŽ"}, "2:0 "},
		{"white", Query{White: "wiersma"}, ""},
		{"black", Query{Black: "wiersma"}, "1:0 "},
		{"event", Query{Event: "open"}, "1:0 "},
		{"years", Query{FirstYear: 1976, LastYear: 1976}, "1:0 "},
		{"later", Query{FirstYear: 1977}, "2:0 "},
		{"result", Query{Outcomes: []movegen.Outcome{movegen.BlackWins, movegen.WhiteWins}}, "2:0 "},
		{"variant", Query{Rules: russian}, "2:0 "},
		{"numbers", Query{IDs: []Range{{2, 9}}}, "2:0 "},
		{"moves", Query{Rules: movegen.International(), Moves: prefix.Moves()}, "1:2 "},
		{"other moves", Query{Rules: movegen.International(), Moves: other.Moves()}, ""},
		{"the next move", Query{Rules: movegen.International(), Position: &start, Next: &prefix.Moves()[0]}, "1:0 "},
		{"after moves", Query{Rules: movegen.International(), Moves: prefix.Moves()[:1], Next: &played}, "1:1 "},
		{"another next move", Query{Rules: movegen.International(), Moves: prefix.Moves()[:1], Next: &not}, ""},
		{"both", Query{Player: "sij", FirstYear: 2000}, ""},
	}
	for _, tt := range tests {
		if got := foundBy(t, l, tt.q); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if err := l.Find(t.Context(), Query{Moves: prefix.Moves()}, nil); err == nil {
		t.Error("moves of no game")
	}
	if err := l.Find(t.Context(), Query{Rules: russian, Next: &played}, nil); err == nil {
		t.Error("a next move from nowhere")
	}
}

// TestLongLists finds games by lists that are longer than a statement of SQL may be.
func TestLongLists(t *testing.T) {
	l, r := newLibrary(t), rulesNamed(t, "russian")
	const games = 300
	addText(t, l, "x.pdn", makeGames(r, games, 1))
	rng := rand.New(rand.NewPCG(3, 3))
	var ranges []Range
	for range 20_000 {
		first := rng.Int64N(games * 100)
		ranges = append(ranges, Range{first, first + rng.Int64N(3) - 1}) // some without numbers
	}
	ranges = append(ranges, ranges[:1000]...)
	want := ""
	for id := range int64(games + 1) {
		if slices.ContainsFunc(ranges, func(r Range) bool { return r.First <= id && id <= r.Last }) && id > 0 {
			want += fmt.Sprintf("%d:0 ", id)
		}
	}
	if got := foundBy(t, l, Query{IDs: ranges}); got != want {
		t.Errorf("numbers: %s\nwant %s", got, want)
	}
	start := r.Start()
	both := slices.DeleteFunc(strings.SplitAfter(foundBy(t, l, Query{Rules: r, Position: &start}), " "), func(game string) bool {
		return !strings.Contains(" "+want, " "+game)
	})
	if got := foundBy(t, l, Query{IDs: ranges, Rules: r, Position: &start}); got != strings.Join(both, "") {
		t.Errorf("numbers, and a position: %s\nwant %s", got, both)
	}
	if st, err := l.Stats(t.Context(), r, &start, Query{IDs: ranges}); err != nil || st.Games.Games != strings.Count(strings.Join(both, ""), " ") {
		t.Errorf("%+v, error %v", st, err)
	}
	all := Query{Outcomes: slices.Repeat(outcomes[:], 300_000), Player: strings.Repeat("x", 1<<20)}
	if got := foundBy(t, l, all); got != "" {
		t.Errorf("a long name: %s", got)
	}
	all.Player = ""
	if n, err := l.Count(t.Context(), all); err != nil || n != games {
		t.Errorf("results: %d, error %v", n, err)
	}
	if n, err := l.Remove(t.Context(), Query{IDs: ranges}); err != nil || n != strings.Count(want, " ") {
		t.Errorf("removed %d, error %v", n, err)
	}
	if n, err := l.Count(t.Context(), Query{IDs: []Range{}}); err != nil || n != 0 {
		t.Errorf("of no numbers: %d, error %v", n, err)
	}
}

// TestDisjoint joins ranges.
func TestDisjoint(t *testing.T) {
	const last = 1<<63 - 1
	tests := []struct{ ranges, want []Range }{
		{nil, []Range{}},
		{[]Range{{3, 2}}, []Range{}},
		{[]Range{{5, 9}, {1, 2}}, []Range{{1, 2}, {5, 9}}},
		{[]Range{{1, 9}, {3, 4}, {10, 11}}, []Range{{1, 11}}},
		{[]Range{{7, last}, {3, 4}, {last, last}}, []Range{{3, 4}, {7, last}}},
	}
	for _, tt := range tests {
		if got := disjoint(tt.ranges); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.ranges, got, tt.want)
		}
	}
}

// TestLines goes through the moves of games.
func TestLines(t *testing.T) {
	l := newLibrary(t)
	addText(t, l, "m.pdn", []byte(mixed))
	var got string
	err := l.Lines(t.Context(), Query{}, func(start movegen.Position, moves []movegen.Move) error {
		got += fmt.Sprintf("%d pieces, %d moves; ", start.Occupied().Len(), len(moves))
		return nil
	})
	if want := "40 pieces, 4 moves; 4 pieces, 1 moves; "; err != nil || got != want {
		t.Errorf("%s, error %v, want %s", got, err, want)
	}
}

// TestManyGames checks that a tally of many games stays what counting them gives.
func TestManyGames(t *testing.T) {
	l, r := newLibrary(t), rulesNamed(t, "russian")
	var text strings.Builder
	results := []string{"1-0", "0-1", "1/2-1/2", "*"}
	for i := range manyGames + 700 {
		move := []string{"c3-d4", "c3-b4 b6-a5"}[i%2]
		fmt.Fprintf(&text, "[White \"%d\"]\n[GameType \"25\"]\n[Result \"%s\"]\n\n1. %s %s\n\n", i, results[i%4], move, results[i%4])
	}
	half := strings.Index(text.String(), fmt.Sprintf("[White \"%d\"]", manyGames+100))
	addText(t, l, "a.pdn", []byte(text.String()[:half]))
	check := func(what string) {
		t.Helper()
		p := r.Start()
		k := KeyOf(r, &p)
		counted, err := l.db.count(k, "")
		if err != nil {
			t.Fatal(err)
		}
		tally, err := l.db.tally(k)
		if err != nil || len(tally) == 0 {
			t.Fatalf("%s: no tally, error %v", what, err)
		}
		if got, want := fmt.Sprintf("%+v", tally.sorted()), fmt.Sprintf("%+v", counted.sorted()); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", what, got, want)
		}
	}
	check("made")
	addText(t, l, "b.pdn", []byte(text.String()[half:]))
	check("added to")
	if n, err := l.Remove(t.Context(), Query{IDs: []Range{{5, 1000}}}); err != nil || n != 996 {
		t.Errorf("%d, error %v", n, err)
	}
	check("some removed")
	if n, err := l.Restore(t.Context(), Query{IDs: []Range{{7, 9}}}); err != nil || n != 3 {
		t.Errorf("%d, error %v", n, err)
	}
	check("some restored")
	if n, err := l.Vacuum(t.Context()); err != nil || n != 993 {
		t.Errorf("%d, error %v", n, err)
	}
	check("the others deleted")
	if err := l.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestRemove removes a game, brings it back, and deletes it.
func TestRemove(t *testing.T) {
	l := newLibrary(t)
	addText(t, l, "m.pdn", []byte(mixed))
	ctx, one := t.Context(), Query{IDs: []Range{{1, 1}}}
	if n, err := l.Remove(ctx, one); n != 1 || err != nil {
		t.Fatalf("%d, error %v", n, err)
	}
	p := movegen.International().Start()
	if st, err := l.Stats(ctx, movegen.International(), &p, Query{}); err != nil || st.Games.Games != 0 {
		t.Errorf("%+v, error %v", st, err)
	}
	if got := foundBy(t, l, Query{}); got != "2:0 " {
		t.Errorf("found %s", got)
	}
	if a := addText(t, l, "n.pdn", []byte(mixed+"\n")); a.Removed != 1 || a.Added != 0 {
		t.Errorf("%+v", a)
	}
	if n, err := l.Restore(ctx, one); n != 1 || err != nil {
		t.Fatalf("%d, error %v", n, err)
	}
	if got := foundBy(t, l, Query{}); got != "1:0 2:0 " {
		t.Errorf("found %s", got)
	}
	if _, err := l.Remove(ctx, one); err != nil {
		t.Fatal(err)
	}
	if n, err := l.Vacuum(ctx); n != 1 || err != nil {
		t.Fatalf("%d, error %v", n, err)
	}
	if places, err := l.db.number("SELECT count(*) FROM place WHERE game = 1"); places != 0 || err != nil {
		t.Errorf("%d places, error %v", places, err)
	}
}

// kills is how often TestKilled kills the process that adds games.
var kills = flag.Int("kills", 3, "how often the process that adds games is killed")

// TestKilled kills a process while it adds games. What it had reported is there, and in the
// end all games are, once each.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	r := movegen.International()
	dir := t.TempDir()
	name, file := filepath.Join(dir, "x.games"), filepath.Join(dir, "x.pdn")
	const games = 2500
	text := makeGames(r, games, 3)
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(*kills), 1))
	for i := range *kills {
		if i%10 == 0 { // begin anew
			for _, suffix := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(name + suffix) // there may be none
			}
		}
		reported := killed(t, name, file, rng.IntN(3), time.Duration(rng.IntN(200))*time.Millisecond)
		l, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		info, err := l.Info(t.Context())
		if err != nil || info.Games < reported {
			t.Fatalf("%d games were reported and %d are there, error %v", reported, info.Games, err)
		}
		if err := errors.Join(l.Verify(t.Context()), l.Close()); err != nil {
			t.Fatal(err)
		}
	}
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	addText(t, l, file, text)
	if info, err := l.Info(t.Context()); err != nil || info.Games != games {
		t.Errorf("%d games, error %v", info.Games, err)
	}
}

// killed starts a process that adds games, kills it after it has reported so many batches and
// some time more, and returns how many games it has reported.
func killed(t *testing.T, name, file string, batches int, later time.Duration) (games int) {
	t.Helper()
	cmd := asProcess(name, file)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
	if batches == 0 {
		time.AfterFunc(later, func() { _ = cmd.Process.Kill() })
	}
	lines := bufio.NewScanner(out)
	for n := 1; lines.Scan(); n++ {
		if count, err := strconv.Atoi(lines.Text()); err == nil {
			games = count
		} else if lines.Text() != "all" {
			t.Fatal(lines.Text())
		}
		if n == batches {
			time.AfterFunc(later, func() { _ = cmd.Process.Kill() })
		}
	}
	_ = cmd.Wait() // it was killed
	return games
}

// TestFullDisk adds games where there is no more room: one clear message, and what was added
// before is there.
func TestFullDisk(t *testing.T) {
	l, r := newLibrary(t), movegen.International()
	addText(t, l, "a.pdn", makeGames(r, 20, 1))
	pages, err := l.db.number("PRAGMA page_count")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.db.exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages+2)); err != nil {
		t.Fatal(err)
	}
	_, err = l.Add(t.Context(), sourceOf("b.pdn", makeGames(r, 500, 2)), nil, nil)
	if !errors.Is(err, ErrFull) || !strings.HasPrefix(err.Error(), l.Name()) {
		t.Errorf("error %v", err)
	}
	if n, err := l.Count(t.Context(), Query{}); n != 20 || err != nil {
		t.Errorf("%d games, error %v", n, err)
	}
	if err := l.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestDamagedFile opens files that are none, or are damaged.
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x.games")
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	addText(t, l, "a.pdn", makeGames(movegen.International(), 300, 1))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	use := func() error {
		l, err := Open(name)
		if err != nil {
			return err
		}
		_, err = l.Add(t.Context(), sourceOf("b.pdn", makeGames(movegen.International(), 300, 2)), nil, nil)
		return errors.Join(cmp.Or(err, l.Verify(t.Context())), l.Close())
	}
	for _, tt := range []struct {
		what   string
		damage func([]byte) []byte
		want   error
	}{
		{"cut off", func(b []byte) []byte { return b[:len(b)/2] }, ErrDamaged},
		{"overwritten", func(b []byte) []byte {
			for i := len(b) / 4; i < len(b)/4*3; i++ {
				b[i] = 'x'
			}
			return b
		}, ErrDamaged},
		{"of another program", func(b []byte) []byte { b[70]++; return b }, nil},
		{"a text", func([]byte) []byte { return []byte("Dear aunt, thank you for the board") }, nil},
	} {
		if err := os.WriteFile(name, tt.damage(bytes.Clone(whole)), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := use(); err == nil || tt.want != nil && !errors.Is(err, tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", tt.what, err)
		}
	}
	if _, err := OpenReadOnly(filepath.Join(dir, "none")); err == nil || !strings.HasSuffix(err.Error(), "there is no such file") {
		t.Errorf("error %v", err)
	}
}

// TestTwoConnections reads a library while another connection writes it, and has two write.
func TestTwoConnections(t *testing.T) {
	l := newLibrary(t)
	other, err := Open(l.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	reader, err := OpenReadOnly(l.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	r := movegen.International()
	failed := make(chan error)
	for i, l := range []*Library{l, other} {
		go func() {
			_, err := l.Add(context.Background(), sourceOf(fmt.Sprint(i), makeGames(r, 400, uint64(i))), nil, nil)
			failed <- err
		}()
	}
	for done := 0; done < 2; {
		select {
		case err := <-failed:
			if err != nil {
				t.Error(err)
			}
			done++
		default:
			if n, err := reader.Count(t.Context(), Query{}); err != nil || n > 800 {
				t.Fatalf("%d games, error %v", n, err)
			}
		}
	}
	if n, err := reader.Count(t.Context(), Query{}); n != 800 || err != nil {
		t.Errorf("%d games, error %v", n, err)
	}
	if _, err := reader.Remove(t.Context(), Query{}); err == nil {
		t.Error("a reader has removed games")
	}
}

// TestTwoProcesses has two processes add games to one library while a third counts them: all
// end well, the third never sees fewer than before, and in the end all games are there.
func TestTwoProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const games = 1500
	dir := t.TempDir()
	name := filepath.Join(dir, "x.games")
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var writers []*exec.Cmd
	var said [2]bytes.Buffer
	for i := range said {
		file := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(file, makeGames(movegen.International(), games, uint64(i)), 0o666); err != nil {
			t.Fatal(err)
		}
		writers = append(writers, asProcess(name, file))
		writers[i].Stdout, writers[i].Stderr = &said[i], &said[i]
	}
	reader := asProcess(name, "")
	var counts bytes.Buffer
	reader.Stdout, reader.Stderr = &counts, &counts
	stop, err := reader.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range append([]*exec.Cmd{reader}, writers...) {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, cmd := range writers {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v, %s", i, err, &said[i])
		}
	}
	if err := errors.Join(stop.Close(), reader.Wait()); err != nil {
		t.Errorf("the reader: %v, %s", err, &counts)
	}
	last, different := 0, 0
	for line := range strings.Lines(counts.String()) {
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			continue // the last one says that it is all
		}
		if n < last {
			t.Errorf("%d games after %d", n, last)
		}
		if n > last {
			different++
		}
		last = n
	}
	if last != 2*games || different < 2 {
		t.Errorf("the reader saw %d games in the end, and %d numbers of them", last, different)
	}
	if err := l.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestStops adds games until it is told to stop, and goes on from there.
func TestStops(t *testing.T) {
	l, r := newLibrary(t), movegen.International()
	l.batch = 200
	games := l.batch + 300
	text := makeGames(r, games, 1)
	ctx, stop := context.WithCancel(t.Context())
	a, err := l.Add(ctx, sourceOf("a.pdn", text), func(Added) { stop() }, nil)
	if !errors.Is(err, context.Canceled) || a.Added == 0 || a.Added > l.batch+chunkGames {
		t.Fatalf("%+v, error %v", a, err)
	}
	b, err := l.Add(t.Context(), sourceOf("a.pdn", text), nil, nil)
	if err != nil || b.Earlier != a.Added || b.Games != games || b.Added != b.Games-b.Earlier {
		t.Errorf("%+v, error %v", b, err)
	}
}

// TestOldVersions opens a file of a later version.
func TestOldVersions(t *testing.T) {
	if len(migrations) != Version {
		t.Errorf("%d migrations lead to version %d", len(migrations), Version)
	}
	l := newLibrary(t)
	if err := l.db.exec(fmt.Sprintf("PRAGMA user_version = %d", Version+1)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(l.Name()); !errors.Is(err, ErrNewer) {
		t.Errorf("error %v", err)
	}
}

// FuzzDecode reads moves that are damaged.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{32, 28, 19, 23, 28 | 0x80, 19, 23 | 0x80})
	f.Add([]byte{0x80, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := movegen.International()
		if moves, err := decode(r, b); err == nil && !bytes.Equal(appendMoves(nil, r, moves), b) {
			for _, m := range moves { // captured pieces may be out of order or named twice
				if m.Captured == 0 {
					continue
				}
				return
			}
			t.Errorf("%v became %v", b, appendMoves(nil, r, moves))
		}
		g, err := gameOf(r, r.Start(), b)
		if err == nil && len(g.Moves()) > len(b) {
			t.Errorf("%d moves of %d bytes", len(g.Moves()), len(b))
		}
		firstFit(squaresOf(r), r.Start(), b, []pattern.Pattern{{Empty: 1}})
	})
}

// FuzzMoves reads moves of a command line.
func FuzzMoves(f *testing.F) {
	f.Add("1. 32-28 19-23")
	f.Add("[White \"x\"] 32-28")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParseMoves(movegen.International(), text)
		if err == nil && g.Start() != movegen.International().Start() {
			t.Errorf("%q begins with %v", text, g.Start())
		}
	})
}

// TestDeparture finds where games leave what the others of a library have played: one that is
// in it is no other game.
func TestDeparture(t *testing.T) {
	l := newLibrary(t)
	addText(t, l, "m.pdn", []byte(mixed+"[White \"A\"]\n[Date \"1990.01.01\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 13x24 *\n"))
	tests := []struct {
		text, want string
		ply        int
	}{
		{"1. 32-28 19-23 2. 28x19 14x23 3. 37-32", "1 game had the position, the latest Sijbrands - Wiersma, Delft, open, 1976.02.14.", 5},
		{"1. 32-28 18-23", "2 games had the position, the latest A - , 1990.01.01; they went on by 19-23 (2).", 2},
		{"1. 32-28 19-23", "", 0},
		{"[White \"A\"]\n[Date \"1990.01.01\"]\n\n1. 32-28 19-23 2. 28x19 13x24",
			"1 game had the position, the latest Sijbrands - Wiersma, Delft, open, 1976.02.14; they went on by 14x23 (1).", 4},
		{"[FEN \"W:W31:B2\"]\n\n1. 31-27", "", 0},
		{"1. 32-28 99-1", "", 0},
	}
	for _, tt := range tests {
		games, err := pdn.ReadAll(strings.NewReader(tt.text + " *\n"))
		if err != nil {
			t.Fatal(err)
		}
		d, err := l.Departure(t.Context(), games[0], movegen.International())
		switch {
		case err != nil:
			t.Error(err)
		case d == nil && tt.ply != 0 || d != nil && (d.Ply != tt.ply || d.String() != tt.want):
			t.Errorf("%s: %v, want %d: %s", tt.text, d, tt.ply, tt.want)
		}
	}
}
