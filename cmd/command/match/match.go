// Package match has the commands that let engines play: match and trials.
package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"stupol/bench/match"
	"stupol/book/endgame"
	"stupol/cmd/build"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/peer"
	"stupol/protocol/words"
	"stupol/search"
	"stupol/search/balanced"
)

// Match is `stupol match`.
type Match struct {
	Engines []string `arg:"" optional:"" name:"engine" help:"The players: see above."`

	Self     bool   `group:"Players" help:"Every engine is Stupol in this process; the arguments are its settings."`
	Config   string `group:"Players" placeholder:"FILE" file:"read" type:"path" help:"Engines by name, in TOML."`
	Gauntlet bool   `group:"Players" help:"The first against each of the others (default: all against all)."`
	Merge    bool   `group:"Players" help:"Play nothing: the arguments are the journals of all shards of a match, or patterns of their names."`
	Watch    bool   `group:"Players" help:"With --merge: follow the journals while they are written, until the test has decided or all games are there."`

	WhenDecided string `group:"Players" placeholder:"COMMAND" help:"With --watch: what to start when the test has decided, to end what still plays, as \"scancel 1234\"."`

	Nodes       int64      `group:"Limits" placeholder:"N" help:"Positions searched for a move."`
	Depth       int        `group:"Limits" placeholder:"N" help:"Plies searched for a move."`
	MoveTime    flags.Time `group:"Limits" placeholder:"TIME" help:"Time for a move, as 0.1 or 100ms."`
	Time        flags.Time `group:"Limits" placeholder:"TIME" help:"Time on the clock."`
	Inc         flags.Time `group:"Limits" placeholder:"TIME" help:"Increment, added before each move."`
	Moves       int        `group:"Limits" placeholder:"N" help:"The clock gets --time again after N moves."`
	Pace        int64      `group:"Limits" placeholder:"N" help:"Time passes with the positions searched, N a millisecond: games in this process that are the same on every machine."`
	TimeMargin  flags.Time `group:"Limits" placeholder:"TIME" default:"250ms" help:"By how much a time limit may be overstepped (default: ${default})."`
	MoveTimeout flags.Time `group:"Limits" placeholder:"TIME" default:"1m" help:"How long to wait for a move without a time limit (default: ${default})."`

	Variant     flags.Rules `group:"Games" default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	DrawRules   string      `group:"Games" placeholder:"NAME" help:"The draw rules, as listed by stupol variants (default: the first)."`
	Openings    string      `group:"Games" placeholder:"FILE" file:"read" words:"ballots,random" help:"A file of FENs, or ballots or random (default: random with --self and on 8x8, else ballots)."`
	Plies       int         `group:"Games" placeholder:"N" help:"Moves of an opening (default: 10 of a random one, on 8x8 12; all of a game)."`
	Balance     float64     `group:"Games" default:"0.4" placeholder:"MEN" help:"By how much a side may be ahead after one (default: ${default})."`
	Seed        uint64      `group:"Games" default:"1" placeholder:"N" help:"Other random openings (default: ${default})."`
	Games       int         `group:"Games" placeholder:"N" help:"Games of each pairing, two from each opening (default: every opening once, or 1000)."`
	Shard       flags.Shard `group:"Games" default:"0/1" placeholder:"I/N" help:"Play only shard I of N; the first is 0 (default: ${default}). ${shard_help}"`
	Concurrency int         `group:"Games" placeholder:"N" help:"Games at a time (default: 1, with --self one a processor)."`

	SPRT     *sprtFlag  `group:"Results" name:"sprt" placeholder:"KEY=VALUE ..." help:"End when a sequential test has decided."`
	Resign   resignFlag `group:"Results" placeholder:"KEY=VALUE ..." help:"End a game as won when both engines' scores have the same side ahead by score=10 men for moves=4 moves each."`
	Draw     drawFlag   `group:"Results" placeholder:"KEY=VALUE ..." help:"End a game as drawn when both engines' scores are within score=0.1 men for moves=10 moves each, after from=40 moves."`
	BBSize   int        `group:"Results" name:"bb-size" placeholder:"N" help:"End a game of up to N pieces, at most 4, with the result in the endgame databases."`
	MaxMoves int        `group:"Results" placeholder:"N" help:"Call a game drawn after N moves of each side."`

	pageFlags `embed:"" group:"Output"`

	Report   string         `group:"Output" placeholder:"FILE" file:"new" help:"The report, a page in HTML with tables, conditions and games."`
	Language flags.Language `group:"Output" placeholder:"NAME" help:"Language of the report: ${languages} (default: en)."`

	PDN     string `group:"Output" name:"pdn" placeholder:"FILE" file:"games" help:"Every game with clocks and scores."`
	Journal string `group:"Output" placeholder:"FILE" file:"run" help:"Every game as a line of JSON."`
	Plot    string `group:"Output" placeholder:"FILE" file:"picture" help:"A picture (SVG) of the Elo difference, and of the test, over the games."`
	JSON    bool   `group:"Output" name:"json" help:"The results as JSON."`
	Quiet   bool   `group:"Output" short:"q" help:"No progress on standard error."`

	ProtocolLog string `group:"Output" placeholder:"FILE" file:"log" help:"Every line or frame that engines are sent and send, with the time."`
	Stderr      string `group:"Output" placeholder:"FILE" file:"log" help:"What engines write to standard error, with the time; - is our own."`
	MaxLog      int    `group:"Output" default:"1000" placeholder:"MB" help:"Write no more than this to each of both; 0: no limit (default: ${default})."`

	flags.Overwrite `embed:"" group:"Output"`
}

// Help is the manual.
func (Match) Help() string {
	return `Plays a match and prints who won by how much. Every opening is played twice, with
colours swapped; ptnml(0-2) counts these pairs of games by the points won in both. No two
random openings lead to the same position; when there are no more the match ends. A pair
that repeats another move for move is not counted, and two players that play alike, as an
engine does against itself, are told after ten pairs.

A player is a name from the --config file, a command, or self, a search inside this
process; settings follow after commas. Words of a command that have spaces or commas
are quoted as for a shell. With --self the arguments are only settings. The settings
are protocol (hub, hub1, dxp), dir, name, the limits (nodes, depth, move-time, time,
inc, moves, pace), param.X for a parameter X of the engine, and for DXP connect or
listen, the address; name=Moby,dxp=HOST:PORT is one that waits there. A search inside this process also has the parameters eval-file, a
file of weights, and search.X, a constant X of the search.

    stupol match "./stupol hub" "./scan hub,name=scan,param.threads=1" --move-time 0.1
    stupol match --self nodes=2000 nodes=1000 --games 400
    stupol match --self name=new,param.eval-file=new.weights name=old --nodes 5000 --sprt elo0=0 elo1=5
    stupol match --self param.search.aspiration-window=50 name=old --nodes 5000
    stupol match --self param.search.aspiration-window=50 name=old --time 8 --pace 100

In a configuration file a player is a table:

    [scan]
    command = "./scan hub"      # or ["./scan", "hub"]
    dir = "/opt/scan"
    params = { threads = 1, book = false }
    move-time = "100ms"

An engine that speaks DXP has one time for the whole game. A time that a request has no
room for is rounded, for its clock as well. Its only limit of moves is --max-moves. If
it claims a draw or a win in place of a move, the rules or the databases in the program
must confirm that; otherwise it forfeits the game.

Forfeits are shown at once. An engine that cannot be started again forfeits the game;
the third time in a row the match ends. The averages leave out moves without a choice
and moves without a search; cpu is processor time by thinking time (on Linux): less
than 100 % means that a search of one thread had to wait for a processor.

--sprt (elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized, or what is to be different)
is the generalized SPRT on pairs of games; the bounds are in normalized or logistic Elo.

The same command continues an interrupted match with a --journal. If the engines are
reproducible it arrives at the same results. Other openings and other builds of the
engines are refused. Games of the journal that the --pdn file lacks are appended to it.
` + matchShardsHelp
}

// Validate checks the numbers.
func (c Match) Validate() error {
	return cmp.Or(
		c.check(),
		flags.Within("nodes", c.Nodes, 0, flags.MaxNodes),
		flags.Within("depth", c.Depth, 0, flags.MaxCount),
		flags.Within("moves", c.Moves, 0, flags.MaxCount),
		flags.Within("pace", c.Pace, 0, flags.MaxNodes),
		flags.Within("plies", c.Plies, 0, flags.MaxCount),
		flags.Within("balance", c.Balance, 0, flags.MaxMen),
		flags.Within("games", c.Games, 0, flags.MaxCount),
		flags.Within("concurrency", c.Concurrency, 0, flags.MaxThreads),
		flags.Within("bb-size", c.BBSize, 0, endgame.Embedded(c.Variant.Rules).Pieces()),
		flags.Within("max-moves", c.MaxMoves, 0, flags.MaxCount),
		flags.Within("max-log", c.MaxLog, 0, flags.MaxLog),
	)
}

// Run plays the match and prints the results on w.
func (c Match) Run(w io.Writer) error {
	if c.Merge {
		return c.merge(w)
	}
	m, err := c.match()
	if err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	if c.Journal != "" || c.Web != "" || c.Report != "" {
		if err := m.Identify(ctx); err != nil {
			return exit.OrInterruption(err, "")
		}
	}
	standings := m.Standings()
	var earlier []*match.Game
	journal, err := c.openJournal(m, func(g *match.Game) error {
		if err := standings.Add(g); err != nil {
			return err
		}
		if c.PDN != "" || c.Web != "" || c.Report != "" {
			earlier = append(earlier, g)
		}
		return nil
	})
	if err != nil {
		return err
	}
	games, err := m.OpenArchive(c.PDN, earlier)
	if err != nil {
		return err
	}
	defer games.Close()
	page, err := c.serve(ctx)
	if err != nil {
		return err
	}
	defer page.close()
	page.begin(m, standings, earlier)
	display := newLive(standings)
	logs, err := c.openLogs(m, display)
	if err != nil {
		return err
	}
	defer logs.close()
	played := earlier
	c.show(m, standings, display, func(g *match.Game) error {
		page.finished(g, standings)
		if c.Report != "" {
			played = append(played, g)
		}
		return games.Add(g)
	})
	err = m.Run(ctx, standings, journal)
	display.Hide()
	return errors.Join(c.ended(err, standings), c.report(w, m, standings, display.speed(standings)), c.plot(standings), c.writeReport(m, standings, m.Header(), played))
}

// report prints the results in the form asked for, with a last line.
func (c Match) report(w io.Writer, m *match.Match, s *match.Standings, last string) error {
	if c.JSON {
		return s.WriteJSON(w)
	}
	return s.WriteReport(w, m, last)
}

// ended returns the error of a match that has ended with err.
func (c Match) ended(err error, s *match.Standings) error {
	done := words.Sprintf("after %d of %s", s.Counted(), words.Count(s.Total(), "game"))
	switch {
	case c.Journal != "":
		return exit.OrInterruption(err, done)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w %s", exit.ErrStopped, done)
	}
	return err
}

// show has the display tell what is not as asked for, what goes wrong in games
// and how m stands. Games go on to add.
func (c Match) show(m *match.Match, s *match.Standings, display *live, add func(*match.Game) error) {
	for i := range m.Engines {
		if told := m.Engines[i].OtherTime(); told != "" {
			fmt.Fprintln(display, told)
		}
	}
	if starts, err := match.Starts(m.Openings); err == nil {
		if text := match.Repetition(starts, 2*m.Rounds); text != "" {
			fmt.Fprintln(display, text)
		}
	}
	m.OnGame = func(g *match.Game) error {
		for _, notice := range s.Notices() {
			fmt.Fprintln(display, notice)
		}
		if incident := g.Incident(); incident != "" {
			fmt.Fprintln(display, incident)
		}
		if !c.Quiet {
			display.update(s)
		}
		return add(g)
	}
}

// match returns the match that the command line describes.
func (c Match) match() (*match.Match, error) {
	m := &match.Match{
		Rules: c.Variant.Rules, Draws: c.Variant.Draws[0], Gauntlet: c.Gauntlet, Version: build.Version(), Shard: c.Shard.Shard,
		TimeMargin: time.Duration(c.TimeMargin), MoveTimeout: time.Duration(c.MoveTimeout), Concurrency: c.Concurrency,
		Adjudication: match.Adjudication{Resign: c.Resign.ResignRule, Draw: c.Draw.DrawRule, Endgames: c.BBSize, MaxMoves: c.MaxMoves},
	}
	if c.SPRT != nil {
		m.SPRT = &c.SPRT.SPRT
	}
	var err error
	if c.DrawRules != "" {
		if m.Draws, err = m.Rules.DrawRulesNamed(c.DrawRules); err != nil {
			return nil, exit.UsageError(err)
		}
	}
	if m.Engines, err = c.engines(); err != nil {
		return nil, err
	}
	if m.Openings, m.OpeningsName, err = c.openings(m.Rules, m.Draws); err != nil {
		return nil, err
	}
	m.Rounds = c.rounds(m.Openings.Len())
	if m.Concurrency == 0 && c.Self {
		m.Concurrency = flags.ThreadsOr(0)
	}
	if err := m.Validate(); err != nil {
		return nil, exit.UsageError(err)
	}
	if !m.Shard.Whole() && c.Journal == "" {
		return nil, exit.UsageError(errors.New("--shard: the results of a shard are of no use without a --journal, which --merge takes"))
	}
	return m, nil
}

// engines returns the players.
func (c Match) engines() ([]peer.EngineConfig, error) {
	limits := peer.Limits{
		Nodes: c.Nodes, Depth: c.Depth, MoveTime: time.Duration(c.MoveTime),
		Time: time.Duration(c.Time), Increment: time.Duration(c.Inc), Moves: c.Moves, Pace: c.Pace,
	}
	config, err := peer.OpenConfig(c.Config)
	if err != nil {
		return nil, err
	}
	engines, err := config.ParseEngines(c.Engines, c.Self, limits)
	if err != nil {
		return nil, exit.UsageError(err)
	}
	return engines, nil
}

// openings returns the openings and what the journal knows them by.
func (c Match) openings(r *movegen.Rules, d *movegen.DrawRules) (match.Openings, string, error) {
	const ballots, random = "ballots", "random"
	kind := c.Openings
	switch {
	case kind != "":
	case c.Self || r.Size != 10 || r.StartRows != 4:
		kind = random
	default:
		kind = ballots
	}
	switch kind {
	case random:
		o := &match.RandomOpenings{
			Rules: r, Draws: d, Seed: c.Seed, Plies: cmp.Or(c.Plies, balanced.UsualPlies(r)),
			Balance: flags.Hundredths(c.Balance), Nodes: balanced.UsualNodes,
		}
		return o, o.String(), nil
	case ballots:
		list, err := match.Ballots(r, d)
		return list, kind, err
	}
	list, err := match.ReadOpenings(c.Openings, c.Plies, r, d)
	name := fmt.Sprintf("%d of %s", len(list), c.Openings)
	if c.Plies > 0 {
		name += fmt.Sprintf(", %d plies", c.Plies)
	}
	return list, name, err
}

// rounds returns how many openings each pairing plays, of those there are.
func (c Match) rounds(openings int) int {
	const endless = 500 // rounds, when there is no end of openings
	if c.Games > 0 {
		return (c.Games + 1) / 2
	}
	return cmp.Or(openings, endless)
}

// setters are the keys of a flag that is given as KEY=VALUE ..., with what each
// does.
type setters map[string]func(value string) error

// decode reads the values of such a flag: all arguments that begin with one of the
// keys, or one argument with commas between them.
func (s setters) decode(ctx *kong.DecodeContext) error {
	ours := func(t kong.Token) bool {
		key, _, ok := strings.Cut(t.String(), "=")
		return ok && s[key] != nil
	}
	first, err := ctx.Scan.PopValue(strings.Join(slices.Collect(s.keys), "=... ") + "=...")
	if err != nil {
		return err
	}
	for _, token := range append([]kong.Token{first}, ctx.Scan.PopWhile(ours)...) {
		for item := range strings.SplitSeq(token.String(), ",") {
			if err := s.set(item); err != nil {
				return err
			}
		}
	}
	return nil
}

// keys yields the keys in order.
func (s setters) keys(yield func(string) bool) {
	var keys []string
	for key := range s {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if !yield(key) {
			return
		}
	}
}

// set sets one KEY=VALUE.
func (s setters) set(item string) error {
	key, value, ok := strings.Cut(item, "=")
	if !ok || s[key] == nil {
		return fmt.Errorf("%q is not one of %s", item, strings.Join(slices.Collect(s.keys), "=, ")+"=")
	}
	if err := s[key](value); err != nil {
		return fmt.Errorf("%s: %w", item, err)
	}
	return nil
}

// float, count and men return setters for a value of that kind.
func float(v *float64) func(string) error {
	return func(text string) (err error) {
		if *v, err = params.ParseNumber(text); err == nil && !(math.Abs(*v) <= maxElo) {
			err = fmt.Errorf("not within -%v to %v", maxElo, maxElo)
		}
		return err
	}
}

// maxElo is more than any test is about.
const maxElo = 10_000.

func count(v *int) func(string) error {
	return func(text string) error {
		n, err := params.ParseWhole(text)
		if err == nil && n < 0 {
			err = errors.New("negative")
		}
		*v = int(n)
		return err
	}
}

func men(v *search.Score) func(string) error {
	return func(text string) error {
		f, err := params.ParseNumber(text)
		if err == nil && !(f >= 0 && f <= flags.MaxMen) {
			err = fmt.Errorf("not within 0 to %v", flags.MaxMen)
		}
		*v = flags.Hundredths(f)
		return err
	}
}

// sprtFlag is --sprt.
type sprtFlag struct{ match.SPRT }

// Decode reads the flag.
func (f *sprtFlag) Decode(ctx *kong.DecodeContext) error {
	f.SPRT = match.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	return setters{
		"elo0": float(&f.Elo0), "elo1": float(&f.Elo1), "alpha": float(&f.Alpha), "beta": float(&f.Beta),
		"model": func(text string) (err error) {
			f.Model, err = match.EloModelNamed(text)
			return err
		},
	}.decode(ctx)
}

// resignFlag is --resign.
type resignFlag struct{ match.ResignRule }

// Decode reads the flag.
func (f *resignFlag) Decode(ctx *kong.DecodeContext) error {
	f.ResignRule = match.ResignRule{Score: 1000, Moves: 4}
	return setters{"score": men(&f.Score), "moves": count(&f.Moves)}.decode(ctx)
}

// drawFlag is --draw.
type drawFlag struct{ match.DrawRule }

// Decode reads the flag.
func (f *drawFlag) Decode(ctx *kong.DecodeContext) error {
	f.DrawRule = match.DrawRule{Score: 10, Moves: 10, From: 40}
	return setters{"score": men(&f.Score), "moves": count(&f.Moves), "from": count(&f.From)}.decode(ctx)
}
