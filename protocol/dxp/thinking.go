package dxp

import (
	"context"

	"stupol/movegen"
	"stupol/search"
)

// Thinking is a search under way: for our move, or in the opponent's time for
// our answer to the move expected.
type thinking struct {
	cancel  context.CancelFunc
	outcome chan outcome // receives exactly one

	// While pondering:
	ponder   chan struct{} // closed when the opponent plays the move expected; nil when not pondering
	expected movegen.Move
	early    *outcome // what came out before the opponent moved
}

type outcome struct {
	result search.Result
	err    error
}

// outcomes returns the channel the outcome comes from, nil if t is nil.
func (t *thinking) outcomes() <-chan outcome {
	if t == nil {
		return nil
	}
	return t.outcome
}

func (t *thinking) pondering() bool { return t != nil && t.ponder != nil }

// expects reports whether t ponders the answer to m.
func (t *thinking) expects(m movegen.Move) bool { return t.pondering() && t.expected == m }

// think searches for our move. If we have been pondering on this very
// position, that search becomes the one for our move.
func (s *session) think() {
	t := s.thinking
	if t == nil {
		s.thinking = s.search(s.game.Game.Clone(), nil)
		return
	}
	close(t.ponder)
	t.ponder = nil
	if t.early != nil {
		s.thought(*t.early)
	}
}

// ponder searches for our answer to the move we expect, if that is wanted
// and we expect one.
func (s *session) ponder() {
	g := s.game
	if !s.Ponder || g.expected == nil || !g.movesAgain() {
		return
	}
	after := g.Game.Clone()
	if after.Play(*g.expected) != nil || after.Result().Outcome != movegen.Ongoing {
		return
	}
	hit := make(chan struct{})
	s.thinking = s.search(after, hit)
	s.thinking.ponder, s.thinking.expected = hit, *g.expected
}

// search starts to search g, in the opponent's time until hit is closed if it
// is not nil.
func (s *session) search(g *movegen.Game, hit <-chan struct{}) *thinking {
	limits := s.Limits
	limits.Clock, limits.Ponder = s.game.clock(limits.Overhead), hit
	t := &thinking{outcome: make(chan outcome, 1)}
	var ctx context.Context
	ctx, t.cancel = context.WithCancel(s.ctx)
	go func() {
		result, err := s.Engine.Search(ctx, g, limits, nil)
		t.outcome <- outcome{result, err}
	}()
	return t
}

// stopThinking ends the search, if there is one, and forgets it.
func (s *session) stopThinking() {
	t := s.thinking
	if t == nil {
		return
	}
	t.cancel()
	if t.early == nil {
		<-t.outcome
	}
	s.thinking = nil
}

// expectedReply returns the second move of the line found, nil if there is
// none.
func expectedReply(r search.Result) *movegen.Move {
	if len(r.PV) < 2 || r.PV[0] != r.Move {
		return nil
	}
	return &r.PV[1]
}
