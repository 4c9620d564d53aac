package peer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/hub"
	"stupol/search"
)

// An Opponent is a BoardEngine that speaks DXP: a program, or a person who has one. The line to it
// is made again whenever it drops, and the game goes on where it was: DXP has no word for that, so
// who asks for games asks for one from the position on the board, and who takes games takes that
// one for the game that there is.
type Opponent struct {
	name   string
	rules  *movegen.Rules
	asks   bool // for games; else we ask
	hand   *dxp.Hand
	end    context.CancelFunc // of the line
	ended  chan struct{}      // closed when the line has ended for good
	engine *DXPEngine         // has the program that we have started

	deciding sync.Mutex // held by who says which game there is: Begin, Wait, End

	mu      sync.Mutex
	changed chan struct{} // closed, and made anew, when something below changes
	title   string
	up      bool
	live    *movegen.Game // on the board, as far as it was told; nil: none
	us      movegen.Color
	limit   time.Duration // of the game that is wanted
	waits   bool          // whether a game is taken
	taken   bool          // one was, of which the board does not know yet
	leaving bool          // the game on the board is being ended
	number  int           // of the game that is on the board, or waited for: each has another
	heard   int           // the number of the one that the session asks for, or plays
	turn    *movegen.Game // as the other side knows it, which waits for our move; nil: it does not
	base    int           // moves of live before the game that DXP knows
	asking  bool          // to take moves back, without an answer yet
	final   *movegen.Game // a game that is no longer live, with a last move of theirs that ended it
	over    error         // how a game has ended that is no longer live; nil: it was given up
	resting bool          // it wants no more games: there is no line until one is wanted again
	fault   error         // after which nothing comes
	news    []dxp.News
}

// What may be kept of news that nobody reads.
const mostNews = 100

// until waits until something holds, which is asked with mu held, or ctx is done.
func (o *Opponent) until(ctx context.Context, holds func() bool) error {
	for {
		o.mu.Lock()
		done, changed := holds(), o.changed
		o.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// signal tells who waits that something has changed. It is called with mu held.
func (o *Opponent) signal() {
	close(o.changed)
	o.changed = make(chan struct{})
}

// add keeps news. It is called with mu held.
func (o *Opponent) add(n dxp.News) {
	if len(o.news) == mostNews {
		o.news = o.news[1:]
	}
	o.news = append(o.news, n)
	o.signal()
}

// stale reports whether the session does not know yet which game is wanted: what it says is of the
// one before, and nothing to the board. It is called with mu held.
func (o *Opponent) stale() bool { return o.heard != o.number }

// next begins another game, which may have to be waited for: live is nil then. It is called with mu
// held.
func (o *Opponent) next(live *movegen.Game) {
	o.live, o.over, o.final = live, nil, nil
	o.waits, o.taken, o.asking, o.resting = live == nil, false, false, false
	o.number++
}

// wake has the session hear which game is wanted, unless it has: where there is no line, who makes
// it asks.
func (o *Opponent) wake(ctx context.Context) error {
	stale := func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		return o.up && o.stale()
	}
	for ctx.Err() == nil && stale() && o.hand.Wake(ctx, stale) != nil {
	}
	return ctx.Err()
}

// finish ends the game on the board. It is called with mu held.
func (o *Opponent) finish(how error) {
	if o.live != nil {
		o.live, o.over, o.asking = nil, how, false
		o.signal()
	}
}

// A handEngine is the engine of a session whose moves are those of a board.
type handEngine struct{ *Opponent }

// Clear has nothing to forget.
func (handEngine) Clear() {}

// Search waits for the move of the board.
func (h handEngine) Search(ctx context.Context, g *movegen.Game, _ search.Limits, _ func(search.Info)) (r search.Result, err error) {
	o := h.Opponent
	o.mu.Lock()
	o.turn = g
	o.signal()
	o.mu.Unlock()
	err = o.until(ctx, func() bool {
		if o.live == nil || o.stale() || o.asking || o.live.Position().Turn == o.us || !leadsFrom(o.live, g) {
			return false
		}
		r = search.Result{Move: lastOf(o.live), Found: true}
		return true
	})
	o.mu.Lock()
	o.turn = nil
	o.mu.Unlock()
	return r, err
}

// Title returns what the opponent calls itself, which is known when a game has begun.
func (o *Opponent) Title() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.title
}

// Params returns nothing: DXP has none.
func (o *Opponent) Params() []hub.Param { return nil }

// clockMoves is for how many moves DXP is told the time, if it is one for each move.
const clockMoves = 40

// limitOf returns the time of a game for limits of one move.
func limitOf(l search.Limits) time.Duration {
	if l.Clock != nil {
		return l.Clock.Remaining
	}
	return clockMoves * l.MoveTime
}

// Begin says which game is on the board, and which side is ours: it is asked for, or waited for,
// unless it is the one that is being played. The limits are those of the other side. The first news
// is whether there is a line.
func (o *Opponent) Begin(ctx context.Context, g *movegen.Game, us movegen.Color, l search.Limits) error {
	o.mu.Lock()
	o.addLine()
	o.mu.Unlock()
	return o.begin(ctx, g, us, l)
}

func (o *Opponent) begin(ctx context.Context, g *movegen.Game, us movegen.Color, l search.Limits) error {
	o.deciding.Lock()
	defer o.deciding.Unlock()
	o.mu.Lock()
	goesOn := o.live != nil && o.us == us && (same(o.live, g.Position()) || o.follows(g) || leadsFrom(o.live, g))
	o.limit, o.resting, o.waits = limitOf(l), false, false
	if !goesOn {
		o.next(g.Clone())
		o.us = us
	}
	o.signal()
	o.mu.Unlock()
	return o.wake(ctx)
}

