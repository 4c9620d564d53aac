package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"os"
	"time"

	"stupol/book"
	"stupol/cmd/build"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/gate"
	"stupol/protocol/library"
	"stupol/protocol/params"
	"stupol/protocol/web"
)

// Web is `stupol web`.
type Web struct {
	flags.Evaluation `embed:""`
	Open             bool   `help:"Open the board in the browser."`
	Listen           string `default:"127.0.0.1:27580" placeholder:"ADDR" help:"The port to serve, or host:port; port 0 is any that is free (default: ${default})."`
	Token            string `env:"STUPOL_TOKEN" placeholder:"WORD" help:"Let only those in who know this word (default: the environment's STUPOL_TOKEN, or else one made up if other machines can reach the page)."`
	Threads          int    `placeholder:"N" help:"The most processors a board may think with (default: all there are)."`
	Hash             int    `default:"256" placeholder:"MB" help:"The most memory a board may think with (default: ${default})."`
	Engines          int    `default:"4" placeholder:"N" help:"How many boards may think at a time (default: ${default})."`
	Library          string `short:"l" placeholder:"FILE" file:"library" help:"A library of games to look things up in, and to add games to."`

	Engine []string `sep:"none" placeholder:"ENGINE" help:"Another engine to play against and to analyse with, as for stupol match; several times for several."`
	Config string   `placeholder:"FILE" file:"read" type:"path" help:"Such engines by name, in TOML, as for stupol match."`

	flags.UseEndgames `embed:""`
	flags.UseBook     `embed:""`
}

// Help is the manual.
func (Web) Help() string {
	return `Serves a board for a browser until it is interrupted: to play against Stupol, to
analyse, to read and write games. Games stay in the browser, which keeps them for
each port apart; the page needs nothing from the internet, writes no file of this
machine but the library, and reads none but those that flags name.

With --library the page tells how the games of a library, as stupol games add makes it,
went on from the position on the board, and finds games by players, years, results and a
pattern drawn on the board. Pages of this machine, at localhost, can add files to it;
others can only look. Nothing is ever removed.

With --engine and --config other engines are on the board, too: programs that speak
Hub, with their commands ("./scan hub"; protocol=hub1 after a comma for Scan 2.0), and
programs or people who speak DXP. One plays against them, and those that speak
Hub analyse beside Stupol. Each is one process for all boards, which take turns; it is
started when it is wanted, again if it fails, and ended when nobody uses it. Only these
flags name programs and addresses. Pages of this machine can set parameters, but no texts,
which may name files: param.NAME=VALUE does that here.

Over DXP we connect (dxp=ADDR) or wait for a line (protocol=dxp,listen=ADDR), and ask for
games, or with asks=true take those that are asked for. A line that breaks is made again,
and the game goes on. DXP has no passwords: other machines reach only a listen=ADDR that
is not of this machine alone.

Only browsers of this machine can open it. To let others in name an address of
this machine: the page then has a token that its users have to know, part of the
address that is printed, made up at each start unless --token says it. It goes over
the network as it is, as do the games: use it among friends, or through a tunnel
(ssh -L 8080:127.0.0.1:8080).

Examples:

    stupol web --open
    stupol web --listen 8080
    stupol web --open --library my.games
    stupol web --open --engine "./scan hub" --engine name=Moby,dxp=localhost:27531
    stupol web --open --engine name=Anna,protocol=dxp,listen=:27531,asks=true
    stupol web --listen 0.0.0.0:8080`
}

// defaultWebHash is the default of --hash. Engines take less where there is less.
const defaultWebHash = 256

// Validate checks the flags.
func (c Web) Validate() error {
	return cmp.Or(
		flags.CheckPage("listen", c.Listen, c.Token),
		c.UseEndgames.Validate(),
		c.UseBook.Validate(),
		flags.Within("threads", c.Threads, 0, flags.MaxThreads),
		flags.Within("hash", c.Hash, 1, max(defaultWebHash, int(flags.Memory()>>20))),
		flags.Within("engines", c.Engines, 1, 64),
	)
}

// at returns the host and port to serve.
func (c Web) at() string { return flags.HostAndPort(c.Listen) }

