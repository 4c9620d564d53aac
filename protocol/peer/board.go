package peer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"stupol/movegen"
	"stupol/protocol/hub"
	"stupol/search"
)

// A BoardEngine is a program that a board has started: it is asked like the search in this
// process, and its errors are sentences for people, which begin with the program's name. After
// an error it is of no more use.
type BoardEngine interface {
	// Search is that of search.Engine. Limits are of time, or none with Analyze. A result that
	// has found nothing gives the game up. When ctx is done the program has stopped before
	// Search returns; that of one which has not is another error than that of ctx.
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)

	// Title is what the program calls itself, and Params are its parameters.
	Title() string
	Params() []hub.Param

	// Close ends the program.
	Close()
}

// How long a program for a board may take. Within a match its clock says so.
const (
	readyTime  = 20 * time.Second // to start
	lateTime   = 5 * time.Second  // longer than it was told
	stopTime   = 3 * time.Second  // to stop
	silentTime = 30 * time.Second // until its first word in an analysis
)

// What is kept of the texts of a program for a board, and what it may write at once.
const (
	longestSaid  = 126 // letters: as many as fit into a chat of DXP
	longestWords = 300 // letters, of a program that has ended
	longestLine  = 60  // moves
	mostLines    = 10
	mostParams   = 100
	mostValues   = 50
	mostWritten  = 16 << 20
)

// Offered returns the engines for a board: those of a file, and those of a command line, which
// take the place of one of the file that they name. They have no limits: who plays sets them.
func (c Config) Offered(texts []string) ([]EngineConfig, error) {
	var all []EngineConfig
	named := map[string]bool{}
	for _, text := range texts {
		e, err := c.ParseEngine(text, Limits{})
		if err != nil {
			return nil, err
		}
		all = append(all, e)
		what, _ := cutCommand(text)
		named[what] = true
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		e, err := c.engine(name, EngineConfig{})
		if err != nil {
			return nil, err
		}
		if !named[name] {
			all = append(all, e)
		}
	}
	seen := map[string]bool{}
	for i := range all {
		e := &all[i]
		e.Limits, e.MaxOutput, e.Name = Limits{}, mostWritten, said(e.Name)
		switch err := e.validate(); {
		case err != nil:
			return nil, err
		case e.Name == "":
			return nil, errors.New("an engine has no name: name=... gives it one")
		case e.Protocol == Self:
			return nil, errors.New("self is Stupol, which the board has")
		case seen[e.Name]:
			return nil, fmt.Errorf("two engines are named %s: name=... gives one another name", e.Name)
		}
		seen[e.Name] = true
	}
	return all, nil
}

// IsOpponent reports whether Open returns an Opponent: over DXP there are only games.
func (e *EngineConfig) IsOpponent() bool { return e.Protocol == DXP }

// Open starts the program for a board on which games by rules r are played, with parameters over
// those of e. The error is a *hub.UnfitError if the program does not play that game, or has no such
// parameter.
func (e *EngineConfig) Open(ctx context.Context, r *movegen.Rules, params map[string]string) (BoardEngine, error) {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	opened, err := e.open(ctx, r, params)
	switch {
	case err == nil: // even if ctx has ended since: it has to be closed
		return opened, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("%s was not ready within %d seconds", e.Name, int(readyTime.Seconds()))
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	why := fmt.Sprintf("%s cannot be started: %s", e.Name, lastWords(err.Error()))
	if unfit := (*hub.UnfitError)(nil); errors.As(err, &unfit) {
		return nil, &hub.UnfitError{Why: why}
	}
	return nil, errors.New(why)
}

// open starts the program. What fails is left to Open.
func (e *EngineConfig) open(ctx context.Context, r *movegen.Rules, params map[string]string) (BoardEngine, error) {
	if e.Protocol == DXP {
		return openOpponent(ctx, e, r)
	}
	h, err := StartHub(ctx, e, unlogged{})
	if err != nil {
		return nil, err
	}
	all := maps.Clone(e.Params)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, params)
	defer h.endIfStuck(ctx, stopTime)()
	if err := h.Init(ctx, r, all); err != nil {
		_ = h.Close()
		return nil, err
	}
	return &boardHub{h, e.Name, all}, nil
}

// unlogged is a log that nobody keeps.
type unlogged struct{}

func (unlogged) Sent(string)     {}
func (unlogged) Received(string) {}
func (unlogged) Stderr(string)   {}

// said returns a text of a stranger as people may see it.
func said(text string) string { return cut(text, longestSaid) }

// lastWords returns the last words of a program as people may see them.
func lastWords(text string) string { return cut(text, longestWords) }

// cut returns a text of so many letters at most.
func cut(text string, most int) string {
	letters := []rune(movegen.Visible(text[:min(len(text), 4*most)]))
	if len(letters) <= most {
		return string(letters)
	}
	return string(letters[:most-1]) + "…"
}

