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

// How long a session waits.
const (
	answerTime = 30 * time.Second // for the answer to a game request
	ackTime    = 10 * time.Second // for the confirmation of the end of a game
	idleTime   = 10 * time.Minute // for game requests, games without a move between them left out
	quietTime  = time.Minute      // for a game request if somebody else wants to play
	partTime   = 10 * time.Second // for a peer that wants no more games to close
	lingerTime = time.Second      // for a peer to take in our last words

	// leniency is what a peer gets on top of its time for a move.
	leniency = time.Minute
)

// How much a session takes.
const (
	maxFaults   = 20  // frames that make no sense, in a game or between two
	maxMistakes = 3   // illegal moves in one turn
	maxFrames   = 200 // frames of all kinds between two moves of the peer
	maxBacks    = 100 // times that moves are taken back in a game
)

// The reasons for which an initiator gives up.
var (
	errNoAnswer = errors.New("no answer to the game request")
	errVersion  = errors.New("the opponent speaks another version of the protocol")
	errNoGames  = errors.New("the opponent wants no more games")
	errDropped  = errors.New("the line dropped")
)

// A session is our side of one connection. Its methods run in one goroutine;
// a second one reads frames, a third one, in game, searches.
type session struct {
	Options
	ctx     context.Context
	conn    *Conn
	journal *journal
	line    int        // the number of the connection
	limits  PeerLimits // of this peer
	knocks  *knocks
	saved   *int // games
	began   time.Time

	phase    phase
	game     *game     // while playing
	thinking *thinking // while playing, in our turn or pondering
	timer    *time.Timer

	idleSince time.Time // when the last game was over
	faults    int       // since the last game began
	sinceMove progress

	arrived time.Time // when the frame now dealt with had come in
	noMore  bool      // there will be no other game
	over    bool
	err     error // why it is over; nil if it just is
}

// Progress is what there was of the peer since its last move, or the end of a
// game in which it made one.
type progress struct {
	began  time.Time
	frames int
	waited stopwatch // for a request or a move
	idle   stopwatch // for a request alone
}

// phase is how far a session is between one game and the next.
type phase int

const (
	idle    phase = iota // no game
	asking               // we have sent a game request
	playing              // a game is on
	ending               // we have sent a game end, which is to be confirmed
)

// run talks with the peer until one of the two has had enough. It returns
// nil if that is as it should be: an initiator has played its match, a
// follower was left by the peer.
func (s *session) run(frames <-chan arrival) error {
	s.began = time.Now()
	s.sinceMove.began = s.began
	s.timer = time.NewTimer(idleTime)
	defer s.timer.Stop()
	s.begin()
	for !s.over {
		select {
		case a := <-frames:
			s.take(a)
		case o := <-s.thinking.outcomes():
			s.thought(o)
		case <-s.timer.C:
			s.late()
		case <-s.ctx.Done():
			s.quit(s.ctx.Err())
		}
	}
	s.stopThinking()
	if s.phase == playing {
		s.finish(movegen.Ongoing, interruption(s.err))
	}
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

// interruption says in a record why a game was broken off.
func interruption(err error) string {
	var limit limitError
	switch {
	case errors.Is(err, errDropped):
		return "connection lost"
	case errors.As(err, &limit):
		return limit.Error()
	}
	return "interrupted"
}

// take deals with what was read.
func (s *session) take(a arrival) {
	s.arrived = a.at
	if a.err != nil && a.err != ErrTooLong {
		s.dropped(a.err)
		return
	}
	s.sinceMove.frames++
	switch {
	case s.sinceMove.frames > maxFrames:
		s.expel(errFrames)
	case a.err != nil:
		s.fault(a.err)
	case a.frame != "":
		s.takeFrame(a.frame)
	}
}

// dropped deals with the end of the input.
func (s *session) dropped(err error) {
	switch {
	case err == errEndless:
		s.expel(errEndless)
	case errors.Is(err, os.ErrDeadlineExceeded):
		s.expel(errSlow)
	case s.Match == nil && s.phase != playing && err == io.EOF:
		s.quit(nil)
	default:
		s.quit(fmt.Errorf("%w: %w", errDropped, err))
	}
}

// takeFrame deals with a frame. Requests are answered and a move has its
// second chance even if they make no sense.
func (s *session) takeFrame(frame string) {
	m, err := Parse(frame)
	switch {
	case err == nil:
		s.receive(m)
	case frame[0] == 'R':
		s.refuse(NotThisGame, err)
	case frame[0] == 'M' && s.awaitsMove():
		s.mistake(err)
	case frame[0] == 'B':
		s.refuseBack()
		s.fault(err)
	default:
		s.fault(err)
	}
}

// receive deals with a message.
func (s *session) receive(m Message) {
	switch m := m.(type) {
	case GameRequest:
		s.requested(m)
	case GameAccept:
		s.answered(m)
	case Move:
		s.moved(m)
	case GameEnd:
		s.ended(m)
	case BackRequest:
		s.backRequested(m)
	case Chat:
		s.journal.aside(s.line, "chat: %s", string(m))
	case BackAccept: // we never ask
	}
}

// late deals with a peer that has not done in time what it had to.
func (s *session) late() {
	switch s.phase {
	case idle:
		s.idleLate()
	case asking:
		s.quit(errNoAnswer)
	case playing:
		s.moveLate()
	case ending:
		s.begin()
	}
}

// moveLate ends a game in which the peer does not move, and with it the
// session of one that would only ask for the next.
func (s *session) moveLate() {
	if s.Match == nil && s.limits.Wait < unlimited {
		s.expel(errSilent)
		return
	}
	s.end(Unknown, "opponent silent")
}

// idleLate deals with a peer that does not ask for a game. It may take its
// time, but not while somebody else waits. One that wants no more games has
// nothing to ask for.
func (s *session) idleLate() {
	switch {
	case s.noMore:
		s.quit(nil)
	case s.knocks.since(s.idleSince) || s.idleLeft() <= 0:
		s.expel(errIdle)
	default:
		s.lookAgain()
	}
}

// lookAgain sets the time for the next look at a peer that does not play.
func (s *session) lookAgain() { s.timer.Reset(min(quietTime, s.idleLeft())) }

// idleLeft returns how long the peer may go on without a game.
func (s *session) idleLeft() time.Duration {
	return min(idleTime-s.sinceMove.idle.elapsed(), s.limits.Wait-s.sinceMove.waited.elapsed())
}

// fault deals with what makes no sense.
func (s *session) fault(err error) {
	s.chat("%v", err)
	s.countFault()
}

func (s *session) countFault() {
	if s.faults++; s.faults >= maxFaults {
		s.expel(errFaults)
	}
}

// expel sends the peer away because of a limit, and tells it why.
func (s *session) expel(why limitError) {
	if s.over {
		return
	}
	s.stopThinking()
	s.quit(why)
	words := []Message{Chat("goodbye: " + why.Error())}
	if s.phase == playing {
		words = append(words, GameEnd{Reason: Unknown, Stop: true})
	}
	for _, m := range words {
		if s.conn.Write(s.ctx, m) != nil {
			return
		}
	}
}

// penalty returns how long the peer has to stay away after the session: for a
// limit, and as long as it has kept somebody else from playing since its last
// move.
func (s *session) penalty() time.Duration {
	var penalty time.Duration
	if _, limit := s.err.(limitError); limit {
		penalty = barTime
	}
	if s.knocks.since(s.sinceMove.began) {
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
		s.quit(fmt.Errorf("%w: %w", errDropped, err))
	}
}
