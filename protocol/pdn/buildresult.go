package pdn

import (
	"strconv"
	"strings"

	"stupol/movegen"
)

// nested reports whether a variation is open.
func (b *builder) nested() bool { return len(b.lines) > 1 || b.dropped > 0 }

// result ends the game. Within a variation, results are comments.
func (b *builder) result(t token) {
	switch {
	case b.nested() && !b.full && !b.in.peek().startsGame():
		if b.dropped == 0 {
			b.comment(t.text)
		}
	case b.game.empty() && !b.begun && t.line-b.in.ended < 2 && agree(Result(t.text), b.in.result):
		// The result of the game before once more.
	default:
		if b.game.empty() && !b.begun && t.line-b.in.ended < 2 {
			b.fault(t, ErrResult)
		}
		b.game.Result = Result(t.text)
		b.end(t)
	}
}

// star decides what * means: the end of the game, or that the move before it
// was forced, as in books of problems. The latter stands in a variation, or
// before the number of a later move, or right behind its move and before more
// of the game.
func (b *builder) star(t token) {
	next, p := b.in.peek(), b.lastPly()
	if p != nil && p.Setup != "" {
		p = nil
	}
	forced := !t.spaced && !next.startsGame() || next.kind == numberToken && next.number > 1
	switch {
	case b.full && next.startsGame(), !b.full && !b.nested() && (p == nil || !forced):
		b.end(t)
	case !b.full && b.dropped == 0 && p != nil:
		b.addSign(p, t)
	case !b.full && b.dropped == 0:
		b.comment(t.text)
	}
}

func (b *builder) end(t token) {
	b.done = true
	b.in.ended, b.in.result = t.line, b.game.Result
	if !agree(b.game.Result, resultTag(b.game.Tag("Result"))) {
		b.fault(t, ErrResult)
	}
}

// agree reports whether two results can be of one game: they say that the same side has won,
// or one of them says nothing.
func agree(a, b Result) bool {
	x, y := a.Outcome(), b.Outcome()
	return x == y || x == movegen.Ongoing || y == movegen.Ongoing
}

// finish returns the game.
func (b *builder) finish() *Game {
	g := b.game
	if b.nested() && !b.full {
		b.fault(b.last, ErrVariation)
	}
	for len(b.lines) > 1 {
		b.pop()
	}
	tag := resultTag(g.Tag("Result"))
	if n := len(g.Plies); n > 0 && !b.done && g.Plies[n-1].isScore(tag) {
		g.Plies = g.Plies[:n-1]
	}
	if g.Result == NoResult && tag != "" {
		g.Result = tag
	}
	return g
}

// isScore reports whether p is no move but the result that the tag gives, as
// 4-6 is.
func (p *Ply) isScore(tag Result) bool {
	return tag != "" && p.Text == string(tag) && len(p.Notes)+len(p.NAGs)+len(p.Signs) == 0
}

// resultTag returns the result that the value of a Result tag stands for, ""
// if it is none. It may be a score by 10 or 12 points to a game.
func resultTag(value string) Result {
	b := []byte(value)
	var t token
	if len(b) == 0 || scan(b, &t) != len(b) {
		return ""
	}
	white, black, _ := strings.Cut(t.text, "-")
	w, _ := strconv.Atoi(white)
	l, _ := strconv.Atoi(black)
	switch {
	case t.kind == resultToken, t.kind == starToken, t.kind == moveToken && (w+l == 10 || w+l == 12):
		return Result(t.text)
	}
	return ""
}