// Run serves until it is interrupted.
func (c Web) Run(w io.Writer) error {
	if err := c.checkFiles(); err != nil {
		return err
	}
	peers, err := c.peers()
	if err != nil {
		return err
	}
	addable, err := c.prepareLibrary()
	if err != nil {
		return err
	}
	c.Token = flags.TokenFor(c.at(), c.Token)
	l, err := gate.Listen(context.Background(), c.at())
	if err != nil {
		return c.explain(err)
	}
	defer l.Close()
	options := c.options()
	options.Peers, options.LibraryAdd = peers, addable
	server := web.New(options)
	if _, err := fmt.Fprintf(w, "Stupol is at %s\nCtrl-C ends it.\n", web.Address(l.Addr(), c.Token)); err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	if c.Open {
		failed := func(err error) { fmt.Fprintln(console.Stderr, "stupol: --open:", err) }
		remove, err := web.Show(web.Address(l.Addr(), c.Token), c.Token != "", failed)
		defer remove()
		if err != nil {
			failed(err)
		}
	}
	return server.Serve(ctx, l)
}

// prepareLibrary makes the library, if there is none, and reports whether games can be added to
// it. One that cannot be written can be read.
func (c Web) prepareLibrary() (addable bool, err error) {
	if c.Library == "" {
		return false, nil
	}
	_, err = os.Stat(c.Library)
	isNew := errors.Is(err, fs.ErrNotExist)
	l, err := library.Open(c.Library)
	if err == nil && isNew {
		fmt.Fprintf(console.Stderr, "%s: a new library\n", movegen.Visible(c.Library)) // or a mistake in its name
	}
	if err != nil {
		if l, err2 := library.OpenReadOnly(c.Library); err2 == nil {
			return false, l.Close()
		}
		return false, err
	}
	return true, l.Close()
}

// openLibrary opens the library, to look things up or to add games. There is one since
// prepareLibrary: where it is gone no other is made.
func (c Web) openLibrary(write bool) (web.Library, error) {
	open := library.OpenReadOnly
	if write {
		open = library.OpenExisting
	}
	l, err := open(c.Library)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// explain says what to do about an address that cannot be listened at, if somebody else
// already does. Another port would work, and would be without the games that the browser
// has kept for this one.
func (c Web) explain(err error) error {
	other, dialErr := net.DialTimeout("tcp", c.at(), time.Second)
	if dialErr != nil {
		return err
	}
	other.Close()
	_, port, _ := net.SplitHostPort(c.at())
	return fmt.Errorf("port %s is taken: if another stupol web has it, the board and its games are at http://%s/; if another program has it, name a free port, as --listen 8080", port, other.RemoteAddr())
}

// options returns what the server offers.
func (c Web) options() web.Options {
	host, _, _ := net.SplitHostPort(c.at())
	o := web.Options{
		Version:   build.Version(),
		Maker:     params.Maker{EvalFile: c.EvalFile, AnyGame: true, MaxTable: flags.MaxTable()},
		BookPlies: c.BookPly, BookMargin: c.Margin(),
		Endgames: c.OpenEndgames,
		Book:     c.openBook,
		Eval:     c.evaluation,
		Engines:  c.Engines,
		Threads:  flags.ThreadsOr(c.Threads),
		Hash:     c.Hash,
		Token:    c.Token,
		Remote:   !web.IsLoopback(host),
		HostName: host,
		Log:      log.New(console.Stderr, "stupol: ", 0),
	}
	if c.Library != "" {
		o.Library = c.openLibrary
	}
	return o
}

// evaluation returns the evaluation of r. A file of weights is of one game; the
// others have their own.
func (c Web) evaluation(r *movegen.Rules) *eval.Evaluator {
	e, err := c.Evaluator(r)
	if err != nil {
		return eval.Default(r)
	}
	return e
}

// openBook returns the opening book of r. A file is of one game; the others have
// their own.
func (c Web) openBook(r *movegen.Rules) *book.Book {
	v := params.Defaults()
	b, err := c.OpenBook(&v, r)
	if err != nil {
		embedded := c.UseBook
		embedded.BookFile = params.Embedded
		b, _ = embedded.OpenBook(&v, r) // the program has it
	}
	return b
}

// checkFiles returns an error if a file that was named is good for no game.
func (c Web) checkFiles() error {
	return cmp.Or(
		goodForOne(func(r *movegen.Rules) error { _, err := c.Evaluator(r); return err }),
		goodForOne(func(r *movegen.Rules) error {
			v := params.Defaults()
			_, err := c.OpenBook(&v, r)
			return err
		}),
	)
}

// goodForOne returns nil if open succeeds for one of the games, and else its first
// error.
func goodForOne(open func(*movegen.Rules) error) (first error) {
	for _, r := range movegen.Variants() {
		err := open(r)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}
