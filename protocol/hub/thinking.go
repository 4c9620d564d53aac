package hub

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// Thinking is a search that has not been answered yet. Its means of control
// exist before its goroutine does, so nothing that follows go is lost.
type thinking struct {
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
func (t *thinking) outcomes() <-chan outcome {
	if t == nil {
		return nil
	}
	return t.outcome
}

// startSearch answers go, at once if there is nothing to search. Arguments
// other than ponder and analyze mean the same as think.
func (s *session) startSearch(m Message) {
	if s.game == nil {
		s.fail(errNoPosition)
		s.answer(newMessage("done"))
		return
	}
	legal := s.game.LegalMoves(nil)
	if len(legal) == 0 {
		s.answer(newMessage("done"))
		return
	}
	limits, err := s.limits(m)
	if err != nil {
		s.fail(err)
		s.answer(newMessage("done"))
		return
	}
	t := &thinking{outcome: make(chan outcome, 1), reports: &reporter{rules: s.settings.written(), out: s.out, ranks: s.settings.lines > 1}}
	if _, ponder := m.Arg("ponder"); ponder {
		t.hit = make(chan struct{})
		limits.Ponder = t.hit
	}
	var ctx context.Context
	ctx, t.cancel = context.WithCancel(s.ctx)
	s.search = t
	if err := s.prepare(s.level.handicapped(s.settings)); err != nil {
		t.outcome <- outcome{err: err}
		return
	}
	engine, game := s.engine, s.game.Clone()
	go func() {
		result, err := engine.Search(ctx, game, limits, t.reports.report)
		t.outcome <- outcome{result, err}
	}()
}

// limits returns what binds the search that the message asks for.
func (s *session) limits(m Message) (search.Limits, error) {
	limits := s.level.limits()
	limits.Lines = s.settings.lines
	limits.Overhead = time.Duration(s.settings.overhead) * time.Millisecond
	_, limits.Analyze = m.Arg("analyze")
	moves, _ := m.Arg("search-moves")
	for column, text := range words(moves) {
		move, err := s.settings.written().ParseHubMove(s.game.Position(), text)
		if err != nil {
			return limits, inLine(err, column)
		}
		limits.Moves = append(limits.Moves, move)
	}
	return limits, nil
}

var (
	errNoPosition = errors.New("go: no valid position")
	errNoMove     = errors.New("go: the search found no legal move")
)

// finish answers the search whose outcome is o. Should the search have
// failed, any legal move is better than none.
func (s *session) finish(o outcome) {
	legal := s.game.LegalMoves(nil)
	if o.err == nil && !(o.result.Found && slices.Contains(legal, o.result.Move)) {
		o.err = errNoMove
	}
	if o.err != nil {
		s.fail(o.err)
		o.result = search.Result{Move: legal[0]}
	}
	s.search.reports.last(o.result)
	s.search.cancel()
	s.search = nil
	s.answer(doneMessage(s.settings.written(), s.game, o.result))
	s.tellDamage()
}

// answer sends done, which takes back the level.
func (s *session) answer(done Message) {
	s.out.send(done)
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

// stop makes the search end soon. Many clients send it for safety's sake when
// there is none; they must not get an answer.
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
	rules *movegen.Rules
	out   *writer
	ranks bool    // several lines are reported, so that each needs its rank
	any   bool    // something has been written
	held  Message // the last report, if there was no room for it
}

// report writes i, if the GUI reads what is written.
func (r *reporter) report(i search.Info) {
	if len(i.PV) == 0 {
		return
	}
	r.held = r.message(i)
	if r.out.offer(r.held) {
		r.any, r.held = true, Message{}
	}
}

// last makes sure that the last report is written, and that there is one:
// clients take the score from it.
func (r *reporter) last(result search.Result) {
	if r.held.Command != "" {
		r.out.send(r.held)
		return
	}
	if r.any {
		return
	}
	i := result.Info
	i.Depth = max(i.Depth, 1)
	if len(i.PV) == 0 {
		i.PV = []movegen.Move{result.Move}
	}
	r.out.send(r.message(i))
}

// message returns the info line for i. Its rank goes where no client looks
// that does not know of it: behind everything else.
func (r *reporter) message(i search.Info) Message {
	m := infoMessage(r.rules, i)
	if r.ranks {
		m.Args = append(m.Args, Arg{Name: "multipv", Value: strconv.Itoa(max(i.Line, 1))})
	}
	return m
}
