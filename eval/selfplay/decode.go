package selfplay

import (
	"encoding/binary"
	"errors"
	"fmt"

	"stupol/movegen"
)

// game decodes the next game of the chunk.
func (r *Reader) game() (Game, error) {
	g := Game{Number: r.header.Part().Nth(r.read), Rules: r.rules, Start: r.rules.Start()}
	plies, err := r.gameInfo(&g)
	if err != nil {
		return g, err
	}
	g.Moves = make([]movegen.Move, 0, plies)
	g.Scores = make([]int, 0, plies)
	code := 0
	position := g.Start
	for ply := range plies {
		m, score, err := r.ply(&g, &position, &code)
		if err != nil {
			return g, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		g.Moves = append(g.Moves, m)
		g.Scores = append(g.Scores, score)
		position = r.rules.Play(&position, m)
	}
	g.Leaves, err = r.leaves()
	return g, err
}

// leaves decodes the leaves of a game.
func (r *Reader) leaves() (all []Leaf, err error) {
	c := &r.chunk.columns[leafColumn]
	count, err := c.uvarint(maxLeaves)
	if err != nil {
		return nil, err
	}
	for i := range count {
		leaf, err := r.leaf(c)
		if err != nil {
			return nil, fmt.Errorf("leaf %d: %w", i+1, err)
		}
		all = append(all, leaf)
	}
	return all, nil
}

// leafBytes is the size of a leaf in its column.
const leafBytes = movegen.PackedBytes + 1

// leaf decodes a leaf.
func (r *Reader) leaf(c *column) (Leaf, error) {
	b, err := c.take(leafBytes)
	if err != nil {
		return Leaf{}, err
	}
	packed, code := movegen.Unpack(b), int8(b[leafBytes-1])
	if !packed.Valid(r.rules) || code < -maxCode {
		return Leaf{}, errValue
	}
	p := packed.Position()
	p = movegen.NewPosition(p.Turn, p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings)
	return Leaf{p, r.scores.score(code)}, nil
}

// gameInfo decodes the entry of g in the game column and returns the number of plies.
func (r *Reader) gameInfo(g *Game) (plies int, err error) {
	c := &r.chunk.columns[gameColumn]
	outcome, err := c.uvarint(int(movegen.Drawn))
	if err != nil {
		return 0, err
	}
	g.Outcome = movegen.Outcome(outcome)
	length, err := c.uvarint(len(*c))
	if err != nil {
		return 0, err
	}
	reason, err := c.take(length)
	if err != nil {
		return 0, err
	}
	if g.Reason = string(reason); (g.Outcome == movegen.Ongoing) != (g.Reason == ReasonStopped) {
		return 0, errValue
	}
	if plies, err = c.uvarint(maxPlies); err != nil {
		return 0, err
	}
	if g.Opening, err = c.uvarint(plies); err != nil {
		return 0, err
	}
	g.Random = make([]bool, plies)
	for ply := range g.Opening {
		g.Random[ply] = true
	}
	return plies, c.randomMoves(g.Random, g.Opening)
}

// randomMoves decodes the list of random moves after the opening and marks them in
// random, from ply first on.
func (c *column) randomMoves(random []bool, first int) error {
	count, err := c.uvarint(len(random) - first)
	if err != nil {
		return err
	}
	ply := first
	for range count {
		gap, err := c.uvarint(len(random) - 1 - ply)
		if err != nil {
			return err
		}
		random[ply+gap] = true
		ply += gap + 1
	}
	return nil
}

// ply decodes the next move of g, in position, and the score before it. Code is the last
// score code of the game, for White.
func (r *Reader) ply(g *Game, position *movegen.Position, code *int) (m movegen.Move, score int, err error) {
	r.legal = r.rules.Moves(r.legal[:0], position)
	switch len(r.legal) {
	case 0:
		return m, 0, errValue
	case 1:
		m = r.legal[0]
	default:
		index, err := r.chunk.columns[moveColumn].uvarint(len(r.legal) - 1)
		if err != nil {
			return m, 0, err
		}
		m = moveAt(r.rules, r.legal, index)
	}
	if !g.searched(len(g.Moves), len(r.legal)) {
		return m, NoScore, nil
	}
	difference, err := r.chunk.columns[scoreColumn].take(1)
	if err != nil {
		return m, 0, err
	}
	*code = int(int8(byte(*code) + difference[0]))
	if *code < -maxCode {
		return m, 0, errValue
	}
	return m, r.scores.score(int8(forWhite(*code, position.Turn))), nil
}

// A column is a column of a chunk; decoding takes data off its front.
type column []byte

var (
	errShort = errors.New("the chunk has too little data")
	errValue = errors.New("a value that makes no sense")
)

// take returns the next n bytes.
func (c *column) take(n int) ([]byte, error) {
	if n > len(*c) {
		return nil, errShort
	}
	taken := (*c)[:n]
	*c = (*c)[n:]
	return taken, nil
}

// uvarint returns the next number, at most limit.
func (c *column) uvarint(limit int) (int, error) {
	n, size := binary.Uvarint(*c)
	switch {
	case size == 0:
		return 0, errShort
	case size < 0 || limit < 0 || n > uint64(limit):
		return 0, errValue
	}
	*c = (*c)[size:]
	return int(n), nil
}
