package dxp

import (
	"fmt"
	"time"

	"stupol/movegen"
)

// end ends the game with that reason, as we see it.
func (s *session) end(reason Reason, why string) {
	s.stopSearch()
	s.send(GameEnd{Reason: reason})
	s.finish(outcomeOf(reason, s.game.Us), why)
	s.phase = ending
	s.timer.Reset(gameEndTimeout)
}

// ended handles a GameEnd. It ends the game, and we confirm it; or it confirms our
// own. Without a game only its stop code counts.
func (s *session) ended(m GameEnd) {
	s.noMoreGames = s.noMoreGames || m.Stop
	switch s.phase {
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

// result returns the outcome of a game that the peer has ended, by its word.
func (s *session) result(r Reason) (movegen.Outcome, string) {
	outcome := outcomeOf(r, s.game.Us.Opponent())
	switch r {
	case Loss:
		return outcome, "opponent gave up"
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
	s.phase, s.game = idle, nil
	s.events.event(s.connection, "game over after %d plies: %s - %s, %s, %s",
		len(r.Plies), r.Names[movegen.White], r.Names[movegen.Black], r.Outcome, r.Termination)
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
