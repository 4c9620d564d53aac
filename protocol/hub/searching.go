package hub

import (
	"context"
	"errors"
	"strconv"

	"stupol/movegen"
	"stupol/search"
)

// searching is a search that has not been answered yet. It exists before its
// goroutine, so that no command after go is lost.
type searching struct {
	cancel  context.CancelFunc
	hit     chan struct{} // closed by ponder-hit; nil if that has no meaning
	outcome chan outcome  // receives exactly one
	reports *reporter
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

// startSearch answers go, at once if there is nothing to search. Arguments
// other than ponder and analyze mean the same as think.
func (s *session) startSearch(m Message) {
	if s.game == nil {
		s.reportError(errNoPosition)
		s.answer(newMessage("done"))
		return
	}
	legal := s.game.LegalMoves(nil)
	if len(legal) == 0 {
		s.answer(newMessage("done"))
		return
	}
	limits, any := s.limits(m)
	if !any {
		s.answer(newMessage("done"))
		return
	}
	t := &searching{outcome: make(chan outcome, 1), reports: &reporter{rules: s.settings.moveRules(), out: s.out, ranks: s.settings.MultiPV > 1}}
	if _, ponder := m.Arg("ponder"); ponder {
		t.hit = make(chan struct{})
		limits.Ponder = t.hit
	}
	var ctx context.Context
	ctx, t.cancel = context.WithCancel(s.ctx)
	s.search = t
	e, with := &s.full, s.settings
	if s.level.handicap > 0 {
		e, with = &s.weak, s.level.withHandicap(s.settings)
	}
	if err := s.prepare(e, with); err != nil {
		s.finish(outcome{err: err})
		return
	}
	engine, game := e.Engine, s.game.Clone()
	s.tellFaults() // before the search says anything
	go func() {
		result, err := engine.Search(ctx, game, limits, t.reports.report)
		t.outcome <- outcome{result, err}
	}()
}

// limits returns the limits of the search that a go message asks for, and whether there
// is anything to search: not if it has search-moves, none of which is legal. Illegal ones
// are reported.
func (s *session) limits(m Message) (limits search.Limits, any bool) {
	limits = s.settings.Limits(s.level.limits())
	limits.EarlyReport = earlyReport
	_, analyze := m.Arg("analyze")
	limits.Analyze = analyze || s.level.endless() // which a book or a forced move would end at once
	moves, _ := m.Arg("search-moves")
	any = true
	for column, text := range argWords(moves) {
		move, err := s.settings.moveRules().ParseHubMove(s.game.Position(), text)
		if err != nil {
			s.reportError(shiftColumn(err, column))
		} else {
			limits.Moves = append(limits.Moves, move)
		}
		any = len(limits.Moves) > 0
	}
	return limits, any
}

var errNoPosition = errors.New("go: no valid position")

// finish answers the search with outcome o. If the search failed the answer is the
// first legal move.
func (s *session) finish(o outcome) {
	result, err := search.Playable(o.result, o.err, s.game.LegalMoves(nil))
	if err != nil {
		s.reportError(err)
		s.tellFaults()
	}
	s.search.reports.last(result)
	s.search.cancel()
	s.search = nil
	s.answer(doneMessage(s.settings.moveRules(), s.game, result))
	s.reportDamage()
	s.tellFaults()
}

// answer sends done and resets the level.
func (s *session) answer(done Message) {
	s.send(done)
	s.level = level{}
}

// endSearch stops the search, if there is one, and answers it.
func (s *session) endSearch() {
	if s.search != nil {
		s.search.cancel()
		s.finish(<-s.search.outcome)
	}
}

// abandonSearch stops the search, if there is one, without an answer.
func (s *session) abandonSearch() {
	if s.search != nil {
		s.search.cancel()
		<-s.search.outcome
		s.search = nil
	}
}

// stop ends the search. Many clients send it without a search, to be safe; that must
// not be answered.
func (s *session) stop(m Message) {
	if s.search == nil {
		s.ignore(m)
		return
	}
	s.search.cancel()
}

// ponderHit starts the clock of a search that ponders.
func (s *session) ponderHit(m Message) {
	if s.search == nil || s.search.hit == nil {
		s.ignore(m)
		return
	}
	close(s.search.hit)
	s.search.hit = nil
}

// A reporter writes what a search reports. It belongs to the goroutine of the
// search until that has sent its outcome.
type reporter struct {
	rules    *movegen.Rules
	out      *writer
	ranks    bool    // several lines are reported, so that each needs its rank
	reported bool    // something has been written
	pending  Message // the last report, if there was no room for it
}

// report writes i, or keeps it if the queue is full because the GUI does not read.
func (r *reporter) report(i search.Info) {
	if len(i.PV) == 0 {
		return
	}
	r.pending = r.message(i)
	if r.out.offer(r.pending) {
		r.reported, r.pending = true, Message{}
	}
}

// last makes sure that the last report is written, and that there is at least one:
// clients read the score from it.
func (r *reporter) last(result search.Result) {
	if r.pending.Command != "" {
		r.out.send(r.pending)
		return
	}
	if r.reported {
		return
	}
	i := result.Info
	i.Depth = max(i.Depth, 1)
	if len(i.PV) == 0 {
		i.PV = []movegen.Move{result.Move}
	}
	r.out.send(r.message(i))
}

// message returns the info line for i. The rank comes last, where it does not disturb
// clients that do not know it.
func (r *reporter) message(i search.Info) Message {
	m := infoMessage(r.rules, i)
	if r.ranks {
		m.Args = append(m.Args, Arg{Name: "multipv", Value: strconv.Itoa(max(i.Line, 1))})
	}
	return m
}
