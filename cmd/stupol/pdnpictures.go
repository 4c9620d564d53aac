package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/picture"
)

// drawAll draws the positions of g that the flags ask for.
func (c pdnShowCmd) drawAll(g *pdn.Game, rules *movegen.Rules, positions []movegen.Position) error {
	drawn := drawnGame{flags: c.pictureFlags, game: g, rules: pdn.Numbered(rules), positions: positions}
	last := len(positions) - 1
	switch {
	case c.Ply > last:
		return tooLate("ply", last)
	case c.Ply >= 0:
		last = c.Ply
	}
	if c.GIF != "" && c.From > last {
		return tooLate("from", last)
	}
	still := drawn.scene(last)
	return cmp.Or(
		c.draw(c.SVG, still.WriteSVG),
		c.draw(c.PNG, still.WritePNG),
		c.draw(c.GIF, func(w io.Writer) error {
			return picture.WriteGIF(w, drawn.frames(c.From, last, time.Duration(c.Delay)))
		}),
	)
}

// A drawnGame is what is drawn of a game.
type drawnGame struct {
	flags     pictureFlags
	game      *pdn.Game
	rules     *movegen.Rules
	positions []movegen.Position // the start and that after each ply
}

// frames returns the frames of an animation from one ply to another. The last is
// seen three times as long.
func (d drawnGame) frames(first, last int, delay time.Duration) (frames []picture.Frame) {
	for ply := first; ply <= last; ply++ {
		frames = append(frames, picture.Frame{Scene: d.scene(ply), Time: delay})
	}
	frames[len(frames)-1].Time = 3 * delay
	return frames
}

// scene returns the scene after that many plies.
func (d drawnGame) scene(plies int) *picture.Scene {
	p := d.positions[plies]
	scene := d.flags.scene(d.rules, p)
	if plies > 0 {
		before := d.positions[plies-1]
		for _, m := range d.rules.Moves(nil, &before) {
			if d.rules.Play(&before, m) == p {
				scene.Position = before
				scene.Play(m)
				break
			}
		}
	}
	scene.Caption = d.caption(plies)
	return scene
}

// caption returns the players, the move and, after the last one, the result.
func (d drawnGame) caption(plies int) string {
	var parts []string
	if d.game.Tag("White") != "?" || d.game.Tag("Black") != "?" {
		parts = append(parts, d.game.Tag("White")+" – "+d.game.Tag("Black"))
	}
	if plies > 0 {
		parts = append(parts, d.move(plies))
	}
	if plies > 0 && plies == len(d.game.Plies) && d.game.Result != pdn.NoResult {
		parts = append(parts, string(d.game.Result))
	}
	if len(parts) == 0 {
		return d.rules.Title
	}
	return strings.Join(parts, ", ")
}

// move returns a ply with its number.
func (d drawnGame) move(plies int) string {
	half := plies - 1
	if d.positions[0].Turn != d.rules.First {
		half++
	}
	dots := "."
	if half%2 == 1 {
		dots = "…"
	}
	p := &d.game.Plies[plies-1]
	return fmt.Sprintf("%d%s %s%s%s", half/2+1, dots, p.Text, p.Setup, p.Signs)
}
