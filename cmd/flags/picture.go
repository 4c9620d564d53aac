package flags

import (
	"bytes"
	"context"
	"io"

	"stupol/bench/chart"
	"stupol/movegen"
	"stupol/protocol/picture"
)

// Picture has flags that say what a picture of a board looks like.
type Picture struct {
	Flip   bool       `group:"Pictures" help:"Draw Black below."`
	Size   int        `group:"Pictures" default:"480" placeholder:"N" help:"How wide pictures are, in pixels (default: ${default})."`
	Theme  themeFlag  `group:"Pictures" default:"light" placeholder:"NAME" help:"The colours, light or dark (default: ${default})."`
	Labels labelsFlag `group:"Pictures" default:"usual" placeholder:"NAME" help:"The names of squares: usual (as the game is written), numbers, letters or none (default: ${default})."`

	Overwrite `embed:""`
}

// Validate checks the size.
func (f Picture) Validate() error {
	return Within("size", f.Size, picture.MinSize, picture.MaxSize)
}

// Scene returns the scene of a position.
func (f Picture) Scene(r *movegen.Rules, p movegen.Position) *picture.Scene {
	return &picture.Scene{
		Rules: r, Position: p,
		Flip: f.Flip, Size: f.Size, Theme: f.Theme.Theme, Labels: f.Labels.Labels,
	}
}

// Draw writes a picture to the file with that name, if it has one.
func (f Picture) Draw(name string, write func(context.Context, io.Writer) error) error {
	if name == "" {
		return nil
	}
	return WriteFile(name, NewPicture(f.Force), func(w io.Writer) error { return write(context.Background(), w) })
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
	return SetNamed(&f.Theme, themes, name, "light, dark")
}

// labelsFlag says which names of squares to draw.
type labelsFlag struct{ picture.Labels }

var labels = map[string]picture.Labels{
	"usual": picture.UsualLabels, "numbers": picture.Numbers, "letters": picture.Letters, "none": picture.NoLabels,
}

// UnmarshalText looks the name up.
func (f *labelsFlag) UnmarshalText(name []byte) error {
	return SetNamed(&f.Labels, labels, name, "usual, numbers, letters, none")
}
