package match

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/search"
)

// aMinute is what every game here takes at most.
var aMinute = Limits{Time: time.Minute}

// follow lets converse speak DXP with whoever connects, and returns the engine
// to connect to. A peer answers frames; "" is the beginning of the conversation.
func follow(t *testing.T, converse func(frame string) (answers []string)) Engine {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			line, err := listener.Accept()
			if err != nil {
				return
			}
			talk(line, converse)
		}
	}()
	return Engine{Name: "peer", Protocol: DXP, Connect: listener.Addr().String(), Limits: aMinute}
}

// talk answers frames until there are no answers.
func talk(line net.Conn, converse func(string) []string) {
	defer line.Close()
	for in := bufio.NewReader(line); ; {
		frame, err := in.ReadString(0)
		if err != nil {
			return
		}
		answers := converse(strings.TrimSuffix(frame, "\x00"))
		if answers == nil {
			return
		}
		for _, answer := range answers {
			if answer == hangUp {
				return
			}
			if _, err := line.Write([]byte(answer + "\x00")); err != nil {
				return
			}
		}
	}
}

const (
	// accept is the answer to a request for a game.
	accept = "APeer                            0"

	// hangUp ends a conversation.
	hangUp = ""
)

// ask begins a game with p, if need be, and asks for a move, as the referee does.
func ask(t *testing.T, p Player, g *movegen.Game) (Answer, error) {
	t.Helper()
	if err := p.(beginner).Begin(t.Context(), g, minute()); err != nil {
		t.Fatal(err)
	}
	return p.Move(t.Context(), g, minute())
}

// minute returns the limits of the first move of a game.
func minute() search.Limits { return search.Limits{Clock: &search.Clock{Remaining: time.Minute}} }

// TestDXPConversation plays the beginning of two games as the frames have to be.
func TestDXPConversation(t *testing.T) {
	heard := make(chan string, 10)
	second := "R01Stupol                          Z001000BZ" + strings.Repeat("z", 20) +
		strings.Repeat("e", 7) + "weewe" + strings.Repeat("w", 18)
	answers := map[string][]string{
		"R01Stupol                          W001000A": {accept, "CHello", "M0001322800"},
		"M0000192300": {"B001W", "M000128190123"},
		"K1":          {},
		"E00":         {"CWhy?", "E00"},
		second:        {accept, "M0001202400"},
	}
	p := begin(t, follow(t, func(frame string) []string {
		heard <- frame
		return answers[frame]
	}))
	g := movegen.NewGame(movegen.International())
	play := func(want string) {
		t.Helper()
		a, err := ask(t, p, g)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Rules().HubMove(a.Move); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		g.Push(a.Move)
	}
	play("32-28")
	m, err := g.Rules().ParseHubMove(g.Position(), "19-23")
	if err != nil {
		t.Fatal(err)
	}
	g.Push(m)
	play("28x19x23")
	if err := p.NewGame(t.Context()); err != nil {
		t.Fatal(err)
	}
	g = movegen.NewGame(movegen.International())
	if m, err = g.Rules().ParseHubMove(g.Position(), "32-28"); err != nil {
		t.Fatal(err)
	}
	g.Push(m)
	play("20-24")
	for len(heard) > 0 {
		if frame := <-heard; answers[frame] == nil {
			t.Errorf("it was told %q", frame)
		}
	}
}

func TestDXPFaults(t *testing.T) {
	tests := []struct {
		name   string
		answer string // to the request, after it was accepted
		kind   FaultKind
	}{
		{"resigns", "E10", Resignation},
		{"cheats", "M0001322600", IllegalMove},
		{"hangs up", hangUp, Crash},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := begin(t, follow(t, func(string) []string { return []string{accept, tt.answer} }))
			_, err := ask(t, p, movegen.NewGame(movegen.International()))
			var fault *Fault
			if !errors.As(err, &fault) || fault.Kind != tt.kind {
				t.Errorf("got %v, want %s", err, tt.kind)
			}
		})
	}
}

// TestDXPClaims lets White end games instead of making a move in them. What the
// rules or the databases know is the result, whatever White says.
func TestDXPClaims(t *testing.T) {
	const start = "W:W31-50:B1-20"
	tests := []struct {
		name, fen, answer string
		winner, reason    string
		fault             FaultKind
	}{
		{"draw that is one", "W:WK3,K17:BK46", "E20", nobody, "White claims a draw; endgame database: drawn", ""},
		{"win in a draw", "W:WK3,K17:BK46", "E30", nobody, "White claims a win; endgame database: drawn", ""},
		{"win that is one", "W:W28,K20:B10", "E30", whiteWon, "White claims a win; endgame database: won", ""},
		{"win against a king", "W:WK8,K9,K28:BK36", "E30", whiteWon, "White claims a win; endgame database: won", ""},
		{"draw that is won", "W:WK8,K9,K28:BK36", "E20", blackWon,
			"unfounded claim: a draw, which neither the rules nor the endgame databases know by White", UnfoundedClaim},
		{"draw that is lost", "W:W47:B15,K27", "E20", blackWon, "White claims a draw; endgame database: won", ""},
		{"end that the databases know", "W:WK3,K17:BK46", "E00", nobody, "White claims no result; endgame database: drawn", ""},
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
			seats := [2]*seat{{begin(t, e), newClock(aMinute)}, {after(0), newClock(aMinute)}}
			record := &Game{}
			if err := usual.play(t.Context(), gameAt(t, tt.fen), seats, record); err != nil {
				t.Fatal(err)
			}
			if record.Winner != tt.winner || record.Reason != tt.reason || record.Fault != tt.fault {
				t.Errorf("got %q wins, %q (%s); want %q, %q (%s)", record.Winner, record.Reason, record.Fault, tt.winner, tt.reason, tt.fault)
			}
		})
	}
}

