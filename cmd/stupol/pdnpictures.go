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
	film := film{flags: c.pictureFlags, game: g, rules: pdn.Numbered(rules), positions: positions}
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
	still := film.scene(last)
	return cmp.Or(
		c.draw(c.SVG, still.WriteSVG),
		c.draw(c.PNG, still.WritePNG),
		c.draw(c.GIF, func(w io.Writer) error {
			return picture.WriteGIF(w, film.frames(c.From, last, time.Duration(c.Delay)))
		}),
	)
}

// A film is what is drawn of a game.
type film struct {
	flags     pictureFlags
	game      *pdn.Game
	rules     *movegen.Rules
	positions []movegen.Position // the start and that after each ply
}

// frames returns the frames of an animation from one ply to another. The last is
// seen three times as long.
func (f film) frames(first, last int, delay time.Duration) (frames []picture.Frame) {
	for ply := first; ply <= last; ply++ {
		frames = append(frames, picture.Frame{Scene: f.scene(ply), Time: delay})
	}
	frames[len(frames)-1].Time = 3 * delay
	return frames
}

// scene returns the scene after so many plies.
func (f film) scene(plies int) *picture.Scene {
	p := f.positions[plies]
	scene := f.flags.scene(f.rules, p)
	if plies > 0 {
		before := f.positions[plies-1]
		for _, m := range f.rules.Moves(nil, &before) {
			if f.rules.Play(&before, m) == p {
				scene.Position = before
				scene.Play(m)
				break
			}
		}
	}
	scene.Caption = f.caption(plies)
	return scene
}

// caption returns the players, the move and, after the last one, the result.
func (f film) caption(plies int) string {
	var parts []string
	if f.game.Tag("White") != "?" || f.game.Tag("Black") != "?" {
		parts = append(parts, f.game.Tag("White")+" – "+f.game.Tag("Black"))
	}
	if plies > 0 {
		parts = append(parts, f.move(plies))
	}
	if plies > 0 && plies == len(f.game.Plies) && f.game.Result != pdn.NoResult {
		parts = append(parts, string(f.game.Result))
	}
	if len(parts) == 0 {
		return f.rules.Title
	}
	return strings.Join(parts, ", ")
}

// move returns a ply with its number.
func (f film) move(plies int) string {
	half := plies - 1
	if f.positions[0].Turn != f.rules.First {
		half++
	}
	dots := "."
	if half%2 == 1 {
		dots = "…"
	}
	p := &f.game.Plies[plies-1]
	return fmt.Sprintf("%d%s %s%s%s", half/2+1, dots, p.Text, p.Setup, p.Signs)
}
