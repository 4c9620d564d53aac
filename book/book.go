package book

import (
	"cmp"
	"fmt"
	"sync"

	"stupol/movegen"
)

// Score is what a move is worth to the side that makes it, in hundredths of a man.
type Score int16

// The scores of package search: a win in n plies is Win-n, all that is not proved is
// within ±MaxEval.
const (
	Win     Score = 10000
	MaxEval Score = 8000
)

// Before returns the score of a move that leads to a position of score s for the side
// to move there.
func (s Score) Before() Score {
	switch {
	case s > MaxEval:
		s--
	case s < -MaxEval:
		s++
	}
	return -s
}

// An Edge is what a book knows of a move.
type Edge struct {
	Own      Score // what a search of the position after the move found
	Score    Score // what the best line in the book leads to
	Expanded bool  // the position after the move is in the book
}

// UsualTable is the size of the transposition table that books are made with, in bytes.
const UsualTable = 16 << 20

// A Header says how a book was made.
type Header struct {
	Variant string `json:"variant"` // the Name of its rules
	Nodes   int64  `json:"nodes"`   // of each search
	Engine  string `json:"engine"`  // that searched
	Weights string `json:"weights"` // of its evaluation
	// WeightsHash tells the weights from others of that name: eval.Fingerprint. Older books
	// lack it.
	WeightsHash string `json:"weights_sha256,omitempty"`
	Pieces      int    `json:"pieces"` // that its endgame databases have at most
	// TableBytes is the size of the transposition table of each search; 0: UsualTable.
	TableBytes int64  `json:"table_bytes,omitempty"`
	Date       string `json:"date,omitempty"`    // of the last addition: 2026-11-22
	Command    string `json:"command,omitempty"` // that made it
}

// SameSearches returns an error if the scores of another book cannot be in this one.
func (h Header) SameSearches(other Header) error {
	switch {
	case h.Variant != other.Variant:
		return fmt.Errorf("a book of %s, not of %s", other.Variant, h.Variant)
	case h.Nodes != other.Nodes:
		return fmt.Errorf("its scores are of %d nodes, not of %d", other.Nodes, h.Nodes)
	case h.Weights != other.Weights:
		return fmt.Errorf("its scores are of the weights %s, not of %s", other.Weights, h.Weights)
	case h.WeightsHash != other.WeightsHash && h.WeightsHash != "" && other.WeightsHash != "":
		return fmt.Errorf("its scores are of other weights with the same name: %s, not %s", other.WeightsHash, h.WeightsHash)
	case h.TableBytes != other.TableBytes:
		table := func(bytes int64) int64 { return cmp.Or(bytes, UsualTable) >> 20 }
		return fmt.Errorf("its scores are of a table of %d MiB, not of %d", table(other.TableBytes), table(h.TableBytes))
	case h.Pieces != other.Pieces:
		return fmt.Errorf("its scores are of databases of %d pieces, not of %d", other.Pieces, h.Pieces)
	}
	return nil
}

// A Book is an opening book. It is not changed once it is made, so any number of
// goroutines may read it.
type Book struct {
	Header    Header
	rules     *movegen.Rules
	positions map[Key][]Edge

	countPlies sync.Once
	plies      map[Key]int // see pliesTo; made when first needed
}

// New returns a book of the positions. Each has an edge for every move, in the order
// of Moves.
func New(r *movegen.Rules, h Header, positions map[Key][]Edge) *Book {
	h.Variant = r.Name
	return &Book{Header: h, rules: r, positions: positions}
}

// Rules returns the rules of the game.
func (b *Book) Rules() *movegen.Rules { return b.rules }

// Len returns the number of expanded positions.
func (b *Book) Len() int { return len(b.positions) }

// A Move is a move of an expanded position.
type Move struct {
	movegen.Move
	Edge
}

// Lookup returns the moves of p in the order of Moves, or nil if p is not expanded.
// A nil book has no positions.
func (b *Book) Lookup(p *movegen.Position) []Move {
	if b == nil || counted(p) {
		return nil
	}
	edges, ok := b.positions[KeyOf(b.rules, p)]
	if !ok {
		return nil
	}
	legal := Moves(b.rules, p)
	if len(legal) != len(edges) {
		return nil // another position with the same key
	}
	moves := make([]Move, len(legal))
	for i, m := range legal {
		moves[i] = Move{m, edges[i]}
	}
	return moves
}

