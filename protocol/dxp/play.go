package dxp

import (
	"errors"
	"time"

	"stupol/search"
)

var (
	errNoGame  = errors.New("no game is being played")
	errOurTurn = errors.New("it is not your turn")
)

// turn begins the turn of the side to move.
func (s *session) turn() {
	if !s.game.ourTurn() {
		s.sinceMove.waited.start()
		s.timer.Reset(s.waitForMove())
		s.ponder()
		return
	}
	s.sinceMove.waited.stop()
	s.timer.Stop()
	if reason, why, ok := s.game.claim(); ok {
		s.stopSearch()
		s.end(reason, why)
		return
	}
	s.searchMove()
}

// waitForMove returns how long to wait for the peer's move.
func (s *session) waitForMove() time.Duration {
	return max(0, min(s.game.moveTimeout(), s.limits.Wait-s.sinceMove.waited.elapsed(), s.gameLeft()))
}

// gameLeft returns how long the game may still last. Clocks alone would not end it:
// taking moves back gives their time back.
func (s *session) gameLeft() time.Duration {
	return 3*s.game.Time + s.limits.Wait - time.Since(s.game.Began)
}

// searchDone sends the move that a search has found. If the search failed it sends
// the first legal move.
func (s *session) searchDone(o outcome) {
	if s.search.pondering() {
		s.search.early = &o
		return
	}
	s.search.cancel()
	s.search = nil
	g := s.game
	result, err := search.Playable(o.result, o.err, g.Game.LegalMoves(nil))
	if err != nil {
		s.events.event(s.connection, "%v", err)
	}
	m := NewMove(s.Rules, result.Move, time.Since(g.turnBegan))
	if s.send(m); s.over {
		return
	}
	g.play(result.Move, time.Now(), Ply{Depth: result.Depth, Nodes: result.Nodes, Score: result.Score})
	g.expected = expectedReply(result)
	s.turn()
}

// awaitsMove reports whether the peer is to move.
func (s *session) awaitsMove() bool { return s.phase == playing && !s.game.ourTurn() }

// moved handles a move of the peer. A move that arrives while we wait for the
// confirmation of our game end has crossed it on the way.
func (s *session) moved(m Move) {
	switch {
	case s.phase == ending:
		return
	case s.phase != playing:
		s.badFrame(errNoGame)
		return
	case s.game.ourTurn():
		s.badFrame(errOurTurn)
		return
	}
	move, err := m.Find(s.Rules, s.game.Game.Position())
	if err != nil {
		s.illegalMove(err)
		return
	}
	s.sinceMove = progress{began: time.Now()}
	s.conn.Answered()
	if !s.search.expects(move) {
		s.stopSearch()
	}
	s.game.play(move, s.receivedAt, Ply{})
	s.turn()
}

// illegalMove handles an illegal move. The peer may send another one, up to
// maxIllegalMoves.
func (s *session) illegalMove(err error) {
	s.chat("%v", err)
	s.game.illegalMoves++
	if s.game.illegalMoves == maxIllegalMoves {
		s.end(Unknown, "illegal move")
	}
}

// backRequested handles a request to take moves back.
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
	s.stopSearch()
	s.send(BackAccept{BackDone})
	s.game.rewind(plies)
	s.turn()
}

// refuseBack refuses to take moves back.
func (s *session) refuseBack() {
	code := BackDeclined
	if s.phase == playing && s.NoTakeBack {
		code = BackUnsupported
	}
	s.send(BackAccept{code})
}
