package terminal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
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

func (e *slowEngine) Scale() float64 { return 100 }

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

// TestOtherScripts types a byte order mark, and spaces and digits that are not of ASCII.
func TestOtherScripts(t *testing.T) {
	b := newTable(t, "international", "")
	wants(t, b.run(t, "\ufeff32-28", "\u00a0level\u3000２ nodes=５0", "３３－２９", "٣٣-٢٩"),
		"1. You: 32-28", "Stupol plays at skill 2, 50 positions a move.", "2. You: 33-29")
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
		{"", 100, "1-1. Draw: agreed."},
		{ending, 0, "1-1. Draw: agreed."},
		{ending, -100, "Stupol plays on."},
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
	silent, end := io.Pipe()
	defer end.Close()
	b.In = silent
	if err := Run(ctx, b.Options); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestPieces(t *testing.T) {
	b := newTable(t, "russian", "W:Wc3,Kd4,e1:BKh8")
	wants(t, b.run(t, "pieces"), "White: men c3 e1, kings d4.\nBlack: kings h8.\n")
	b = newTable(t, "international", "W:W28:B22")
	wants(t, b.run(t, "28", "pieces"), "White: men 17.\nBlack: none.\n")
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
			if err := g.Replay(nil).Err(); err != nil {
				t.Errorf("%v in\n%s", err, g)
			}
		}
	})
}
