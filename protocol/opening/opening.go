// Package opening tells what opening books know, with moves as the game is written: as PDN
// with variations, and for programs as JSON. It also reads the games from which a book is
// made.
package opening

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"

	"stupol/book"
	"stupol/book/expansion"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// A Position is a position of a book for programs.
type Position struct {
	FEN   string `json:"fen"`
	Ply   int    `json:"ply"` // from the start, on one of the ways there
	Moves []Move `json:"moves"`
}

// A Move is a move of a Position. Scores are in men, for the side to move.
type Move struct {
	Move     string   `json:"move"`
	Score    float64  `json:"score"`
	Own      float64  `json:"own"`
	Expanded bool     `json:"expanded"`
	Below    int      `json:"below,omitempty"`
	Line     []string `json:"line,omitempty"`
}

// inMen returns a score in men.
func inMen(s book.Score) float64 { return float64(s) / 100 }

// Look returns what b knows of p, the best move first, each with the line that the book
// expects; nil if it does not have p.
func Look(b *book.Book, p movegen.Position) *Position {
	rules, moves := b.Rules(), b.Lookup(&p)
	if moves == nil {
		return nil
	}
	known := &Position{FEN: rules.FEN(&p)}
	slices.SortStableFunc(moves, func(x, y book.Move) int { return cmp.Compare(y.Score, x.Score) })
	for _, m := range moves {
		after := rules.Play(&p, m.Move)
		line := append([]movegen.Move{m.Move}, b.Line(after)...)
		if !m.Expanded {
			line = line[:1]
		}
		told := newMove(rules, &p, m)
		told.Below, told.Line = b.Below(after), usualMoves(rules, p, line)
		known.Moves = append(known.Moves, told)
	}
	return known
}

func newMove(r *movegen.Rules, p *movegen.Position, m book.Move) Move {
	return Move{Move: pdn.Usual.Move(r, p, m.Move), Score: inMen(m.Score), Own: inMen(m.Own), Expanded: m.Expanded}
}

// usualMoves returns the moves of a line from p on.
func usualMoves(r *movegen.Rules, p movegen.Position, line []movegen.Move) (texts []string) {
	for _, m := range line {
		texts = append(texts, pdn.Usual.Move(r, &p, m))
		p = r.Play(&p, m)
	}
	return texts
}

// WriteJSON writes a Position a line: those of b that come before so many plies, each before
// those below it, with its moves in the order of the book.
func WriteJSON(w io.Writer, b *book.Book, plies int) error {
	out := json.NewEncoder(w)
	return b.Walk(func(v book.Visit) error {
		if v.Ply >= plies {
			return nil
		}
		p := Position{FEN: b.Rules().FEN(&v.Position), Ply: v.Ply}
		for _, m := range v.Moves {
			p.Moves = append(p.Moves, newMove(b.Rules(), &v.Position, m))
		}
		return out.Encode(p)
	})
}

// Info is what there is in a book, and how it was made.
type Info struct {
	book.Header
	Positions int      `json:"positions"`
	Moves     int      `json:"moves"`
	Longest   int      `json:"longest"` // plies
	Expected  []string `json:"expected"`
	Bytes     int64    `json:"bytes"`
}

// InfoOf counts what is in b.
func InfoOf(b *book.Book) (Info, error) {
	i := Info{Header: b.Header, Positions: b.Len()}
	start := b.Rules().Start()
	i.Expected = usualMoves(b.Rules(), start, b.Line(start))
	err := b.Walk(func(v book.Visit) error {
		i.Moves += len(v.Moves)
		i.Longest = max(i.Longest, v.Ply+1)
		return nil
	})
	if err == nil {
		i.Bytes, err = b.WriteTo(io.Discard)
	}
	return i, err
}

// PDN returns b as a game with variations: the best moves are the game, each other move
// that is followed and at most maxLoss worse is a variation. No line is longer than so many
// plies, and a position that was there before is not followed again.
func PDN(b *book.Book, plies int, maxLoss book.Score) *pdn.Game {
	rules := b.Rules()
	record := pdn.Record{Game: movegen.NewGame(rules), Tags: []pdn.Tag{
		{Name: "Event", Value: "Opening book of Stupol, " + rules.Title}, {Name: "Annotator", Value: "Stupol"},
	}}
	game := record.PDN()
	game.Line = tree{book: b, plies: plies, maxLoss: maxLoss, seen: map[book.Key]bool{}}.line(rules.Start(), 0)
	return game
}

// A tree is a book written as lines with variations.
type tree struct {
	book    *book.Book
	plies   int        // of the longest line
	maxLoss book.Score // of a move
	seen    map[book.Key]bool
}

// line returns the best moves from p on, after ply plies, and the others as variations.
func (t tree) line(p movegen.Position, ply int) (line pdn.Line) {
	key, moves := book.KeyOf(t.book.Rules(), &p), t.book.Lookup(&p)
	if len(moves) == 0 || ply >= t.plies || t.seen[key] {
		return line
	}
	t.seen[key] = true
	slices.SortStableFunc(moves, func(x, y book.Move) int { return cmp.Compare(y.Score, x.Score) })
	line = t.move(p, moves[0], ply)
	for _, m := range moves[1:] {
		if m.Expanded && m.Score >= moves[0].Score-t.maxLoss {
			variation := t.move(p, m, ply)
			line.Plies[0].Notes = append(line.Plies[0].Notes, pdn.Note{Variation: &variation})
		}
	}
	return line
}

// move returns the line that begins with m of p.
func (t tree) move(p movegen.Position, m book.Move, ply int) pdn.Line {
	rules := t.book.Rules()
	remark := pdn.Remark{Scored: true, Score: search.Score(m.Score).ForWhite(p.Turn)}
	after := rules.Play(&p, m.Move)
	if m.Expanded && t.seen[book.KeyOf(rules, &after)] {
		remark.Text = "transposition"
	}
	first := pdn.Ply{Text: pdn.Usual.Move(rules, &p, m.Move), Notes: []pdn.Note{{Comment: remark.String()}}}
	rest := t.line(after, ply+1)
	return pdn.Line{Plies: append([]pdn.Ply{first}, rest.Plies...)}
}

// CountPlayed counts the positions in the first plies of the games that in has of r, each up
// to its first fault. It returns how many games there are.
func CountPlayed(played expansion.Played, in io.Reader, r *movegen.Rules, plies int) (games int, err error) {
	for text, err := range pdn.NewReader(in).Games() {
		if err != nil {
			return games, err
		}
		if named, err := text.Rules(); err == nil && named != r {
			continue
		}
		g := text.Replay(r).Game(nil)
		if len(g.Moves()) == 0 {
			continue
		}
		games++
		played.Add(r, g.Start(), g.Moves(), plies)
	}
	return games, nil
}
