package movegen

import (
	"math"
	"slices"
)

// DrawRules says when a game is drawn. Rules.Draws lists those known for a
// variant. DrawRules are never changed once made.
type DrawRules struct {
	Name   string // what a user asks for: "fmjd64"
	Source string // who plays by them

	// Repetition is how often a position must have occurred, with the same
	// side to move; 0 if repeating is allowed forever.
	Repetition int

	// Counts are the draws by number of moves, at most maxCounts. The first
	// to run out ends the game.
	Counts []Count

	// Advantage is how many men a side must be ahead, a king being two, for
	// a draw to be one with advantage; 0 if all draws are equal.
	Advantage int
}

// AskForLongDiagonal reports whether one of the counts depends on who stands on the long diagonal.
func (d *DrawRules) AskForLongDiagonal() bool {
	return slices.ContainsFunc(d.Counts, func(c Count) bool { return c.onDiagonal })
}

// Count is a draw by number of moves: the game is drawn when that many plies
// were played since the count began. A count runs while both sides have a
// king (there is no such rule for other positions, and one side without
// kings has to move men) and only in the positions of its class. It begins
// with the first position of the class and is forgotten when the game leaves
// the class.
type Count struct {
	Reason     string // "25-move rule"
	Plies      int    // moves of both sides
	Restart    Restart
	class      class
	onDiagonal bool // the class asks who stands on the long diagonal, not only what there is
}

// class tells whether a position belongs to a class, by its balance. Both
// sides have a king when it is asked.
type class func(balance) bool

// Restart says which moves begin a count anew within its class: those that
// change at least so much.
type Restart uint8

// What a move changes, from little to much; a quiet king move changes less.
const (
	OnManMove Restart = iota + 1 // a man's move or a capture
	OnBalance                    // a promotion or a capture
	OnEntry                      // only entering the class begins the count
)

// maxCounts is how many counts a game keeps; as many as fmjd64 has.
const maxCounts = 6

// counts holds, for every Count, how many positions in a row, the present
// one included, it has been running: one more than the plies counted.
type counts [maxCounts]int32

// change ranks the move m of p by what it restarts.
func change(p *Position, m Move) Restart {
	switch {
	case m.IsCapture() || m.Promotes:
		return OnBalance
	case !p.Kings.Has(m.From):
		return OnManMove
	}
	return 0
}

// count works out the counts of now, which are zero yet, from those of the
// position before and from what the move between them changed. Most positions
// cost one test.
func (g *Game) count(now, before *state, changed Restart) {
	p := &now.position
	if p.KingsOf(White) == 0 || p.KingsOf(Black) == 0 {
		return
	}
	for i := range g.draws.Counts {
		c := &g.draws.Counts[i]
		runs := before.counts[i] != 0
		if changed >= OnBalance || c.onDiagonal {
			runs = c.class(balanceOf(g.rules, p))
		}
		switch {
		case !runs:
		case changed >= c.Restart:
			now.counts[i] = 1
		default:
			now.counts[i] = before.counts[i] + 1
		}
	}
}

// Repetitions returns how often the present position has occurred, with the
// same side to move, now included. In Frisian, positions that differ in the
// king moves still allowed are different.
func (g *Game) Repetitions() int { return g.occurrences(len(g.states), 0) }

// Repeated reports whether the present position has occurred before.
func (g *Game) Repeated() bool { return g.RepeatedSince(0) }

// RepeatedSince is Repeated, leaving aside the positions before that many plies were played.
// A search that trusts both sides to come back a third time calls it a draw.
func (g *Game) RepeatedSince(plies int) bool { return g.occurrences(2, plies) == 2 }

// occurrences counts the present position, up to limit, among those since that many plies
// were played. Only the reversible plies before it can hold it, at even distances, and
// not two plies back, for the piece just moved stood elsewhere.
func (g *Game) occurrences(limit, plies int) int {
	last, now := len(g.states)-1, g.last()
	found, first := 1, max(last-int(now.reversible), plies)
	for i := last - 4; i >= first && found < limit; i -= 2 {
		then := &g.states[i].position
		if then.Hash == now.position.Hash && *then == now.position {
			found++
		}
	}
	return found
}

// DrawReason returns why the present position is a draw by repetition or by
// counting, or "". It does not generate moves, so it is cheap enough for
// every node of a search, and cannot see the end of the game by its goal,
// which goes before: a side that runs out of moves as a count runs out has
// lost. A search must therefore know that there is a legal move before it
// believes the answer; in a position that is Repeated there always is one.
func (g *Game) DrawReason() string {
	now, d := g.last(), g.draws
	if now.position.Kings == 0 {
		return "" // men never come back, and no count runs
	}
	if d.Repetition != 0 && g.occurrences(d.Repetition, 0) == d.Repetition {
		return d.repetitionReason()
	}
	return d.expired(&now.counts)
}

