package match

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/peer"
	"stupol/search"
)

// usual is a referee with a little margin.
var usual = referee{timeMargin: 100 * time.Millisecond, moveTimeout: time.Minute}

func TestForfeits(t *testing.T) {
	hang := func(ctx context.Context, _ *movegen.Game, _ search.Limits) (Answer, error) {
		<-ctx.Done()
		return Answer{}, ctx.Err()
	}
	nonsense := func(context.Context, *movegen.Game, search.Limits) (Answer, error) {
		return Answer{Move: movegen.Move{From: 1, To: 2}}, nil
	}
	tests := []struct {
		name    string
		limits  peer.Limits
		black   *fake
		forfeit ForfeitKind
		reason  string
	}{
		{"crash", peer.Limits{Nodes: 1}, failing(2, &Forfeit{Crash, "exit status 3"}), Crash, "crash: exit status 3 by Black"},
		{"illegal move", peer.Limits{Nodes: 1}, &fake{move: nonsense}, IllegalMove, "illegal move: "},
		{"no move", peer.Limits{Nodes: 1}, failing(1, &Forfeit{Kind: NoMove}), NoMove, "no move by Black"},
		{"slow", peer.Limits{MoveTime: time.Second}, after(1101 * time.Millisecond), TimeLoss, "time loss: no move after 1.1s"},
		{"hangs with a limit", peer.Limits{MoveTime: time.Second}, &fake{move: hang}, TimeLoss, "time loss: no move after 1.1s"},
		{"hangs without", peer.Limits{Nodes: 1}, &fake{move: hang}, TimeLoss, "time loss: no move after 1m0s"},
		{"flag falls", peer.Limits{Time: 10 * time.Second}, after(4 * time.Second), TimeLoss, "time loss: no move after 2.1s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := playOut(t, usual, movegen.NewGame(movegen.International()), tt.limits, after(0), tt.black)
			if got.Forfeit != tt.forfeit || got.Winner != whiteWon || !strings.HasPrefix(got.Reason, tt.reason) {
				t.Errorf("got %s wins, %s (%s); want white wins, %s (%s)", got.Winner, got.Forfeit, got.Reason, tt.forfeit, tt.reason)
			}
		})
	}
}

// TestLateAnswer loses the game of a player that answers after its time though
// nobody waits any more.
func TestLateAnswer(t *testing.T) {
	late := &fake{move: func(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
		time.Sleep(2 * time.Second)
		return first(ctx, g, l)
	}}
	got := playOut(t, usual, movegen.NewGame(movegen.International()), peer.Limits{MoveTime: time.Second}, late, after(0))
	if got.Forfeit != TimeLoss || got.Winner != blackWon || got.Reason != "time loss: took 2s of 1s by White" {
		t.Errorf("got %+v, want a time loss of White", got)
	}
}

// TestWithinTheMargin plays on with players that overstep by less than that.
func TestWithinTheMargin(t *testing.T) {
	got := playOut(t, usual, gameAt(t, "W:WK46:BK5"), peer.Limits{MoveTime: time.Second},
		after(1050*time.Millisecond), after(time.Second))
	if got.Forfeit != "" {
		t.Errorf("got %s, want none", got.Reason)
	}
}

func TestRulesEndTheGame(t *testing.T) {
	tests := []struct {
		name, fen      string
		winner, reason string
	}{
		{"five moves each", "W:WK1:BK45", noWinner, "5-move rule"},
		{"no man left", "W:W32:B28", whiteWon, movegen.ReasonNoPieces},
		{"none left of the other side", "W:W31:B26,16,21,12,17,8,3,27", blackWon, movegen.ReasonNoPieces},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := playOut(t, usual, gameAt(t, tt.fen), peer.Limits{Nodes: 1}, after(0), after(0))
			if got.Winner != tt.winner || got.Reason != tt.reason {
				t.Errorf("got %q by %s, want %q by %s", got.Winner, got.Reason, tt.winner, tt.reason)
			}
		})
	}
}

func TestAdjudication(t *testing.T) {
	rules := Adjudication{
		Resign:   ResignRule{Score: 500, Moves: 3},
		Draw:     DrawRule{Score: 10, Moves: 2, From: 5},
		MaxMoves: 8,
	}
	tests := []struct {
		name           string
		white, black   search.Score // as White sees it
		winner, reason string
		plies          int
	}{
		{"White ahead", 500, 700, whiteWon, "adjudication: won", 6},
		{"Black ahead", -500, -700, blackWon, "adjudication: won", 6},
		{"level", 10, -10, noWinner, "adjudication: drawn", 10},
		{"no agreement", 900, 200, noWinner, "adjudication: move limit", 16},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := usual
			r.adjudication = rules
			got := playOut(t, r, movegen.NewGame(movegen.International()), peer.Limits{Nodes: 1}, scoring(tt.white), scoring(tt.black))
			if got.Winner != tt.winner || got.Reason != tt.reason || len(got.Plies) != tt.plies {
				t.Errorf("got %q by %s after %d plies, want %q by %s after %d",
					got.Winner, got.Reason, len(got.Plies), tt.winner, tt.reason, tt.plies)
			}
		})
	}
}

