package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"stupol/movegen"
	"stupol/protocol/hub"
	"stupol/search"
)

// A Peer is an engine that is another program, which whoever started the server has named. No
// request can name one.
type Peer struct {
	Name string // none other has it
	Line bool   // it is somebody at the other end of a line, who can only be played against: a Line
	Asks bool   // such a one asks for games; else it is asked

	// Start starts the program for games by some rules, with values of its parameters over those
	// that it was named with. Its error is a sentence for people, a *hub.UnfitError if it would be the
	// same again.
	Start func(context.Context, *movegen.Rules, map[string]string) (PeerEngine, error)
}

// A PeerEngine is a program that runs. What it says was made fit to be shown.
type PeerEngine interface {
	// Search is that of Engine; its error is a sentence for people, after which the program is of
	// no more use, or that of ctx. A result that has found nothing gives the game up.
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)

	Title() string       // what the program calls itself
	Params() []hub.Param // as it has declared them
	Close()              // ends it
}

// A program that has failed is started again after a pause: this times the square of its
// failures in a row.
const (
	peerPause  = 250 * time.Millisecond
	longestOut = 30 * time.Second
)

// errTurn is why an analysis ends for which another board has waited.
var errTurn = errors.New("another board thinks with this engine, too: they take turns")

// A seat is where a program runs: one process, whoever asks. Boards come one after the other, in
// the order in which they ask, and an analysis, which has no end, makes room for the next.
type seat struct {
	Peer
	timeouts timeouts
	turn     chan struct{} // holds a token while a board has the program

	// Of who has the turn.
	engine   PeerEngine // nil: it does not run
	rules    *movegen.Rules
	failures int // in a row
	failed   time.Time
	unfit    map[*movegen.Rules]error // of games that it cannot be started for

	mu      sync.Mutex
	line    Line              // of engine, if that is one
	owner   string            // tab that has the line
	held    int               // who plays over it, or listens to it
	values  map[string]string // of its parameters that pages have set
	stale   bool              // they were set since it was started
	anew    bool              // it is to be asked again for games that it was unfit for
	waiting int
	turns   int                     // that were taken
	tab     string                  // that has the turn, or had it last
	cancel  context.CancelCauseFunc // of who has the turn
	abort   context.CancelFunc      // of a start
	expiry  *time.Timer
	closed  bool
	known   *peerAnswer // what it has said of itself
}

func newSeats(peers []Peer, t timeouts) (all []*seat) {
	for _, p := range peers {
		all = append(all, &seat{Peer: p, timeouts: t, turn: make(chan struct{}, 1), unfit: map[*movegen.Rules]error{}})
	}
	return all
}

// seat returns the one of a name.
func (s *Server) seat(name string) (*seat, error) {
	i := slices.IndexFunc(s.seats, func(e *seat) bool { return e.Name == name })
	if i < 0 {
		return nil, refuse(http.StatusNotFound, "there is no such engine")
	}
	return s.seats[i], nil
}

// use calls do with the program, for games by rules r, when it is the turn of a tab. What the tab
// has it do already is ended first. A program whose do fails is ended, and started again for the
// next.
func (e *seat) use(ctx context.Context, tab string, r *movegen.Rules, do func(context.Context, PeerEngine) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := e.take(ctx, tab, cancel); err != nil {
		return err
	}
	defer e.leave()
	err := e.prepare(ctx, r)
	runs := err == nil
	if runs {
		err = do(ctx, e.engine)
	}
	unfit := (*hub.UnfitError)(nil)
	switch {
	case err == nil:
		e.failures = 0
	case errors.Is(err, context.Canceled), errors.Is(err, ctx.Err()): // it was told to stop, and has
	case errors.As(err, &unfit): // it does not run
	case runs && ctx.Err() != nil: // it has not stopped as it should, and nobody waits
		e.end()
	default:
		e.end()
		e.failures++
		e.failed = time.Now()
	}
	return err
}