// CountLeft returns how many plies may be played until the first of the counts
// that are running draws the game, if no move restarts it; with none running
// it is a number larger than any count.
func (g *Game) CountLeft() int {
	now := g.last()
	left := math.MaxInt32
	if now.position.KingsOf(White) == 0 || now.position.KingsOf(Black) == 0 {
		return left
	}
	for i := range g.draws.Counts {
		if run := int(now.counts[i]); run != 0 {
			left = min(left, g.draws.Counts[i].Plies+1-run)
		}
	}
	return left
}

// expired returns the reason of the first count that has run out, or "".
func (d *DrawRules) expired(now *counts) string {
	for i := range d.Counts {
		if int(now[i]) > d.Counts[i].Plies {
			return d.Counts[i].Reason
		}
	}
	return ""
}

// repetitionReason names the draw by repetition.
func (d *DrawRules) repetitionReason() string {
	if d.Repetition == 4 {
		return ReasonFourfold
	}
	return ReasonThreefold
}

// advantage returns Result.Advantage for a draw in p.
func (d *DrawRules) advantage(p *Position) int {
	if d.Advantage == 0 {
		return 0
	}
	ahead := material(p, White) - material(p, Black)
	switch {
	case ahead >= d.Advantage:
		return 1
	case -ahead >= d.Advantage:
		return -1
	}
	return 0
}

// material returns the men of side c, a king counting as two (Polish rules, 6.5.2).
func material(p *Position, c Color) int {
	return p.Pieces[c].Len() + p.KingsOf(c).Len()
}

// balance is a position as the draw rules see it: the side with more pieces
// (of equally many, the one with more kings) against the other.
type balance struct{ strong, weak force }

// force is what one side has.
type force struct {
	men, kings     int
	onLongDiagonal bool // a piece stands on the long diagonal
}

func balanceOf(r *Rules, p *Position) balance {
	b := balance{forceOf(r, p, White), forceOf(r, p, Black)}
	if b.weak.exceeds(b.strong) {
		b.strong, b.weak = b.weak, b.strong
	}
	return b
}

func forceOf(r *Rules, p *Position, c Color) force {
	return force{p.Men(c).Len(), p.KingsOf(c).Len(), p.Pieces[c]&r.longDiagonal != 0}
}

func (f force) exceeds(g force) bool {
	return f.pieces() > g.pieces() || f.pieces() == g.pieces() && f.kings > g.kings
}

func (f force) pieces() int { return f.men + f.kings }

// is reports whether f is that many kings and that many men.
func (f force) is(kings, men int) bool { return f.kings == kings && f.men == men }

func (b balance) pieces() int { return b.strong.pieces() + b.weak.pieces() }

// The classes of positions that the draw rules name. K is a king, m a man,
// the stronger side comes first; both sides have a king, as class promises.

func anyBalance(balance) bool { return true }

// kingAgainstKing: K-K.
func kingAgainstKing(b balance) bool { return b.strong.is(1, 0) && b.weak.is(1, 0) }

// twoKingsAgainstKing: KK-K.
func twoKingsAgainstKing(b balance) bool { return b.strong.is(2, 0) && b.weak.is(1, 0) }

// threeKingsAgainstKing: KKK-K.
func threeKingsAgainstKing(b balance) bool { return b.strong.is(3, 0) && b.weak.is(1, 0) }

// kingsAgainstKing: three or more K-K.
func kingsAgainstKing(b balance) bool {
	return b.weak.is(1, 0) && b.strong.men == 0 && b.strong.kings >= 3
}

// twoAgainstKing: KK-K, Km-K, K-K.
func twoAgainstKing(b balance) bool { return b.weak.is(1, 0) && b.strong.pieces() <= 2 }

// threeAgainstKing: KKK-K, KKm-K, Kmm-K.
func threeAgainstKing(b balance) bool { return b.weak.is(1, 0) && b.strong.pieces() == 3 }

// twoKingsAgainstTwo: KK-KK, KK-Km, and all of twoAgainstKing.
func twoKingsAgainstTwo(b balance) bool {
	return twoAgainstKing(b) || b.strong.is(2, 0) && b.weak.pieces() == 2
}

// threeAgainstLongDiagonal: threeAgainstKing, and the lone king is on the long
// diagonal.
func threeAgainstLongDiagonal(b balance) bool {
	return threeAgainstKing(b) && b.weak.onLongDiagonal
}

// threeOffLongDiagonal: the same, and the lone king has the line for itself.
func threeOffLongDiagonal(b balance) bool {
	return threeAgainstLongDiagonal(b) && !b.strong.onLongDiagonal
}

// threeOnLongDiagonal: KKK-K, and the three have the long diagonal for themselves.
func threeOnLongDiagonal(b balance) bool {
	return threeKingsAgainstKing(b) && b.strong.onLongDiagonal && !b.weak.onLongDiagonal
}

// fourOrFive holds with four or five pieces in all.
func fourOrFive(b balance) bool { return b.pieces() == 4 || b.pieces() == 5 }

// sixOrSeven holds with six or seven pieces in all.
func sixOrSeven(b balance) bool { return b.pieces() == 6 || b.pieces() == 7 }

// fewerOrMore: neither of the two before.
func fewerOrMore(b balance) bool { return b.pieces() < 4 || b.pieces() > 7 }
