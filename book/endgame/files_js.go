package endgame

import (
	"io/fs"

	"stupol/eval/fetch"
)

// embeddedFolder is the folder of the archives of all games: a browser fetches them.
var embeddedFolder fs.FS = fetch.Files
