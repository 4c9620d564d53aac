package picture

import (
	"fmt"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// A Game is a game to be drawn.
type Game struct {
	game      *pdn.Game
	rules     *movegen.Rules
	positions []movegen.Position // the start and that after each ply
	scene     func(*movegen.Rules, movegen.Position) *Scene
}

// NewGame returns a game with its positions, from the start on, each drawn as scene says.
func NewGame(g *pdn.Game, r *movegen.Rules, positions []movegen.Position, scene func(*movegen.Rules, movegen.Position) *Scene) *Game {
	return &Game{g, r, positions, scene}
}

// Frames returns the frames of an animation from one ply to another. The last is
// seen three times as long.
func (d *Game) Frames(first, last int, delay time.Duration) (frames []Frame) {
	for ply := first; ply <= last; ply++ {
		frames = append(frames, Frame{Scene: d.Scene(ply), Time: delay})
	}
	frames[len(frames)-1].Time = 3 * delay
	return frames
}

// Scene returns the scene after that many plies.
func (d *Game) Scene(plies int) *Scene {
	p := d.positions[plies]
	scene := d.scene(d.rules, p)
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
func (d *Game) caption(plies int) string {
	var parts []string
	if d.game.Tag("White") != "?" || d.game.Tag("Black") != "?" {
		parts = append(parts, beginning(d.game.Tag("White"), mostTitle)+" – "+beginning(d.game.Tag("Black"), mostTitle))
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
func (d *Game) move(plies int) string {
	half := plies - 1
	if d.positions[0].Turn != d.rules.First {
		half++
	}
	dots := "."
	if half%2 == 1 {
		dots = "…"
	}
	p := &d.game.Plies[plies-1]
	return fmt.Sprintf("%d%s %s%s%s", half/2+1, dots, p.Text, p.Setup, beginning(p.Signs, mostTitle))
}
