package dxp

import (
	"context"

	"stupol/movegen"
	"stupol/search"
)

// searching is a search in progress: for our move or, in the peer's time, for our
// reply to the move expected.
type searching struct {
	cancel  context.CancelFunc
	outcome chan outcome // receives exactly one

	// While pondering:
	ponder   chan struct{} // closed when the opponent plays the move expected; nil when not pondering
	expected movegen.Move
	early    *outcome // if it was found before the opponent moved
}

type outcome struct {
	result search.Result
	err    error
}

// outcomes returns the channel the outcome comes from, nil if t is nil.
func (t *searching) outcomes() <-chan outcome {
	if t == nil {
		return nil
	}
	return t.outcome
}

func (t *searching) pondering() bool { return t != nil && t.ponder != nil }

// expects reports whether t ponders the answer to m.
func (t *searching) expects(m movegen.Move) bool { return t.pondering() && t.expected == m }

// searchMove searches for our move. A search that ponders on this position becomes
// the search for our move.
func (s *session) searchMove() {
	t := s.search
	if t == nil {
		s.search = s.startSearch(s.game.Game.Clone(), nil)
		return
	}
	close(t.ponder)
	t.ponder = nil
	if t.early != nil {
		s.searchDone(*t.early)
	}
}

// ponder searches for our reply to the move we expect, if pondering is on.
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
	s.search = s.startSearch(after, hit)
	s.search.ponder, s.search.expected = hit, *g.expected
}

// startSearch starts to search g, in the opponent's time until hit is closed if it
// is not nil.
func (s *session) startSearch(g *movegen.Game, hit <-chan struct{}) *searching {
	limits := s.Limits
	limits.Clock, limits.Ponder = s.game.clock(limits.Overhead), hit
	t := &searching{outcome: make(chan outcome, 1)}
	var ctx context.Context
	ctx, t.cancel = context.WithCancel(s.ctx)
	go func() {
		result, err := s.Engine.Search(ctx, g, limits, nil)
		t.outcome <- outcome{result, err}
	}()
	return t
}

// stopSearch ends the search, if there is one, and forgets it.
func (s *session) stopSearch() {
	t := s.search
	if t == nil {
		return
	}
	t.cancel()
	if t.early == nil {
		<-t.outcome
	}
	s.search = nil
}

// expectedReply returns the second move of the PV, nil if there is none.
func expectedReply(r search.Result) *movegen.Move {
	if len(r.PV) < 2 || r.PV[0] != r.Move {
		return nil
	}
	return &r.PV[1]
}
