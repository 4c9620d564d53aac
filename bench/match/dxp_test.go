package match

import (
	"bufio"
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/peer"
	"stupol/search"
)

// aMinute is what every game here takes at most.
var aMinute = peer.Limits{Time: time.Minute}

// follow lets converse speak DXP with whoever connects, and returns the engine
// to connect to. A peer answers frames; "" is the beginning of the conversation.
func follow(t *testing.T, converse func(frame string) (answers []string)) peer.EngineConfig {
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
	return peer.EngineConfig{Name: "peer", Protocol: peer.DXP, Connect: listener.Addr().String(), Limits: aMinute}
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
	if err := p.(gameStarter).Begin(t.Context(), g, minute()); err != nil {
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

func TestDXPForfeits(t *testing.T) {
	tests := []struct {
		name   string
		answer string // to the request, after it was accepted
		kind   ForfeitKind
	}{
		{"resigns", "E10", Resignation},
		{"cheats", "M0001322600", IllegalMove},
		{"hangs up", hangUp, Crash},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := begin(t, follow(t, func(string) []string { return []string{accept, tt.answer} }))
			_, err := ask(t, p, movegen.NewGame(movegen.International()))
			var forfeit *Forfeit
			if !errors.As(err, &forfeit) || forfeit.Kind != tt.kind {
				t.Errorf("got %v, want %s", err, tt.kind)
			}
		})
	}
}

// TestDXPRefusal is no forfeit: there is no game to lose.
func TestDXPRefusal(t *testing.T) {
	p := begin(t, follow(t, func(string) []string { return []string{strings.TrimSuffix(accept, "0") + "2"} }))
	err := p.(gameStarter).Begin(t.Context(), movegen.NewGame(movegen.International()), minute())
	var forfeit *Forfeit
	if err == nil || errors.As(err, &forfeit) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("got %v, want a refusal", err)
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
	m.Engines[0].Limits = peer.Limits{Nodes: 100}
	m.Engines[1] = peer.EngineConfig{Name: "dxp", Protocol: peer.DXP, Listen: address, Limits: aMinute}
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
	if s.Counted() != 4 || len(s.Usage[1].Forfeits) != 0 || s.Usage[1].Moves < 40 {
		t.Errorf("got %d games, %+v; want 4 without a forfeit", s.Counted(), s.Usage[1])
	}
}

func TestDXPNeedsAClock(t *testing.T) {
	m := newMatch(t, 2, "a", "b")
	m.Engines[1] = peer.EngineConfig{Name: "b", Protocol: peer.DXP, Limits: peer.Limits{Nodes: 5}}
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "whole game") {
		t.Errorf("got %v, want an error about the time", err)
	}
	m.Engines[1].Limits = peer.Limits{Time: time.Minute, Moves: 40}
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "not 1m0s+0s for 40 moves") {
		t.Errorf("got %v, want an error about the moves", err)
	}
	m.Engines[1].Limits = aMinute
	m.Concurrency = 2
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "one game at a time") {
		t.Errorf("got %v, want an error about the concurrency", err)
	}
	m.Concurrency = 1
	m.Engines[0] = peer.EngineConfig{Name: "a", Protocol: peer.DXP, Limits: aMinute, Connect: peer.DefaultDXPAddress}
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "engine b: another engine is met at 127.0.0.1:27531") {
		t.Errorf("got %v, want an error about the address", err)
	}
}

// TestDXPLeftover starts a program where another listens already, as one that an earlier
// match has left behind.
func TestDXPLeftover(t *testing.T) {
	e := follow(t, func(string) []string { return nil })
	e.Command = []string{"sleep", "60"}
	_, err := startPlayer(t.Context(), &e, &environment{rules: movegen.International()})
	if err == nil || !strings.Contains(err.Error(), "another program listens at "+e.Connect) {
		t.Errorf("got %v", err)
	}
}
