package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"stupol/bench/match"
	"stupol/book/endgame"
	"stupol/cmd/build"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/gate"
	"stupol/protocol/params"
	"stupol/protocol/pdn/archive"
	"stupol/search"
)

const (
	maxDXPTime  = flags.Time(999 * time.Minute) // that a request has room for
	maxDXPMoves = 999
)

// DXP is `stupol dxp`.
type DXP struct {
	flags.Evaluation `embed:""`
	Listen           string `xor:"way" placeholder:"ADDR" help:"Wait for connections to this host, port or host:port (default: 127.0.0.1:27531)."`
	Connect          string `xor:"way" placeholder:"ADDR" help:"Connect with a program that listens there."`

	Initiator bool       `help:"Ask for games instead of waiting to be asked."`
	Games     int        `placeholder:"N" help:"Play N games, two from each opening (default: every opening once with each colour)."`
	Time      flags.Time `placeholder:"TIME" default:"5m" help:"Time for each side and game, in whole minutes (default: ${default})."`
	Moves     int        `placeholder:"N" help:"Stop a game after N moves of each side."`
	Openings  string     `placeholder:"FILE" file:"read" words:"ballots" help:"Positions to start from: a file of FENs, a PDN file (the positions after its games), or ballots (the 79 of two moves)."`

	Name      string      `help:"Our name for the opponent (default: ${dxp_name})." default:"${dxp_name}"`
	Variant   flags.Rules `default:"international" placeholder:"NAME" help:"The game, which the opponent must play too (default: ${default})."`
	DrawRules string      `placeholder:"NAME" help:"The draw rules, as listed by stupol variants (default: the first)."`
	Threads   int         `default:"1" placeholder:"N" help:"${help_threads} (default: ${default})."`
	Hash      int         `default:"64" placeholder:"MB" help:"${help_tt_mb} (default: ${default})."`
	MoveTime  flags.Time  `placeholder:"TIME" help:"The longest time for a move, as 0.1 or 100ms."`
	Nodes     int64       `placeholder:"N" help:"Search no more than N positions for a move."`
	Overhead  flags.Time  `name:"move-overhead" default:"20ms" placeholder:"TIME" help:"How much later the opponent's clock stops than our search (default: ${default})."`
	Ponder    bool        `help:"Think in the opponent's time too."`
	TakeBack  bool        `negatable:"" default:"true" help:"Take moves back when asked to (--no-take-back: never)."`

	flags.UseEndgames `embed:""`
	flags.UseBook     `embed:""`

	dxpLimitFlags `embed:""`

	ProtocolLog string `aliases:"log" placeholder:"FILE" file:"log" help:"Every frame, with the time."`
	PDN         string `name:"pdn" placeholder:"FILE" file:"games" help:"Every game with clocks and scores."`
}

// Help is the manual.
func (DXP) Help() string {
	return `Plays with programs that speak the DamExchange protocol. The initiator asks for
games, the follower accepts them; which of the two connects is another question.
Stupol is a follower that waits for connections, until it is interrupted. With
--initiator it ends when its games are played, with --connect it connects.

Only programs on this machine can connect unless --listen says otherwise: the protocol
has no passwords. There is one session at a time; other programs are told "busy".

An opponent is disconnected after 200 frames without a move, 20 that make no sense, or
10 minutes without a game (1 minute if another program was told "busy"). For a move it
has twice the time it has left, and a minute. Opponents on other machines also have
--max-game, --max-wait and --max-session, and no game of theirs lasts longer than three
times the time of one side and --max-wait. They may have 4 connections, and are banned
for a minute after a limit. If --max-game, --max-wait or --max-session is given it holds
for this machine, too.

A game is saved when it is over, and without a result when the connection drops. A
comment has the time of each move and, for moves of Stupol, the score for White. In the
log, "<" is received and ">" is sent.

Examples:

    stupol dxp
    stupol dxp --listen :27531 --protocol-log dxp.log --pdn games.pdn
    stupol dxp --connect localhost --initiator --time 10m --moves 75 --openings ballots
    stupol dxp --connect 192.168.1.7:27531 --initiator --games 20 --time 1m`
}

