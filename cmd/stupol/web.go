package main

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"html"
	"io"
	"log"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"stupol/book"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/web"
	"stupol/search"
)

// webCmd is `stupol web`.
type webCmd struct {
	evalFlag `embed:""`
	Open     bool   `help:"Open the board in the browser."`
	Listen   string `default:"127.0.0.1:0" placeholder:"ADDR" help:"The port to serve, or host:port; port 0 is any that is free (default: ${default})."`
	Token    string `env:"STUPOL_TOKEN" placeholder:"WORD" help:"Let only those in who know this word (default: the environment's STUPOL_TOKEN, or else one made up if other machines can reach the page)."`
	Threads  int    `placeholder:"N" help:"The most processors a board may think with (default: all there are)."`
	Hash     int    `default:"256" placeholder:"MB" help:"The most memory a board may think with (default: ${default})."`
	Engines  int    `default:"4" placeholder:"N" help:"How many boards may think at a time (default: ${default})."`

	endgameUseFlags `embed:""`
	bookUseFlags    `embed:""`
}

// Help is the manual.
func (webCmd) Help() string {
	return `Serves a board for a browser until it is interrupted: to play against Stupol, to
analyse, to read and write games. Games stay in the browser; the page needs
nothing from the internet, and no file of this machine is read or written.

Only browsers of this machine can open it. To let others in name an address of
this machine: the page then has a token that its users have to know, part of the
address that is printed, made up at each start unless --token says it. It goes over
the network as it is, as do the games: use it among friends, or through a tunnel
(ssh -L 8080:127.0.0.1:8080).

Examples:

    stupol web --open
    stupol web --listen 8080
    stupol web --listen 0.0.0.0:8080`
}

// defaultWebHash is the default of --hash. Engines take less where there is less.
const defaultWebHash = 256

// shortestToken is the least length of a token that users choose. The server lets it be
// tried once a second.
const shortestToken = 8

// Validate checks the flags.
func (c webCmd) Validate() error {
	_, _, err := net.SplitHostPort(c.at())
	switch {
	case err != nil:
		return fmt.Errorf("--listen: %q is neither a port nor of the form host:port", c.Listen)
	case c.Token != "" && len(c.Token) < shortestToken:
		return fmt.Errorf("--token: shorter than %d letters", shortestToken)
	case strings.ContainsFunc(c.Token, func(r rune) bool { return r < ' ' }):
		return errors.New("--token: not in one line")
	}
	return cmp.Or(
		c.endgameUseFlags.Validate(),
		c.bookUseFlags.Validate(),
		within("threads", c.Threads, 0, maxThreads),
		within("hash", c.Hash, 1, max(defaultWebHash, int(memory()>>20))),
		within("engines", c.Engines, 1, 64),
	)
}

// at returns the host and port to serve: of a port alone the host is this machine.
func (c webCmd) at() string {
	if _, err := strconv.ParseUint(c.Listen, 10, 16); err == nil {
		return net.JoinHostPort("127.0.0.1", c.Listen)
	}
	return c.Listen
}

// isLoopback reports whether only this machine can reach a host.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Run serves until it is interrupted.
func (c webCmd) Run(w io.Writer) error {
	if err := c.checkFiles(); err != nil {
		return err
	}
	if host, _, _ := net.SplitHostPort(c.at()); c.Token == "" && !isLoopback(host) {
		c.Token = rand.Text()
	}
	l, err := net.Listen("tcp", c.at())
	if err != nil {
		return err
	}
	defer l.Close()
	server := web.New(c.options())
	if _, err := fmt.Fprintf(w, "Stupol is at %s\nCtrl-C ends it.\n", c.address(l.Addr())); err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	if c.Open {
		remove, err := c.show(l.Addr())
		defer remove()
		if err != nil {
			fmt.Fprintln(os.Stderr, "stupol: --open:", err)
		}
	}
	return server.Serve(ctx, l)
}

// options returns what the server offers.
func (c webCmd) options() web.Options {
	host, _, _ := net.SplitHostPort(c.at())
	return web.Options{
		Version: version(),
		NewEngine: func(o search.Options) (_ web.Engine, err error) {
			o.Eval, o.BookPlies, o.BookMargin = c.evaluation(o.Rules), c.BookPly, search.Score(c.BookMargin)
			e, err := newEngine(o)
			if err != nil {
				return nil, err
			}
			return e, nil
		},
		Endgames: c.open,
		Book:     c.openBook,
		Scale:    func(r *movegen.Rules) float64 { return c.evaluation(r).Scale() },
		Engines:  c.Engines,
		Threads:  threadsOr(c.Threads),
		Hash:     c.Hash,
		Token:    c.Token,
		Remote:   !isLoopback(host),
		HostName: host,
		Log:      log.New(os.Stderr, "stupol: ", 0),
	}
}

// evaluation returns the evaluation of r. A file of weights is of one game; the
// others have their own.
func (c webCmd) evaluation(r *movegen.Rules) *eval.Evaluator {
	e, err := c.evaluator(r)
	if err != nil {
		return eval.Default(r)
	}
	return e
}

// openBook returns the opening book of r. A file is of one game; the others have
// their own.
func (c webCmd) openBook(r *movegen.Rules) *book.Book {
	v := params.Defaults()
	b, err := c.set(&v, r)
	if err != nil {
		flags := c.bookUseFlags
		flags.BookFile = params.Embedded
		b, _ = flags.set(&v, r) // the program has it
	}
	return b
}

// checkFiles returns an error if a file that was named is good for no game.
func (c webCmd) checkFiles() error {
	return cmp.Or(
		goodForOne(func(r *movegen.Rules) error { _, err := c.evaluator(r); return err }),
		goodForOne(func(r *movegen.Rules) error {
			v := params.Defaults()
			_, err := c.set(&v, r)
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

// address returns where a browser finds the page.
func (c webCmd) address(at net.Addr) string {
	host, port, _ := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = outside()
	}
	u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/"}
	if c.Token != "" {
		u.RawQuery = url.Values{"token": {c.Token}}.Encode()
	}
	return u.String()
}

// outside returns an address of this machine that others may know.
func outside() string {
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	return "127.0.0.1"
}

// show opens the page in the browser. A token does not go on a command line, which all users
// of the machine can see, but by way of a file that is this user's alone; remove
// removes it.
func (c webCmd) show(at net.Addr) (remove func(), err error) {
	address := c.address(at)
	if c.Token == "" {
		return func() {}, openBrowser(address)
	}
	file, err := os.CreateTemp("", "stupol-*.html") // with mode 0600
	if err != nil {
		return func() {}, err
	}
	remove = func() { _ = os.Remove(file.Name()) } // in the system's folder for such files
	_, err = fmt.Fprintf(file, "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=%s\">\n", html.EscapeString(address))
	if err := cmp.Or(err, file.Close()); err != nil {
		return remove, err
	}
	return remove, openBrowser(file.Name())
}

// openBrowser asks the system to show an address or a file.
func openBrowser(address string) error {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	cmd := exec.Command(command[0], append(command[1:], address)...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // it may fail to find a browser, which people see
	return nil
}