// TestDXPRefusal is no fault: there is no game to lose.
func TestDXPRefusal(t *testing.T) {
	p := begin(t, follow(t, func(string) []string { return []string{strings.TrimSuffix(accept, "0") + "2"} }))
	err := p.(beginner).Begin(t.Context(), movegen.NewGame(movegen.International()), minute())
	var fault *Fault
	if err == nil || errors.As(err, &fault) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("got %v, want a refusal", err)
	}
}

// against returns a match of that many rounds between a fake player and a DXP
// engine.
func against(t *testing.T, rounds int, e Engine) *Match {
	t.Helper()
	m := newMatch(t, rounds, "fake", "peer")
	m.Engines[1] = e
	m.start = func(ctx context.Context, e *Engine) (Player, error) {
		if e.Protocol == DXP {
			h := testHost()
			h.maxMoves = m.Adjudication.MaxMoves
			return e.start(ctx, h)
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
		if g.Reason != "adjudication: move limit" || g.Plies() != 6 {
			t.Errorf("game %s: %s after %d plies, want the move limit after 6", g.Number(), g.Reason, g.Plies())
		}
		return nil
	}
	if s := run(t, m); len(s.Usage[1].Faults) != 0 || s.Counted() != 4 {
		t.Errorf("%d games, faults %v; want 4 and none", s.Counted(), s.Usage[1].Faults)
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
			c := newClock(e.Agreed())
			if got, _ := c.allowed(); got != tt.told {
				t.Errorf("the clock has %v, want %v", got, tt.told)
			}
			s := &seat{begin(t, e), c}
			if err := s.begin(t.Context(), movegen.NewGame(movegen.International())); err != nil {
				t.Fatal(err)
			}
			if frame := <-heard; frame[36:39] != tt.minutes {
				t.Errorf("it was told %q, want %s minutes", frame, tt.minutes)
			}
		})
	}
}

// TestDXPClock lets an engine use the time it was told, 1.2 s for one second,
// after it has taken its time to accept the game.
func TestDXPClock(t *testing.T) {
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
	seats := [2]*seat{{begin(t, e), newClock(e.Agreed())}, {after(0), newClock(Limits{Nodes: 1})}}
	record := &Game{}
	if err := (&referee{patience: time.Minute}).play(t.Context(), movegen.NewGame(movegen.International()), seats, record); err != nil {
		t.Fatal(err)
	}
	if record.Fault != Resignation {
		t.Errorf("got %s, want the resignation, which was in time", record.Reason)
	}
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
	if got := s.Usage[1].Faults; got[Resignation] != 4 || len(got) != 1 || requests != 4 {
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

// TestDXPMatch plays some games between an engine of this process and one that
// connects by DXP.
func TestDXPMatch(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	m := newMatch(t, 2, "self", "dxp")
	m.start = nil
	m.Engines[0].Limits = Limits{Nodes: 100}
	m.Engines[1] = Engine{Name: "dxp", Protocol: DXP, Listen: address, Limits: aMinute}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		engine, err := search.New(search.Options{Rules: m.Rules, TableBytes: 1 << 16})
		options := dxp.Options{Name: "peer", Engine: engine, Rules: m.Rules, Limits: search.Limits{Nodes: 100}}
		for ctx.Err() == nil && err == nil {
			_ = dxp.Connect(ctx, address, options)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	s := run(t, m)
	if s.Counted() != 4 || len(s.Usage[1].Faults) != 0 || s.Usage[1].Moves < 40 {
		t.Errorf("got %d games, %+v; want 4 without a fault", s.Counted(), s.Usage[1])
	}
}

func TestDXPNeedsAClock(t *testing.T) {
	m := newMatch(t, 2, "a", "b")
	m.Engines[1] = Engine{Name: "b", Protocol: DXP, Limits: Limits{Nodes: 5}}
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "whole game") {
		t.Errorf("got %v, want an error about the time", err)
	}
	m.Engines[1].Limits = Limits{Time: time.Minute, Moves: 40}
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "not 1m0s+0s for 40 moves") {
		t.Errorf("got %v, want an error about the moves", err)
	}
	m.Engines[1].Limits = aMinute
	m.Concurrency = 2
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "one game at a time") {
		t.Errorf("got %v, want an error about the concurrency", err)
	}
}
