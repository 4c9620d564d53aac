package dxp

import (
	"errors"
	"fmt"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
	"stupol/search"
)

var (
	errNoGame  = errors.New("no game is being played")
	errOurTurn = errors.New("it is not your turn")
)

// takeTurn begins the turn of the side to move.
func (s *session) takeTurn() {
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
	if s.Hand != nil && s.game.result.Outcome == movegen.Ongoing {
		return max(0, s.limits.Wait-s.sinceMove.waited.elapsed())
	}
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
	if s.Hand != nil && o.err != nil { // there is no move but theirs
		s.quit(o.err)
		return
	}
	s.answerBack(false)
	g := s.game
	result, err := search.Playable(o.result, o.err, g.Game.LegalMoves(nil))
	if err != nil {
		s.events.event(s.connection, "%v", err)
	}
	m := NewMove(s.Rules, result.Move, time.Since(g.turnBegan))
	if s.send(m); s.over {
		return
	}
	g.play(result.Move, time.Now(), pdn.Remark{
		Scored: result.Depth > 0, Score: result.Score.ForWhite(g.Us), Depth: result.Depth, Nodes: result.Nodes,
	})
	g.expected = expectedReply(result)
	s.takeTurn()
}

// awaitsMove reports whether the peer is to move.
func (s *session) awaitsMove() bool { return s.state == playing && !s.game.ourTurn() }

