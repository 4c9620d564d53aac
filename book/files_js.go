package book

import (
	"io/fs"

	"stupol/eval/fetch"
)

// files is the folder of the books: a browser fetches them.
var files fs.FS = fetch.Files
