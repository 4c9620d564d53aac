package pdn

import (
	"errors"
	"fmt"
	"strings"

	"stupol/movegen"
)

// ErrAmbiguous is the reason why a capture cannot be played of which only the ends are
// written, when several have them and the moves after it do not tell which was played.
var ErrAmbiguous = errors.New("ambiguous")

// resolve returns the legal move of p that the first of plies stands for, or
// the first few: some servers write every jump of a capture as a move of its
// own, c3xa5 a5xc7, so that the colours in the text alternate wrongly.
func (w *replayer) resolve(p *movegen.Position, plies []Ply) (m movegen.Move, n int, err error) {
	text := plies[0].Text
	moves, err := w.fitting(p, text)
	if err == nil {
		m, err = w.choose(p, moves, plies[1:])
		return m, 1, err
	}
	for i := 1; i < len(plies); i++ {
		last := text[strings.LastIndexByte(text, 'x')+1:]
		onward, ok := strings.CutPrefix(plies[i].Text, last+"x")
		if !ok || i > w.rules.Squares() {
			break
		}
		text += "x" + onward
		if moves, err := w.fitting(p, text); err == nil {
			m, err = w.choose(p, moves, plies[i+1:])
			return m, i + 1, err
		}
	}
	return m, 1, err
}

// fitting returns the legal moves of p that text can stand for: one, or several
// captures with the same ends.
func (w *replayer) fitting(p *movegen.Position, text string) ([]movegen.Move, error) {
	legal := w.rules.Moves(nil, p)
	if isShort(text) {
		return some(legal, func(m movegen.Move) bool { return w.fileAndEnd(m) == withoutSign(text) })
	}
	text = w.numbering.text(text)
	m, err := w.rules.ParsePDNMove(p, text)
	if err == nil {
		return []movegen.Move{m}, nil
	}
	ends := strings.ReplaceAll(text, "x", "-")
	moves, none := some(legal, func(m movegen.Move) bool {
		r := w.rules
		return ends == r.SquareName(m.From)+"-"+r.SquareName(m.To) || ends == r.AlgebraicName(m.From)+"-"+r.AlgebraicName(m.To)
	})
	if none == nil {
		return moves, nil
	}
	var syntax *movegen.SyntaxError
	if errors.As(err, &syntax) {
		err = errors.New(w.numbering.text(syntax.Reason))
	}
	return nil, err
}

// some returns the moves that fit, or an error if there are none.
func some(moves []movegen.Move, fits func(movegen.Move) bool) ([]movegen.Move, error) {
	var found []movegen.Move
	for _, m := range moves {
		if fits(m) {
			found = append(found, m)
		}
	}
	if found == nil {
		return nil, errors.New("illegal")
	}
	return found, nil
}

// isShort reports whether text is a move in the form ac5 or axc5.
func isShort(text string) bool { return len(text) > 2 && isFile(text[0]) && !isDigit(text[1]) }

// withoutSign returns ac5 for axc5.
func withoutSign(text string) string { return text[:1] + strings.TrimLeft(text[1:], "-x") }

// fileAndEnd returns m in the form ac5.
func (w *replayer) fileAndEnd(m movegen.Move) string {
	return w.rules.AlgebraicName(m.From)[:1] + w.rules.AlgebraicName(m.To)
}

// choose returns the move of several after which more of the following plies are legal than
// after each other. If a capture does not name the captured pieces, later moves can show
// which pieces were taken. If they do not, it is ambiguous.
func (w *replayer) choose(p *movegen.Position, moves []movegen.Move, rest []Ply) (movegen.Move, error) {
	if len(moves) == 1 || w.lookingAhead {
		return moves[0], nil
	}
	w.lookingAhead = true
	defer func() { w.lookingAhead = false }()
	furthest := -1
	var best []movegen.Move
	for _, m := range moves {
		switch n := w.follow(w.rules.Play(p, m), rest); {
		case n > furthest:
			furthest, best = n, []movegen.Move{m}
		case n == furthest:
			best = append(best, m)
		}
	}
	if len(best) == 1 {
		return best[0], nil
	}
	names := make([]string, 0, len(best))
	for _, m := range best[:min(len(best), 3)] {
		names = append(names, w.numbering.text(w.rules.PDNMoveLong(p, m)))
	}
	return movegen.Move{}, fmt.Errorf("%w: %s", ErrAmbiguous, strings.Join(names, " or "))
}

// follow returns how many of the next plies can be played from p on, not counting more
// than enough.
func (w *replayer) follow(p movegen.Position, plies []Ply) int {
	const enough = 200
	at := 0
	for at < min(len(plies), enough) && plies[at].Setup == "" && plies[at].Text != UnknownMove {
		m, n, err := w.resolve(&p, plies[at:])
		if err != nil {
			return at
		}
		p = w.rules.Play(&p, m)
		at += n
	}
	return at
}