// moved handles a move of the peer. A move that arrives while we wait for the
// confirmation of our game end has crossed it on the way.
func (s *session) moved(m Move) {
	switch {
	case s.state == ending:
		return
	case s.state != playing:
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
	s.answerBack(false)
	if !s.search.expects(move) {
		s.stopSearch()
	}
	s.game.play(move, s.receivedAt, pdn.Remark{})
	s.takeTurn()
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
	if s.state != playing || s.NoTakeBack {
		s.refuseBack()
		return
	}
	plies, ok := s.game.plyOf(m.Move, m.Turn)
	if ok && s.Hand != nil && plies < len(s.game.Remarks) && s.game.backs < maxBacks {
		s.game.asked = &plies
		s.Hand.tell(News{Kind: Asked, Plies: plies})
		return
	}
	if !ok || s.Hand != nil || s.gameLeft() <= 0 || s.game.backs >= maxBacks {
		s.refuseBack()
		return
	}
	s.stopSearch()
	s.send(BackAccept{BackDone})
	s.game.rewind(plies)
	s.takeTurn()
}

// refuseBack refuses to take moves back.
func (s *session) refuseBack() {
	code := BackDeclined
	if s.state == playing && s.NoTakeBack {
		code = BackUnsupported
	}
	s.send(BackAccept{code})
}

// A game is a game in progress.
type game struct {
	Record
	result       movegen.Result // by our rules; a draw stays one
	turnBegan    time.Time
	expected     *movegen.Move // the peer's next move, if we have an idea
	illegalMoves int           // illegal moves of the peer in this turn
	backs        int           // times that moves were taken back

	// Plies that are to remain, by a Hand: the peer asks for it, or we have.
	asked, wanted *int

	byHand bool // its end is a Hand's, who knows
}

// newGame returns the game that starts from p.
func newGame(r Record, rules *movegen.Rules, draws *movegen.DrawRules, p movegen.Position) *game {
	r.Began = time.Now()
	r.Game = movegen.NewGameFrom(rules, p, draws)
	return &game{Record: r, turnBegan: r.Began}
}

// ourTurn reports whether it is our turn.
func (g *game) ourTurn() bool { return g.Game.Position().Turn == g.Us }

// play plays m, made at that time, and passes the turn. A move that was under
// way before its turn began took no time.
func (g *game) play(m movegen.Move, at time.Time, known pdn.Remark) {
	if at.Before(g.turnBegan) {
		at = g.turnBegan
	}
	mover := g.Game.Position().Turn
	known.Timed, known.Spent = true, at.Sub(g.turnBegan)
	known.Clocked, known.Clock = true, g.Time-g.Used(mover)-known.Spent
	g.Game.Push(m)
	g.Remarks = append(g.Remarks, known)
	g.turnBegan, g.illegalMoves, g.expected = at, 0, nil
	if g.result.Outcome == movegen.Ongoing {
		g.result = g.Game.Result()
	}
}

// rewind takes back all moves after the first plies.
func (g *game) rewind(plies int) {
	for len(g.Remarks) > plies {
		g.Game.Pop()
		g.Remarks = g.Remarks[:len(g.Remarks)-1]
	}
	g.result = g.Game.Result()
	g.turnBegan, g.illegalMoves, g.expected = time.Now(), 0, nil
	g.asked, g.wanted = nil, nil
	g.backs++
}

// plyOf returns how many plies were played when c was to make that move, and
// whether the game has been there.
func (g *game) plyOf(move int, c movegen.Color) (plies int, ok bool) {
	plies = 2 * (move - 1)
	if c == movegen.Black {
		plies++
	}
	if g.Game.Start().Turn == movegen.Black {
		plies--
	}
	return plies, plies >= 0 && plies <= len(g.Remarks)
}

// claim returns the reason to end the game in place of our move, if there is
// one.
func (g *game) claim() (r Reason, why string, ok bool) {
	switch {
	case g.result.Outcome != movegen.Ongoing:
		return reasonOf(g.result.Outcome, g.Us), g.result.Reason, true
	case !g.movesAgain():
		return Unknown, "move limit", true
	}
	return Unknown, "", false
}

// clock returns our clock as the peer sees it: on its clock each of our moves
// took overhead longer than on ours.
func (g *game) clock(overhead time.Duration) *search.Clock {
	moves := g.movesBy(g.Us)
	c := &search.Clock{Remaining: g.Time - g.Used(g.Us) - time.Duration(moves)*overhead}
	if g.ourTurn() {
		c.Remaining -= time.Since(g.turnBegan)
	}
	if g.MoveLimit > 0 {
		c.Moves = g.MoveLimit - moves
	}
	return c
}

// movesAgain reports whether we have another move before the limit.
func (g *game) movesAgain() bool { return g.MoveLimit == 0 || g.movesBy(g.Us) < g.MoveLimit }

// moveTimeout returns how long to wait for the peer's move: twice the time it has left
// and moveGrace. If the game is over it only has to end it, in moveGrace.
func (g *game) moveTimeout() time.Duration {
	if o := g.result.Outcome; o == movegen.WhiteWins || o == movegen.BlackWins {
		return moveGrace
	}
	return 2*max(g.Time-g.Used(g.Us.Opponent()), 0) + moveGrace
}

// reasonOf returns the reason for a game of that outcome as side c sees it.
func reasonOf(o movegen.Outcome, c movegen.Color) Reason {
	switch {
	case o == movegen.Drawn:
		return Draw
	case o == movegen.Ongoing:
		return Unknown
	case (o == movegen.WhiteWins) == (c == movegen.White):
		return Win
	}
	return Loss
}

// outcomeOf returns the outcome for which side c gives reason r.
func outcomeOf(r Reason, c movegen.Color) movegen.Outcome {
	switch {
	case r == Draw:
		return movegen.Drawn
	case r == Unknown:
		return movegen.Ongoing
	case (r == Win) == (c == movegen.White):
		return movegen.WhiteWins
	}
	return movegen.BlackWins
}

// end ends the game with that reason, as we see it.
func (s *session) end(reason Reason, why string) {
	s.stopSearch()
	s.send(GameEnd{Reason: reason})
	s.finish(outcomeOf(reason, s.game.Us), why)
	s.state = ending
	s.timer.Reset(gameEndTimeout)
}

// ended handles a GameEnd. It ends the game, and we confirm it; or it confirms our
// own. Without a game only its stop code counts.
func (s *session) ended(m GameEnd) {
	s.noMoreGames = s.noMoreGames || m.Stop
	switch s.state {
	case playing:
		s.stopSearch()
		s.send(GameEnd{Reason: Unknown, Stop: m.Stop})
		s.finish(s.result(m.Reason))
		s.nextGame()
	case ending:
		s.nextGame()
	case asking:
		if m.Stop {
			s.quit(ErrNoMoreGames)
		}
	case idle:
		s.idleEnd(m)
	}
}

// idleEnd handles a GameEnd without a game. We do not answer: some programs confirm
// a confirmation, which would go on for ever.
func (s *session) idleEnd(m GameEnd) {
	if m.Stop {
		s.nextGame()
	}
	s.countBadFrame()
}

// gaveUp is how a game has ended that the peer has given up.
const gaveUp = "opponent gave up"

// result returns the outcome of a game that the peer has ended, by its word.
func (s *session) result(r Reason) (movegen.Outcome, string) {
	outcome := outcomeOf(r, s.game.Us.Opponent())
	switch r {
	case Loss:
		return outcome, gaveUp
	case Draw:
		return outcome, "opponent says draw"
	case Win:
		return outcome, "opponent says won"
	}
	return outcome, "opponent ended the game"
}

// finish records the result of the game and saves it. The rules go before all that is
// said: a beaten peer may just hang up.
func (s *session) finish(outcome movegen.Outcome, why string) {
	if d := s.game.result; d.Outcome != movegen.Ongoing {
		outcome, why = d.Outcome, d.Reason
	}
	r := s.game.Record
	r.Outcome, r.Termination = outcome, why
	if !s.over && r.movesBy(r.Us.Opponent()) > 0 {
		s.sinceMove = progress{began: time.Now(), frames: s.sinceMove.frames}
	}
	if !s.over && !s.game.byHand {
		s.Hand.tell(News{Kind: Over, Outcome: outcome, Text: why, Resigned: why == gaveUp, Game: r.Game.Clone()})
	}
	s.state, s.game = idle, nil
	s.events.event(s.connection, "game over after %s: %s - %s, %s, %s",
		words.Count(len(r.Remarks), "ply"), r.Players[movegen.White], r.Players[movegen.Black], r.Outcome, r.Termination)
	if err := s.save(r); err != nil {
		s.events.event(s.connection, "game not saved: %v", err)
	}
}

// save calls Save, unless that is nil or too many games were saved.
func (s *session) save(r Record) error {
	switch {
	case s.Save == nil:
		return nil
	case s.MaxSaved > 0 && *s.saved >= s.MaxSaved:
		return fmt.Errorf("%d are", s.MaxSaved)
	}
	*s.saved++
	return s.Save(r)
}
