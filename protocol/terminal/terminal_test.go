package terminal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// A slowEngine plays the first legal move after some time and scores all positions
// the same.
type slowEngine struct {
	delay  time.Duration
	score  search.Score
	err    error
	limits []search.Limits // of its searches
}

func (e *slowEngine) Search(_ context.Context, g *movegen.Game, l search.Limits, _ func(search.Info)) (search.Result, error) {
	e.limits = append(e.limits, l)
	if !l.Analyze {
		time.Sleep(e.delay)
	}
	m := g.LegalMoves(nil)[0]
	return search.Result{Info: search.Info{Score: e.score, PV: []movegen.Move{m}}, Move: m, Found: true}, e.err
}

func (e *slowEngine) Clear() {}
func (e *slowEngine) Close() {}

// memory keeps games in memory.
type memory struct {
	games []*pdn.Game // the last one is the present one
	begun bool        // the next one is another
	files map[string][]*pdn.Game
	err   error
}

func (m *memory) Keep(g *pdn.Game) error {
	if m.err != nil {
		return m.err
	}
	if m.begun || len(m.games) == 0 {
		m.games = append(m.games, nil)
	}
	m.games[len(m.games)-1], m.begun = g, false
	return nil
}

func (m *memory) Begin() { m.begun = true }

func (m *memory) Append(name string, g *pdn.Game) error {
	m.files[name] = append(m.files[name], g)
	return m.err
}

func (m *memory) Read(name string) ([]*pdn.Game, error) {
	if m.files[name] == nil {
		return nil, errors.New("no such file")
	}
	return m.files[name], nil
}

// A table is a game with a slow engine.
type table struct {
	Options
	engine *slowEngine
	memory *memory
	made   []int // the skills of the engines
}

func newTable(t testing.TB, variant, fen string) *table {
	t.Helper()
	r, err := movegen.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	if fen != "" {
		if p, err = r.ParseFEN(fen); err != nil {
			t.Fatal(err)
		}
	}
	b := &table{engine: &slowEngine{}, memory: &memory{files: map[string][]*pdn.Game{}}}
	b.Options = Options{
		Game: movegen.NewGameFrom(r, p, nil), Level: Level{Skill: 4}, Files: b.memory,
		NewEngine: func(_ *movegen.Rules, skill int) (Engine, error) {
			b.made = append(b.made, skill)
			return b.engine, nil
		},
	}
	return b
}

// run plays with these lines and returns what was said.
func (b *table) run(t testing.TB, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	b.In, b.Out = strings.NewReader(strings.Join(lines, "\n")+"\n"), &out
	if err := Run(t.Context(), b.Options); err != nil {
		t.Errorf("error %v", err)
	}
	return out.String()
}

func wants(t testing.TB, got string, parts ...string) {
	t.Helper()
	for _, want := range parts {
		if !strings.Contains(got, want) {
			t.Errorf("it said:\n%s\nwithout %q", got, want)
		}
	}
}

// slowly returns a reader of lines each of which comes some time after it was asked
// for.
func slowly(delay time.Duration, lines ...string) io.Reader {
	r, w := io.Pipe()
	go func() {
		for _, line := range lines {
			time.Sleep(delay)
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return
			}
		}
		w.Close()
	}()
	return r
}

// TestClocks plays with clocks: both sides use what they take, and get the increment.
func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := newTable(t, "international", "")
		b.Out, b.Prompt, b.Control = &out, true, Control{Time: time.Minute, Increment: 2 * time.Second}
		b.engine.delay = 5 * time.Second
		b.In = slowly(12*time.Second, "32-28", "clock", "33-29")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "Each side has 0:01:00 and 2s more for every move.",
			"[0:01:00 - 0:01:00] White > ", "[0:00:50 - 0:00:57] White > ", "White 0:00:50, Black 0:00:57.")
		l := b.engine.limits[0]
		if l.Clock == nil || *l.Clock != (search.Clock{Remaining: time.Minute, Increment: 2 * time.Second}) {
			t.Errorf("the engine was given %+v", l.Clock)
		}
		text := b.memory.games[0].String()
		wants(t, text, "32-28 {[%clk 0:00:50]} ", "[TimeControl \"60+2\"]", "time=1m0s inc=2s", "[StupolPlay \"you=White draws=fmjd skill=4")

		// Going on, the clocks show what they did; taking back, what they did before.
		out.Reset()
		b.Saved, b.In = b.memory.games[0], slowly(time.Second, "y", "clock", "undo", "clock", "quit")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "White 0:00:33, Black 0:00:54.", "White 0:00:50, Black 0:00:57.")
	})
}

