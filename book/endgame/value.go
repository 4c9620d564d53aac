package endgame

import (
	"slices"
	"sync/atomic"

	"stupol/movegen"
)

// Value is the outcome of a position with best play, for the side to move.
// Draw rules that count moves are left aside: a win is a win however long it
// takes.
type Value uint8

// The values. The numbers are those of the files.
const (
	Unknown Value = iota // the position is in no database
	Win
	Loss
	Draw
)

// String returns "unknown", "win", "loss" or "draw".
func (v Value) String() string { return [...]string{"unknown", "win", "loss", "draw"}[v&3] }

// Flipped returns the value for the other side.
func (v Value) Flipped() Value { return [...]Value{Unknown, Loss, Win, Draw}[v&3] }

// betterThan reports whether a side would rather have v than w. What is
// unknown may be a win, so it counts for more than a draw.
func (v Value) betterThan(w Value) bool {
	order := [...]uint8{Loss: 0, Draw: 1, Unknown: 2, Win: 3}
	return order[v&3] > order[w&3]
}

// withoutMove returns the value for a side that has no legal move.
func withoutMove(r *movegen.Rules) Value {
	if r.Goal == movegen.LoseAll {
		return Win
	}
	return Loss
}

// Values holds the values of a slice in memory, two bits a position, the first
// position in the lowest bits. In the files of a database the value of a position
// where the side to move can capture means nothing.
type Values struct {
	*Layout
	words []uint32
}

// perWord is how many values a word holds.
const perWord = 16

// NewValues returns the values of a slice, all Unknown.
func NewValues(x *Layout) *Values {
	return &Values{x, make([]uint32, (x.size+perWord-1)/perWord)}
}

// At returns the value of position i.
func (t *Values) At(i uint64) Value {
	return Value(atomic.LoadUint32(&t.words[i/perWord]) >> (i % perWord * 2) & 3)
}

// Set gives position i, whose value was Unknown, the value v. Several
// goroutines may do so at once.
func (t *Values) Set(i uint64, v Value) {
	atomic.OrUint32(&t.words[i/perWord], uint32(v)<<(i%perWord*2))
}

// Replace gives position i the value v whatever it was.
func (t *Values) Replace(i uint64, v Value) {
	word := &t.words[i/perWord]
	*word = *word&^(3<<(i%perWord*2)) | uint32(v)<<(i%perWord*2)
}

// DrawUnknown makes every value that is Unknown a Draw.
func (t *Values) DrawUnknown() {
	for i, w := range t.words {
		unknown := ^(w | w>>1) & 0x5555_5555
		t.words[i] = w | unknown*3
	}
}

// Certain reports whether v, the value of p in the databases, is right under all
// rules but the draw rules. It always is, except in games that limit the moves in
// a row of one king, which the databases ignore. There a win is certain if the
// limit can never bind the winner: the same moves win against an opponent who has
// fewer of them. A draw is certain if the limit can never bind either side.
func Certain(r *movegen.Rules, p *movegen.Position, v Value) bool {
	us, them := true, true
	if r.KingRunLimit != 0 {
		us, them = neverBound(p, p.Turn), neverBound(p, p.Turn.Opponent())
	}
	switch v {
	case Win:
		return us
	case Loss:
		return them
	case Draw:
		return us && them
	}
	return false
}

// Outcome returns the outcome of p with best play on both sides, Ongoing if the databases
// do not know it for certain.
func (pr *Prober) Outcome(p *movegen.Position) movegen.Outcome {
	switch v := pr.Probe(p); {
	case !Certain(pr.db.rules, p, v):
		return movegen.Ongoing
	case v == Win:
		return movegen.WinFor(p.Turn)
	case v == Loss:
		return movegen.WinFor(p.Turn.Opponent())
	}
	return movegen.Drawn
}

// Settled returns the result that a game may be given without being played on, Ongoing if there
// is none. A win is played out while the loser has a king: the databases do not know the draw
// rules that count moves, which need kings on both sides.
func (pr *Prober) Settled(g *movegen.Game) movegen.Result {
	p := g.Position()
	switch outcome := pr.Outcome(p); {
	case outcome == movegen.Drawn:
		return movegen.Result{Outcome: outcome, Reason: "endgame database: drawn"}
	case outcome == movegen.WhiteWins && p.KingsOf(movegen.Black) == 0,
		outcome == movegen.BlackWins && p.KingsOf(movegen.White) == 0:
		return movegen.Result{Outcome: outcome, Reason: "endgame database: won"}
	}
	return movegen.Result{}
}

// neverBound reports whether side c will never have a king and a man.
func neverBound(p *movegen.Position, c movegen.Color) bool {
	men := p.Men(c).Len()
	return men == 0 || men == 1 && p.KingsOf(c) == 0
}

// Best returns the best of the legal moves of p, and the value of p. Where
// distances are known, plies is the distance of p, and the best moves win fastest
// or lose slowest; elsewhere plies is 0, and the best moves are all that keep the
// value. If p or a position after it is unknown, Best returns all moves and
// Unknown.
func (pr *Prober) Best(p *movegen.Position, moves []movegen.Move) (best []movegen.Move, v Value, plies int) {
	if v = pr.Probe(p); v == Unknown {
		return moves, Unknown, 0
	}
	for _, m := range moves {
		if pr.after(*p, m, pr.line[:0]) == v {
			best = append(best, m)
		}
	}
	if best == nil {
		return moves, Unknown, 0
	}
	plies, ok := pr.Distance(p)
	if !ok {
		return best, v, 0
	}
	quickest := slices.DeleteFunc(slices.Clone(best), func(m movegen.Move) bool {
		next := pr.next(*p, m)
		n, ok := pr.Distance(&next)
		return ok && n != plies-1
	})
	if len(quickest) == 0 { // the limit on moves of a king, which databases do not know, forbids it
		return best, v, 0
	}
	return quickest, v, plies
}

// BestOf is Best for the position of a game. Where the limit on moves of a king, which databases do not
// know, forbids all moves that keep the value, the best are those that keep most, v is what they keep, and
// plies 0.
func (pr *Prober) BestOf(g *movegen.Game) (best []movegen.Move, v Value, plies int) {
	p, moves := g.Position(), g.LegalMoves(nil)
	best, v, plies = pr.Best(p, moves)
	if v != Unknown || pr.Rules().KingRunLimit == 0 {
		return best, v, plies
	}
	best = nil
	for _, m := range moves {
		after := pr.after(*p, m, pr.line[:0])
		switch {
		case after == Unknown:
			return moves, Unknown, 0
		case best == nil || after.betterThan(v):
			best, v = []movegen.Move{m}, after
		case after == v:
			best = append(best, m)
		}
	}
	return best, v, 0
}
