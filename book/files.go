//go:build !js

package book

import (
	"embed"
	"io/fs"
)

//go:embed embedded
var embeddedFiles embed.FS

// files is the folder of the books in the program.
var files, _ = fs.Sub(embeddedFiles, "embedded")
