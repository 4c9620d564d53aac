package eval

import (
	"io/fs"

	"stupol/eval/fetch"
)

// shipped is the folder of the weights: a browser fetches them.
var shipped fs.FS = fetch.Files
