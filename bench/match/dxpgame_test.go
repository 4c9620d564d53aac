package match

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/peer"
)

// TestDXPClaims lets White end games instead of making a move in them. What the
// rules or the databases know is the result, whatever White says.
func TestDXPClaims(t *testing.T) {
	const start = "W:W31-50:B1-20"
	tests := []struct {
		name, fen, answer string
		winner, reason    string
		forfeit           ForfeitKind
	}{
		{"draw that is one", "W:WK3,K17:BK46", "E20", noWinner, "White claims a draw; endgame database: drawn", ""},
		{"win in a draw", "W:WK3,K17:BK46", "E30", noWinner, "White claims a win; endgame database: drawn", ""},
		{"win that is one", "W:W28,K20:B10", "E30", whiteWon, "White claims a win; endgame database: won", ""},
		{"win against a king", "W:WK8,K9,K28:BK36", "E30", whiteWon, "White claims a win; endgame database: won", ""},
		{"draw that is won", "W:WK8,K9,K28:BK36", "E20", blackWon,
			"unfounded claim: a draw, which neither the rules nor the endgame databases know by White", UnfoundedClaim},
		{"draw that is lost", "W:W47:B15,K27", "E20", blackWon, "White claims a draw; endgame database: won", ""},
		{"end that the databases know", "W:WK3,K17:BK46", "E00", noWinner, "White claims no result; endgame database: drawn", ""},
		{"draw that nothing confirms", start, "E20", blackWon,
			"unfounded claim: a draw, which neither the rules nor the endgame databases know by White", UnfoundedClaim},
		{"win that nothing confirms", start, "E31", blackWon,
			"unfounded claim: a win, which neither the rules nor the endgame databases know by White", UnfoundedClaim},
		{"end for no reason", start, "E00", blackWon, "no move: it ended the game for no reason by White", NoMove},
		{"resignation", "W:WK3,K17:BK46", "E10", blackWon, "resignation by White", Resignation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := follow(t, func(string) []string { return []string{accept, tt.answer} })
			sides := [2]*side{{begin(t, e), newClock(aMinute)}, {after(0), newClock(aMinute)}}
			record := &Game{}
			if err := usual.play(t.Context(), gameAt(t, tt.fen), sides, record); err != nil {
				t.Fatal(err)
			}
			if record.Winner != tt.winner || record.Reason != tt.reason || record.Forfeit != tt.forfeit {
				t.Errorf("got %q wins, %q (%s); want %q, %q (%s)", record.Winner, record.Reason, record.Forfeit, tt.winner, tt.reason, tt.forfeit)
			}
		})
	}
}

