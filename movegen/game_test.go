package movegen

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestGoal(t *testing.T) {
	tests := []struct {
		name, variant, fen, moves string
		want                      Result
	}{
		{"begun", "international", "W:W31-50:B1-20", "32-28", Result{}},
		{"nothing left", "international", "W:W28:B23", "28x19x23", Result{WhiteWins, ReasonNoPieces, 0}},
		{"king blocked", "international", "B:WK37,K32,K36:BK41", "41-46 36-41", Result{WhiteWins, ReasonNoMove, 0}},
		{"man blocked", "english", "W:W16,23:B12", "23-19", Result{WhiteWins, ReasonNoMove, 0}},
		{"nothing left", "losing", "W:W28:B23", "28x19x23", Result{BlackWins, ReasonNoPieces, 0}},
		{"king blocked", "losing", "B:WK37,K32,K36:BK41", "41-46 36-41", Result{BlackWins, ReasonNoMove, 0}},
		{"nothing left", "poddavki", "W:W22:B18", "22x15x18", Result{BlackWins, ReasonNoPieces, 0}},
		{"first king", "breakthrough", "W:W6:B45", "6-1", Result{WhiteWins, ReasonFirstKing, 0}},
		{"first king", "breakthrough", "B:W6:B45", "45-50", Result{BlackWins, ReasonFirstKing, 0}},
		{"passing the last row", "breakthrough", "W:W13:B7,8,40", "13x11x7x8", Result{}},
		{"man blocked", "breakthrough", "W:W36,50:B45", "36-31", Result{WhiteWins, ReasonNoMove, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			g := newTestGame(t, tt.variant, "", tt.fen)
			playHub(t, g, strings.Fields(tt.moves)...)
			if got := g.Result(); got != tt.want {
				t.Errorf("Result() = %+v, want %+v", got, tt.want)
			}
		})
	}
}

// A count that runs out with the move that blocks the opponent comes too
// late.
func TestGoalGoesBeforeDraw(t *testing.T) {
	r := International()
	p, err := r.ParseFEN("B:WK37,K32,K36:BK41")
	if err != nil {
		t.Fatal(err)
	}
	g := NewGameFrom(r, p, &DrawRules{Counts: []Count{kingMoves(1)}})
	playHub(t, g, "41-46", "36-41")
	if got, want := g.DrawReason(), "1-move rule"; got != want {
		t.Errorf("DrawReason() = %q, want %q", got, want)
	}
	if got, want := g.Result(), (Result{WhiteWins, ReasonNoMove, 0}); got != want {
		t.Errorf("Result() = %+v, want %+v", got, want)
	}
}

// Losing draughts has no draw by counting unless asked for.
func TestNoDraw(t *testing.T) {
	g := newTestGame(t, "losing", "", "W:WK46,K47:BK3,K4")
	w := wanderer{g, conditions[""], 100_000}
	if !w.wander(200) {
		t.Fatal("found no 200 king moves")
	}
	if got := g.Result(); got != (Result{}) {
		t.Errorf("after 200 king moves: %+v, want an ongoing game", got)
	}
}

