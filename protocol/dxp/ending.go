package dxp

import (
	"fmt"
	"time"

	"stupol/movegen"
)

// end ends the game, for that reason as we see it.
func (s *session) end(reason Reason, why string) {
	s.stopThinking()
	s.send(GameEnd{Reason: reason})
	s.finish(outcomeOf(reason, s.game.Us), why)
	s.phase = ending
	s.timer.Reset(ackTime)
}

// ended deals with the end of a game, which is to be confirmed, or with the
// confirmation of one that we have ended. Without a game it is neither, and
// only its stop code means something.
func (s *session) ended(m GameEnd) {
	s.noMore = s.noMore || m.Stop
	switch s.phase {
	case playing:
		s.stopThinking()
		s.send(GameEnd{Reason: Unknown, Stop: m.Stop})
		s.finish(s.judge(m.Reason))
		s.begin()
	case ending:
		s.begin()
	case asking:
		if m.Stop {
			s.quit(errNoGames)
		}
	case idle:
		s.idleEnd(m)
	}
}

// idleEnd deals with the end of no game. Some programs confirm a confirmation;
// to answer would go on for ever.
func (s *session) idleEnd(m GameEnd) {
	if m.Stop {
		s.begin()
	}
	s.countFault()
}

// judge returns the outcome of a game that the peer has ended: by the rules
// if they know, or else by its word.
func (s *session) judge(r Reason) (movegen.Outcome, string) {
	if d := s.game.decided; d.Outcome != movegen.Ongoing {
		return d.Outcome, d.Reason
	}
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

// finish hands the game out to be saved.
func (s *session) finish(outcome movegen.Outcome, why string) {
	r := s.game.Record
	r.Outcome, r.Termination = outcome, why
	if !s.over && r.movesBy(r.Us.Opponent()) > 0 {
		s.sinceMove = progress{began: time.Now(), frames: s.sinceMove.frames}
	}
	s.phase, s.game = idle, nil
	s.journal.event(s.line, "game over after %d plies: %s - %s, %s, %s",
		len(r.Plies), r.Names[movegen.White], r.Names[movegen.Black], r.Outcome, r.Termination)
	if err := s.save(r); err != nil {
		s.journal.event(s.line, "game not saved: %v", err)
	}
}

// save hands r out, if there is somebody to save it and not too many were.
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
