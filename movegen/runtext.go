package movegen

import (
	"fmt"
	"strings"
)

// runTexts returns the king-move counters of p that are not zero as text, each behind the
// letter of its side: "W28=2" with the letters WB.
func (r *Rules) runTexts(p *Position, letters string) (texts []string) {
	for c, run := range p.Runs {
		if run.Moves != 0 {
			texts = append(texts, fmt.Sprintf("%c%s=%d", letters[c], r.SquareName(run.Square), run.Moves))
		}
	}
	return texts
}

// fenRuns returns the field of a FEN that holds the king-move counters of p,
// nothing when they are zero.
func (r *Rules) fenRuns(p *Position) string {
	runs := r.runTexts(p, "KK")
	if runs == nil {
		return ""
	}
	return ":" + strings.Join(runs, ",")
}

// parseFENRuns returns p with the counters of a FEN's field: ours, K28=2,K14=1,
// or lidraughts' +1+2.
func (r *Rules) parseFENRuns(p Position, field token) (Position, error) {
	if field.text[0] == '+' {
		return r.parseLidraughtsRuns(p, field)
	}
	for _, t := range field.split(",") {
		if t.text == "" || t.text[0] != 'K' && t.text[0] != 'k' {
			return Position{}, t.wrong("FEN", "want a king and its moves: K28=2")
		}
		next, reason := r.withRun(p, p.Kings, t.text[1:])
		if reason != "" {
			return Position{}, t.wrong("FEN", reason)
		}
		p = next
	}
	return p, nil
}

// parseLidraughtsRuns reads +1+2: how many moves in a row Black and White, in this
// order, have made with the same king. Digits that follow name the king: +114+228.
func (r *Rules) parseLidraughtsRuns(p Position, field token) (Position, error) {
	black, white, _ := strings.Cut(field.text[1:], "+")
	if !isNumber(white) || !isNumber(black) {
		return Position{}, field.wrong("FEN", "want the king moves of Black and White: +1+2")
	}
	for c, text := range [2]string{White: white, Black: black} {
		kings, moves := p.KingsOf(Color(c)), smallNumber(text[:1])
		if square := text[1:]; square != "" {
			sq, reason := r.squareNamed(square)
			if reason != "" {
				continue
			}
			kings &= sq.Bit()
		}
		if moves > r.KingRunLimit || kings.Len() != 1 {
			continue
		}
		p = p.withRunOf(kings.First(), moves)
	}
	return p, nil
}

// Wolf returns the king-move counters of p as Hub's argument wolf has them: see ParseWolf.
// It is empty if both are zero.
func (r *Rules) Wolf(p *Position) string { return strings.Join(r.runTexts(p, "WB"), " ") }

// ParseWolf returns p with the king-move counters of Hub's argument wolf:
// "W28=2 B14=1" says that White's king on 28 has made 2 moves in a row and
// Black's on 14 one. A side that is not named keeps its counter; in variants
// without the rule p is returned as it is. Errors are of type *SyntaxError.
func (r *Rules) ParseWolf(p Position, s string) (Position, error) {
	for rest := (token{s, 1}).trim(); rest.text != ""; {
		var t token
		t, rest, _ = rest.cut(" ")
		c, ok := colorNamed(t.text[:1])
		if !ok {
			return Position{}, t.wrong("wolf", "want a side, the square of its king and a number: W28=2")
		}
		next, reason := r.withRun(p, p.KingsOf(c), t.text[1:])
		if reason != "" {
			return Position{}, t.wrong("wolf", reason)
		}
		p = next
	}
	return p, nil
}

// withRun returns p with the counter that text, "28=2", gives to one of
// kings, or the reason why it cannot.
func (r *Rules) withRun(p Position, kings Bits, text string) (q Position, reason string) {
	square, moves, _ := strings.Cut(text, "=")
	if !isNumber(moves) {
		return p, "want the square of a king and a number: 28=2"
	}
	if r.KingRunLimit == 0 {
		return p, ""
	}
	sq, reason := r.squareNamed(square)
	switch n := smallNumber(moves); {
	case reason != "":
		return p, reason
	case !kings.Has(sq):
		return p, "there is no such king"
	case n > r.KingRunLimit:
		return p, fmt.Sprintf("a king makes at most %d moves in a row", r.KingRunLimit)
	default:
		return p.withRunOf(sq, n), ""
	}
}

// withRunOf returns p with the counter of the king on sq set, unless its side
// has no men: then nothing is counted.
func (p Position) withRunOf(sq Square, moves int) Position {
	c := White
	if p.Pieces[Black].Has(sq) {
		c = Black
	}
	if p.Men(c) == 0 || moves == 0 {
		return p.WithRun(c, KingRun{})
	}
	return p.WithRun(c, KingRun{Square: sq, Moves: uint8(moves)})
}
