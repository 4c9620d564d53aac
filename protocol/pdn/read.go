package pdn

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"stupol/protocol/pdn/plain"
)

// Reader reads games from a stream.
type Reader struct {
	lexer *lexer
	ahead []token // that were looked at and not taken
}

// NewReader returns a Reader from r, in the encoding that its text seems to have.
func NewReader(r io.Reader) *Reader { return NewReaderContext(context.Background(), r) }

// NewReaderOf returns a Reader from r, in an encoding. What it reads ends with the error of ctx
// when ctx ends.
func NewReaderOf(ctx context.Context, r io.Reader, e plain.Encoding) *Reader {
	return &Reader{lexer: newLexer(lastingReader{ctx, r}, e)}
}

// Found returns what the file is that was read, if it is anything but UTF-8 with Latin letters in its moves: ""
// or "Windows-1251, moves in Cyrillic letters".
func (r *Reader) Found() string {
	found := r.lexer.file.Found()
	if r.lexer.cyrillic {
		found = strings.TrimPrefix(found+", moves in Cyrillic letters", ", ")
	}
	return found
}

// NewReaderContext is NewReader, and what it reads ends with the error of ctx when ctx ends.
func NewReaderContext(ctx context.Context, r io.Reader) *Reader {
	return NewReaderOf(ctx, r, plain.Auto)
}

// A lastingReader reads as long as its context lasts.
type lastingReader struct {
	ctx context.Context
	r   io.Reader
}

// Read reads into b, unless the context has ended.
func (l lastingReader) Read(b []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	return l.r.Read(b)
}

// Read returns the next game, or io.EOF after the last one. Any other error is
// one of the underlying stream. What is wrong with the text of a game is in
// its Faults, and never keeps the next games from being read.
func (r *Reader) Read() (*Game, error) {
	for {
		b := r.next()
		if r.lexer.err != nil {
			return nil, r.lexer.err
		}
		if g := b.finish(); !g.empty() {
			return g, nil
		}
		if r.peek().kind == endToken {
			return nil, io.EOF
		}
	}
}

// next reads the next game.
func (r *Reader) next() *builder {
	b := newBuilder(r)
	for !b.ends(r.peek()) {
		b.add(r.take())
	}
	return b
}

// Games goes through the games of a stream. An error of the stream is the last
// thing it yields.
func (r *Reader) Games() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Read()
			if err == io.EOF || !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// ReadAll returns the games of a stream, and the error that ended it early.
func ReadAll(r io.Reader) ([]*Game, error) {
	var games []*Game
	for g, err := range NewReader(r).Games() {
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
	return games, nil
}

// peek returns the next token without taking it.
func (r *Reader) peek() token { return r.look(0) }

// look returns the token behind so many others, without taking them.
func (r *Reader) look(behind int) token {
	for len(r.ahead) <= behind {
		r.ahead = append(r.ahead, r.lexer.next())
	}
	return r.ahead[behind]
}

func (r *Reader) take() token {
	t := r.peek()
	r.ahead = r.ahead[:copy(r.ahead, r.ahead[1:])]
	return t
}

// endsBehindComments reports whether nothing follows the comments that come next but the end
// of the file or an empty line.
func (r *Reader) endsBehindComments() bool {
	const most = 8
	for i := range most {
		if t := r.look(i); t.kind != commentToken || t.apart {
			return t.apart || t.kind == endToken
		}
	}
	return true
}

// empty reports whether there is nothing to g.
func (g *Game) empty() bool {
	return len(g.Tags)+len(g.Notes)+len(g.Plies)+len(g.Faults) == 0 && g.Result == NoResult
}

// Ending returns what to write at the end of a file of games before one more game, so
// that every reader of PDN finds that one: the ends of whatever is open there, as in a
// file that was cut off, and an empty line. It is empty for an empty file and behind an
// empty line. Tags without moves end with a *.
//
// An empty line stands before every end, as what is cut off may go on in the next line.
// Nothing is closed whose end would say more than the file does: a result that nobody
// wrote is not added. A file that cannot be read is an error, and so is one that no game can be
// appended to: UTF-16, Windows-1251, of which UTF-8 behind it would become a part, and JSON.
func Ending(file io.Reader) (string, error) {
	var tail tail
	r := NewReader(io.TeeReader(file, &tail))
	for {
		b := r.next()
		if r.lexer.err != nil {
			return "", r.lexer.err
		}
		if r.peek().kind == endToken {
			if found := r.lexer.file.Found(); found == "JSON" || r.lexer.file.Single() {
				return "", fmt.Errorf("no game is appended to a file that is %s; stupol pdn convert makes PDN in UTF-8 of it", found)
			}
			if closing := b.ending(); closing != "" {
				return closing + "\n\n", nil
			}
			return tail.lines(), nil
		}
	}
}

// ending closes what is open in the last game of a file.
func (b *builder) ending() string {
	var closing strings.Builder
	closing.WriteString(b.last.closing)
	if b.nested() && !b.done {
		closing.WriteString("\n\n" + strings.Repeat(")", len(b.lines)-1+b.dropped))
	}
	if !b.done && len(b.game.Plies) == 0 && !b.game.empty() {
		closing.WriteString("\n\n*")
	}
	return closing.String()
}

// A tail keeps the last bytes of what is written to it.
type tail struct{ last []byte }

func (t *tail) Write(b []byte) (int, error) {
	const kept = 4
	t.last = append(t.last, b[max(0, len(b)-kept):]...)
	t.last = bytes.Clone(t.last[max(0, len(t.last)-kept):])
	return len(b), nil
}

// lines returns the ends of lines that are missing to an empty line.
func (t *tail) lines() string {
	end := bytes.ReplaceAll(t.last, []byte("\r\n"), []byte("\n"))
	switch {
	case len(end) == 0, bytes.HasSuffix(end, []byte("\n\n")), bytes.HasSuffix(end, []byte("\r\r")):
		return ""
	case bytes.HasSuffix(end, []byte("\n")):
		return "\n"
	}
	return "\n\n"
}
