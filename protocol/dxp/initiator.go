package dxp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"stupol/movegen"
	"stupol/protocol/gate"
)

// An Initiator asks a follower for games and plays their moves one by one. Whoever uses
// it keeps the game and finds the moves of our side; Connect and Serve do that
// themselves, with a search. It is used by one goroutine.
type Initiator struct {
	conn   *Conn
	frames <-chan received
	rules  *movegen.Rules
	name   string

	opponent    string
	playing     bool
	known       int // moves of the game that the follower knows, with those before its start
	noMoreGames bool
}

// EndedError is the error of a follower that has ended the game in place of a move.
type EndedError struct{ Reason Reason }

// Error returns the reason in a sentence.
func (e EndedError) Error() string {
	return "it ended the game: " + [...]string{"no reason", "it loses", "a draw", "it wins"}[e.Reason&3]
}

// IllegalMoveError is the error of a follower that has sent an illegal move.
type IllegalMoveError struct {
	Move Move
	Err  error
}

// Error returns the reason.
func (e *IllegalMoveError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *IllegalMoveError) Unwrap() error { return e.Err }

// The errors of an Initiator, and of the session of one.
var (
	ErrDropped     = errors.New("the line dropped")
	ErrNoMoreGames = errors.New("the opponent wants no more games")
	ErrVersion     = errors.New("the opponent speaks another version of the protocol")
)

// endTimeout is the time for the confirmation of a game's end. Some programs finish
// their search first.
const endTimeout = 30 * time.Second

// NewInitiator returns an initiator called name, of games by rules r, on a connection.
// Log is as for NewConn.
func NewInitiator(c net.Conn, name string, r *movegen.Rules, log func(sign, frame string)) *Initiator {
	conn := NewConn(c, log)
	return &Initiator{conn: conn, frames: readFrames(conn), rules: r, name: name}
}

// Opponent returns what the follower called itself when it accepted the last game.
func (i *Initiator) Opponent() string { return i.opponent }

// Playing reports whether there is a game.
func (i *Initiator) Playing() bool { return i.playing }

// request returns the request for the game of t.
func (t Terms) request(name string, r *movegen.Rules) GameRequest {
	return GameRequest{
		Version: Version, Name: name, Follower: t.Follower,
		Time: t.Time, Moves: t.Moves, Setup: Setup(r, &t.Start),
	}
}

// refusal returns the error for an answer that is not Accepted, nil for that.
func (c AcceptCode) refusal() error {
	switch c {
	case Accepted:
		return nil
	case BadVersion:
		return ErrVersion
	case NoGames:
		return ErrNoMoreGames
	}
	return fmt.Errorf("it refused the game, code %d", c)
}

// Request asks for a game from the present position of g, in which the follower is to
// move. Each side has limit for all its moves, of which there may be that many; 0: any
// number. The follower's clock begins to run when Request returns.
func (i *Initiator) Request(ctx context.Context, g *movegen.Game, limit time.Duration, moves int) error {
	if i.noMoreGames {
		return ErrNoMoreGames
	}
	terms := Terms{Start: *g.Position(), Follower: g.Position().Turn, Time: limit, Moves: moves}
	if err := i.write(ctx, terms.request(i.name, i.rules)); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	for {
		m, err := i.receive(limited)
		if err != nil && ctx.Err() == nil && limited.Err() != nil {
			return fmt.Errorf("%w within %v", errNoAnswer, answerTimeout)
		}
		if err != nil {
			return err
		}
		if answer, ok := m.(GameAccept); ok {
			i.playing, i.opponent, i.known = answer.Code == Accepted, answer.Name, len(g.Moves())
			return answer.Code.refusal()
		}
	}
}

// Move sends the last move of g, unless the follower knows it, and waits for the
// follower's. The error is of type EndedError if the follower ends the game instead,
// and *IllegalMoveError if its move is illegal.
func (i *Initiator) Move(ctx context.Context, g *movegen.Game) (movegen.Move, error) {
	if err := i.tell(ctx, g); err != nil {
		return movegen.Move{}, err
	}
	for {
		m, err := i.receive(ctx)
		if err != nil {
			return movegen.Move{}, err
		}
		switch m := m.(type) {
		case Move:
			move, err := m.Find(i.rules, g.Position())
			if err != nil {
				return move, &IllegalMoveError{m, err}
			}
			i.known = len(g.Moves()) + 1
			return move, nil
		case GameEnd:
			i.playing, i.noMoreGames = false, m.Stop
			_ = i.write(ctx, GameEnd{Reason: Unknown, Stop: m.Stop}) // it may have hung up
			return movegen.Move{}, EndedError{m.Reason}
		case BackRequest:
			if err := i.write(ctx, BackAccept{Code: BackUnsupported}); err != nil {
				return movegen.Move{}, err
			}
		}
	}
}

