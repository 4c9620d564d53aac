//go:build !js

package eval

import (
	"embed"
	"io/fs"
)

// The weights in the program, one file a game. train/EXPERIMENTS.md says how they were
// made.
//
//go:embed weights
var weightFiles embed.FS

// shipped is the folder they are in.
var shipped, _ = fs.Sub(weightFiles, "weights")
