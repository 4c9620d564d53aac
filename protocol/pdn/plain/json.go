package plain

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// mostJSON is how long a game may be in JSON.
const mostJSON = 4 << 20

// objectStart matches the first field of an object, and of the first in an array. What is
// between its name and its value is in one line, as JSON has it: what PDN puts behind a file
// that was cut off does not make it one.
var objectStart = regexp.MustCompile(`^\[?\s*\{\s*"(\\.|[^"\\\x00-\x1F])*"[ \t]*:[ \t]*["{\[\-0-9tfn]`)

// isJSON reports whether a file that begins with head is JSON that has objects or arrays. In
// PDN a comment is in braces and a tag in brackets, which can look alike: then something else
// than JSON follows.
func isJSON(head []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), blanks)
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	begins, array := objectStart.Match(text), text[0] == '['
	var value json.RawMessage
	values := json.NewDecoder(bytes.NewReader(text))
	switch err := values.Decode(&value); {
	case err == nil && array:
		return begins || len(bytes.TrimLeft(text[values.InputOffset():], blanks)) == 0
	case err == nil:
		behind := bytes.TrimLeft(text[values.InputOffset():], blanks)
		return begins && (len(behind) == 0 || behind[0] == '{')
	case err == io.ErrUnexpectedEOF && array && len(head) == window: // it goes on
		return true
	}
	return begins
}

// blanks are what JSON has between its values.
const blanks = " \t\r\n"

// A jsonReader reads games that are objects of JSON, in an array, or one after the other as
// lidraughts.org sends them, and writes them as PDN.
type jsonReader struct {
	file   *limited
	values *json.Decoder
	array  bool
	games  int
	text   bytes.Buffer // that was not read yet
	err    error
}

func newJSONReader(file *bufio.Reader) *jsonReader {
	if mark, _ := file.Peek(3); bytes.Equal(mark, []byte("\uFEFF")) {
		_, _ = file.Discard(3)
	}
	first := firstCharacter(file)
	r := &jsonReader{file: &limited{in: file, left: mostJSON}}
	r.values = json.NewDecoder(r.file)
	if r.array = first == '['; r.array {
		_, r.err = r.values.Token()
	}
	return r
}

// firstCharacter returns the first character of a file that is no white space.
func firstCharacter(file *bufio.Reader) byte {
	head, _ := file.Peek(window)
	if head = bytes.TrimLeft(head, blanks); len(head) > 0 {
		return head[0]
	}
	return 0
}

// Read reads PDN.
func (r *jsonReader) Read(b []byte) (int, error) {
	for r.text.Len() == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.err = r.next()
	}
	return r.text.Read(b)
}

// next translates the next game.
func (r *jsonReader) next() error {
	r.file.left = mostJSON
	if r.array && !r.values.More() {
		return r.close()
	}
	var value json.RawMessage
	err := r.values.Decode(&value)
	if err == io.EOF && r.games > 0 {
		return err
	}
	r.games++
	if err == nil {
		var game string
		if game, err = translate(value); err == nil {
			r.text.WriteString(game)
			return nil
		}
	}
	return fmt.Errorf("JSON, value %d: %w", r.games, err)
}

// close reads the end of the array, behind which nothing may stand.
func (r *jsonReader) close() error {
	_, err := r.values.Token()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		if _, err = r.values.Token(); err == io.EOF {
			return err
		}
		err = cmp.Or(err, errors.New("more than the array"))
	}
	return fmt.Errorf("JSON, behind value %d: %w", r.games, err)
}

// errNoGame is the error of JSON that is something else than games.
var errNoGame = errors.New(`no game of draughts: it has neither "pdn" nor "moves"`)

// translate returns a game as PDN, with an empty line.
func translate(value json.RawMessage) (string, error) {
	fields, err := fieldsOf(value)
	if err != nil {
		return "", errNoGame
	}
	var g game
	var pdn *string
	for _, f := range fields {
		var text string
		switch isText := json.Unmarshal(f.value, &text) == nil; {
		case f.name == "pdn" && isText:
			pdn = &text
		case f.name == "moves" && isText:
			g.moves, g.hasMoves = strings.Fields(text), true
		default:
			g.add([]string{f.name}, f.value)
		}
	}
	switch {
	case pdn != nil:
		return g.beside(*pdn) + "\n\n\n", nil
	case g.hasMoves:
		return g.text() + "\n\n\n", nil
	}
	return "", errNoGame
}

// A field is one of an object, in the order of the file.
type field struct {
	name  string
	value json.RawMessage
}

// fieldsOf returns the fields of an object.
func fieldsOf(object json.RawMessage) (fields []field, err error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errNoGame
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		f := field{name: fmt.Sprint(name)}
		if err := d.Decode(&f.value); err != nil {
			return nil, err
		}
		fields = append(fields, f)
	}
	return fields, nil
}

// limited reads so many bytes.
type limited struct {
	in   io.Reader
	left int
}

func (l *limited) Read(b []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("longer than %d MB", mostJSON>>20)
	}
	n, err := l.in.Read(b[:min(len(b), l.left)])
	l.left -= n
	return n, err
}
