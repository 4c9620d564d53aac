package movegen

import (
	"fmt"
	"strings"
)

// parseMove returns the legal move of p that s stands for, by the first of
// the readings that fits any. The function write names moves in errors.
func (r *Rules) parseMove(p *Position, s string, write func(Move) string, readings ...reading) (Move, error) {
	text := token{PlainText(s), 1}.trim()
	squares, err := r.moveSquares(text)
	if err != nil {
		return Move{}, err
	}
	legal := r.Moves(nil, p)
	for _, fits := range readings {
		var found []Move
		for _, m := range legal {
			if fits(r, p, m, squares) {
				found = append(found, m)
			}
		}
		if len(found) > 1 {
			return Move{}, text.wrong("move", "ambiguous: "+oneOf(found, write))
		}
		if len(found) == 1 {
			return found[0], nil
		}
	}
	return Move{}, text.wrong("move", r.whyIllegal(p, legal, squares[0], write))
}

// moveSquares returns the squares of a move's text, at least two.
func (r *Rules) moveSquares(text token) ([]Square, error) {
	var squares []Square
	for rest := text; ; {
		end := strings.IndexAny(rest.text, "-xX: \t")
		if end < 0 {
			end = len(rest.text)
		}
		word := rest
		word.text = rest.text[:end]
		named, err := r.wordSquares(word)
		if err != nil {
			return nil, err
		}
		squares = append(squares, named...)
		rest = rest.skip(end).trim()
		if rest.text == "" {
			break
		}
		if strings.IndexByte("-xX:", rest.text[0]) < 0 {
			return nil, rest.wrong("move", "want one of - x : before it")
		}
		rest = rest.skip(1).trim()
	}
	if len(squares) < 2 {
		return nil, text.wrong("move", "a move has two squares or more")
	}
	return squares, nil
}

// wordSquares returns the square that a word names, or the squares: names
// like c3 may follow each other without a sign, c3d4.
func (r *Rules) wordSquares(word token) ([]Square, error) {
	var squares []Square
	for {
		name := word
		if _, width := FileAt(word.text); width > 0 && len(word.text) > width+1 {
			if _, ok := r.algebraic(word.text[:width+1]); ok {
				name.text = word.text[:width+1]
			}
		}
		sq, reason := r.squareNamed(name.text)
		if reason != "" {
			return nil, name.wrong("move", reason)
		}
		squares = append(squares, sq)
		word = word.skip(len(name.text))
		if word.text == "" {
			return squares, nil
		}
	}
}

// whyIllegal returns the reason why a move from the given square is none of
// the legal moves of p.
func (r *Rules) whyIllegal(p *Position, legal []Move, from Square, write func(Move) string) string {
	run := p.Runs[p.Turn]
	switch {
	case len(legal) == 0:
		return "illegal: " + p.Turn.String() + " has no legal move"
	case !p.Pieces[p.Turn].Has(from):
		return "illegal: " + p.Turn.String() + " has no piece on " + r.SquareName(from)
	case legal[0].IsCapture():
		return "illegal: " + p.Turn.String() + " must capture: " + oneOf(legal, write)
	case r.KingRunLimit != 0 && int(run.Moves) >= r.KingRunLimit && run.Square == from:
		return fmt.Sprintf("illegal: this king has made its %d moves in a row", r.KingRunLimit)
	}
	return "illegal"
}

// oneOf names some of the moves for a message.
func oneOf(moves []Move, write func(Move) string) string {
	const most = 5
	var names []string
	for _, m := range moves[:min(len(moves), most)] {
		names = append(names, write(m))
	}
	text := strings.Join(names, " or ")
	if len(moves) > most {
		text += " or ..."
	}
	return text
}
