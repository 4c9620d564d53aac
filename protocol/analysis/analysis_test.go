package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// The games of the tests. All of them have a blunder.
const (
	internationalGame = `[White "Ann"]
[Black "Bob"]
[Result "2-0"]
[GameType "20"]

1. 34-30 {[%clk 0:10:00] calm} 18-22! {[%eval 9.99] [%clk 0:09:58]} 2. 32-27 16-21
(2... 12-18 {known}) 3. 27x18 13x22 2-0
`
	russianGame = `[GameType "25"]

1. a3-b4 f6-e5 2. g3-f4 e5xg3 3. f2xh4 h6-g5 4. h4xf6 e7xg5 5. b4-c5 d6xb4 6. c3xa5 *
`
	englishGame = `[GameType "21"]

1. 12-16 21-17 2. 9-13 22-18 3. 13x22 26x17 4. 11-15 18x11 5. 8x15 23-19 6. 16x23 27x11 *
`
	// White draws with 46-41 or 46-5 and loses the king with all other moves.
	endgameGame = `[GameType "20"]
[FEN "W:WK46,30:BK5,K1"]

1. 30-24 1-7 2. 24-19 5x23 3. 46x5 *
`
)

// gamesOf returns the games of a file for analysis.
func gamesOf(t testing.TB, file string) (games []*Game) {
	t.Helper()
	records, err := pdn.ReadAll(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for i, record := range records {
		r, err := record.Rules()
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, NewGame(record, i+1, r, Plies{}))
	}
	return games
}

// newAnalysis returns an analysis with a small budget.
func newAnalysis(games []*Game) *Analysis {
	knowledge := map[*movegen.Rules]Knowledge{}
	for _, g := range games {
		knowledge[g.Rules] = Knowledge{Eval: eval.Default(g.Rules), Endgames: endgame.Embedded(g.Rules)}
	}
	a := New(games, knowledge)
	a.Nodes, a.TableBytes = 4000, 1<<16
	return a
}

// analyzed returns the games of a file after an analysis.
func analyzed(t testing.TB, file string) []*Game {
	t.Helper()
	games := gamesOf(t, file)
	if err := newAnalysis(games).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return games
}

// find returns the judgement on a ply, 1 being the first.
func find(t *testing.T, g *Game, ply int) Judgement {
	t.Helper()
	for _, j := range g.Judgements() {
		if j.Ply == ply-1 {
			return j
		}
	}
	t.Fatalf("no judgement on ply %d", ply)
	return Judgement{}
}

func TestBlundersAreFound(t *testing.T) {
	tests := []struct {
		file   string
		ply    int
		move   string
		number int
		color  movegen.Color
	}{
		{internationalGame, 4, "16-21", 2, movegen.Black},
		{russianGame, 10, "d6xb4", 5, movegen.Black},
		{englishGame, 7, "11-15", 4, movegen.Black},
		{endgameGame, 2, "1-7", 1, movegen.Black},
	}
	for _, tt := range tests {
		g := analyzed(t, tt.file)[0]
		j := find(t, g, tt.ply)
		if got := g.Record.Plies[j.Ply].Text; got != tt.move || j.Number != tt.number || j.Color != tt.color {
			t.Errorf("ply %d: got %d %s of %v, want %d %s", tt.ply, j.Number, got, j.Color, tt.number, tt.move)
		}
		if j.Verdict < Mistake || j.Best[0] == j.move.Move || j.Chance-j.Played != j.Loss && !j.Decided {
			t.Errorf("%s: %+v", tt.move, j)
		}
		better := g.variation(&g.positions[j.move.from], j.Best)
		if len(better.Plies) == 0 || len(better.Plies) > longestLine {
			t.Errorf("%s: a variation of %d plies", tt.move, len(better.Plies))
		}
	}
}

