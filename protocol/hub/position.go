package hub

import (
	"errors"
	"iter"
	"strings"

	"stupol/movegen"
)

// readPosition returns the game that a pos message describes: its position
// and the moves played since.
func readPosition(s settings, m Message) (*movegen.Game, error) {
	r, written := s.rules, s.moveRules()
	p, err := basePosition(r, m)
	if err != nil {
		return nil, err
	}
	g := movegen.NewGameFrom(r, p, nil)
	moves, _ := m.Arg("moves")
	for column, text := range argWords(moves) {
		move, err := written.ParseHubMove(g.Position(), text)
		if err != nil {
			return nil, shiftColumn(err, column)
		}
		g.Push(move)
	}
	return g, nil
}

// argWords returns the words of an argument and the columns where they begin.
func argWords(a Arg) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at := 0
		for text := range strings.FieldsFuncSeq(a.Value, movegen.IsSpace) {
			at += strings.Index(a.Value[at:], text)
			if !yield(a.Column+at, text) {
				return
			}
			at += len(text)
		}
	}
}

// basePosition returns the position before the moves of a pos message.
func basePosition(r *movegen.Rules, m Message) (movegen.Position, error) {
	if _, ok := m.Arg("start"); ok {
		return r.Start(), nil
	}
	pos, ok := m.Arg("pos")
	if !ok {
		return movegen.Position{}, missing(m, "pos")
	}
	p, err := r.ParseHubPosition(pos.Value)
	if err != nil {
		return p, shiftColumn(err, pos.Column)
	}
	wolf, _ := m.Arg("wolf")
	p, err = r.ParseWolf(p, wolf.Value)
	return p, shiftColumn(err, wolf.Column)
}

// shiftColumn returns err with its column counted from the start of the line, in
// which the text it speaks of begins at column.
func shiftColumn(err error, column int) error {
	var syntax *movegen.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	moved := *syntax
	moved.Column += column - 1
	return &moved
}
