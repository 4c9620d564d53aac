package dxp

import (
	"errors"
	"slices"
	"time"

	"stupol/search"
)

var (
	errNoGame  = errors.New("no game is being played")
	errOurTurn = errors.New("it is not your turn")
	errNoMove  = errors.New("the search found no legal move")
)

// turn begins the turn of whoever is to move.
func (s *session) turn() {
	if !s.game.ours() {
		s.sinceMove.waited.start()
		s.timer.Reset(s.patience())
		s.ponder()
		return
	}
	s.sinceMove.waited.stop()
	s.timer.Stop()
	if reason, why, ok := s.game.claim(); ok {
		s.stopThinking()
		s.end(reason, why)
		return
	}
	s.think()
}

// patience returns how long to wait for the peer's move.
func (s *session) patience() time.Duration {
	return max(0, min(s.game.patience(), s.limits.Wait-s.sinceMove.waited.elapsed(), s.gameLeft()))
}

// gameLeft returns how long the game may go on. Without an end of its own it
// would never have to end: who takes moves back gets their time back.
func (s *session) gameLeft() time.Duration {
	return 3*s.game.Time + s.limits.Wait - time.Since(s.game.Began)
}

// thought sends the move that a search has found. Should the search have
// failed, any legal move is better than none.
func (s *session) thought(o outcome) {
	if s.thinking.pondering() {
		s.thinking.early = &o
		return
	}
	s.thinking.cancel()
	s.thinking = nil
	g := s.game
	legal := g.Game.LegalMoves(nil)
	if o.err == nil && !(o.result.Found && slices.Contains(legal, o.result.Move)) {
		o.err = errNoMove
	}
	if o.err != nil {
		s.journal.event(s.line, "%v", o.err)
		o.result = search.Result{Move: legal[0]}
	}
	m := NewMove(s.Rules, o.result.Move, time.Since(g.turnBegan))
	if s.send(m); s.over {
		return
	}
	g.play(o.result.Move, time.Now(), Ply{Depth: o.result.Depth, Nodes: o.result.Nodes, Score: o.result.Score})
	g.expected = expectedReply(o.result)
	s.turn()
}

// awaitsMove reports whether the peer is to move.
func (s *session) awaitsMove() bool { return s.phase == playing && !s.game.ours() }

// moved deals with a move. One that comes while we wait for the end of the
// game to be confirmed has crossed ours on the way.
func (s *session) moved(m Move) {
	switch {
	case s.phase == ending:
		return
	case s.phase != playing:
		s.fault(errNoGame)
		return
	case s.game.ours():
		s.fault(errOurTurn)
		return
	}
	move, err := m.Find(s.Rules, s.game.Game.Position())
	if err != nil {
		s.mistake(err)
		return
	}
	s.sinceMove = progress{began: time.Now()}
	s.conn.Answered()
	if !s.thinking.expects(move) {
		s.stopThinking()
	}
	s.game.play(move, s.arrived, Ply{})
	s.turn()
}

// mistake deals with an illegal move. The peer may send another one, but not
// for ever.
func (s *session) mistake(err error) {
	s.chat("%v", err)
	s.game.mistakes++
	if s.game.mistakes == maxMistakes {
		s.end(Unknown, "illegal move")
	}
}

// backRequested deals with a request to take moves back.
func (s *session) backRequested(m BackRequest) {
	if s.phase != playing || s.NoTakeBack {
		s.refuseBack()
		return
	}
	plies, ok := s.game.plyOf(m.Move, m.Turn)
	if !ok || s.gameLeft() <= 0 || s.game.backs >= maxBacks {
		s.refuseBack()
		return
	}
	s.stopThinking()
	s.send(BackAccept{BackDone})
	s.game.rewind(plies)
	s.turn()
}

// refuseBack answers a request to take moves back that is not granted.
func (s *session) refuseBack() {
	code := BackDeclined
	if s.phase == playing && s.NoTakeBack {
		code = BackUnsupported
	}
	s.send(BackAccept{code})
}