// take waits for the turn of a tab.
func (e *seat) take(ctx context.Context, tab string, cancel context.CancelCauseFunc) error {
	e.mu.Lock()
	if e.tab == tab && e.cancel != nil && !e.Line {
		e.cancel(context.Canceled)
	}
	e.waiting++
	e.mu.Unlock()
	patience := time.NewTimer(e.timeouts.queue)
	defer patience.Stop()
	var err error
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		err = ctx.Err()
	case <-patience.C:
		err = refuse(http.StatusServiceUnavailable, fmt.Sprintf("%s thinks for another board", e.Name))
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.waiting--
	if err == nil && e.closed {
		<-e.turn
		err = refuse(http.StatusServiceUnavailable, "the server is ending")
	}
	if err != nil {
		return err
	}
	e.tab, e.cancel = tab, cancel
	e.turns++
	if e.expiry != nil {
		e.expiry.Stop()
	}
	return nil
}

// leave makes room for the next, and ends the program if for long nobody comes.
func (e *seat) leave() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cancel = nil
	e.expiry = time.AfterFunc(e.timeouts.seated, func() { e.free("") })
	<-e.turn
}

// prepare starts the program unless it runs as it should. It waits before that if it has failed,
// the longer the more often. A start goes on when who has asked for it has gone: a program that
// takes long for it would never run where positions change faster.
func (e *seat) prepare(ctx context.Context, r *movegen.Rules) error {
	values, stale := e.chosen()
	switch {
	case stale: // it is started again
	case e.engine != nil && e.rules == r:
		return nil
	case e.unfit[r] != nil: // what runs stays for others
		return e.unfit[r]
	}
	e.end()
	pause := min(time.Duration(e.failures*e.failures)*peerPause, longestOut)
	select {
	case <-time.After(time.Until(e.failed.Add(pause))):
	case <-ctx.Done():
		return ctx.Err()
	}
	engine, err := e.start(ctx, r, values)
	if unfit := (*hub.UnfitError)(nil); errors.As(err, &unfit) {
		e.unfit[r] = err
	}
	if err != nil {
		return err
	}
	e.engine, e.rules = engine, r
	e.mu.Lock()
	defer e.mu.Unlock()
	e.known = describePeer(engine)
	e.line, _ = engine.(Line)
	return ctx.Err()
}

// chosen returns the values of the parameters that pages have set, and whether that was since it was
// last called. With other values, or in another game of a page, the program may be fit for what it was
// unfit for.
func (e *seat) chosen() (values map[string]string, stale bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stale || e.anew {
		clear(e.unfit)
	}
	stale, e.stale, e.anew = e.stale, false, false
	return e.values, stale
}

// forget has the program asked again for games that it was unfit for.
func (e *seat) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.anew = true
}

// start starts the program, unless ctx is done before, or free or close is called.
func (e *seat) start(ctx context.Context, r *movegen.Rules, values map[string]string) (PeerEngine, error) {
	starting, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	e.mu.Lock()
	err := ctx.Err()
	e.abort = abort
	e.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return e.Start(starting, r, values)
}

// stop has who has the turn stop. It is called with mu held.
func (e *seat) stop() {
	if e.cancel != nil {
		e.cancel(context.Canceled)
	}
	if e.abort != nil {
		e.abort()
	}
}

// end ends the program. It is called by who has the turn.
func (e *seat) end() {
	if e.engine != nil {
		e.mu.Lock()
		e.line = nil
		e.mu.Unlock()
		e.engine.Close()
		e.engine = nil
	}
}

// share calls cancel if another board waits when the search has lasted as long as it has a right to,
// or later.
func (e *seat) share(ctx context.Context, right time.Duration, cancel context.CancelCauseFunc) {
	timer := time.NewTimer(right)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			timer.Reset(e.timeouts.turn)
		}
		e.mu.Lock()
		waiting := e.waiting
		e.mu.Unlock()
		if waiting > 0 {
			cancel(errTurn)
		}
	}
}