func TestGameRecord(t *testing.T) {
	g := NewGame(International())
	playHub(t, g, "32-28", "19-23", "28x19x23", "14x23x19")
	want := *g.Position()
	replayed := NewGame(g.Rules())
	for _, m := range g.Moves() {
		if err := replayed.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got := *replayed.Position(); got != want {
		t.Errorf("replayed: %+v, want %+v", got, want)
	}
	for range 4 {
		g.Pop()
	}
	if got, want := *g.Position(), g.Rules().Start(); got != want || g.Start() != want {
		t.Errorf("after taking all back: %+v, want %+v", got, want)
	}
}

func TestPlayRefusesIllegalMoves(t *testing.T) {
	g := NewGame(International())
	r := g.Rules()
	err := g.Play(Move{From: r.SquareOf(32), To: r.SquareOf(22)})
	if err == nil {
		t.Fatal("Play accepted 32-22")
	}
	if got, want := err.Error(), "ply 1: 32-22 is not a legal move for White"; got != want {
		t.Errorf("error %q, want %q", got, want)
	}
	if got := len(g.Moves()); got != 0 {
		t.Errorf("%d moves played, want 0", got)
	}
}

func TestClone(t *testing.T) {
	g := newTestGame(t, "international", "", "W:WK46,K47:BK3,K4")
	playHub(t, g, "46-28", "3-12", "28-46", "12-3")
	clone := g.Clone()
	g.Pop()
	playHub(t, g, "12-26")
	playHub(t, clone, "46-28", "3-12", "28-46", "12-3")
	if got, want := clone.Result().Reason, ReasonThreefold; got != want {
		t.Errorf("the clone ended by %q, want %q", got, want)
	}
	if got := g.Repetitions(); got != 1 {
		t.Errorf("Repetitions() = %d in the original, want 1", got)
	}
}

func TestRepetitions(t *testing.T) {
	g := newTestGame(t, "losing", "", "W:WK46,K47:BK3,K4")
	for want := 2; want < 6; want++ {
		if g.Repetitions() != want-1 || g.Repeated() != (want > 2) {
			t.Errorf("Repetitions() = %d, Repeated() = %t, want %d", g.Repetitions(), g.Repeated(), want-1)
		}
		playHub(t, g, "46-28", "3-12", "28-46", "12-3")
	}
}

// The same pieces are not the same position when a Frisian king may not move
// as often any more.
func TestFrisianRepetition(t *testing.T) {
	g := newTestGame(t, "frisian", "", "W:WK46,45:BK4,6")
	playHub(t, g, "46-37", "4-15", "37-46", "15-4")
	if g.Repeated() {
		t.Errorf("Repeated() with runs %v, want a new position", g.Position().Runs)
	}
}

// TestCountsAgainstHistory plays at random from positions with few pieces and
// compares what the game keeps move by move, while others are taken back, with what
// its history says.
func TestCountsAgainstHistory(t *testing.T) {
	for _, r := range Variants() {
		for _, d := range r.Draws {
			t.Run(r.Name+"/"+d.Name, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, 2))
				draws := 0
				for range 60 {
					g := NewGameFrom(r, randomEnding(r, rng), d)
					for range 150 {
						takeBackOne(g, rng)
						got, want := g.DrawReason(), drawReasonByHistory(g)
						if expired := g.draws.expired(&g.last().counts) != ""; expired != (g.CountLeft() <= 0) {
							t.Fatalf("%d plies are left of the counts, but one has run out: %v", g.CountLeft(), expired)
						}
						if got != want {
							t.Fatalf("DrawReason() = %q, want %q after %v from %s", got, want, g.Moves(), r.FEN(&g.states[0].position))
						}
						if got != "" {
							draws++
						}
						m, found := aimlessMove(g, rng)
						if !found {
							break
						}
						g.Push(m)
					}
				}
				if draws == 0 && d != noDraws {
					t.Error("saw no draw")
				}
			})
		}
	}
}

// takeBackOne plays a move of g, if there is one, and takes it back, which must
// leave nothing behind.
func takeBackOne(g *Game, rng *rand.Rand) {
	if moves := g.LegalMoves(nil); len(moves) > 0 {
		g.Push(moves[rng.IntN(len(moves))])
		g.Pop()
	}
}

// aimlessMove returns a legal move at random, if there is one: half the time
// the move back, otherwise rather one that the opponent cannot answer with a
// capture.
func aimlessMove(g *Game, rng *rand.Rand) (m Move, found bool) {
	moves := g.LegalMoves(nil)
	if len(moves) == 0 {
		return Move{}, false
	}
	if n := len(g.states); n > 2 && rng.IntN(2) == 0 {
		back := Move{From: g.states[n-2].move.To, To: g.states[n-2].move.From}
		if slices.Contains(moves, back) {
			return back, true
		}
	}
	for range 5 {
		m = moves[rng.IntN(len(moves))]
		if after := g.rules.Play(g.Position(), m); !g.rules.HasCapture(&after) {
			break
		}
	}
	return m, true
}

