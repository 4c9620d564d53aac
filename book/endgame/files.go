//go:build !js

package endgame

import (
	"embed"
	"io/fs"
)

// archives has the databases in the program, an archive for each game, as retrograde.Pack
// wrote them: see embedded/README.md.
//
//go:embed embedded/*.zip
var archives embed.FS

// embeddedFolder is the folder they are in.
var embeddedFolder, _ = fs.Sub(archives, "embedded")