// TestTimeUp lets each side think too long.
func TestTimeUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := newTable(t, "international", "")
		b.Out, b.Control = &out, Control{Time: time.Minute}
		b.In = slowly(61*time.Second, "32-28", "quit")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "0-2. Stupol wins: your time is up.\nThe game is over")
		out.Reset()
		b.engine.delay, b.In = 2*time.Minute, slowly(time.Second, "32-28", "quit")
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		wants(t, out.String(), "2-0. You win: its time is up.")
		last := b.memory.games[len(b.memory.games)-1]
		if last.Result != "2-0" || last.Tag("Termination") != "time forfeit" {
			t.Errorf("saved as %s", last)
		}
	})
}

// TestCandidates reads moves in the ways that people type them.
func TestCandidates(t *testing.T) {
	tests := []struct{ variant, fen, text, want string }{
		{"international", "", "32-28", "32-28"},
		{"international", "", "3228", ""},
		{"international", "", "32 28", "32-28"},
		{"international", "", "32", "32-27 32-28"},
		{"international", "", "32-2", "32-27 32-28"},
		{"international", "", "32-27x", "32-27"},
		{"international", "", "35", "35-30"},
		{"international", "", "26", "31-26"},
		{"international", "", "28", "32-28 33-28"},
		{"international", "", "3", ""},
		{"international", "", "2", ""},
		{"international", "", "17", ""},
		{"international", "", "-", ""},
		{"international", "", "33-28-23", ""},
		{"international", "W:W32:B28,19,9", "32", "32x3"},
		{"international", "W:W32:B28,19,9", "32x23", "32x3"},
		{"international", "W:W32:B28,19,9", "3", "32x3"},
		{"international", "W:W32:B28,19,9", "32x3x28x19x9", "32x3"},
		{"russian", "", "c3-d4", "c3-d4"},
		{"russian", "", "C3D4", "c3-d4"},
		{"russian", "", "c3:d", "c3-d4"},
		{"russian", "", "c3", "c3-b4 c3-d4"},
		{"russian", "", "h4", "g3-h4"},
		{"russian", "", "22-18", "c3-d4"},
		{"russian", "", "c", ""},
		{"english", "", "11-15", "11-15"},
		{"english", "", "15", "10-15 11-15"},
		{"spanish", "", "11-15", "11-15"}, // numbers begin at the bottom right
	}
	for _, tt := range tests {
		b := newTable(t, tt.variant, tt.fen)
		r, p := numbered(b.Game.Rules()), b.Game.Position()
		found, err := candidates(r, p, tt.text)
		var texts []string
		for _, m := range found {
			texts = append(texts, moveText(r, p, m))
		}
		if !sameWords(texts, tt.want) || (err == nil) != (len(found) > 0) {
			t.Errorf("%s %s: %q is %q and %v, want %s", tt.variant, tt.fen, tt.text, texts, err, tt.want)
		}
	}
}

// sameWords reports whether texts are the words of another, in any order.
func sameWords(texts []string, want string) bool {
	words := strings.Fields(want)
	for _, w := range words {
		if !strings.Contains(" "+strings.Join(texts, " ")+" ", " "+w+" ") {
			return false
		}
	}
	return len(words) == len(texts)
}

