package peer

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"stupol/movegen"
	"stupol/protocol/dxp"
)

// News waits for what has happened. It fails when nothing will any more.
func (o *Opponent) News(ctx context.Context) (n dxp.News, err error) {
	var fault error
	err = o.until(ctx, func() bool {
		if len(o.news) == 0 {
			fault = o.fault
			return fault != nil
		}
		n, o.news = o.news[0], o.news[1:]
		return true
	})
	return n, cmp.Or(err, fault)
}

// tell is Hand.Tell.
func (o *Opponent) tell(n dxp.News) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n.Text, n.Opponent = said(n.Text), said(n.Opponent)
	if o.stale() && n.Kind != dxp.Up && n.Kind != dxp.Down && n.Kind != dxp.Said {
		return
	}
	switch n.Kind {
	case dxp.Up, dxp.Down:
		if n.Kind == dxp.Down && !o.up && len(o.news) > 0 {
			return // the line cannot be made, again and again
		}
		o.up = n.Kind == dxp.Up
		if o.asking {
			o.asking = false
			o.add(dxp.News{Kind: dxp.Kept})
		}
	case dxp.Begun:
		o.title = n.Opponent
		n.New, o.taken = o.taken, false
	case dxp.Refused:
		o.finish(fmt.Errorf("%s has refused the game", o.name))
	case dxp.Over:
		if o.ends(n.Game) {
			return // the board knows by itself, when it has the move
		}
		o.finish(how(o.name, n))
	case dxp.Asked:
		n.Plies += o.base
	case dxp.Back:
		n.Plies += o.base
		o.asking = false
		o.pop(n.Plies)
	case dxp.Kept:
		o.asking = false
	}
	o.add(n)
}

// ends reports whether a game is the one on the board, and a last move of theirs has ended it. It is
// called with mu held.
func (o *Opponent) ends(g *movegen.Game) bool {
	if o.live == nil || o.live.Position().Turn == o.us || g.Result().Outcome == movegen.Ongoing {
		return false
	}
	m, ok := moveTo(o.live.Clone(), g.Position())
	if ok {
		o.final = o.live.Clone()
		o.final.Push(m)
		o.finish(nil)
	}
	return ok
}

// errResigned is how a game has ended that the other side has given up.
var errResigned = errors.New("resigned")

// how returns how a game has ended.
func how(name string, n dxp.News) error {
	if n.Resigned {
		return errResigned
	}
	return fmt.Errorf("%s has ended the game", name)
}

// pop takes moves of the game on the board back. It is called with mu held.
func (o *Opponent) pop(plies int) {
	if o.live == nil {
		return
	}
	o.live = o.live.Clone()
	for len(o.live.Moves()) > plies {
		o.live.Pop()
	}
}

// wants is Hand.Wants: the game on the board, from where it is.
func (o *Opponent) wants() (dxp.Terms, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.live == nil || o.leaving {
		return dxp.Terms{}, false
	}
	o.heard, o.base = o.number, len(o.live.Moves())
	return dxp.Terms{Start: *o.live.Position(), Follower: o.us.Opponent(), Time: o.limit}, true
}

// The errors of a game that is asked for here, which the other side is told.
var (
	errOccupied = errors.New("another game is on the board here")
	errNobody   = errors.New("nobody waits for a game here")
)

// takes is Hand.Takes. A game that is on the board goes on, if it is that one.
func (o *Opponent) takes(t dxp.Terms, _ string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.waits:
		o.live, o.us, o.base = movegen.NewGameFrom(o.rules, t.Start, nil), t.Follower, 0
		o.heard, o.waits, o.taken = o.number, false, true
		return nil
	case o.live == nil:
		return errNobody
	case t.Follower != o.us:
		return errOccupied
	}
	base, ok := o.joins(&t.Start)
	if !ok {
		return errOccupied
	}
	o.heard, o.base = o.number, base
	return nil
}

// joins returns after how many moves of the game on the board a position has come, if a line that
// dropped explains it: the last move of ours has not arrived there, or one of theirs has not here.
func (o *Opponent) joins(p *movegen.Position) (base int, ok bool) {
	g := o.live.Clone()
	n := len(g.Moves())
	if same(g, p) {
		return n, true
	}
	if g.Position().Turn != o.us {
		if _, ok := moveTo(g, p); ok {
			return n + 1, true
		}
		if n > 0 {
			g.Pop()
			return n - 1, same(g, p)
		}
	}
	return 0, false
}

// same reports whether a game is where another one is, as far as DXP can say it.
func same(g *movegen.Game, p *movegen.Position) bool {
	return g.Position().Turn == p.Turn && dxp.Setup(g.Rules(), g.Position()) == dxp.Setup(g.Rules(), p)
}

// moveTo returns the legal move of a game that leads to a position, if there is one.
func moveTo(g *movegen.Game, p *movegen.Position) (movegen.Move, bool) {
	for _, m := range g.LegalMoves(nil) {
		g.Push(m)
		leads := same(g, p)
		g.Pop()
		if leads {
			return m, true
		}
	}
	return movegen.Move{}, false
}