// randomEnding returns a position with up to four pieces a side.
func randomEnding(r *Rules, rng *rand.Rand) Position {
	var pieces [2]Bits
	var kings Bits
	for _, n := range rng.Perm(r.Squares())[:2+rng.IntN(7)] {
		sq := r.SquareOf(n + 1)
		c := Color(rng.IntN(2))
		pieces[c] |= sq.Bit()
		if rng.IntN(3) > 0 || r.LastRow(c).Has(sq) {
			kings |= sq.Bit()
		}
	}
	return NewPosition(Color(rng.IntN(2)), pieces[White], pieces[Black], kings)
}

// drawReasonByHistory is DrawReason, slowly.
func drawReasonByHistory(g *Game) string {
	var positions []Position
	for i := range g.states {
		positions = append(positions, g.states[i].position)
	}
	last := len(positions) - 1
	occurred := 0
	for _, p := range positions {
		if p == positions[last] {
			occurred++
		}
	}
	if d := g.DrawRules(); d.Repetition != 0 && occurred >= d.Repetition {
		return d.repetitionReason()
	}
	for _, c := range g.DrawRules().Counts {
		began := last
		for began > 0 && c.runsIn(g.rules, &positions[began-1]) &&
			change(&positions[began-1], g.states[began].move) < c.Restart {
			began--
		}
		if c.runsIn(g.rules, &positions[last]) && last-began >= c.Plies {
			return c.Reason
		}
	}
	return ""
}

func (c *Count) runsIn(r *Rules, p *Position) bool {
	return p.KingsOf(White) != 0 && p.KingsOf(Black) != 0 && c.class(balanceOf(r, p))
}

func TestDrawTable(t *testing.T) {
	for _, r := range Variants() {
		var names []string
		for _, d := range r.Draws {
			if d.Name == "" || d.Source == "" || slices.Contains(names, d.Name) {
				t.Errorf("%s: draw rules %q of %q: no name or source, or twice", r.Name, d.Name, d.Source)
			}
			if len(d.Counts) > maxCounts {
				t.Errorf("%s: %s has %d counts, more than %d", r.Name, d.Name, len(d.Counts), maxCounts)
			}
			names = append(names, d.Name)
		}
		if got, err := r.DrawRulesNamed(""); err != nil || got != NewGame(r).DrawRules() {
			t.Errorf("%s: default draw rules %v, %v", r.Name, got, err)
		}
	}
	_, err := International().DrawRulesNamed("cbd")
	if got, want := err.Error(), `unknown draw rules "cbd" for international (known: fmjd, advantage)`; got != want {
		t.Errorf("error %q, want %q", got, want)
	}
}

func TestPushAllocatesNothing(t *testing.T) {
	g := newTestGame(t, "russian", "", "W:WK29,K30,K31:BK3")
	m := g.LegalMoves(nil)[0]
	allocs := testing.AllocsPerRun(100, func() {
		g.Push(m)
		if g.Repeated() || g.DrawReason() != "" {
			t.Error("a draw after one move")
		}
		g.Pop()
	})
	if allocs != 0 {
		t.Errorf("%v allocations for Push, DrawReason and Pop, want 0", allocs)
	}
}

// BenchmarkPush is what a game costs the search at a node: Push, DrawReason
// and Pop.
func BenchmarkPush(b *testing.B) {
	benchmarks := []struct{ name, variant, fen string }{
		{"start", "international", "W:W31-50:B1-20"},
		{"kings", "international", "W:WK46,K47,K48:BK4"},
		{"fmjd64", "russian", "W:WK29,K30,K31:BK3"},
	}
	for _, bm := range benchmarks {
		b.Run("pos="+bm.name, func(b *testing.B) {
			g := newTestGame(b, bm.variant, "", bm.fen)
			m := g.LegalMoves(nil)[0]
			for b.Loop() {
				g.Push(m)
				if g.DrawReason() != "" {
					b.Fatal("a draw after one move")
				}
				g.Pop()
			}
		})
	}
}
