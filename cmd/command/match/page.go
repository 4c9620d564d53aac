package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"

	"stupol/bench/match"
	"stupol/bench/trials"
	"stupol/bench/watch"
	"stupol/cmd/build"
	"stupol/cmd/console"
	"stupol/cmd/flags"
	"stupol/protocol/gate"
	"stupol/protocol/web"
)

// pageFlags say where games are watched, and by whom.
type pageFlags struct {
	Web   string      `placeholder:"ADDR" help:"Serve a page on which the games are watched, at a port or host:port, until they have ended."`
	Board flags.Board `default:"${board}" placeholder:"ADDR" help:"Where finished games on the page of --web find the board, to be analysed: the port or host:port of stupol web, or an address with http:// (default: ${board})."`
	Token string      `env:"STUPOL_TOKEN" placeholder:"WORD" help:"Let only those watch who know this word (default: as for stupol web)."`
}

// check checks the address.
func (c pageFlags) check() error {
	if c.Web == "" {
		return nil
	}
	return flags.CheckPage("web", c.Web, c.Token)
}

// A matchPage is the page on which a match is watched. Nil is none.
type matchPage struct {
	server *watch.Server
	cancel func()
	served chan error
}

// serve serves the page of --web until it is closed.
func (c pageFlags) serve(ctx context.Context) (*matchPage, error) {
	if c.Web == "" {
		return nil, nil
	}
	at := flags.HostAndPort(c.Web)
	token := flags.TokenFor(at, c.Token)
	l, err := gate.Listen(ctx, at)
	if err != nil {
		return nil, fmt.Errorf("--web: %w", err)
	}
	host, _, _ := net.SplitHostPort(at)
	p := &matchPage{served: make(chan error, 1)}
	p.server = watch.New(watch.Options{
		Token: token, Remote: !web.IsLoopback(host), HostName: host, Analyse: string(c.Board), Log: log.New(console.Stderr, "stupol: ", 0),
	})
	fmt.Fprintf(console.Stderr, "The page is at %s\n", web.Address(l.Addr(), token))
	ctx, p.cancel = context.WithCancel(context.WithoutCancel(ctx)) // who watches an interrupted match hears that it has ended
	go func() { p.served <- p.server.Serve(ctx, l) }()
	return p, nil
}

// begin shows a match with the games of an earlier run, and the games that are played.
func (p *matchPage) begin(m *match.Match, s *match.Standings, earlier []*match.Game) {
	if p != nil {
		p.server.Begin(m, s, earlier)
		m.OnPly = p.server.Ply
	}
}

// beginTrial shows a trial that begins or goes on, and the games that are played of it.
func (p *matchPage) beginTrial(q *trials.Queue, t *trials.Test) {
	if p == nil {
		return
	}
	earlier, err := q.Games(t)
	if err != nil {
		fmt.Fprintln(console.Stderr, "stupol: --web:", err) // the trial goes on without them
	}
	p.server.BeginTrial(t, earlier)
	t.Match.OnPly = p.server.Ply
}

// endTrial shows a trial that has ended with err.
func (p *matchPage) endTrial(t *trials.Test, err error) {
	if p != nil {
		p.server.EndTrial(t, err)
	}
}

// showTrials shows how the trials of a queue stand before it goes on.
func (p *matchPage) showTrials(q *trials.Queue) {
	if p != nil {
		_ = q.Load() // a journal that cannot be read is told when its turn comes
		p.server.ShowTrials(q)
	}
}

// finished shows a game that has ended.
func (p *matchPage) finished(g *match.Game, s *match.Standings) {
	if p != nil {
		p.server.Finished(g, s)
	}
}

// replace shows a match as its journals have it.
func (p *matchPage) replace(now match.Progress) {
	if p != nil {
		p.server.Replace(now)
	}
}

// wait serves a match that is over until ctx is done.
func (p *matchPage) wait(ctx context.Context) {
	if p != nil {
		p.server.End()
		fmt.Fprintln(console.Stderr, "The match is over; Ctrl-C ends the page.")
		<-ctx.Done()
	}
}

// close ends the page.
func (p *matchPage) close() {
	if p == nil {
		return
	}
	p.server.End()
	p.cancel()
	if err := <-p.served; err != nil && !errors.Is(err, net.ErrClosed) {
		fmt.Fprintln(console.Stderr, "stupol: --web:", err)
	}
}

// writeReport writes the --report, if one is wanted.
func (c Match) writeReport(m *match.Match, s *match.Standings, h match.Header, games []*match.Game) error {
	if c.Report == "" {
		return nil
	}
	return flags.WriteFile(c.Report, flags.NewFile(c.Force), func(w io.Writer) error {
		return watch.WriteReport(w, m, &h, s, games, "Stupol "+build.Version(), c.Language.Language)
	})
}