// free ends the program of a tab that has gone, unless another one has it now or waits for it;
// "" is any that does nothing.
func (e *seat) free(tab string) {
	e.mu.Lock()
	theirs := tab == "" || e.tab == tab
	if !theirs || e.waiting > 0 || e.held > 0 || (tab == "" && e.cancel != nil) {
		e.mu.Unlock()
		return
	}
	e.stop()
	last := e.turns
	e.mu.Unlock()
	e.turn <- struct{}{}
	e.mu.Lock()
	others := e.turns != last
	e.mu.Unlock()
	if !others {
		e.end()
	}
	<-e.turn
}

// close ends the program for good.
func (e *seat) close() {
	e.mu.Lock()
	e.closed = true
	e.stop()
	if e.expiry != nil {
		e.expiry.Stop()
	}
	e.mu.Unlock()
	e.turn <- struct{}{}
	e.end()
	<-e.turn
}

// searchPeer has a program think.
func (s *Server) searchPeer(ctx context.Context, w http.ResponseWriter, q *searchRequest, g *movegen.Game) error {
	e, err := s.seat(q.Engine)
	if err != nil {
		return err
	}
	l, err := q.limits(g)
	switch {
	case err != nil:
		return err
	case q.Pass || len(l.Moves) > 0 || q.Depth > 0 || q.Nodes > 0 || (q.Play && l.MoveTime == 0 && l.Clock == nil):
		return refuse(http.StatusBadRequest, errQuestion)
	case !q.Play && e.Line:
		return refuse(http.StatusBadRequest, fmt.Sprintf("%s speaks DXP, and can only be played against", e.Name))
	case g.Result().Outcome != movegen.Ongoing:
		return refuse(http.StatusBadRequest, "the game is over")
	}
	if q.Fresh {
		e.forget()
	}
	right := s.timeouts.turn
	if q.Play {
		right = s.timeouts.move
	}
	out := newStream(w, s.timeouts)
	out.begin() // it may take long until it is its turn
	if e.Line {
		out.end(s.searchLine(ctx, e, q, g, l, out))
		return nil
	}
	began := time.Now()
	var cause error
	err = e.use(ctx, q.Tab, g.Rules(), func(ctx context.Context, engine PeerEngine) error {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		go e.share(ctx, right, cancel)
		err := think(ctx, scaled{engine, s.evals.of(g.Rules()).Scale()}, g, later(l, time.Since(began)), out)
		cause = context.Cause(ctx)
		return err
	})
	if err != nil && cause == errTurn {
		err = errTurn
	}
	out.end(err)
	return nil
}

// later returns limits of which some time has passed: the clock of a game runs while a program is
// started, or thinks for another board.
func later(l search.Limits, passed time.Duration) search.Limits {
	if l.Clock != nil {
		clock := *l.Clock
		// Below 0 where the increment of the move is what is left; something is left, or programs are told of no time.
		clock.Remaining = max(clock.Remaining-passed, time.Millisecond-clock.Increment)
		l.Clock = &clock
	}
	return l
}

// A scaled engine has scores that are taken for those of Stupol: nobody knows what others mean.
type scaled struct {
	PeerEngine
	scale float64
}

// Scale is that of Stupol.
func (s scaled) Scale() float64 { return s.scale }

// An engineAnswer is an engine that boards may choose.
type engineAnswer struct {
	Name     string `json:"name"`
	Analyses bool   `json:"analyses"`       // else it can only be played against
	Asks     bool   `json:"asks,omitempty"` // for games, by itself
}

// describeSeats returns all engines but Stupol.
func (s *Server) describeSeats() (all []engineAnswer) {
	for _, e := range s.seats {
		all = append(all, engineAnswer{e.Name, !e.Line, e.Asks})
	}
	return all
}
