package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"time"

	"stupol/protocol/words"
)

// The page: plain HTML, CSS and modules of JavaScript, served as they are.
//
//go:embed page
var pageFiles embed.FS

// types are those of the files of the page, which the tables of the system may
// have otherwise.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
}

// page returns what serves the files of the page, and nothing else.
func page() http.Handler {
	type file struct {
		content   []byte
		tag, kind string
	}
	files := map[string]file{}
	add := func(folder string, all fs.FS) {
		err := fs.WalkDir(all, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := fs.ReadFile(all, name)
			sum := sha256.Sum256(content)
			kind, ok := types[path.Ext(name)]
			if !ok {
				kind = mime.TypeByExtension(path.Ext(name))
			}
			files[path.Join(folder, name)] = file{content, fmt.Sprintf(`"%x"`, sum[:12]), kind}
			return err
		})
		if err != nil {
			panic(err) // the files are part of the program
		}
	}
	pages, _ := fs.Sub(pageFiles, "page") // a valid name
	add("/", pages)
	add("/words", words.Files)
	files["/"] = files["/index.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, ok := files[r.URL.Path]
		if !ok {
			fail(w, http.StatusNotFound, "there is nothing at this address")
			return
		}
		w.Header().Set("ETag", f.tag)
		w.Header().Set("Content-Type", f.kind)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.content))
	})
}