// Wait has the next game that is asked for taken. One on the board ends. The first news is whether
// there is a line.
func (o *Opponent) Wait(ctx context.Context) error {
	o.deciding.Lock()
	defer o.deciding.Unlock()
	o.mu.Lock()
	o.next(nil)
	o.addLine()
	o.mu.Unlock()
	return o.wake(ctx)
}

// Leave says that nobody waits for a game any more. One on the board stays.
func (o *Opponent) Leave() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waits = false
}

// addLine begins the news with whether there is a line. It is called with mu held.
func (o *Opponent) addLine() {
	o.news = nil
	if o.up {
		o.add(dxp.News{Kind: dxp.Up})
	} else {
		o.add(dxp.News{Kind: dxp.Down})
	}
}

// follows reports whether a game is the one on the board and a move more. It is called with mu held.
func (o *Opponent) follows(g *movegen.Game) bool {
	_, ok := moveTo(o.live.Clone(), g.Position())
	return ok
}

// leadsFrom reports whether a game, which may be nil, is g and a move that the board has not heard of.
func leadsFrom(g, from *movegen.Game) bool {
	if g == nil || len(g.Moves()) == 0 {
		return false
	}
	before := g.Clone()
	before.Pop()
	return same(before, from.Position())
}

// lastOf returns the last move of a game.
func lastOf(g *movegen.Game) movegen.Move { return g.Moves()[len(g.Moves())-1] }

// Search tells the last move of the game, and waits for the answer: as long as it takes, for the
// clock is the board's.
func (o *Opponent) Search(ctx context.Context, g *movegen.Game, l search.Limits, _ func(search.Info)) (search.Result, error) {
	if l.Analyze {
		return search.Result{}, fmt.Errorf("%s speaks DXP, and can only be played against", o.name)
	}
	o.mu.Lock()
	ended := leadsFrom(o.final, g)
	o.mu.Unlock()
	if !ended {
		if err := o.begin(ctx, g, g.Position().Turn.Opponent(), l); err != nil {
			return search.Result{}, err
		}
	}
	o.mu.Lock()
	if o.live != nil && !leadsFrom(o.live, g) {
		o.live = g.Clone()
		o.signal()
	}
	o.mu.Unlock()
	var m movegen.Move
	var found bool
	var failed error
	err := o.until(ctx, func() bool {
		m, found, failed = o.answer(g)
		return found || failed != nil
	})
	switch {
	case err != nil:
		return search.Result{}, err
	case failed == errResigned:
		return search.Result{}, nil
	case failed != nil:
		return search.Result{}, failed
	}
	return search.Result{Info: search.Info{Line: 1, PV: []movegen.Move{m}}, Move: m, Found: true}, nil
}

// answer returns the move of the opponent, if it has come, or why there will be none. It is called
// with mu held.
func (o *Opponent) answer(g *movegen.Game) (m movegen.Move, found bool, err error) {
	switch {
	case o.fault != nil:
		return m, false, o.fault
	case leadsFrom(o.final, g):
		return lastOf(o.final), true, nil
	case o.live == nil && o.over == errResigned:
		return m, false, errResigned
	case o.live == nil && o.over != nil:
		return m, false, &hub.UnfitError{Why: o.over.Error()} // the line is good for another game
	case o.live == nil:
		return m, false, context.Canceled
	case leadsFrom(o.live, g):
		return lastOf(o.live), true, nil
	case o.turn == nil || o.stale():
		return m, false, nil
	}
	if m, found = moveTo(g.Clone(), o.turn.Position()); found {
		o.live = o.live.Clone()
		o.live.Push(m)
	}
	return m, found, nil
}

// Say writes something to the opponent, who need not have a game.
func (o *Opponent) Say(ctx context.Context, text string) error { return o.hand.Say(ctx, text) }

// AskBack asks the opponent to go back to where so many moves of the game were played.
func (o *Opponent) AskBack(ctx context.Context, plies int) error {
	o.mu.Lock()
	base, known := o.base, o.live != nil && plies >= o.base && plies < len(o.live.Moves())
	o.asking = o.asking || known
	o.mu.Unlock()
	if !known {
		return errors.New("that was before the line was made again")
	}
	err := o.hand.AskBack(ctx, plies-base)
	if err != nil {
		o.mu.Lock()
		o.asking = false
		o.signal()
		o.mu.Unlock()
	}
	return err
}

// AnswerBack says whether the moves are taken back that the opponent has asked for.
func (o *Opponent) AnswerBack(ctx context.Context, yes bool) error {
	return o.hand.AnswerBack(ctx, yes)
}

// End ends the game on the board for a reason of ours; g is how it ends, with a last move of ours
// perhaps, or nil.
func (o *Opponent) End(ctx context.Context, g *movegen.Game, r dxp.Reason) error {
	o.deciding.Lock()
	defer o.deciding.Unlock()
	o.mu.Lock()
	moved := g != nil && o.live != nil && g.Position().Turn != o.us && o.turn != nil && (same(o.live, g.Position()) || o.follows(g))
	if moved {
		o.live = g.Clone()
		o.signal()
	}
	o.waits, o.leaving = false, true
	up := o.up
	o.mu.Unlock()
	var err error
	if up {
		err = o.hand.End(ctx, r, moved)
	}
	o.mu.Lock()
	o.leaving = false
	o.finish(nil)
	o.mu.Unlock()
	return err
}

// Close ends the game, the line, and the program if we have started it.
func (o *Opponent) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = o.End(ctx, nil, dxp.Unknown)
	o.end()
	<-o.ended
	o.mu.Lock()
	o.fault = cmp.Or(o.fault, context.Canceled)
	o.signal()
	o.mu.Unlock()
	_ = o.engine.endProcess()
}