// data returns the analysis of games as JSON.
func data(t *testing.T, games []*Game) string {
	t.Helper()
	var out bytes.Buffer
	for _, g := range games {
		if err := json.NewEncoder(&out).Encode(g.Data()); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// TestSameOnAnyNumberOfThreads also interrupts analyses here and there and takes them
// up again.
func TestSameOnAnyNumberOfThreads(t *testing.T) {
	const file = internationalGame + "\n" + russianGame
	games := gamesOf(t, file)
	whole := newAnalysis(games)
	var all []*Finding
	whole.OnFinding = func(f *Finding) error { all = append(all, f); return nil }
	if err := whole.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := data(t, games)
	deepest := slices.MaxFunc(all, func(a, b *Finding) int { return a.Pass - b.Pass })
	if deepest.Pass != passes {
		t.Errorf("the last pass is %d", deepest.Pass)
	}
	for _, after := range []int{0, 1, len(all) / 3, len(all) / 2, len(all) - 1, len(all)} {
		games := gamesOf(t, file)
		a := newAnalysis(games)
		a.Threads = 3
		for _, f := range all[:after] {
			if err := a.Add(throughJSON(t, f)); err != nil {
				t.Fatal(err)
			}
		}
		searched := 0
		a.OnFinding = func(*Finding) error { searched++; return nil }
		if err := a.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := data(t, games); got != want {
			t.Errorf("after %d of %d findings: got %s\nwant %s", after, len(all), got, want)
		}
		if searched != len(all)-after {
			t.Errorf("after %d of %d findings there were %d more", after, len(all), searched)
		}
	}
}

// throughJSON returns a finding as a journal has it.
func throughJSON(t *testing.T, f *Finding) *Finding {
	t.Helper()
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	again := new(Finding)
	if err := json.Unmarshal(text, again); err != nil {
		t.Fatal(err)
	}
	return again
}

func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := newAnalysis(gamesOf(t, internationalGame))
	a.Threads = 2
	n := 0
	a.OnProgress = func(pass, done, total int) {
		if n++; n == 3 {
			cancel()
		}
		if done != n || total < done || pass != 1 {
			t.Errorf("pass %d: %d of %d, want %d done", pass, done, total, n)
		}
	}
	if err := a.Run(ctx); !errors.Is(err, context.Canceled) || n > 5 {
		t.Errorf("got %v after %d findings", err, n)
	}
	full := errors.New("the disk is full")
	a = newAnalysis(gamesOf(t, internationalGame))
	a.OnFinding = func(*Finding) error { return full }
	if err := a.Run(t.Context()); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

func TestBadFindings(t *testing.T) {
	a := newAnalysis(gamesOf(t, internationalGame))
	tests := []struct {
		name string
		f    Finding
		want string
	}{
		{"no such position", Finding{Game: 1, Position: 7, Pass: 1, Line: []string{"32-28"}}, "position 7 of game 1, which has 7"},
		{"before the game", Finding{Game: 1, Position: -1, Pass: 1, Line: []string{"32-28"}}, "position -1"},
		{"no such pass", Finding{Game: 1, Pass: 4, Line: []string{"32-28"}}, "pass 4"},
		{"no move", Finding{Game: 1, Pass: 1}, "no move"},
		{"an illegal move", Finding{Game: 1, Pass: 1, Line: []string{"32-28", "18-24"}}, "18-24"},
	}
	for _, tt := range tests {
		if err := a.Add(&tt.f); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
	if err := a.Add(&Finding{Game: 2, Pass: 1}); err != nil {
		t.Errorf("of a game that was not chosen: %v", err)
	}
}

func TestMoveTime(t *testing.T) {
	games := gamesOf(t, internationalGame)
	a := newAnalysis(games)
	a.Nodes, a.MoveTime = 0, 2e6
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(games[0].Judgements()); n != 6 {
		t.Errorf("%d judgements", n)
	}
}

// judgeTests are judgements on 32-28 in the start position: the best move, its score,
// that of the best of the others, here 33-28, and that of the opponent after 32-28.
var judgeTests = []struct {
	name, best          string
	score, others, next search.Score
	loss                float64
	verdict             Verdict
	only, counts        bool
}{
	{"as good", "32-28", 10, 10, -10, 0, Fine, false, true},
	{"a little worse", "33-28", 20, 0, -10, 0.0130, Fine, false, true},
	{"a man", "33-28", 0, 0, 100, 0.1273, Mistake, false, true},
	{"two men", "33-28", 0, 0, 200, 0.2392, Blunder, false, true},
	{"an inaccuracy", "33-28", 0, 0, 50, 0.0647, Inaccuracy, false, true},
	{"better than was thought", "33-28", 0, 0, -200, 0, Fine, true, true},
	{"the only one", "32-28", 200, 0, -200, 0, Fine, true, true},
	{"the best, but not the only one", "32-28", 100, 0, -100, 0, Fine, false, true},
	{"not what was thought", "32-28", 100, 90, 100, 0.2424, Blunder, false, true},
	{"wins all the same", "33-28", search.WinIn(9), 0, search.LossIn(8), 0, Fine, false, false},
	{"throws a win away", "33-28", search.WinIn(9), 0, -20, 0.4740, Blunder, false, true},
	{"is lost anyway", "33-28", search.LossIn(12), 0, search.WinIn(3), 0, Fine, false, false},
}

// TestJudge makes judgements of given scores.
func TestJudge(t *testing.T) {
	g := gamesOf(t, "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n")[0]
	g.knowledge = Knowledge{Eval: eval.Hand(g.Rules)}
	r := g.Rules
	start := r.Start()
	other, err := r.ParsePDNMove(&start, "33-28")
	if err != nil {
		t.Fatal(err)
	}
	played := g.moves[0].Move
	for _, tt := range judgeTests {
		g.positions[0].best = &Finding{Pass: 1, Score: tt.score, moves: []movegen.Move{map[string]movegen.Move{"32-28": played, "33-28": other}[tt.best]}}
		g.positions[0].others = &Finding{Pass: 1, Others: true, Score: tt.others, moves: []movegen.Move{other}}
		g.positions[1].best = &Finding{Pass: 1, Score: tt.next}
		j, ok := g.judge(&g.moves[0])
		if !ok || j.Verdict != tt.verdict || j.Only != tt.only || j.Counts != tt.counts || rounded(j.Loss) != tt.loss {
			t.Errorf("%s: got a loss of %.4f, %v, only %v, counts %v", tt.name, j.Loss, j.Verdict, j.Only, j.Counts)
		}
		if missed := tt.name == "throws a win away"; j.MissedWin != missed {
			t.Errorf("%s: a missed win %v, want %v", tt.name, j.MissedWin, missed)
		}
		if j.Score != -tt.next {
			t.Errorf("%s: the score for White is %v, want %v", tt.name, j.Score, -tt.next)
		}
	}
	g.positions[0].others = nil
	g.positions[0].best.moves[0] = played
	if _, ok := g.judge(&g.moves[0]); ok {
		t.Error("judged without a look at the other moves")
	}
}

func TestForcedMovesDoNotCount(t *testing.T) {
	g := analyzed(t, "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n")[0]
	if j := find(t, g, 3); !j.Forced || j.Counts || j.Verdict != Fine || j.Best != nil {
		t.Errorf("28x19 is forced: %+v", j)
	}
	if s := Summarize(g.Judgements())[movegen.White]; s.Moves != 1 {
		t.Errorf("%d moves of White count", s.Moves)
	}
}

// TestForcedMovesCostNothing looks where a game with forced captures was searched: before none
// of them, and what was found after them holds before them too.
func TestForcedMovesCostNothing(t *testing.T) {
	forced := 0
	for _, file := range []string{internationalGame, russianGame, englishGame, endgameGame} {
		games := gamesOf(t, file)
		g, a := games[0], newAnalysis(games)
		a.OnFinding = func(f *Finding) error {
			if g.positions[f.Position].forced {
				t.Errorf("position %d was searched: there is one move", f.Position)
			}
			return nil
		}
		if err := a.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range g.moves {
			m := &g.moves[i]
			if m.legal > 1 {
				continue
			}
			forced++
			before, after := &g.positions[m.from], &g.positions[m.from+1]
			if after.value.rule == "" && (before.best.Score != oneMoveBefore(after.best.Score) || !slices.Equal(before.best.moves[1:], after.best.moves)) {
				t.Errorf("before %s: %+v, and after it %+v", g.Record.Plies[m.ply].Text, before.best, after.best)
			}
			if before.best.moves[0] != m.Move {
				t.Errorf("before %s the best move is another", g.Record.Plies[m.ply].Text)
			}
		}
		if len(g.Judgements()) != len(g.moves) {
			t.Errorf("%d of %d moves are judged", len(g.Judgements()), len(g.moves))
		}
	}
	if forced < 5 {
		t.Errorf("%d moves are forced", forced)
	}
}

// TestForcedIntoTheEnd judges a game that ends by a forced move.
func TestForcedIntoTheEnd(t *testing.T) {
	g := analyzed(t, "[GameType \"20\"]\n[FEN \"W:W28,42:B23\"]\n\n1. 28x19 2-0\n")[0]
	if got := g.positions[0].best; got == nil || got.Score != search.WinIn(1) {
		t.Errorf("%+v", got)
	}
	for _, tt := range []struct{ after, before search.Score }{
		{25, -25}, {search.WinIn(4), search.LossIn(5)}, {search.LossIn(4), search.WinIn(5)},
		{search.DatabaseWin - 3, 4 - search.DatabaseWin}, {search.MaxEval + 1, -search.MaxEval - 1},
	} {
		if got := oneMoveBefore(tt.after); got != tt.before {
			t.Errorf("before %d: %d, want %d", tt.after, got, tt.before)
		}
	}
}

// TestDatabasesJudge looks at moves whose values the databases know.
func TestDatabasesJudge(t *testing.T) {
	g := analyzed(t, endgameGame)[0]
	lost, blunder, only := find(t, g, 1), find(t, g, 2), find(t, g, 3)
	if lost.Counts || lost.Loss != 0 || !lost.Database || !lost.Decided {
		t.Errorf("30-24 loses as all moves do: %+v", lost)
	}
	if !blunder.Decided || blunder.Loss != 0.5 || blunder.Verdict != Blunder || !blunder.Counts {
		t.Errorf("1-7 throws a win away: %+v", blunder)
	}
	if only.Counts || only.Loss != 0 || !only.Database {
		t.Errorf("24-19 keeps the draw: %+v", only)
	}
	sides := Summarize(g.Judgements())
	if s := sides[movegen.White]; s.Moves != 0 {
		t.Errorf("White: %+v", s)
	}
	if s := sides[movegen.Black]; s.Blunders != 1 || s.Loss != 0.5 || s.Moves != 1 {
		t.Errorf("Black: %+v", s)
	}
	if d := g.Data(); d.Sides.White.Accuracy != nil || d.Sides.Black.Loss == nil || d.Moves[1].Database != "draw" || d.Moves[0].Database != "loss" {
		t.Errorf("%+v", d)
	}
}

func TestNewGame(t *testing.T) {
	record, err := pdn.ReadAll(strings.NewReader(`[GameType "20"]

1. 32-28 19-23 /FEN "B:W31,32:B1,2"/ 1-7 2. 31-27 7-12 3. 49-44 7-11 *
`))
	if err != nil {
		t.Fatal(err)
	}
	g := NewGame(record[0], 1, movegen.International(), Plies{2, 4})
	if g.Fault == nil || g.Fault.Text != "49-44" {
		t.Errorf("fault: %v", g.Fault)
	}
	var got []int
	for i, m := range g.moves {
		if m.wanted {
			got = append(got, m.ply)
		}
		p := g.positions[m.from]
		if after := g.Rules.Play(&p.Position, m.Move); after != g.positions[m.from+1].Position {
			t.Errorf("move %d does not lead to the next position", i)
		}
		if game := g.at(&p); *game.Position() != p.Position {
			t.Errorf("move %d: the past leads to %s", i, g.Rules.FEN(game.Position()))
		}
	}
	if want := []int{1, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("wanted are plies %v, want %v", got, want)
	}
	if n := len(g.positions[3].past); n != 0 || !g.final(2) {
		t.Errorf("what was set up has a past of %d moves", n)
	}
	if empty := NewGame(&pdn.Game{}, 1, movegen.International(), Plies{}); len(empty.Judgements()) != 0 || empty.Fault != nil {
		t.Error("a game without moves has judgements")
	}
}
