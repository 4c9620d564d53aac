package web

import (
	"embed"
	"io/fs"
	"net/http"

	"stupol/protocol/gate"
	"stupol/protocol/words"
)

// The page: plain HTML, CSS and modules of JavaScript, served as they are but for comments.
//
//go:embed page
var pageFiles embed.FS

//go:embed page/language.js
var languageFile embed.FS

// AddLanguages adds to the files of a page what says it in the language of its reader: the module
// language.js, and the catalogues that it loads.
func AddLanguages(files gate.Files) {
	module, _ := fs.Sub(languageFile, "page") // a valid name
	files.Add("/", module)
	files.Add("/words", words.Files)
}

// page returns what serves the files of the page, and nothing else.
func page() http.Handler {
	files := gate.Files{}
	pages, _ := fs.Sub(pageFiles, "page") // a valid name
	files.Add("/", pages)
	AddLanguages(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !files.Serve(w, r) {
			turnAway(w, r, http.StatusNotFound, "there is nothing at this address")
		}
	})
}
