package dxp

import (
	"errors"
	"fmt"
	"time"

	"stupol/movegen"
)

// defaultTime is the time of a game whose request says 000: some programs round a
// time below a minute to that.
const defaultTime = time.Minute

// maxRefusals is how many refused games in a row end the session of an initiator.
const maxRefusals = 3

var errInGame = errors.New("a game is in progress")

// nextGame waits for the next game, or asks for it.
func (s *session) nextGame() {
	s.state, s.game = idle, nil
	switch {
	case s.Hand.wants():
		s.askByHand()
	case s.Match == nil && s.noMoreGames:
		s.timer.Reset(closeTimeout)
	case s.Match == nil:
		s.waitForRequest()
	case s.Match.Over():
		s.quit(nil)
	case s.noMoreGames:
		s.quit(ErrNoMoreGames)
	default:
		s.requestGame(s.Match.current())
	}
}

// askByHand asks for the game that a Hand wants, if it wants one. Without a game there is no limit:
// it is the peer that waits.
func (s *session) askByHand() {
	s.timer.Stop()
	t, ok := s.Hand.Wants()
	switch {
	case !ok:
	case s.noMoreGames:
		s.quit(ErrNoMoreGames)
	default:
		s.requestGame(t)
	}
}

// requestGame sends a game request.
func (s *session) requestGame(t Terms) {
	s.state, s.asked, s.unwanted = asking, t, false
	s.Engine.Clear() // now, because it takes time and no clock runs yet
	s.send(t.request(s.Name, s.Rules))
	s.timer.Reset(answerTimeout)
}

// accepted handles the answer to our request.
func (s *session) accepted(m GameAccept) {
	if s.state != asking {
		return
	}
	t := s.asked
	if s.Match != nil && m.Code != BadVersion && m.Code != NoGames {
		s.Match.next++
	}
	switch m.Code {
	case Accepted:
		if s.Match != nil {
			s.Match.refused = 0
		}
		us := t.Follower.Opponent()
		r := Record{Us: us, Time: AskedTime(t.Time), MoveLimit: t.Moves}
		r.Players[us], r.Players[us.Opponent()] = s.Name, m.Name
		g := newGame(r, s.Rules, s.Draws, t.Start)
		if s.unwanted {
			g.byHand = true
			s.state, s.game = playing, g
			s.end(Unknown, "ended by hand")
			return
		}
		s.Hand.tell(News{Kind: Begun, Opponent: m.Name, Terms: t})
		s.start(g)
	case BadVersion, NoGames:
		s.quit(m.Code.refusal())
	default:
		s.refused()
	}
}

// refused handles the answer that this game is not wanted.
func (s *session) refused() {
	if s.Hand != nil {
		s.state = idle
		s.timer.Stop() // of the answer, which has come
		if !s.unwanted {
			s.Hand.tell(News{Kind: Refused})
			return
		}
		s.nextGame()
		return
	}
	s.events.event(s.connection, "game %d refused", s.Match.next)
	s.Match.refused++
	if s.Match.refused == maxRefusals {
		s.quit(ErrNoMoreGames)
		return
	}
	s.nextGame()
}

// gameRequested handles a game request. It also confirms our game end, if we wait
// for that.
func (s *session) gameRequested(m GameRequest) {
	if s.state == ending && s.Match == nil && !s.Hand.wants() {
		s.nextGame()
	}
	switch {
	case m.Version != Version:
		s.refuse(BadVersion, nil)
	case s.Match != nil || s.Hand.wants() || s.noMoreGames:
		s.refuse(NoGames, nil)
	case s.state == playing:
		s.refuse(NotThisGame, errInGame)
		s.countBadFrame()
	case time.Since(s.began) >= s.limits.Session && s.turnedAway.since(s.began):
		s.refuse(NoGames, errSession)
		s.quit(errSession)
	default:
		s.accept(m)
	}
}

// accept starts the game that m asks for, if it can be played.
func (s *session) accept(m GameRequest) {
	p, err := m.Position(s.Rules)
	if err != nil {
		s.refuse(NotThisGame, err)
		return
	}
	if m.Time > s.limits.Game {
		s.refuse(NotThisGame, fmt.Errorf("a game may have at most %.4g minutes here", s.limits.Game.Minutes()))
		return
	}
	r := Record{Us: m.Follower, Time: m.Time, MoveLimit: m.Moves}
	if r.Time == 0 {
		r.Time = defaultTime
	}
	r.Players[r.Us], r.Players[r.Us.Opponent()] = s.Name, m.Name
	if s.Hand != nil {
		t := Terms{Start: p, Follower: m.Follower, Time: r.Time, Moves: m.Moves}
		if err := s.Hand.Takes(t, m.Name); err != nil {
			s.refuse(NotThisGame, err)
			return
		}
		s.Hand.tell(News{Kind: Begun, Opponent: m.Name, Terms: t})
	}
	s.Engine.Clear() // now, because it takes time and no clock runs yet
	s.send(GameAccept{Name: s.Name, Code: Accepted})
	s.start(newGame(r, s.Rules, s.Draws, p))
}

// refuse answers a game request with a code other than Accepted, and sends the
// reason as chat unless it is nil.
func (s *session) refuse(code AcceptCode, why error) {
	s.send(GameAccept{Name: s.Name, Code: code})
	if why != nil {
		s.chat("%v", why)
	}
}

// waitForRequest waits for a game request.
func (s *session) waitForRequest() {
	s.idleSince = time.Now()
	s.sinceMove.waited.start()
	s.sinceMove.idle.start()
	s.resetIdleTimer()
}

// start begins to play g.
func (s *session) start(g *game) {
	s.events.event(s.connection, "game begins: %s - %s", g.Players[movegen.White], g.Players[movegen.Black])
	s.state, s.game, s.badFrames = playing, g, 0
	s.sinceMove.idle.stop()
	s.takeTurn()
}
