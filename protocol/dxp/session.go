package dxp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"stupol/movegen"
)

// The timeouts of a session.
const (
	answerTimeout      = 30 * time.Second // for the answer to a game request
	gameEndTimeout     = 10 * time.Second // for the confirmation of the end of a game
	idleTimeout        = 10 * time.Minute // for a game request, not reset by games without a move of the peer
	crowdedIdleTimeout = time.Minute      // for a game request if others were turned away
	closeTimeout       = 10 * time.Second // for a peer that wants no more games to close
	lingerTime         = time.Second      // for a peer to read our last frames

	// moveGrace is added to a peer's time for a move.
	moveGrace = time.Minute
)

// The limits of a session.
const (
	maxBadFrames    = 20  // frames that make no sense, in a game or between two
	maxIllegalMoves = 3   // illegal moves in one turn
	maxFrames       = 200 // frames of all kinds between two moves of the peer
	maxBacks        = 100 // times that moves are taken back in a game
)

// errNoAnswer is the error of a follower that does not answer a request.
var errNoAnswer = errors.New("no answer to the game request")

// A session is our side of one connection. Its methods run in one goroutine; a
// second one reads frames, and a third one searches.
type session struct {
	Options
	ctx        context.Context
	conn       *Conn
	events     *eventLog
	connection int        // its number
	limits     PeerLimits // of this peer
	turnedAway *turnedAway
	saved      *int // games
	began      time.Time

	state    state
	asked    Terms      // while asking
	unwanted bool       // while asking: the game is to end when it begins
	game     *game      // while playing
	search   *searching // while playing, in our turn or pondering
	timer    *time.Timer

	idleSince time.Time // when the last game was over
	badFrames int       // since the last game began
	sinceMove progress  // of the peer

	receivedAt  time.Time // of the frame being handled
	noMoreGames bool      // there will be no other game
	over        bool
	err         error // why it is over; nil: as it should be
}

// progress counts what the peer has sent, and how long we have waited for it, since
// its last move or the end of a game in which it made one.
type progress struct {
	began  time.Time
	frames int
	waited stopwatch // for a request or a move
	idle   stopwatch // for a request alone
}

// state is what a session does.
type state int

const (
	idle    state = iota // no game
	asking               // we have sent a game request
	playing              // a game is on
	ending               // we have sent a game end, which is to be confirmed
)

// run runs the session to its end. It returns nil if an initiator has played its
// match, or if the peer has left a follower.
func (s *session) run(frames <-chan received) error {
	s.began = time.Now()
	s.sinceMove.began = s.began
	s.timer = time.NewTimer(idleTimeout)
	defer s.timer.Stop()
	s.Hand.tell(News{Kind: Up})
	s.nextGame()
	for !s.over {
		select {
		case a := <-frames:
			s.takeFrame(a)
		case o := <-s.search.outcomes():
			s.searchDone(o)
		case do := <-s.Hand.given():
			do(s)
		case <-s.timer.C:
			s.timeout()
		case <-s.ctx.Done():
			s.quit(s.ctx.Err())
		}
	}
	s.stopSearch()
	if s.state == playing {
		s.finish(movegen.Ongoing, interruption(s.err))
	}
	s.Hand.tell(News{Kind: Down, Text: reasonFor(s.err)})
	return s.err
}

// quit ends the session. The first reason counts, except that all else follows
// from the context being done.
func (s *session) quit(err error) {
	if s.over {
		return
	}
	s.over, s.err = true, err
	if done := s.ctx.Err(); done != nil {
		s.err = done
	}
}