// Best returns the first of the moves with the best score.
func Best(moves []Move) Move {
	best := moves[0]
	for _, m := range moves[1:] {
		if m.Score > best.Score {
			best = m
		}
	}
	return best
}

// Line returns the best moves from p on while positions are expanded.
func (b *Book) Line(p movegen.Position) (line []movegen.Move) {
	for moves := b.Lookup(&p); len(moves) > 0; moves = b.Lookup(&p) {
		best := Best(moves)
		line = append(line, best.Move)
		if !best.Expanded || CanUndo(&p, best.Move) { // Read does not check that there is no cycle
			break
		}
		p = b.rules.Play(&p, best.Move)
	}
	return line
}

// Below returns the number of expanded positions that the book reaches from p, itself
// included.
func (b *Book) Below(p movegen.Position) int {
	seen := map[Key]bool{}
	b.walk(p, 0, func(Visit) error { return nil }, seen)
	return len(seen)
}

// pliesTo returns the fewest plies in which the book reaches p, an expanded position,
// from the start; 0 if it does not.
func (b *Book) pliesTo(p *movegen.Position) int {
	b.countPlies.Do(func() {
		b.plies = map[Key]int{}
		start := b.rules.Start()
		b.plies[KeyOf(b.rules, &start)] = 0
		for ply, level := 1, []movegen.Position{start}; len(level) > 0; ply++ {
			var next []movegen.Position
			for _, p := range level {
				for _, m := range b.Lookup(&p) {
					if !m.Expanded {
						continue
					}
					after := b.rules.Play(&p, m.Move)
					key := KeyOf(b.rules, &after)
					if _, known := b.plies[key]; !known {
						b.plies[key] = ply
						next = append(next, after)
					}
				}
			}
			level = next
		}
	})
	return b.plies[KeyOf(b.rules, p)]
}

// A Visit is an expanded position on a walk through the book.
type Visit struct {
	Position movegen.Position
	Ply      int // plies from the beginning of the walk, on the way it was first found
	Moves    []Move
}

// Walk calls visit with every expanded position, each once, a position before those
// below it that were not visited yet. It ends with the first error.
func (b *Book) Walk(visit func(Visit) error) error {
	return b.walk(b.rules.Start(), 0, visit, map[Key]bool{})
}

func (b *Book) walk(p movegen.Position, ply int, visit func(Visit) error, seen map[Key]bool) error {
	key := KeyOf(b.rules, &p)
	if seen[key] {
		return nil
	}
	moves := b.Lookup(&p)
	if moves == nil {
		return nil
	}
	seen[key] = true
	if err := visit(Visit{p, ply, moves}); err != nil {
		return err
	}
	for _, m := range moves {
		if m.Expanded {
			if err := b.walk(b.rules.Play(&p, m.Move), ply+1, visit, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// Verify returns an error unless all moves are legal, every score follows from those
// below it, and every position is reached from the start.
func (b *Book) Verify() error {
	own := map[Key]Score{} // of the position after a move
	visited := 0
	err := b.Walk(func(v Visit) error {
		visited++
		for _, m := range v.Moves {
			if err := b.verifyMove(&v, m, own); err != nil {
				return fmt.Errorf("%s, move %s: %w", b.rules.FEN(&v.Position), b.rules.PDNMove(&v.Position, m.Move), err)
			}
		}
		return nil
	})
	if err == nil && visited != b.Len() {
		err = fmt.Errorf("%d of %d positions are not reached from the start", b.Len()-visited, b.Len())
	}
	return err
}

// verifyMove checks a move of v. It keeps the own score of the position after it.
func (b *Book) verifyMove(v *Visit, m Move, own map[Key]Score) error {
	after := b.rules.Play(&v.Position, m.Move)
	below, key := b.Lookup(&after), KeyOf(b.rules, &after)
	if known, ok := own[key]; ok && known != m.Own {
		return fmt.Errorf("its own score is %d, on another way %d", m.Own, known)
	}
	own[key] = m.Own
	switch {
	case m.Expanded && CanUndo(&v.Position, m.Move):
		return fmt.Errorf("expanded after a move of a king that can be undone")
	case m.Expanded && below == nil:
		return fmt.Errorf("the position after it is missing, or has other moves")
	case m.Expanded && m.Score != Best(below).Score.Before():
		return fmt.Errorf("its score is %d, the moves after it say %d", m.Score, Best(below).Score.Before())
	case !m.Expanded && m.Score != m.Own:
		return fmt.Errorf("its score is %d, its own score %d", m.Score, m.Own)
	}
	return nil
}
