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
	Name     string // none other has it
	Analyses bool   // else it can only be played against

	// Start starts the program for games by some rules, with values of its parameters over those
	// that it was named with. Its error is a sentence for people.
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

	mu      sync.Mutex
	values  map[string]string // of its parameters that pages have set
	stale   bool              // they were set since it was started
	waiting int
	tab     string                  // that has the turn, or had it last
	cancel  context.CancelCauseFunc // of who has the turn
	expiry  *time.Timer
	closed  bool
	known   *peerAnswer // what it has said of itself
}

func newSeats(peers []Peer, t timeouts) (all []*seat) {
	for _, p := range peers {
		all = append(all, &seat{Peer: p, timeouts: t, turn: make(chan struct{}, 1)})
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
	if err == nil {
		err = do(ctx, e.engine)
	}
	switch {
	case err == nil:
		e.failures = 0
	case errors.Is(err, context.Canceled): // it was told to stop, and has
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
	if e.tab == tab && e.cancel != nil {
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
// the longer the more often.
func (e *seat) prepare(ctx context.Context, r *movegen.Rules) error {
	e.mu.Lock()
	values, stale := e.values, e.stale
	e.stale = false
	e.mu.Unlock()
	if e.engine != nil && e.rules == r && !stale {
		return nil
	}
	e.end()
	pause := min(time.Duration(e.failures*e.failures)*peerPause, longestOut)
	select {
	case <-time.After(time.Until(e.failed.Add(pause))):
	case <-ctx.Done():
		return ctx.Err()
	}
	engine, err := e.Start(ctx, r, values)
	if err != nil {
		return err
	}
	e.engine, e.rules = engine, r
	e.mu.Lock()
	defer e.mu.Unlock()
	e.known = describePeer(engine)
	return nil
}

// end ends the program. It is called by who has the turn.
func (e *seat) end() {
	if e.engine != nil {
		e.engine.Close()
		e.engine = nil
	}
}

// share ends an analysis after its turn if another board waits.
func (e *seat) share(ctx context.Context) {
	ticker := time.NewTicker(e.timeouts.turn)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		e.mu.Lock()
		if e.waiting > 0 && e.cancel != nil {
			e.cancel(errTurn)
		}
		e.mu.Unlock()
	}
}

// free ends the program of a tab that has gone, unless another one has it now or waits for it;
// "" is any that does nothing.
func (e *seat) free(tab string) {
	e.mu.Lock()
	theirs := tab == "" || e.tab == tab
	if !theirs || e.waiting > 0 || (tab == "" && e.cancel != nil) {
		e.mu.Unlock()
		return
	}
	if e.cancel != nil {
		e.cancel(context.Canceled)
	}
	e.mu.Unlock()
	e.turn <- struct{}{}
	e.end()
	<-e.turn
}

// close ends the program for good.
func (e *seat) close() {
	e.mu.Lock()
	e.closed = true
	if e.cancel != nil {
		e.cancel(context.Canceled)
	}
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
	case !q.Play && !e.Analyses:
		return refuse(http.StatusBadRequest, fmt.Sprintf("%s speaks DXP, and can only be played against", e.Name))
	case g.Result().Outcome != movegen.Ongoing:
		return refuse(http.StatusBadRequest, "the game is over")
	}
	out := newStream(w, s.timeouts)
	out.begin() // it may take long until it is its turn
	var cause error
	err = e.use(ctx, q.Tab, g.Rules(), func(ctx context.Context, engine PeerEngine) error {
		if !q.Play {
			go e.share(ctx)
		}
		err := think(ctx, scaled{engine, s.evals.of(g.Rules()).Scale()}, g, l, out)
		cause = context.Cause(ctx)
		return err
	})
	if err != nil && cause == errTurn {
		err = errTurn
	}
	out.end(err)
	return nil
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
	Analyses bool   `json:"analyses"`
}

// describeSeats returns all engines but Stupol.
func (s *Server) describeSeats() (all []engineAnswer) {
	for _, e := range s.seats {
		all = append(all, engineAnswer{e.Name, e.Analyses})
	}
	return all
}
