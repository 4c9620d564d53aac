package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"

	"stupol/protocol/words"
)

// The page: plain HTML, CSS and modules of JavaScript, served as they are but for comments.
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

// A pageFile is a file of the page as it is served.
type pageFile struct {
	content   []byte
	zipped    func() []byte // the same by gzip, made when it is first asked for
	tag, kind string
}

// comment is a line of a module that says nothing to a browser.
var comment = regexp.MustCompile(`(?m)^[ \t]*(?://.*|/\*\*.*\*/)$`)

// bare returns a file of the page without the lines of modules that are comments: a quarter of what
// would go over the wire. They stay as empty lines, so that those of errors are right.
func bare(name string, content []byte) []byte {
	if path.Ext(name) != ".js" {
		return content
	}
	return comment.ReplaceAll(content, nil)
}

func newPageFile(name string, content []byte) *pageFile {
	content = bare(name, content)
	kind, ok := types[path.Ext(name)]
	if !ok {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	zipped := sync.OnceValue(func() []byte {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = z.Write(content) // into memory
		_ = z.Close()
		return b.Bytes()
	})
	return &pageFile{content, zipped, fmt.Sprintf("%x", sha256.Sum256(content))[:24], kind}
}

// serve answers with the file, by gzip if the browser takes that.
func (f *pageFile) serve(w http.ResponseWriter, r *http.Request) {
	content, tag := f.content, f.tag
	if takesGzip(r.Header.Values("Accept-Encoding")) {
		content, tag = f.zipped(), f.tag+".gzip"
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("Vary", "Accept-Encoding")
	w.Header().Set("ETag", `"`+tag+`"`)
	w.Header().Set("Content-Type", f.kind)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// takesGzip reports whether one of the codings is gzip, and not with weight 0 (RFC 9110,
// 12.5.3).
func takesGzip(headers []string) bool {
	for coding := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(coding, " ", ""), ";")
		if strings.EqualFold(name, "gzip") {
			return strings.Trim(strings.TrimPrefix(weight, "q="), "0.") != "" || weight == ""
		}
	}
	return false
}

// page returns what serves the files of the page, and nothing else.
func page() http.Handler {
	files := map[string]*pageFile{}
	add := func(folder string, all fs.FS) {
		err := fs.WalkDir(all, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := fs.ReadFile(all, name)
			files[path.Join(folder, name)] = newPageFile(name, content)
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
			turnAway(w, r, http.StatusNotFound, "there is nothing at this address")
			return
		}
		f.serve(w, r)
	})
}
