package gate

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Files are those of a page, by the path of their address.
type Files map[string]*file

// Add adds all files of a file system that is part of the program, at a folder. The file
// index.html is at the folder itself, too.
func (f Files) Add(folder string, all fs.FS) {
	err := fs.WalkDir(all, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(all, name)
		f[path.Join(folder, name)] = newFile(name, content)
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	if index := f[path.Join(folder, "index.html")]; index != nil {
		f[folder] = index
	}
}

// Serve answers a request for one of the files, and reports whether there is one.
func (f Files) Serve(w http.ResponseWriter, r *http.Request) bool {
	found := f[r.URL.Path]
	if found != nil {
		found.serve(w, r)
	}
	return found != nil
}

// types are those of the files of a page, which the tables of the system may
// have otherwise.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
}

// A file is one of a page as it is served.
type file struct {
	content   []byte
	zipped    func() []byte // the same by gzip, made when it is first asked for
	tag, kind string
}

// comment is what of a module says nothing to a browser: lines that are comments, types, what
// stands behind a line, unless a quotation mark says that it may be within a text, and the spaces
// before one.
var comment = regexp.MustCompile(`(?m)^[ \t]*(?://.*|` + typed + `)$|` + typed + " ?|[ \t]+// [^\"'`\n]*$|^[ \t]+")

const typed = `/\*\*(?:[^*]|\*+[^*/])*\*+/`

// styleComment is the same of a style sheet.
var styleComment = regexp.MustCompile(`(?m)/\*(?:[^*]|\*+[^*/])*\*+/|^[ \t]+`)

// Bare returns a file of a page without what of modules and style sheets is for their readers, comments,
// types and indentation: a third of what would go over the wire. Lines stay, if empty, so that those of
// errors are right. No text of them may have such a thing.
func Bare(name string, content []byte) []byte {
	comments, ok := map[string]*regexp.Regexp{".js": comment, ".css": styleComment}[path.Ext(name)]
	if !ok {
		return content
	}
	return comments.ReplaceAllFunc(content, func(c []byte) []byte { return bytes.Repeat([]byte("\n"), bytes.Count(c, []byte("\n"))) })
}

func newFile(name string, content []byte) *file {
	content = Bare(name, content)
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
	return &file{content, zipped, fmt.Sprintf("%x", sha256.Sum256(content))[:24], kind}
}

// serve answers with the file, by gzip if the browser takes that.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
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
