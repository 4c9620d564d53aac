package main

import (
	"bytes"
	"io"

	"stupol/bench/chart"
	"stupol/movegen"
	"stupol/protocol/picture"
)

// pictureFlags say what a picture of a board looks like.
type pictureFlags struct {
	Flip   bool       `group:"Pictures" help:"Draw Black below."`
	Size   int        `group:"Pictures" default:"480" placeholder:"N" help:"How wide pictures are, in pixels (default: ${default})."`
	Theme  themeFlag  `group:"Pictures" default:"light" placeholder:"NAME" help:"The colours, light or dark (default: ${default})."`
	Labels labelsFlag `group:"Pictures" default:"usual" placeholder:"NAME" help:"The names of squares: usual (as the game is written), numbers, letters or none (default: ${default})."`

	forceFlag `embed:""`
}

// Validate checks the size.
func (f pictureFlags) Validate() error {
	return within("size", f.Size, picture.MinSize, picture.MaxSize)
}

// scene returns the scene of a position.
func (f pictureFlags) scene(r *movegen.Rules, p movegen.Position) *picture.Scene {
	return &picture.Scene{
		Rules: r, Position: p,
		Flip: f.Flip, Size: f.Size, Theme: f.Theme.Theme, Labels: f.Labels.Labels,
	}
}

// draw writes a picture to the file with that name, if it has one.
func (f pictureFlags) draw(name string, write func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	return writeFile(name, newPicture(f.Force), write)
}

// drawn reports whether a file begins as a picture or a chart of Stupol.
func drawn(file io.Reader) bool {
	head, err := io.ReadAll(io.LimitReader(file, 1000))
	return err == nil && (chart.Drawn(bytes.NewReader(head)) || picture.Drawn(bytes.NewReader(head)))
}

// themeFlag is the name of a theme.
type themeFlag struct{ picture.Theme }

var themes = map[string]picture.Theme{"light": picture.Light, "dark": picture.Dark}

// UnmarshalText looks the name up.
func (f *themeFlag) UnmarshalText(name []byte) error {
	return setNamed(&f.Theme, themes, name, "light, dark")
}

// labelsFlag says which names of squares to draw.
type labelsFlag struct{ picture.Labels }

var labels = map[string]picture.Labels{
	"usual": picture.UsualLabels, "numbers": picture.Numbers, "letters": picture.Letters, "none": picture.NoLabels,
}

// UnmarshalText looks the name up.
func (f *labelsFlag) UnmarshalText(name []byte) error {
	return setNamed(&f.Labels, labels, name, "usual, numbers, letters, none")
}
