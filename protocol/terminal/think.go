package terminal

import (
	"errors"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// The positions that the engine looks at to advise the person. It does so at full
// strength, and the same way each time.
const adviceNodes = 300_000

// adviser is the key of the engine that advises. What it finds out for the person is
// not for the moves of the other one.
const adviser = 0

// engine returns the engine with that skill for the present game, or the adviser.
func (s *session) engine(skill int) (Engine, error) {
	if e := s.engines[skill]; e != nil {
		return e, nil
	}
	real := skill
	if skill == adviser {
		real = search.FullSkill
	}
	e, err := s.opts.NewEngine(s.game.Rules(), real)
	if err == nil {
		s.engines[skill] = e
	}
	return e, err
}

// reply lets the engine move.
func (s *session) reply() error {
	e, err := s.engine(s.level.Skill)
	if err != nil {
		return err
	}
	s.began = time.Now()
	result, err := e.Search(s.ctx, s.game, s.limits(), nil)
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case err != nil:
		return err
	case !result.Found:
		return errors.New("the engine found no move")
	}
	engine := s.you.Opponent()
	if s.control.Time > 0 && s.left(engine) < 0 {
		s.end(lostBy(engine), timeForfeit)
		return nil
	}
	s.play(result.Move, "Stupol")
	if s.over.Outcome == movegen.Ongoing {
		s.look()
	}
	return nil
}

// advice returns the adviser. It has forgotten everything, so that its advice is the same
// whatever was asked before.
func (s *session) advice() (Engine, error) {
	e, err := s.engine(adviser)
	if err == nil {
		e.Clear()
	}
	return e, err
}

// advise returns what the engine thinks of the present position.
func (s *session) advise() (search.Result, error) {
	e, err := s.advice()
	if err != nil {
		return search.Result{}, err
	}
	return e.Search(s.ctx, s.game, search.Limits{Nodes: adviceNodes, Analyze: true}, nil)
}
