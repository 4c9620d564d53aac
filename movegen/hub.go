package movegen

import (
	"fmt"
	"strings"
)

// HubPosition returns p as Hub's pos argument: W or B for the side to move,
// then a letter for every square from 1 on, w or b for a man, W or B for a
// king, e for none. That makes 51 letters on 10x10 boards and, since the
// protocol knows no others, 33 in the same order on 8x8 boards.
func (r *Rules) HubPosition(p *Position) string {
	var b strings.Builder
	b.WriteString(p.Turn.letter())
	for n := 1; n <= r.Squares(); n++ {
		b.WriteString(pieceLetter(p, r.squares[n], "e"))
	}
	return b.String()
}

// ParseHubPosition reads what HubPosition writes. Any other text is an error
// of type *SyntaxError, as is a man on its promotion row, a side not to move
// that has no pieces, and one with more ways to capture than ParseFEN takes.
func (r *Rules) ParseHubPosition(s string) (Position, error) {
	const what = "Hub position"
	whole := token{s, 1}
	if want := r.Squares() + 1; len(s) != want {
		return Position{}, whole.wrong(what, fmt.Sprintf("%d letters long, want %d", len(s), want))
	}
	var pieces [2]Bits
	var kings Bits
	for i := range s {
		letter := token{s[i : i+1], i + 1}
		if i == 0 {
			if s[0] != 'W' && s[0] != 'B' {
				return Position{}, letter.wrong(what, "the side to move must be W or B")
			}
			continue
		}
		sq := r.squares[i]
		c, ok := colorNamed(letter.text)
		switch king := letter.text == c.letter(); {
		case letter.text == "e":
			continue
		case !ok:
			return Position{}, letter.wrong(what, "a square must be w, b, W, B or e")
		case king:
			kings |= sq.Bit()
		case r.lastRow[c].Has(sq):
			return Position{}, letter.wrong(what, fmt.Sprintf("square %d is on the promotion row of this man", i))
		}
		pieces[c] |= sq.Bit()
	}
	turn, _ := colorNamed(s[:1])
	if pieces[turn.Opponent()] == 0 {
		return Position{}, whole.wrong(what, fmt.Sprintf("%s has no pieces", turn.Opponent()))
	}
	p := NewPosition(turn, pieces[White], pieces[Black], kings)
	if err := r.checkEffort(&p); err != nil {
		return Position{}, whole.wrong(what, err.Error())
	}
	return p, nil
}

// HubMove returns m in Hub's form: 32-28, or for a capture its start, its end
// and the captured pieces in ascending order, 28x19x23.
func (r *Rules) HubMove(m Move) string {
	text := r.SquareName(m.From)
	if !m.IsCapture() {
		return text + "-" + r.SquareName(m.To)
	}
	text += "x" + r.SquareName(m.To)
	for n := 1; n <= r.Squares(); n++ {
		if m.Captured.Has(r.squares[n]) {
			text += "x" + r.SquareName(r.squares[n])
		}
	}
	return text
}

// ParseHubMove returns the legal move of p that s stands for: squares between
// any of the signs - x : with or without spaces, as numbers or, on 8x8 boards,
// names like c3. The squares are
//
//   - start, end and all captured pieces in any order, or failing that
//   - start and end alone, if they fit one legal move only, or failing that
//   - the path of the piece, as ParsePDNMove reads it.
//
// Errors are of type *SyntaxError.
func (r *Rules) ParseHubMove(p *Position, s string) (Move, error) {
	return r.parseMove(p, s, r.HubMove, endsAndCaptured, ends, wholePath, partOfPath)
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