// against returns a match of that many rounds between a fake player and a DXP
// engine.
func against(t *testing.T, rounds int, e peer.EngineConfig) *Match {
	t.Helper()
	m := newMatch(t, rounds, "fake", "peer")
	m.Engines[1] = e
	m.start = func(ctx context.Context, e *peer.EngineConfig) (Player, error) {
		if e.Protocol == peer.DXP {
			h := testHost()
			h.maxMoves = m.Adjudication.MaxMoves
			return startPlayer(ctx, e, h)
		}
		return &fake{move: first}, nil
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return m
}

// player returns a conversation that plays the first legal move, knowing its
// game from the frames, and ends a game when it has made as many moves as the
// request allowed.
func player(t *testing.T) func(frame string) []string {
	r := movegen.International()
	var g *movegen.Game
	made, allowed := 0, 0
	move := func() []string {
		if allowed > 0 && made == allowed {
			return []string{"E00"}
		}
		made++
		m := g.LegalMoves(nil)[0]
		text := dxp.Encode(dxp.NewMove(r, m, 0))
		g.Push(m)
		return []string{text}
	}
	return func(frame string) []string {
		m, err := dxp.Parse(frame)
		switch m := m.(type) {
		case dxp.GameRequest:
			p, err := m.Position(r)
			if err != nil {
				t.Error(err)
				return nil
			}
			g = movegen.NewGameFrom(r, p, nil)
			made, allowed = 0, m.Moves
			return append([]string{accept}, move()...)
		case dxp.Move:
			found, err := m.Find(r, g.Position())
			if err != nil {
				t.Error(err)
				return nil
			}
			g.Push(found)
			return move()
		case dxp.GameEnd:
			return []string{"E00"}
		}
		t.Errorf("%q: %v", frame, err)
		return nil
	}
}

// TestDXPMoveLimit tells the engine after how many moves a game ends, which is
// when the referee ends it, whichever side began.
func TestDXPMoveLimit(t *testing.T) {
	m := against(t, 2, follow(t, player(t)))
	m.Adjudication.MaxMoves = 3
	m.OnGame = func(g *Game) error {
		if g.Reason != "adjudication: move limit" || len(g.Plies) != 6 {
			t.Errorf("game %s: %s after %d plies, want the move limit after 6", g.Number(), g.Reason, len(g.Plies))
		}
		return nil
	}
	if s := run(t, m); len(s.Usage[1].Forfeits) != 0 || s.Counted() != 4 {
		t.Errorf("%d games, forfeits %v; want 4 and none", s.Counted(), s.Usage[1].Forfeits)
	}
}

// TestDXPTime compares what engines are told with what their clock has.
func TestDXPTime(t *testing.T) {
	tests := []struct {
		time, told time.Duration
		minutes    string
	}{
		{time.Minute, time.Minute, "001"},
		{61 * time.Second, 66 * time.Second, "1.1"},
		{10*time.Minute + 30*time.Second, 11 * time.Minute, "011"},
		{30 * time.Second, 30 * time.Second, "0.5"},
		{time.Second, 1200 * time.Millisecond, ".02"},
		{2000 * time.Minute, 999 * time.Minute, "999"},
	}
	for _, tt := range tests {
		t.Run(tt.time.String(), func(t *testing.T) {
			heard := make(chan string, 1)
			e := follow(t, func(frame string) []string {
				heard <- frame
				return []string{accept}
			})
			e.Limits.Time = tt.time
			c := newClock(e.EffectiveLimits())
			if got, _ := c.allowed(); got != tt.told {
				t.Errorf("the clock has %v, want %v", got, tt.told)
			}
			s := &side{begin(t, e), c}
			if err := s.begin(t.Context(), movegen.NewGame(movegen.International())); err != nil {
				t.Fatal(err)
			}
			if frame := <-heard; frame[36:39] != tt.minutes {
				t.Errorf("it was told %q, want %s minutes", frame, tt.minutes)
			}
		})
	}
}

// TestDXPClock lets an engine use the time it was told, 1.2 s for one second, after it
// has taken its time to accept the game. A machine that is busy may take the rest: only
// a loss every time is one of the clock's.
func TestDXPClock(t *testing.T) {
	const tries = 5
	var record *Game
	for range tries {
		if record = playSlowly(t); record.Forfeit == Resignation {
			return
		}
	}
	t.Errorf("got %s, want the resignation, which was in time", record.Reason)
}

// playSlowly plays a game with an engine that accepts it after 1.3 s and resigns 1.1 s
// after its opponent's move.
func playSlowly(t *testing.T) *Game {
	t.Helper()
	e := follow(t, func(frame string) []string {
		switch frame[0] {
		case 'R':
			time.Sleep(1300 * time.Millisecond)
			return []string{accept, "M0001322800"}
		case 'M':
			time.Sleep(1100 * time.Millisecond)
			return []string{"E10"}
		}
		return []string{"E00"}
	})
	e.Limits.Time = time.Second
	sides := [2]*side{{begin(t, e), newClock(e.EffectiveLimits())}, {after(0), newClock(peer.Limits{Nodes: 1})}}
	record := &Game{}
	if err := (&referee{moveTimeout: time.Minute}).play(t.Context(), movegen.NewGame(movegen.International()), sides, record); err != nil {
		t.Fatal(err)
	}
	return record
}

// TestDXPStopCode connects again with an engine that gives every game up and
// wants no more.
func TestDXPStopCode(t *testing.T) {
	requests := 0
	s := run(t, against(t, 2, follow(t, func(frame string) []string {
		if frame[0] == 'R' {
			requests++
			return []string{accept, "E11"}
		}
		return nil
	})))
	if got := s.Usage[1].Forfeits; got[Resignation] != 4 || len(got) != 1 || requests != 4 {
		t.Errorf("got %v after %d requests, want 4 resignations", got, requests)
	}
}

// TestDXPOtherProgram ends a match in which another program answers, before that
// is written to the journal.
func TestDXPOtherProgram(t *testing.T) {
	requests := 0
	m := against(t, 2, follow(t, func(frame string) []string {
		if frame[0] != 'R' {
			return []string{"E00"}
		}
		if requests++; requests > 2 {
			return []string{strings.Replace(accept, "Peer ", "Peer2", 1), "E10"}
		}
		return []string{accept, "E10"}
	}))
	name := filepath.Join(t.TempDir(), "journal")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := m.Standings()
	j, err := OpenJournal(file, m.Header(), s.Add)
	if err != nil {
		t.Fatal(err)
	}
	err = m.Run(t.Context(), s, j)
	if want := `game 2.1: engine peer calls itself "Peer2", and in the games before "Peer"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	text, err := os.ReadFile(name)
	if err != nil || bytes.Count(text, []byte("\n")) != 3 || bytes.Contains(text, []byte("Peer2")) {
		t.Errorf("got %s, %v; want a header and two games of Peer", text, err)
	}
}
