package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/bench"
	"stupol/bench/compare"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/protocol/words"
)

// benchCompareCmd is `stupol bench compare`.
type benchCompareCmd struct {
	Engines []string `arg:"" name:"engine" help:"The engines, as for stupol match."`

	Self      bool        `help:"Every engine is Stupol in this process; the arguments are its settings."`
	Config    string      `placeholder:"FILE" file:"read" type:"path" help:"Engines by name, in TOML, as for stupol match."`
	Variant   flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Positions int         `placeholder:"N" help:"How many of the positions of bench search, from all stages of a game (default: 12, or all if there are fewer), or of --shots (default: all)."`
	MoveTime  flags.Time  `default:"1s" placeholder:"TIME" help:"Time for a search, to see how many positions a second; 0: none (default: ${default})."`
	Depth     []int       `placeholder:"N,..." help:"Depths to search to, to see how long it takes."`
	Nodes     []int64     `placeholder:"N,..." help:"Nodes to search, as the engine counts them."`
	Shots     string      `placeholder:"FILE" file:"read" help:"Search these positions instead, which stupol bench make-shots printed, and tell how many moves that win were found."`
	Rounds    int         `default:"3" placeholder:"N" help:"Searches of each position (default: ${default})."`
	JSON      bool        `name:"json" help:"One JSON object an engine, limit and round, as they end."`
}

// Help is the manual.
func (benchCompareCmd) Help() string {
	return `Engines search the same positions in turns, with tables that are empty, so that what
slows the machine down slows all of them. The rounds begin with another engine
each. Times are from the question to the answer, nodes and depths what the engine
says: engines count them differently, and a depth is not the same in two of them;
two builds of one engine are what this compares best.

The table has the median of the rounds with the least and the most, and how the
median compares with the first engine's. A machine without other work, and an
engine that is named twice, show how far it can be trusted.

Examples:

    stupol bench compare "./stupol hub" "./old hub,name=old"
    stupol bench compare "./stupol hub,param.threads=2" "./scan hub" --depth 17,19
    stupol bench compare --self name=two,param.threads=2 name=one --move-time 0 --depth 15
    stupol bench compare "./stupol hub" "./scan hub" --shots own.csv --nodes 10000 --move-time 0 --rounds 1`
}

// Validate checks the numbers.
func (c benchCompareCmd) Validate() error {
	if c.MoveTime == 0 && len(c.Depth) == 0 && len(c.Nodes) == 0 {
		return errors.New("--move-time, --depth or --nodes must say how long to search")
	}
	for _, nodes := range c.Nodes {
		if err := flags.Within("nodes", nodes, 1, flags.MaxNodes); err != nil {
			return err
		}
	}
	for _, depth := range c.Depth {
		if err := flags.Within("depth", depth, 1, maxDepth); err != nil {
			return err
		}
	}
	return cmp.Or(flags.Within("rounds", c.Rounds, 1, 1000), flags.Within("positions", c.Positions, 0, 1000))
}

// positions returns the positions asked for, from all stages of a game, or those of the shots with
// their moves.
func (c benchCompareCmd) positions() (list []movegen.Position, right []movegen.Move, err error) {
	if c.Shots != "" {
		shots, err := shotsOf(c.Shots, c.Variant.Rules)
		if err != nil {
			return nil, nil, err
		}
		for _, s := range shots[:min(cmp.Or(c.Positions, len(shots)), len(shots))] {
			p, m, err := s.Question()
			if err != nil {
				return nil, nil, err
			}
			list, right = append(list, p), append(right, m)
		}
		return list, right, nil
	}
	const usual = 12
	all, err := bench.SearchPositions(c.Variant.Rules)
	if err != nil {
		return nil, nil, err
	}
	n := min(cmp.Or(c.Positions, usual), len(all))
	list = make([]movegen.Position, n)
	for i := range list {
		if list[i], err = c.Variant.Rules.ParseFEN(all[i*len(all)/n].FEN); err != nil {
			return nil, nil, err
		}
	}
	return list, nil, nil
}