// TestEndgameAdjudication asks databases of so many pieces, if any.
func TestEndgameAdjudication(t *testing.T) {
	g := gameAt(t, "W:WK3,K17:BK46")
	for pieces, want := range map[int]movegen.Outcome{0: movegen.Ongoing, 2: movegen.Ongoing, 3: movegen.Drawn} {
		r := referee{prober: (&Adjudication{Endgames: pieces}).prober(g.Rules())}
		var record Game
		if over := r.over(g, &record); over != (want == movegen.Drawn) || over && record.Winner != "" {
			t.Errorf("%d pieces: over %v, %q by %s", pieces, over, record.Winner, record.Reason)
		}
	}
}

// TestRecordIsComplete replays a game from its record.
func TestRecordIsComplete(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	record := playOut(t, usual, g, peer.Limits{MoveTime: time.Second}, after(3*time.Millisecond), after(5*time.Millisecond))
	replayed, err := record.Replay(g.Rules(), g.DrawRules())
	if err != nil {
		t.Fatal(err)
	}
	if *replayed.Position() != *g.Position() || len(record.Plies) != len(g.Moves()) || len(record.Plies) < 20 {
		t.Errorf("%d plies recorded of %d, final positions %v and %v", len(record.Plies), len(g.Moves()), replayed.Position(), g.Position())
	}
	if record.Plies[0].Spent != 3*time.Millisecond || record.Plies[1].Spent != 5*time.Millisecond {
		t.Errorf("got %v and %v, want 3ms and 5ms", record.Plies[0].Spent, record.Plies[1].Spent)
	}
}

// TestInterruption is nobody's fault.
func TestInterruption(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	quitter := &fake{move: func(context.Context, *movegen.Game, search.Limits) (Answer, error) {
		cancel()
		return Answer{}, &Forfeit{Kind: Crash}
	}}
	sides := [2]*side{{quitter, newClock(peer.Limits{Nodes: 1})}, {after(0), newClock(peer.Limits{Nodes: 1})}}
	err := usual.play(ctx, movegen.NewGame(movegen.International()), sides, &Game{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestInterruptionReachesEnginesFirst has an engine end by the same signal as the match,
// a little earlier.
func TestInterruptionReachesEnginesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(crashPause/2, cancel)
		sides := [2]*side{{failing(1, &Forfeit{Crash, "signal: terminated"}), newClock(peer.Limits{Nodes: 1})}, {after(0), newClock(peer.Limits{Nodes: 1})}}
		record := &Game{}
		if err := usual.play(ctx, movegen.NewGame(movegen.International()), sides, record); !errors.Is(err, context.Canceled) || record.Forfeit != "" {
			t.Errorf("got %v and the forfeit %q, want %v", err, record.Forfeit, context.Canceled)
		}
	})
}

// TestNoScoreIsNoAgreement has a player who never says what it thinks.
func TestNoScoreIsNoAgreement(t *testing.T) {
	agreed := func(plies ...Ply) bool {
		g := Game{Plies: plies}
		return g.scoresAgree(1, func(s search.Score) bool { return s == 0 })
	}
	even := Ply{Remark: pdn.Remark{Scored: true}}
	if !agreed(even, even) {
		t.Error("two players who see the game level do not agree")
	}
	if agreed(even, Ply{}) || agreed(Ply{}, even) {
		t.Error("a player who gave no score agrees")
	}
}

// TestRulesGoBeforeAdjudication ends a game on the board that both players, and a
// limit of no moves at all, would call a draw.
func TestRulesGoBeforeAdjudication(t *testing.T) {
	r := movegen.International()
	p, err := r.ParseFEN("W:W46:B41,37") // White's man is blocked
	if err != nil {
		t.Fatal(err)
	}
	g := movegen.NewGameFrom(r, p, nil)
	want := g.Result()
	if want.Outcome != movegen.BlackWins {
		t.Fatalf("the position is %v, want a win for Black", want)
	}
	even := Ply{Remark: pdn.Remark{Scored: true}}
	record := &Game{Plies: []Ply{even, even}}
	judge := referee{adjudication: Adjudication{Draw: DrawRule{Score: 10, Moves: 1}, MaxMoves: 1}}
	if !judge.over(g, record) || record.Winner != blackWon || record.Reason != want.Reason {
		t.Errorf("winner %q, %q, want Black by %q", record.Winner, record.Reason, want.Reason)
	}
}
