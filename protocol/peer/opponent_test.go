package peer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/dxp/breaker"
	"stupol/search"
)

// The frames of a follower, without any of the code that is to be tested.
var (
	accepts  = fmt.Sprintf("A%-32s0", "Moby\x1b")
	plays    = "M0001322800"   // 32-28
	captures = "M000128190123" // 28x19 over 23
)

// follow starts a follower that answers each frame as it is told, and hangs up where there is no
// answer. It returns the engine, and the first letters of what it was sent.
func follow(t *testing.T, answers map[string][]string) (EngineConfig, func() string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	heard := make(chan string, 100)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for in := bufio.NewReader(c); ; {
			frame, err := in.ReadString(0)
			if err != nil {
				return
			}
			heard <- frame[:1]
			said, ok := answers[frame[:1]]
			if !ok {
				return
			}
			for _, a := range said {
				fmt.Fprintf(c, "%s\x00", a)
			}
		}
	}()
	all, err := Config(nil).Offered([]string{"name=Moby,dxp=" + l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	return all[0], func() (letters string) {
		for len(heard) > 0 {
			letters += <-heard
		}
		return letters
	}
}

// TestOpponent plays with a follower, goes back, and plays on from there.
func TestOpponent(t *testing.T) {
	e, heard := follow(t, map[string][]string{"R": {accepts, plays}, "M": {captures}, "E": {"E00"}})
	b, err := e.Open(t.Context(), movegen.International(), nil)
	if err != nil {
		t.Fatal(err)
	}
	g := movegen.NewGame(movegen.International())
	ask := func() string {
		t.Helper()
		r, err := b.Search(aWhile(t), g, search.Limits{MoveTime: 10 * time.Second}, nil)
		if err != nil || !slices.Contains(g.LegalMoves(nil), r.Move) {
			t.Fatalf("got %+v, %v", r, err)
		}
		return g.Rules().HubMove(r.Move)
	}
	push := func(texts ...string) {
		for _, text := range texts {
			m, err := g.Rules().ParseHubMove(g.Position(), text)
			if err != nil {
				t.Fatal(err)
			}
			g.Push(m)
		}
	}
	first := ask()
	push(first, "19-23")
	second := ask()
	g = movegen.NewGame(movegen.International())
	if again := ask(); first != "32-28" || second != "28x19x23" || again != first {
		t.Errorf("it played %s, %s, and then %s", first, second, again)
	}
	if got := heard(); got != "RMER" {
		t.Errorf("it was sent %s, want a game, a move, the end, and another game", got)
	}
	if b.Title() != "Moby?" || b.Params() != nil {
		t.Errorf("it is %q", b.Title())
	}
	if _, err := b.Search(t.Context(), g, search.Limits{Analyze: true}, nil); err == nil || !strings.Contains(err.Error(), "can only be played against") {
		t.Errorf("an analysis: %v", err)
	}
	b.Close()
}

// TestOpponentFaults plays with followers that end the game, break its rules or hang up.
func TestOpponentFaults(t *testing.T) {
	for name, tt := range map[string]struct {
		answers map[string][]string
		want    string
	}{
		"gives up":     {map[string][]string{"R": {accepts, "E10"}, "E": {}}, "<nil>"},
		"claims a win": {map[string][]string{"R": {accepts, "E30"}, "E": {}}, "Moby has ended the game"},
		"cheats":       {map[string][]string{"R": {accepts, "M0001010200", "M0001010200", "M0001010200"}, "C": {}, "E": {"E00"}}, "Moby has ended the game"},
		"refuses":      {map[string][]string{"R": {fmt.Sprintf("A%-32s2", "Moby")}}, "Moby has refused the game"},
		"never plays":  {map[string][]string{"R": {fmt.Sprintf("A%-32s3", "Moby")}}, "Moby does not play: "},
	} {
		t.Run(name, func(t *testing.T) {
			e, _ := follow(t, tt.answers)
			b, err := e.Open(t.Context(), movegen.International(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			r, err := b.Search(aWhile(t), movegen.NewGame(movegen.International()), search.Limits{MoveTime: 10 * time.Second}, nil)
			if r.Found || !strings.HasPrefix(fmt.Sprint(err), tt.want) {
				t.Errorf("got %+v, %v; want %s", r, err, tt.want)
			}
		})
	}
}

// A player is one side of a game between two boards.
type player struct {
	t *testing.T
	*Opponent
	game *movegen.Game
	us   movegen.Color
}

// opponent opens one as a command line names it.
func opponent(t *testing.T, text string) *Opponent {
	t.Helper()
	all, err := Config(nil).Offered([]string{text})
	if err != nil {
		t.Fatal(err)
	}
	b, err := all[0].Open(t.Context(), movegen.International(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b.(*Opponent)
}

var aMinute = search.Limits{Clock: &search.Clock{Remaining: time.Minute}}

// twoBoards starts a game of two boards: the first asks, through the breaker, and has White.
func twoBoards(t *testing.T) (asks, takes *player, line *breaker.Breaker) {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().String()
	free.Close()
	one := opponent(t, "name=Anna,protocol=dxp,asks=true,listen="+at)
	line, err = breaker.New(at)
	must(t, err)
	t.Cleanup(line.Close)
	other := opponent(t, "name=Ben,dxp="+line.Addr())
	must(t, one.Wait(t.Context()))
	g := movegen.NewGame(movegen.International())
	must(t, other.Begin(t.Context(), g, movegen.White, aMinute))
	begun := await(t, one, dxp.Begun)
	if !begun.New || begun.Terms.Time != time.Minute || begun.Terms.Follower != movegen.Black || begun.Opponent != "Stupol" {
		t.Fatalf("the game that is asked for: %+v", begun)
	}
	await(t, other, dxp.Begun)
	return &player{t, other, g.Clone(), movegen.White}, &player{t, one, movegen.NewGameFrom(g.Rules(), begun.Terms.Start, nil), movegen.Black}, line
}

// aWhile is longer than anything here takes: a test that waits in vain ends, and says for what.
func aWhile(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// await waits for news of a kind.
func await(t *testing.T, o *Opponent, kind dxp.NewsKind) dxp.News {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		n, err := o.News(ctx)
		if err != nil {
			t.Fatalf("%s hears nothing of %s: %v", o.name, kind, err)
		}
		if n.Kind == kind {
			return n
		}
	}
}

// play plays so many plies from a game of both sides: ours are the first legal moves.
func (p *player) play(ctx context.Context, plies int) error {
	for len(p.game.Moves()) < plies {
		if p.game.Position().Turn == p.us {
			p.game.Push(p.game.LegalMoves(nil)[0])
			continue
		}
		r, err := p.Search(ctx, p.game.Clone(), aMinute, nil)
		if err != nil {
			return fmt.Errorf("%s after %d plies: %w", p.name, len(p.game.Moves()), err)
		}
		p.game.Push(r.Move)
	}
	if p.game.Position().Turn != p.us { // our last move is told
		limited, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
		defer cancel()
		if _, err := p.Search(limited, p.game.Clone(), aMinute, nil); !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("%s waits: %w", p.name, err)
		}
	}
	return nil
}

// bothPlay plays until both games have so many plies.
func bothPlay(t *testing.T, one, other *player, plies int) {
	t.Helper()
	ended := make(chan error, 2)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, p := range []*player{one, other} {
		go func() { ended <- p.play(ctx, plies) }()
	}
	must(t, errors.Join(<-ended, <-ended))
	if !slices.Equal(one.game.Moves(), other.game.Moves()) {
		t.Fatalf("%s has %v, %s has %v", one.name, one.game.Moves(), other.name, other.game.Moves())
	}
}

// TestOpponentsAndABrokenLine plays a game of two boards over a line that breaks again and again:
// it goes on where it was, whatever was lost on the way.
func TestOpponentsAndABrokenLine(t *testing.T) {
	asks, takes, line := twoBoards(t)
	ctx, cancel := context.WithCancel(t.Context())
	var cutting sync.WaitGroup
	cutting.Go(func() {
		for cuts := 1; ctx.Err() == nil; cuts++ {
			time.Sleep(time.Duration(cuts*370%900) * time.Millisecond)
			line.Cut()
		}
	})
	bothPlay(t, asks, takes, 12)
	cancel()
	cutting.Wait()
	bothPlay(t, asks, takes, 24)
}

// TestOpponentsTalk has both sides of a game write to each other, take moves back, and end it.
func TestOpponentsTalk(t *testing.T) {
	asks, takes, _ := twoBoards(t)
	bothPlay(t, asks, takes, 4)
	must(t, takes.Say(t.Context(), "<b>Grüße</b>\x1b"))
	if got := await(t, asks.Opponent, dxp.Said).Text; got != "<b>Gr??e</b>?" {
		t.Errorf("it says %q", got)
	}
	must(t, takes.AskBack(t.Context(), 1)) // to where it was to make its first move
	if got := await(t, asks.Opponent, dxp.Asked).Plies; got != 1 {
		t.Errorf("asked for %d plies", got)
	}
	must(t, asks.AnswerBack(t.Context(), false))
	await(t, takes.Opponent, dxp.Kept)
	must(t, asks.AskBack(t.Context(), 2))
	await(t, takes.Opponent, dxp.Asked)
	must(t, takes.AnswerBack(t.Context(), true))
	for _, p := range []*player{asks, takes} {
		if got := await(t, p.Opponent, dxp.Back).Plies; got != 2 {
			t.Errorf("%d plies remain", got)
		}
		for len(p.game.Moves()) > 2 {
			p.game.Pop()
		}
	}
	bothPlay(t, asks, takes, 7)
	must(t, asks.AskBack(t.Context(), 2))
	await(t, takes.Opponent, dxp.Asked)
	bothPlay(t, asks, takes, 8) // which is an answer
	await(t, asks.Opponent, dxp.Kept)
	must(t, asks.End(t.Context(), nil, dxp.Loss))
	if got := await(t, takes.Opponent, dxp.Over); !got.Resigned || got.Outcome != movegen.BlackWins {
		t.Errorf("it is over: %+v", got)
	}
	g := movegen.NewGame(movegen.International())
	must(t, asks.Begin(t.Context(), g, movegen.White, aMinute))
	await(t, asks.Opponent, dxp.Refused) // nobody waits
	must(t, takes.Wait(t.Context()))
	must(t, asks.Begin(t.Context(), g, movegen.Black, aMinute))
	if got := await(t, takes.Opponent, dxp.Begun); !got.New || got.Terms.Follower != movegen.White {
		t.Errorf("the next game: %+v", got)
	}
}

// TestOpponentKeepsItsGame has another game asked for than that on the board, and moves taken back
// that the line of today knows nothing of.
func TestOpponentKeepsItsGame(t *testing.T) {
	asks, takes, line := twoBoards(t)
	bothPlay(t, asks, takes, 4)
	line.Cut()
	await(t, asks.Opponent, dxp.Begun) // for the second time
	if err := asks.AskBack(t.Context(), 2); err == nil {
		t.Error("moves before the line was made again are taken back")
	}
	here, start := *takes.game.Position(), takes.game.Rules().Start()
	for _, tt := range []struct {
		terms dxp.Terms
		want  error
	}{
		{dxp.Terms{Start: here, Follower: movegen.Black}, nil},
		{dxp.Terms{Start: start, Follower: movegen.Black}, errOccupied},
		{dxp.Terms{Start: here, Follower: movegen.White}, errOccupied},
	} {
		if got := takes.takes(tt.terms, ""); got != tt.want {
			t.Errorf("%v is %v", tt.terms.Follower, got)
		}
	}
	must(t, takes.End(t.Context(), nil, dxp.Unknown))
	if got := takes.takes(dxp.Terms{Start: here, Follower: movegen.Black}, ""); got != errNobody {
		t.Errorf("without a game: %v", got)
	}
}

// TestJoins asks for games from where a line may have dropped.
func TestJoins(t *testing.T) {
	r := movegen.International()
	played := func(plies int) *movegen.Game {
		g := movegen.NewGame(r)
		for range plies {
			g.Push(g.LegalMoves(nil)[0])
		}
		return g
	}
	o := &Opponent{us: movegen.White, live: played(3)} // our move was the last
	for plies, want := range map[int]int{1: -1, 2: 2, 3: 3, 4: 4, 5: -1} {
		base, ok := o.joins(played(plies).Position())
		if ok != (want >= 0) || ok && base != want {
			t.Errorf("after %d plies: %d, %v", plies, base, ok)
		}
	}
	o.live = played(4) // theirs was
	for plies, want := range map[int]int{3: -1, 4: 4, 5: -1} {
		if base, ok := o.joins(played(plies).Position()); ok != (want >= 0) || ok && base != want {
			t.Errorf("in our turn, after %d plies: %d, %v", plies, base, ok)
		}
	}
}

// TestOpponentsEndWithAMove has a last move end the game: the other side gets it, whoever has asked for
// the game.
func TestOpponentsEndWithAMove(t *testing.T) {
	r := movegen.International()
	p, err := r.ParseFEN("W:W28:B23")
	must(t, err)
	for _, us := range []movegen.Color{movegen.White, movegen.Black} {
		asks, takes, _ := twoBoards(t)
		must(t, asks.End(t.Context(), nil, dxp.Unknown)) // the game there was
		await(t, takes.Opponent, dxp.Over)
		g := movegen.NewGameFrom(r, p, nil)
		must(t, takes.Wait(t.Context()))
		must(t, asks.Begin(t.Context(), g, us, aMinute))
		await(t, takes.Opponent, dxp.Begun)
		white, black := asks, takes
		if us == movegen.Black {
			white, black = takes, asks
		}
		black.game, black.us = g.Clone(), movegen.Black
		ended := make(chan error, 1)
		ctx := aWhile(t)
		go func() { ended <- black.play(ctx, 1) }()
		g.Push(g.LegalMoves(nil)[0])
		must(t, white.until(ctx, func() bool { return white.turn != nil })) // the game has begun there
		must(t, white.End(t.Context(), g, dxp.Win))
		must(t, <-ended)
		if !slices.Equal(black.game.Moves(), g.Moves()) {
			t.Errorf("it has %v, want %v", black.game.Moves(), g.Moves())
		}
	}
}

// TestOpponentsAskAtOnce has one side wait for another game and the other ask for one, again and
// again, while the game before is still on, or ends: each one is begun, and is the one that was
// asked for.
func TestOpponentsAskAtOnce(t *testing.T) {
	asks, takes, _ := twoBoards(t)
	for round := range 40 {
		g := movegen.NewGame(movegen.International())
		for range 1 + round%3 {
			g.Push(g.LegalMoves(nil)[round%4])
		}
		us := movegen.Color(round / 2 % 2)
		waits := make(chan error, 1)
		go func() { waits <- takes.Wait(t.Context()) }()
		if round%2 == 0 {
			must(t, asks.End(t.Context(), nil, dxp.Loss))
		}
		must(t, takes.until(aWhile(t), func() bool { return takes.waits }))
		must(t, asks.Begin(t.Context(), g, us, aMinute))
		must(t, <-waits)
		got := await(t, takes.Opponent, dxp.Begun)
		if !got.New || got.Terms.Follower != us.Opponent() || got.Terms.Start != *g.Position() {
			t.Fatalf("round %d: %+v", round, got)
		}
		await(t, asks.Opponent, dxp.Begun)
	}
}

// TestOpponentLeavesItsPort opens and closes one that listens: the port is free for the next.
func TestOpponentLeavesItsPort(t *testing.T) {
	for range 50 {
		address, err := breaker.FreeAddress()
		if err != nil {
			t.Fatal(err)
		}
		e := EngineConfig{Name: "x", Protocol: DXP, Listen: address, Asks: true}
		for range 2 {
			o, err := e.Open(context.Background(), movegen.International(), nil)
			if err != nil {
				t.Fatal(err)
			}
			o.Close()
		}
	}
}