// tell sends the last move of g if the follower does not know it.
func (i *Initiator) tell(ctx context.Context, g *movegen.Game) error {
	moves := g.Moves()
	if i.known == len(moves) {
		return nil
	}
	return i.write(ctx, NewMove(i.rules, moves[len(moves)-1], 0))
}

// EndGame ends the game, if there is one, and waits until the follower has confirmed
// it. It returns ErrNoMoreGames if the follower wants none.
func (i *Initiator) EndGame(ctx context.Context) error {
	if i.playing {
		i.playing = false
		if err := i.write(ctx, GameEnd{Reason: Unknown}); err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, endTimeout)
		defer cancel()
		for ended := false; !ended; {
			m, err := i.receive(limited)
			switch {
			case err != nil && ctx.Err() == nil && limited.Err() != nil:
				return fmt.Errorf("no confirmation of the end of the game within %v", endTimeout)
			case err != nil:
				return err
			}
			end, ok := m.(GameEnd)
			ended, i.noMoreGames = ok, ok && end.Stop
		}
	}
	if i.noMoreGames {
		return ErrNoMoreGames
	}
	return nil
}

// Close ends the game, if there is one, and closes the connection.
func (i *Initiator) Close() error {
	if i.playing {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = i.write(ctx, GameEnd{Reason: Unknown, Stop: true})
	}
	err := i.conn.Close()
	for range i.frames {
	}
	return err
}

// write sends a message.
func (i *Initiator) write(ctx context.Context, m Message) error {
	err := i.conn.Write(ctx, m)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w: %w", ErrDropped, err)
	}
	return err
}

// receive waits for a message. Frames that make no sense are skipped.
func (i *Initiator) receive(ctx context.Context) (Message, error) {
	for {
		select {
		case r, ok := <-i.frames:
			if !ok || r.err != nil && r.err != ErrTooLong {
				return nil, ErrDropped
			}
			m, err := Parse(r.frame)
			if r.err != nil || err != nil {
				continue
			}
			i.conn.Answered()
			return m, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

const (
	dialTimeout = 15 * time.Second
	dialPause   = 100 * time.Millisecond

	maxDrops  = 5 // in a row, without a game
	dropPause = 500 * time.Millisecond
)

// Connect plays with the peer that listens on addr. A follower stays until the peer
// leaves, an initiator until its match has been played. If the connection drops an
// initiator connects again, but not after maxDrops in a row without a game. Connect
// returns an error if the peer cannot be reached or does not want to play, and the
// error of ctx. It leaves no goroutine behind.
func Connect(ctx context.Context, addr string, o Options) error {
	srv := newServer(o)
	for drops := 0; ; {
		c, err := srv.dial(ctx, addr)
		if err != nil {
			return err
		}
		began := o.Match.answered()
		err = srv.play(ctx, c)
		switch {
		case o.Match == nil || o.Match.Over() || !errors.Is(err, ErrDropped):
			return err
		case o.Match.answered() > began:
			drops = 0
		}
		if drops++; drops == maxDrops {
			return err
		}
		srv.events.event(0, "connecting again with %s", addr)
		sleep(ctx, dropPause)
	}
}

// dial connects with addr.
func (srv *server) dial(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	return Dial(ctx, addr, func(err error) { srv.events.event(0, "%v; trying for %v", err, dialTimeout) })
}

// Dial connects with a program at addr that may not be listening yet: it tries until
// ctx is done. Failed, unless nil, is called with the first error.
func Dial(ctx context.Context, addr string, failed func(error)) (net.Conn, error) {
	for {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
		if err == nil {
			return c, nil
		}
		err = gate.Plain(err, addr)
		if failed != nil {
			failed(err)
			failed = nil
		}
		if sleep(ctx, dialPause) != nil {
			return nil, err
		}
	}
}
