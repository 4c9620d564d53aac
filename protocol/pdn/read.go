package pdn

import (
	"io"
	"iter"
)

// Reader reads games from a stream.
type Reader struct {
	lexer  *lexer
	ahead  token  // the next token
	primed bool   // ahead is valid
	ended  int    // line of the result that ended the last game
	result Result // and that result
}

// NewReader returns a Reader from r.
func NewReader(r io.Reader) *Reader { return &Reader{lexer: newLexer(r), ended: -1} }

// Read returns the next game, or io.EOF after the last one. Any other error is
// one of the underlying stream. What is wrong with the text of a game is in
// its Faults, and never keeps the next games from being read.
func (r *Reader) Read() (*Game, error) {
	for {
		b := newBuilder(r)
		for !b.done && !b.ends(r.peek()) {
			b.add(r.take())
		}
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
func (r *Reader) peek() token {
	if !r.primed {
		r.ahead, r.primed = r.lexer.next(), true
	}
	return r.ahead
}

func (r *Reader) take() token {
	t := r.peek()
	r.primed = false
	return t
}

// empty reports whether there is nothing to g.
func (g *Game) empty() bool {
	return len(g.Tags)+len(g.Notes)+len(g.Plies)+len(g.Faults) == 0 && g.Result == NoResult
}
