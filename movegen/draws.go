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

// AskForMainLine reports whether one of the counts depends on who stands on the main line.
func (d *DrawRules) AskForMainLine() bool {
	return slices.ContainsFunc(d.Counts, func(c Count) bool { return c.onLine })
}

// Count is a draw by number of moves: the game is drawn when that many plies
// were played since the count began. A count runs while both sides have a
// king (there is no such rule for other positions, and one side without
// kings has to move men) and only in the positions of its class. It begins
// with the first position of the class and is forgotten when the game leaves
// the class.
type Count struct {
	Reason  string // "25-move rule"
	Plies   int    // moves of both sides
	Restart Restart
	class   class
	onLine  bool // the class asks who stands on the main line, not only what there is
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
		if changed >= OnBalance || c.onLine {
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
