package pdn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/picture"
)

// pdnShowCmd is `stupol pdn show`.
type pdnShowCmd struct {
	flags.PDN `embed:""`
	Game      int    `aliases:"games" default:"1" placeholder:"N" help:"Which game of the file (default: ${default})."`
	Ply       int    `default:"-1" placeholder:"N" help:"After how many moves of both sides, 0 for the start (default: the end of the game)."`
	All       bool   `help:"The board after every move."`
	File      string `arg:"" file:"read" help:"A file of games; - is standard input."`

	SVG   string     `group:"Pictures" name:"svg" placeholder:"FILE" file:"picture" help:"Draw an SVG instead, which is sharp at every size."`
	PNG   string     `group:"Pictures" name:"png" placeholder:"FILE" file:"picture" help:"Draw a PNG instead."`
	GIF   string     `group:"Pictures" name:"gif" placeholder:"FILE" file:"picture" help:"Draw the game up to the ply as an animated GIF instead."`
	From  int        `group:"Pictures" default:"0" placeholder:"N" help:"After how many moves of both sides the animation begins (default: ${default})."`
	Delay flags.Time `group:"Pictures" default:"1" placeholder:"TIME" help:"How long each move is to be seen (default: ${default} s)."`

	flags.Picture `embed:""`
}

// Help is the manual.
func (pdnShowCmd) Help() string {
	return `Boards are those of stupol board, but in Spanish draughts with the numbers of the
file, while FENs have those of the Hub protocol. Of a game that cannot be replayed
to the end the board before the first fault is the last one.

With --svg, --png or --gif pictures are drawn instead, with the players and the
move below. The last move is framed, and crosses are where pieces were captured.

Examples:

    stupol pdn show games.pdn
    stupol pdn show --game 3 --ply 20 games.pdn
    stupol pdn show --game 3 --all games.pdn
    stupol pdn show --game 3 --ply 20 --png move.png --theme dark games.pdn
    stupol pdn show --gif game.gif --from 20 --ply 60 --delay 0.7 games.pdn`
}

// Validate checks the numbers, and that there is a picture to put things into.
func (c pdnShowCmd) Validate() error {
	switch {
	case c.pictures() && c.All:
		return errors.New("--all is not for --svg, --png and --gif")
	case !c.pictures() && c.Flip:
		return errors.New("--flip is for --svg, --png and --gif")
	case c.All && c.Ply != -1:
		return errors.New("--ply is for one position, --all for all")
	case c.GIF == "" && c.From != 0:
		return errors.New("--from is for --gif")
	}
	return cmp.Or(
		flags.Within("game", c.Game, 1, flags.MaxCount),
		flags.Within("ply", c.Ply, -1, flags.MaxCount),
		flags.Within("from", c.From, 0, flags.MaxCount),
		flags.Within("delay", time.Duration(c.Delay).Seconds(), 0.02, longestDelay),
		c.Picture.Validate(),
	)
}

// longestDelay is how many seconds there is room for in a GIF, three times over.
const longestDelay = 200.

// pictures reports whether to draw pictures.
func (c pdnShowCmd) pictures() bool { return c.SVG != "" || c.PNG != "" || c.GIF != "" }

// Run draws on w.
func (c pdnShowCmd) Run(w io.Writer) error {
	file, err := c.Source(c.File)
	if err != nil {
		return err
	}
	g, rules, err := file.Game(c.Game)
	if err != nil {
		return err
	}
	return c.show(w, g, rules)
}

// show draws g, played by rules.
func (c pdnShowCmd) show(w io.Writer, g *pdn.Game, rules *movegen.Rules) error {
	replay := g.Replay(rules)
	g = replay.Normal(pdn.Usual)
	positions, fault := replay.Positions(), replay.Err()
	if c.pictures() {
		return errors.Join(c.drawAll(g, rules, positions), fault)
	}
	last := len(positions) - 1
	first := c.Ply
	switch {
	case first > last:
		return errors.Join(flags.TooLate("ply", last), fault)
	case c.All:
		first = 0
	case first < 0:
		first = last
	default:
		last = first
	}
	fmt.Fprintf(w, "%s\n%s - %s  %s\n", rules.Title, movegen.Visible(g.Tag("White")), movegen.Visible(g.Tag("Black")), g.Result)
	for ply := first; ply <= last; ply++ {
		p := positions[ply]
		fmt.Fprintf(w, "\n%s\n%sFEN:   %s\n", pdn.Numbered(rules).Diagram(&p), caption(g, ply), rules.FEN(&p))
	}
	return fault
}

// caption says which move led to the position after some plies of g.
func caption(g *pdn.Game, plies int) string {
	if plies == 0 {
		return ""
	}
	p := &g.Plies[plies-1]
	text := fmt.Sprintf("Ply:   %d of %d, %s%s\n", plies, len(g.Plies), movegen.Visible(p.Text+p.Setup), p.Signs)
	if comment := p.Comment(); comment != "" {
		text += strings.TrimSpace("       "+movegen.VisibleLines(comment)) + "\n"
	}
	return text
}

// drawAll draws the positions of g that the flags ask for.
func (c pdnShowCmd) drawAll(g *pdn.Game, rules *movegen.Rules, positions []movegen.Position) error {
	drawn := picture.NewGame(g, pdn.Numbered(rules), positions, c.Scene)
	last := len(positions) - 1
	switch {
	case c.Ply > last:
		return flags.TooLate("ply", last)
	case c.Ply >= 0:
		last = c.Ply
	}
	if c.GIF != "" && c.From > last {
		return flags.TooLate("from", last)
	}
	still := drawn.Scene(last)
	return cmp.Or(
		c.Draw(c.SVG, still.WriteSVG),
		c.Draw(c.PNG, still.WritePNG),
		c.Draw(c.GIF, func(ctx context.Context, w io.Writer) error {
			return picture.WriteGIF(ctx, w, drawn.Frames(c.From, last, time.Duration(c.Delay)))
		}),
	)
}
