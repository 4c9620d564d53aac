package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/picture"
)

// A pictureRequest asks for a picture of a game, whose main line is the one to show: of the
// position after some plies, or as an animation of all.
type pictureRequest struct {
	Game    treeGame `json:"game"`
	Name    string   `json:"name,omitempty"` // of the kind of game, for those who cannot see
	Ply     int      `json:"ply"`
	Format  string   `json:"format"` // "png", "svg" or, animated, "gif"
	Size    int      `json:"size"`   // width in pixels
	Flipped bool     `json:"flipped,omitempty"`
	Dark    bool     `json:"dark,omitempty"`
	Labels  string   `json:"labels,omitempty"` // "numbers", "letters", "rim" or "none"; empty: as usual
	Circles []int    `json:"circles,omitempty"`
	Arrows  [][]int  `json:"arrows,omitempty"`
}

// A pictureAnswer is a file.
type pictureAnswer struct {
	Type string `json:"type"` // image/png
	Data []byte `json:"data"` // base64
}

// What a picture may take: a large one is drawn in a tenth of a second, a long animation in
// some seconds.
const (
	mostPictureSize = 1600
	mostFrames      = 400
	mostFrameSize   = 640
	mostArrows      = 200
	mostOnArrows    = 500 // squares of all arrows together: a long way is some milliseconds each
	frameTime       = time.Second
)

var (
	pictureTypes  = map[string]string{"png": "image/png", "svg": "image/svg+xml", "gif": "image/gif"}
	pictureLabels = map[string]picture.Labels{"": picture.UsualLabels, "numbers": picture.Numbers, "letters": picture.Letters, "rim": picture.Rim, "none": picture.NoLabels}
)

// picture draws a picture.
func (s *Server) picture(ctx context.Context, q pictureRequest) (*pictureAnswer, error) {
	kind, known := pictureTypes[q.Format]
	if !known {
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("the format %q: want png, svg or gif", q.Format))
	}
	drawn, positions, err := q.drawn(ctx)
	if err != nil {
		return nil, err
	}
	most := mostPictureSize
	if q.Format == "gif" {
		most = mostFrameSize
	}
	switch {
	case q.Size < picture.MinSize || q.Size > most:
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("a picture %d wide: want %d to %d", q.Size, picture.MinSize, most))
	case len(q.Name) > mostName:
		return nil, refuse(http.StatusBadRequest, "the name is too long")
	case q.Ply < 0 || q.Ply >= positions:
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("ply %d of a game of %d", q.Ply, positions-1))
	case q.Format == "gif" && positions > mostFrames:
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("an animation of more than %d moves", mostFrames-1))
	}
	var out bytes.Buffer
	if q.Format == "gif" {
		err = picture.WriteGIF(ctx, &out, drawn.Frames(0, positions-1, frameTime))
	} else {
		var scene *picture.Scene
		if scene, err = q.marked(drawn.Scene(q.Ply)); err != nil {
			return nil, err
		}
		if q.Format == "svg" {
			err = scene.WriteSVG(ctx, &out)
		} else {
			err = scene.WritePNG(ctx, &out)
		}
	}
	return &pictureAnswer{kind, out.Bytes()}, err
}

// drawn returns the game to be drawn, and how many positions it has.
func (q *pictureRequest) drawn(ctx context.Context) (*picture.Game, int, error) {
	labels, known := pictureLabels[q.Labels]
	if !known {
		return nil, 0, refuse(http.StatusBadRequest, fmt.Sprintf("the labels %q: want numbers, letters or none", q.Labels))
	}
	replay, err := q.Game.replay(ctx)
	if err != nil {
		return nil, 0, err
	}
	positions := replay.Positions()
	scene := func(r *movegen.Rules, p movegen.Position) *picture.Scene {
		theme := picture.Light
		if q.Dark {
			theme = picture.Dark
		}
		return &picture.Scene{Rules: r, Position: p, Name: q.Name, Size: q.Size, Flip: q.Flipped, Theme: theme, Labels: labels}
	}
	return picture.NewGame(replay.Normal(pdn.Usual), pdn.Numbered(replay.Rules), positions, scene), len(positions), nil
}

// marked returns a scene with what was drawn on the board.
func (q *pictureRequest) marked(scene *picture.Scene) (*picture.Scene, error) {
	r := scene.Rules
	if len(q.Circles) > r.Squares() || len(q.Arrows) > mostArrows {
		return nil, errTooMuch
	}
	square := func(n int) (movegen.Square, error) {
		if n < 1 || n > r.Squares() {
			return 0, refuse(http.StatusBadRequest, fmt.Sprintf("square %d of %d", n, r.Squares()))
		}
		return r.SquareOf(n), nil
	}
	for _, n := range q.Circles {
		sq, err := square(n)
		if err != nil {
			return nil, err
		}
		scene.Marks |= sq.Bit()
	}
	on := 0
	for _, numbers := range q.Arrows {
		if on += len(numbers); on > mostOnArrows {
			return nil, errTooMuch
		}
		var arrow picture.Arrow
		for _, n := range numbers {
			sq, err := square(n)
			if err != nil {
				return nil, err
			}
			arrow = append(arrow, sq)
		}
		if len(arrow) < 2 || len(arrow) > r.Squares() {
			return nil, refuse(http.StatusBadRequest, "an arrow has two squares or more")
		}
		scene.Arrows = append(scene.Arrows, arrow)
	}
	return scene, nil
}