// comparison returns what is measured.
func (c benchCompareCmd) comparison() (*compare.Comparison, error) {
	var limits []peer.Limits
	if c.MoveTime > 0 {
		limits = append(limits, peer.Limits{MoveTime: time.Duration(c.MoveTime)})
	}
	for _, depth := range c.Depth {
		limits = append(limits, peer.Limits{Depth: depth})
	}
	for _, nodes := range c.Nodes {
		limits = append(limits, peer.Limits{Nodes: nodes})
	}
	config, err := peer.OpenConfig(c.Config)
	if err != nil {
		return nil, err
	}
	engines, err := config.ParseEngines(c.Engines, c.Self, limits[0])
	if err != nil {
		return nil, exit.UsageError(err)
	}
	for i := range engines {
		e := &engines[i]
		if e.Limits = limits[0]; e.Protocol == peer.DXP {
			return nil, exit.UsageError(fmt.Errorf("engine %s: DXP has no time for a move and tells no nodes", e.Name))
		}
		if err := e.Validate(); err != nil {
			return nil, exit.UsageError(err)
		}
	}
	positions, right, err := c.positions()
	if err != nil {
		return nil, err
	}
	return &compare.Comparison{
		Rules: c.Variant.Rules, Engines: engines, Positions: positions, Right: right, Limits: limits, Rounds: c.Rounds,
	}, nil
}

// compareRow is the JSON form of a run.
type compareRow struct {
	Variant   string  `json:"variant"`
	Engine    string  `json:"engine"`
	Limit     string  `json:"limit"`
	Round     int     `json:"round"` // from 1
	Positions int     `json:"positions"`
	Found     *int    `json:"found,omitempty"` // of --shots: in how many of them the move that wins was found
	Nodes     int64   `json:"nodes"`
	Depth     float64 `json:"depth"` // the mean
	Seconds   float64 `json:"seconds"`
}

// Run measures, and prints a table for each limit.
func (c benchCompareCmd) Run(w io.Writer) error {
	of, err := c.comparison()
	if err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted() // so that the engines are ended
	defer stop()
	if c.JSON {
		out := json.NewEncoder(w)
		of.OnRun = func(r compare.Run) error {
			row := compareRow{
				of.Rules.Name, of.Engines[r.Engine].Name, of.Limits[r.Limit].String(), r.Round + 1, r.Positions, nil, r.Nodes, r.Depth(), r.Time.Seconds(),
			}
			if of.Right != nil {
				row.Found = &r.Right
			}
			return out.Encode(row)
		}
	}
	runs, err := of.Measure(ctx)
	if errors.Is(err, context.Canceled) {
		return exit.ErrStopped
	}
	if err != nil || c.JSON {
		return err
	}
	limit := -1
	for _, f := range compare.Figures(runs) {
		if f.Limit != limit {
			limit = f.Limit
			found := ""
			if of.Right != nil {
				found = "   found"
			}
			fmt.Fprintf(w, "%s, %s, %v, %s\n%-20s %25s %7s %26s %7s %6s%s\n", of.Rules.Name, words.Count(len(of.Positions), "position"), of.Limits[limit], words.Count(of.Rounds, "round"),
				"engine", "thousand nodes a second", "ratio", "seconds", "ratio", "depth", found)
		}
		found := ""
		if of.Right != nil {
			found = fmt.Sprintf(" %7.0f", f.Right)
		}
		if err := printFigure(w, of.Engines[f.Engine].Name, f, found); err != nil {
			return err
		}
	}
	return nil
}

// printFigure prints a line of the table; found is its last column, if there is one.
func printFigure(w io.Writer, name string, f compare.Figure, found string) error {
	const k = 1000
	speed := fmt.Sprintf("%.0f (%.0f to %.0f)", f.Speed.Median/k, f.Speed.Least/k, f.Speed.Most/k)
	seconds := fmt.Sprintf("%.3f (%.3f to %.3f)", f.Time.Median, f.Time.Least, f.Time.Most)
	_, err := fmt.Fprintf(w, "%-20s %25s %7.2f %26s %7.2f %6.1f%s\n", name, speed, f.Faster, seconds, f.Sooner, f.Depth, found)
	return err
}