// A boardHub is a program that speaks Hub.
type boardHub struct {
	*HubEngine
	name   string
	values map[string]string // that its parameters were set to
}

// Title returns what the program calls itself.
func (h *boardHub) Title() string { return said(h.Name()) }

// Params returns its parameters, as many as people can read, with the values that they were set
// to; texts are as declared, for those of a command line may name files. Which game is played is
// for the board to say.
func (h *boardHub) Params() []hub.Param {
	var all []hub.Param
	for _, p := range h.Client.Params() {
		if len(all) == mostParams || p.Name == "variant" || p.Name != said(p.Name) {
			continue
		}
		if value, ok := h.values[p.Name]; ok && p.Settable() {
			p.Value = value
		}
		p.Value, p.Type, p.Min, p.Max = said(p.Value), said(p.Type), said(p.Min), said(p.Max)
		p.Values = p.Values[:min(len(p.Values), mostValues)]
		for i, value := range p.Values {
			p.Values[i] = said(value)
		}
		all = append(all, p)
	}
	return all
}

// errSilent is why an analysis ends in which the program says nothing.
var errSilent = errors.New("silent")

// Search has the program search.
func (h *boardHub) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	late := time.AfterFunc(patience(l), func() { cancel(errSilent) })
	defer late.Stop()
	defer h.endIfStuck(limited, 2*stopTime)() // failure waits, too
	began := time.Now()
	var last search.Info
	a, err := h.HubEngine.Search(limited, g, l, func(i hub.Info) {
		if l.Analyze {
			late.Stop() // later depths may take any time
		}
		if info, ok := infoOf(g, i, time.Since(began)); ok {
			if info.Line == 1 {
				last = info
			}
			onInfo(info)
		}
	})
	switch {
	case err != nil:
		return search.Result{}, h.failure(ctx, limited, l, err)
	case last.PV == nil || last.PV[0] != a.Move:
		last = search.Info{Line: 1, Depth: a.Info.Depth, Score: scoreOf(a.Info), Nodes: a.Info.Nodes, Time: time.Since(began), PV: []movegen.Move{a.Move}}
	}
	return search.Result{Info: last, Move: a.Move, Found: true}, nil
}

// failure returns what people are told of an error of a search, or the error of ctx if the
// program has stopped as it should.
func (h *boardHub) failure(ctx, limited context.Context, l search.Limits, err error) error {
	var illegal *hub.MoveError
	var gone *CrashError
	switch {
	case errors.As(err, &illegal):
		return fmt.Errorf("%s has played a move that is not legal: %s", h.name, said(illegal.Error()))
	case errors.Is(err, hub.ErrNoMove):
		return fmt.Errorf("%s has answered without a move", h.name)
	case context.Cause(limited) == errSilent && ctx.Err() == nil:
		return silence(h.name, l)
	case ctx.Err() != nil && !errors.As(err, &gone):
		settling, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer cancel()
		if h.Settle(settling) != nil {
			return unstopped(h.name)
		}
		return ctx.Err()
	}
	return fmt.Errorf("%s has ended: %s", h.name, lastWords(err.Error()))
}

// Close ends the program.
func (h *boardHub) Close() { _ = h.HubEngine.Close() }

// patience returns how long a program may say nothing: in an analysis until its first word, else
// until it has moved.
func patience(l search.Limits) time.Duration {
	switch {
	case l.Analyze:
		return silentTime
	case l.Clock != nil:
		return l.Clock.Available() + lateTime
	}
	return l.MoveTime + lateTime
}

// silence returns the error of a program that was waited for in vain.
func silence(name string, l search.Limits) error {
	if l.Analyze {
		return fmt.Errorf("%s has said nothing for %d seconds", name, int(silentTime.Seconds()))
	}
	return fmt.Errorf("%s has not moved in its time", name)
}

// unstopped returns the error of a program that goes on after it was told to stop.
func unstopped(name string) error { return fmt.Errorf("%s has not stopped when it was told to", name) }

// scoreOf returns a score within those of an evaluation: what a program says of wins is none of
// our distances.
func scoreOf(i hub.Info) search.Score { return min(max(i.Score, -search.MaxEval), search.MaxEval) }

// infoOf returns what a program has found, as far as its line is legal, and whether there is
// anything.
func infoOf(g *movegen.Game, i hub.Info, passed time.Duration) (search.Info, bool) {
	r, p := g.Rules(), *g.Position()
	info := search.Info{Line: i.Rank, Depth: i.Depth, Score: scoreOf(i), Nodes: i.Nodes, Time: passed}
	for _, text := range i.PV {
		m, err := r.ParseHubMove(&p, text)
		if err != nil || len(info.PV) == longestLine {
			break
		}
		info.PV = append(info.PV, m)
		p = r.Play(&p, m)
	}
	return info, i.Scored && len(info.PV) > 0 && i.Rank <= mostLines
}
