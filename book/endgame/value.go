package endgame

import (
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