// TestEveryMove types every legal move of many positions as the session writes it, and
// by the whole way of the piece: it is that move, and no other.
func TestEveryMove(t *testing.T) {
	for _, base := range movegen.Variants() {
		r := numbered(base)
		p := r.Start()
		for ply := range 120 {
			moves := r.Moves(nil, &p)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				for _, text := range []string{moveText(r, &p, m), r.PDNMoveLong(&p, m)} {
					found, err := candidates(r, &p, text)
					if err != nil || len(found) != 1 || found[0] != m {
						t.Fatalf("%s, %s: %q is %v and %v, want %v", r.Name, r.FEN(&p), text, found, err, m)
					}
				}
			}
			p = r.Play(&p, moves[(7*ply+3)%len(moves)])
		}
	}
}

// TestSkills checks which engines are made: one that plays, one that advises.
func TestSkills(t *testing.T) {
	b := newTable(t, "international", "")
	b.Level.Nodes = 700
	wants(t, b.run(t, "32-28", "hint", "eval", "level 2 nodes=50", "33-29", "level"), "Stupol plays at skill 2, 50 positions a move.")
	if len(b.made) != 3 || b.made[0] != 4 || b.made[1] != search.FullSkill || b.made[2] != 2 {
		t.Errorf("engines of skill %v", b.made)
	}
	first, advice, last := b.engine.limits[0], b.engine.limits[1], b.engine.limits[len(b.engine.limits)-1]
	if first.Nodes != 700 || advice.Nodes != adviceNodes || !advice.Analyze || last.Nodes != 50 {
		t.Errorf("limits %+v, %+v, %+v", first, advice, last)
	}
	wants(t, b.memory.games[0].Tag(stateTag), "skill=2 nodes=50")
}

// TestVerdicts says scores in words.
func TestVerdicts(t *testing.T) {
	tests := []struct {
		score search.Score
		turn  movegen.Color
		want  string
	}{
		{0, movegen.White, "even"},
		{9, movegen.White, "even"},
		{-9, movegen.White, "even"},
		{135, movegen.White, "White is better by 1.35 men"},
		{-135, movegen.White, "Black is better by 1.35 men"},
		{-135, movegen.Black, "White is better by 1.35 men"},
		{search.WinIn(1), movegen.Black, "Black wins in 1 move"},
		{search.WinIn(5), movegen.White, "White wins in 3 moves"},
		{search.LossIn(4), movegen.White, "Black wins in 2 moves"},
		{search.DatabaseWin - 20, movegen.White, "White wins, by the endgame database"},
	}
	for _, tt := range tests {
		if got := verdict(tt.score, tt.turn); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.score, got, tt.want)
		}
	}
}

// TestDrawOffers offers draws to an engine that is better or worse off.
func TestDrawOffers(t *testing.T) {
	const ending = "W:WK1:BK50"
	tests := []struct {
		fen   string
		score search.Score // for the person
		want  string
	}{
		{"", 0, "Stupol plays on."},
		{"", 29, "Stupol plays on."},
		{"", 30, "1-1. Draw: agreed."},
		{ending, -10, "1-1. Draw: agreed."},
		{ending, -11, "Stupol plays on."},
	}
	for _, tt := range tests {
		b := newTable(t, "international", tt.fen)
		b.engine.score = tt.score
		wants(t, b.run(t, "draw"), tt.want)
	}
}