// reasonFor returns why a session has ended, "" if as it should.
func reasonFor(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// interruption returns why a game was broken off, for its record.
func interruption(err error) string {
	var limit limitError
	switch {
	case errors.Is(err, ErrDropped):
		return "connection lost"
	case errors.As(err, &limit):
		return limit.Error()
	}
	return "interrupted"
}

// takeFrame handles what was read.
func (s *session) takeFrame(a received) {
	s.receivedAt = a.at
	if a.err != nil && a.err != ErrTooLong {
		s.dropped(a.err)
		return
	}
	s.sinceMove.frames++
	switch {
	case s.sinceMove.frames > maxFrames:
		s.disconnect(errFrames)
	case a.err != nil:
		s.badFrame(a.err)
	case a.frame != "":
		s.parseFrame(a.frame)
	}
}

// dropped handles the end of the input.
func (s *session) dropped(err error) {
	switch {
	case err == errEndless:
		s.disconnect(errEndless)
	case errors.Is(err, os.ErrDeadlineExceeded):
		s.disconnect(errSlow)
	case s.Match == nil && s.state != playing && err == io.EOF:
		s.quit(nil)
	default:
		s.quit(fmt.Errorf("%w: %w", ErrDropped, err))
	}
}

// parseFrame handles a frame. A request is answered and a move counts as illegal
// even if they make no sense.
func (s *session) parseFrame(frame string) {
	m, err := Parse(frame)
	switch {
	case err == nil:
		s.receive(m)
	case frame[0] == 'R':
		s.refuse(NotThisGame, err)
	case frame[0] == 'M' && s.awaitsMove():
		s.illegalMove(err)
	case frame[0] == 'B':
		s.refuseBack()
		s.badFrame(err)
	default:
		s.badFrame(err)
	}
}

// receive handles a message.
func (s *session) receive(m Message) {
	switch m := m.(type) {
	case GameRequest:
		s.gameRequested(m)
	case GameAccept:
		s.accepted(m)
	case Move:
		s.moved(m)
	case GameEnd:
		s.ended(m)
	case BackRequest:
		s.backRequested(m)
	case Chat:
		s.events.frequentEvent(s.connection, "chat: %s", string(m))
		s.Hand.tell(News{Kind: Said, Text: string(m)})
	case BackAccept:
		s.backAnswered(m)
	}
}

// timeout handles the end of the time that the peer had.
func (s *session) timeout() {
	switch s.state {
	case idle:
		s.idleTimeout()
	case asking:
		s.quit(errNoAnswer)
	case playing:
		s.moveTimeout()
	case ending:
		s.nextGame()
	}
}

// moveTimeout ends a game in which the peer does not move. A peer with a limit is
// disconnected: it would only ask for the next game.
func (s *session) moveTimeout() {
	if s.Match == nil && s.limits.Wait < unlimited {
		s.disconnect(errSilent)
		return
	}
	s.end(Unknown, "opponent silent")
}

// idleTimeout handles a peer that does not ask for a game. It is disconnected after
// its idle time, or earlier if others were turned away. A session with a peer that
// wants no more games just ends.
func (s *session) idleTimeout() {
	switch {
	case s.noMoreGames:
		s.quit(nil)
	case s.turnedAway.since(s.idleSince) || s.idleLeft() <= 0:
		s.disconnect(errIdle)
	default:
		s.resetIdleTimer()
	}
}

// resetIdleTimer sets the timer for the next check of a peer without a game.
func (s *session) resetIdleTimer() { s.timer.Reset(min(crowdedIdleTimeout, s.idleLeft())) }

// idleLeft returns how long the peer may go on without a game: one that a person plays with, who
// has seen to it that it is there, as long as the person may.
func (s *session) idleLeft() time.Duration {
	left := s.limits.Wait - s.sinceMove.waited.elapsed()
	if s.Hand != nil {
		return left
	}
	return min(idleTimeout-s.sinceMove.idle.elapsed(), left)
}

// badFrame handles a frame that makes no sense.
func (s *session) badFrame(err error) {
	s.chat("%v", err)
	s.countBadFrame()
}

func (s *session) countBadFrame() {
	if s.badFrames++; s.badFrames >= maxBadFrames {
		s.disconnect(errBadFrames)
	}
}

// disconnect ends the session because of a limit, and tells the peer why.
func (s *session) disconnect(why limitError) {
	if s.over {
		return
	}
	s.stopSearch()
	s.quit(why)
	words := []Message{Chat("goodbye: " + why.Error())}
	if s.state == playing {
		words = append(words, GameEnd{Reason: Unknown, Stop: true})
	}
	for _, m := range words {
		if s.conn.Write(s.ctx, m) != nil {
			return
		}
	}
}

// banDuration returns the ban after the session: banTime for a limit; and if others
// were turned away since the peer's last move, at least as long as we have waited
// for it since then.
func (s *session) banDuration() time.Duration {
	var penalty time.Duration
	if _, limit := s.err.(limitError); limit {
		penalty = banTime
	}
	if s.turnedAway.since(s.sinceMove.began) && s.Hand == nil { // who was sent away may be the same, on a new line
		penalty = max(penalty, s.sinceMove.waited.elapsed())
	}
	return penalty
}

func (s *session) chat(format string, args ...any) {
	s.send(Chat(fmt.Sprintf(format, args...)))
}

// send sends m. If that fails, the session is over.
func (s *session) send(m Message) {
	if s.over {
		return
	}
	if err := s.conn.Write(s.ctx, m); err != nil {
		s.quit(fmt.Errorf("%w: %w", ErrDropped, err))
	}
}
