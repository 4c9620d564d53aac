// Package plain stands before the reader of PDN: it makes UTF-8 of the encodings that files of
// games have, and PDN of the JSON that servers send, and refuses what is neither by its name.
// It reads 32 KB ahead, of JSON a game, and keeps nothing else.
package plain

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// A Reader reads plain text of a file in any form.
type Reader struct {
	in     io.Reader // what Read reads: the file, decoded or translated
	file   *bufio.Reader
	decode *decoder
	json   bool
	begun  bool
	forced Encoding
}

// NewReader returns a Reader of a file in that encoding.
func NewReader(file io.Reader, e Encoding) *Reader {
	return &Reader{file: bufio.NewReaderSize(file, window), forced: e}
}

// Read reads text in UTF-8. The error of a file that is no text says what it is instead.
func (r *Reader) Read(b []byte) (int, error) {
	if !r.begun {
		r.begun = true
		r.in = r.begin()
	}
	return r.in.Read(b)
}

// begin finds out what the file is.
func (r *Reader) begin() io.Reader {
	head, _ := r.file.Peek(window)
	switch kind := kindOf(head); {
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return failed{ErrUTF16}
	case kind != "":
		return failed{fmt.Errorf("%s, not games in PDN", kind)}
	case isJSON(head):
		r.json = true
		return newJSONReader(r.file)
	}
	r.decode = &decoder{file: r.file, encoding: r.forced}
	return r.decode
}

// Found returns what the file is, as far as it was read and if it is anything but UTF-8:
// "Windows-1251", "JSON".
func (r *Reader) Found() string {
	switch {
	case r.json:
		return "JSON"
	case r.decode == nil:
		return ""
	case r.decode.encoding == Windows1251:
		return "Windows-1251"
	case r.decode.strays:
		return "Windows-1252"
	}
	return ""
}

// Single reports whether each byte of the file that is no ASCII was a character.
func (r *Reader) Single() bool {
	return r.decode != nil && (r.decode.encoding == Windows1251 || r.decode.encoding == Windows1252)
}

// ErrUTF16 is the error of reading a file that is not in bytes.
var ErrUTF16 = errors.New("the text is UTF-16 and must be converted to UTF-8")

// failed is a file that cannot be read.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// kinds are what is given for a file of games by mistake, by how they begin.
var kinds = []struct{ begins, kind string }{
	{"PK\x03\x04", "a ZIP archive"},
	{"\x1F\x8B", "a gzip archive"},
	{"BZh", "a bzip2 archive"},
	{"\xFD7zXZ\x00", "an xz archive"},
	{"7z\xBC\xAF\x27\x1C", "a 7z archive"},
	{"Rar!\x1A\x07", "a RAR archive"},
	{"\x28\xB5\x2F\xFD", "a Zstandard archive"},
	{"\x89PNG", "a PNG picture"},
	{"\xFF\xD8\xFF", "a JPEG picture"},
	{"GIF8", "a GIF picture"},
	{"%PDF-", "a PDF document"},
	{"{\\rtf", "an RTF document"},
	{"\xD0\xCF\x11\xE0", "a document of an old Office"},
	{"SQLite format 3\x00", "a database of SQLite, as a library of games is"},
	{"\x7FELF", "a program"},
	{"MZ\x90\x00", "a program"},
}

// kindOf returns what begins with head, "" if it may be text.
func kindOf(head []byte) string {
	for _, k := range kinds {
		if bytes.HasPrefix(head, []byte(k.begins)) {
			return k.kind
		}
	}
	const looked = 1024
	if head = head[:min(len(head), looked)]; runsOfZeros(head) > max(2, len(head)/16) {
		return "a binary file"
	}
	return ""
}

// runsOfZeros returns how often there are zeros. A text may have many at a time: old programs
// fill the last block of a file with them, and a computer that lost its power whatever was not
// written yet.
func runsOfZeros(head []byte) (runs int) {
	for i, c := range head {
		if c == 0 && (i == 0 || head[i-1] != 0) {
			runs++
		}
	}
	return runs
}

// Mistaken reports whether a file that begins with a text, which is whole, is read as anything
// but that text: PDN can look like JSON or RTF, {"a": 1}.
func Mistaken(text string) bool {
	head := []byte(text[:min(len(text), window)])
	return kindOf(head) != "" || isJSON(head)
}