// Validate checks the numbers.
func (c DXP) Validate() error {
	switch {
	case !c.Initiator && (c.Games != 0 || c.Moves != 0 || c.Openings != ""):
		return errors.New("--games, --moves and --openings are for an --initiator")
	case c.Time == 0 || c.Time > maxDXPTime || time.Duration(c.Time)%time.Minute != 0:
		return fmt.Errorf("--time: %v is not a number of whole minutes from 1m to 999m, as DXP asks for", time.Duration(c.Time))
	case c.Overhead > flags.MaxOverhead():
		return fmt.Errorf("--move-overhead: %v is more than %v", time.Duration(c.Overhead), time.Duration(flags.MaxOverhead()))
	case c.Nodes < 0:
		return fmt.Errorf("--nodes: %d is negative", c.Nodes)
	}
	return cmp.Or(
		c.UseEndgames.Validate(),
		c.UseBook.Validate(),
		c.dxpLimitFlags.Validate(),
		flags.Within("games", c.Games, 0, 1e6),
		flags.Within("moves", c.Moves, 0, maxDXPMoves),
		flags.WithinParam("threads", "threads", c.Threads),
		flags.Within("hash", c.Hash, 1, int(flags.Memory()>>20)),
	)
}

// Run plays until there is nothing more to play.
func (c DXP) Run(w io.Writer) error {
	db := c.OpenEndgames(c.Variant.Rules)
	o, err := c.options(db)
	if err != nil {
		return err
	}
	o.Note = func(text string) { fmt.Fprintln(w, text) }
	if c.Initiator {
		c.noteRepetition(o)
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	play, err := c.player(ctx)
	if err != nil {
		return err
	}
	closeFiles, err := c.openFiles(&o)
	if err != nil {
		return err
	}
	defer closeFiles()
	err = play(o)
	if damage := db.Err(); damage != nil {
		fmt.Fprintln(console.Stderr, "stupol:", damage)
	}
	if errors.Is(err, context.Canceled) && !c.Initiator {
		return nil // that is the way to end a server
	}
	return err
}

// options returns those that need no file to write to, for an engine that has
// the databases.
func (c DXP) options(db *endgame.Database) (dxp.Options, error) {
	o := dxp.Options{
		Name:  c.Name,
		Rules: c.Variant.Rules,
		Draws: c.Variant.Draws[0],
		Limits: search.Limits{
			MoveTime: time.Duration(c.MoveTime),
			Nodes:    c.Nodes,
			Overhead: time.Duration(c.Overhead),
		},
		Ponder:     c.Ponder,
		NoTakeBack: !c.TakeBack,
	}
	c.limit(&o)
	var err error
	if c.DrawRules != "" {
		if o.Draws, err = o.Rules.DrawRulesNamed(c.DrawRules); err != nil {
			return o, exit.UsageError(err)
		}
	}
	if c.Initiator {
		starts, err := c.starts(o.Rules, o.Draws)
		if err != nil {
			return o, err
		}
		o.Match = dxp.NewMatch(o.Rules, starts, c.Games, time.Duration(c.Time), c.Moves)
	}
	o.Engine, err = c.engine(o.Rules, db)
	return o, err
}

// engine returns an engine that has the databases.
func (c DXP) engine(r *movegen.Rules, db *endgame.Database) (*search.Engine, error) {
	evaluator, err := c.Evaluator(r)
	if err != nil {
		return nil, err
	}
	v := params.Defaults()
	v.Threads, v.TTMB = c.Threads, c.Hash
	opening, err := c.OpenBook(&v, r)
	if err != nil {
		return nil, err
	}
	options := v.Options(r)
	options.Eval, options.Endgames, options.Book = evaluator, db, opening
	e, err := params.Maker{MaxTable: flags.MaxTable()}.Engine(options)
	if err != nil {
		return nil, err
	}
	if got := int(e.TableBytes() >> 20); got < c.Hash {
		fmt.Fprintf(console.Stderr, "stupol: a table of %d MB, as there is no memory for %d MB\n", got, c.Hash)
	}
	return e, nil
}

// noteRepetition says that openings repeat, if there are more games.
func (c DXP) noteRepetition(o dxp.Options) {
	starts := map[movegen.Position]bool{}
	for _, game := range o.Match.Games {
		starts[game.Start] = true
	}
	if text := match.Repetition(slices.Collect(maps.Keys(starts)), len(o.Match.Games)); text != "" {
		o.Note(text)
	}
}

// player returns the function that connects, or waits for connections, and plays.
// The port to wait on is already open.
func (c DXP) player(ctx context.Context) (play func(dxp.Options) error, err error) {
	if c.Connect != "" {
		return func(o dxp.Options) error { return dxp.Connect(ctx, dxp.Address(c.Connect), o) }, nil
	}
	l, err := gate.Listen(ctx, dxp.Address(c.Listen))
	if err != nil {
		return nil, err
	}
	return func(o dxp.Options) error { return dxp.Serve(ctx, l, o) }, nil
}

// openFiles opens the files of --protocol-log and --pdn for o.
func (c DXP) openFiles(o *dxp.Options) (closeFiles func(), err error) {
	games, err := archive.Open(c.PDN)
	if err != nil {
		return nil, err
	}
	if games != nil {
		o.Save = saver(games)
	}
	if c.ProtocolLog == "" {
		return games.Close, nil
	}
	log, err := output.Append(c.ProtocolLog, flags.OnlyLog, output.WholeLines)
	if err != nil {
		games.Close()
		return nil, err
	}
	o.Log = log
	return func() { games.Close(); _ = log.Close() }, nil
}

// starts returns the positions of the --openings, none if there are not any.
func (c DXP) starts(r *movegen.Rules, d *movegen.DrawRules) ([]movegen.Position, error) {
	var openings match.Openings
	var err error
	switch c.Openings {
	case "":
		return nil, nil
	case "ballots":
		openings, err = match.Ballots(r, d)
	default:
		openings, err = match.ReadOpenings(c.Openings, 0, r, d)
	}
	if err != nil {
		return nil, err
	}
	return match.Starts(openings)
}

// saver returns the function that appends games to a file and flushes them to the disk.
func saver(f *archive.File) func(dxp.Record) error {
	round := 0
	return func(r dxp.Record) error {
		round++
		if err := f.Add(r.PDN(round)); err != nil {
			return err
		}
		return f.Sync()
	}
}

// dxpLimitFlags are what an opponent over DXP may do at most.
type dxpLimitFlags struct {
	MaxGame    flags.Time `placeholder:"TIME" help:"Refuse games with more time for each side (default: ${dxp_max_game} if asked by another machine)."`
	MaxWait    flags.Time `placeholder:"TIME" help:"Wait no longer than this for a move (default: ${dxp_max_wait} for another machine)."`
	MaxSession flags.Time `placeholder:"TIME" help:"Refuse more games after this time if somebody else wants to play (default: ${dxp_max_session} to another machine)."`
	MaxLog     int        `default:"100" placeholder:"MB" help:"Write no more than this to --protocol-log; 0: no limit (default: ${default})."`
	MaxSaved   int        `default:"100000" placeholder:"N" help:"Write no more than N games to --pdn; 0: no limit (default: ${default})."`
}

// Validate checks the numbers.
func (f dxpLimitFlags) Validate() error {
	if f.MaxGame > maxDXPTime {
		return fmt.Errorf("--max-game: %v is more than 999m", time.Duration(f.MaxGame))
	}
	return cmp.Or(flags.Within("max-log", f.MaxLog, 0, flags.MaxLog), flags.Within("max-saved", f.MaxSaved, 0, 1e9))
}

// Vars are the numbers in the help.
var Vars = kong.Vars{
	"dxp_name":        "Stupol " + build.Release,
	"dxp_max_game":    shortTime(dxp.DefaultPeerLimits.Game),
	"dxp_max_wait":    shortTime(dxp.DefaultPeerLimits.Wait),
	"dxp_max_session": shortTime(dxp.DefaultPeerLimits.Session),
}

// shortTime returns d, which is of whole minutes, as "1h" or "30m".
func shortTime(d time.Duration) string {
	if d%time.Hour == 0 {
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dm", d/time.Minute)
}

// limit sets the limits in o.
func (f dxpLimitFlags) limit(o *dxp.Options) {
	o.Peer = dxp.PeerLimits{
		Game: time.Duration(f.MaxGame), Wait: time.Duration(f.MaxWait), Session: time.Duration(f.MaxSession),
	}
	o.MaxLog, o.MaxSaved = int64(f.MaxLog)<<20, f.MaxSaved
}