// TestFailures checks that what fails outside of the game is told and does no harm.
func TestFailures(t *testing.T) {
	b := newTable(t, "international", "")
	b.memory.err = errors.New("disk full")
	said := b.run(t, "32-28", "33-29", "save x.pdn", "quit")
	wants(t, said, "The game cannot be saved: disk full.", "save: disk full.")
	if n := strings.Count(said, "cannot be saved"); n != 1 {
		t.Errorf("told %d times:\n%s", n, said)
	}
	b = newTable(t, "international", "")
	b.engine.err = errors.New("no memory")
	b.In, b.Out = strings.NewReader("32-28\n"), io.Discard
	if err := Run(t.Context(), b.Options); err == nil || err.Error() != "no memory" {
		t.Errorf("error %v", err)
	}
	b = newTable(t, "international", "")
	b.In, b.Out = strings.NewReader(strings.Repeat("x", longestLine+1)), io.Discard
	if err := Run(t.Context(), b.Options); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.In = slowly(time.Hour)
	if err := Run(ctx, b.Options); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestResume saves games of every variant in the middle and goes on with them.
func TestResume(t *testing.T) {
	for _, r := range movegen.Variants() {
		b := newTable(t, r.Name, "")
		b.You = r.First
		first := b.Game.LegalMoves(nil)[0]
		b.run(t, moveText(numbered(r), b.Game.Position(), first))
		saved := b.memory.games[0]
		if !IsSaved(saved) || IsOver(saved) {
			t.Fatalf("%s: saved as %s", r.Name, saved)
		}
		again := newTable(t, "international", "")
		again.Saved = saved
		again.You = r.First.Opponent()
		wants(t, again.run(t, "", "moves", "undo"), "There is an unfinished game: "+r.Title, "You are "+r.First.String(), "2 moves of both sides played so far.", "Your move 1. is taken back.")
		if got := again.memory.games[0]; len(got.Plies) != 0 || got.Tag(stateTag) != saved.Tag(stateTag) {
			t.Errorf("%s: now %s", r.Name, got)
		}
	}
}

// TestBrokenSave offers a saved game that cannot be gone on with: another one begins,
// and the old one stays.
func TestBrokenSave(t *testing.T) {
	for want, saved := range map[string]*pdn.Game{
		"skill=99":       {Tags: []pdn.Tag{{Name: stateTag, Value: "skill=99"}}},
		"unknown draw r": {Tags: []pdn.Tag{{Name: stateTag, Value: "draws=none-such"}}},
		"32-22":          {Tags: []pdn.Tag{{Name: stateTag, Value: "you=White"}, {Name: "GameType", Value: "20"}}, Line: pdn.Line{Plies: []pdn.Ply{{Text: "32-22"}}}},
	} {
		b := newTable(t, "english", "")
		b.Saved, b.You = saved, movegen.Black
		b.memory.games = []*pdn.Game{saved}
		wants(t, b.run(t, "y", "11-15"), "It cannot be gone on with: ", want, "English draughts", "1. You: 11-15")
		if len(b.memory.games) != 2 || b.memory.games[0] != saved {
			t.Errorf("saved %v", b.memory.games)
		}
	}
}

func TestPieces(t *testing.T) {
	b := newTable(t, "russian", "W:Wc3,Kd4,e1:BKh8")
	wants(t, b.run(t, "pieces"), "White: men c3 e1, kings d4.\nBlack: kings h8.\n")
	b = newTable(t, "international", "W:W28:B22")
	wants(t, b.run(t, "28", "pieces"), "White: men 17.\nBlack: none.\n")
}

func TestWrongStates(t *testing.T) {
	for _, text := range []string{"you=me", "skill=11", "skill=0", "nodes=-1", "move-time=x", "time=-1s", "inc=1e9", "other=1", "time=NaN"} {
		if _, err := parseState(text); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: error %v", text, err)
		}
	}
	for _, text := range []string{"", "you=black skill=1 nodes=5 move-time=1.5s time=5m inc=0s draws=fmjd", "time=300 inc=2.5"} {
		if _, err := parseState(text); err != nil {
			t.Error(err)
		}
	}
}

// FuzzLines plays with any lines: it neither panics nor fails, and what it saves can be
// replayed.
func FuzzLines(f *testing.F) {
	f.Add("32-28\nundo\nload x\nsave x\nload x 2\nnew russian black\nc3\n2\n?\nflip\nboard")
	f.Add("resign\nundo\ndraw\nlevel 1 nodes=3 move-time=1\nclock\nhint\neval\nmoves\n1\nquit")
	f.Fuzz(func(t *testing.T, lines string) {
		if len(lines) > 300 {
			return
		}
		b := newTable(t, "english", "")
		b.Style = Boards
		b.In, b.Out = strings.NewReader(lines), io.Discard
		if err := Run(t.Context(), b.Options); err != nil {
			t.Fatal(err)
		}
		for _, g := range b.memory.games {
			if _, err := g.Replay(nil); err != nil {
				t.Errorf("%v in\n%s", err, g)
			}
		}
	})
}
