package ballot

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"stupol/movegen"
)

// Settings say which openings are in a Box, and in which order.
type Settings struct {
	Rules *movegen.Rules
	Draws *movegen.DrawRules // of the games; nil: the default of Rules
	Seed  uint64

	// The openings have MinPlies to MaxPlies moves of both sides, from the start.
	MinPlies, MaxPlies int

	// Again says that openings are drawn once more when there are no others.
	Again bool
}

// A Box has openings that lead to different positions. Several goroutines may draw from
// one.
type Box struct {
	Settings
	salt   uint64
	parts  int
	groups []group
}

// New returns a box of openings that nobody has drawn.
func New(s Settings) *Box {
	b := &Box{Settings: s, salt: rand.NewPCG(s.Seed, ^uint64(0)).Uint64(), parts: partsOf(s.MaxPlies)}
	b.groups = make([]group, max(b.parts/groupParts, 1))
	for i := range b.groups {
		b.groups[i].index = i
	}
	return b
}

// partsOf returns the number of parts of a box of openings of that many plies. Every part
// has a hundred openings or more that are within 0.4 men: see the package comment. The
// numbers have many divisors, so that the openings of a shard of some work are whole parts.
func partsOf(plies int) int {
	few := [...]int{6: 30, 7: 90, 8: 300, 9: 900, 10: 1800, 11: 3600}
	if plies >= len(few) {
		return 7200
	}
	return max(few[max(plies, 0)], 1)
}

// partOf returns the index of the part that a position with that hash belongs to. Hashes
// of positions that have a move in common differ in the same bits, so they are mixed.
func (b *Box) partOf(hash uint64) int {
	hash = (hash ^ b.salt) * 0x9E3779B97F4A7C15
	hash = (hash ^ hash>>32) * 0xBF58476D1CE4E5B9
	index, _ := bits.Mul64(hash, uint64(b.parts))
	return int(index)
}

// groupParts is the number of parts in a group of a box that has several: those whose
// index is the same modulo the number of groups.
const groupParts = 10

// A Judge reports whether a position, of a game that goes on, is balanced. What it says must
// depend on the position alone, and all judges of a box must say the same.
type Judge func(ctx context.Context, g *movegen.Game) (balanced bool, err error)

// An Opening is a game that has begun.
type Opening struct {
	Game  *movegen.Game // the caller's own
	Again bool          // there are no others: it has been drawn before
}

// Exhausted is the error of Draw when there is no opening left, or none that could be found.
type Exhausted struct {
	Opening  int // the index that was asked for
	Settings Settings
}

// Error says how many openings there were.
func (e *Exhausted) Error() string {
	length := fmt.Sprintf("%d plies", e.Settings.MaxPlies)
	switch {
	case e.Settings.MinPlies != e.Settings.MaxPlies:
		length = fmt.Sprintf("%d to %d plies", e.Settings.MinPlies, e.Settings.MaxPlies)
	case e.Settings.MaxPlies == 1:
		length = "1 ply"
	}
	return fmt.Sprintf("after %d openings of %s there is no other that is balanced: more plies have more", e.Opening, length)
}

// Draw returns the opening of that index, from 0: the same whenever it is drawn. Its error
// is an *Exhausted, or that of the judge.
func (b *Box) Draw(ctx context.Context, index int, judge Judge) (Opening, error) {
	at, nth := index%b.parts, index/b.parts
	g := &b.groups[at%len(b.groups)]
	g.Lock()
	defer g.Unlock()
	p := &g.parts[at/len(b.groups)]
	for len(p.drawn) <= nth && !p.empty {
		if err := b.drawNext(ctx, g, p, judge); err != nil {
			return Opening{}, err
		}
	}
	again := len(p.drawn) <= nth
	switch {
	case again && (!b.Again || len(p.drawn) == 0):
		return Opening{}, &Exhausted{index, b.Settings}
	case again:
		nth %= len(p.drawn)
	}
	return Opening{b.play(p.drawn[nth]), again}, nil
}

// drawNext adds a balanced opening to those drawn of a part of g, or finds that it is empty.
func (b *Box) drawNext(ctx context.Context, g *group, p *part, judge Judge) error {
	for range mostUnbalanced {
		next, ok := b.next(g, p)
		if !ok {
			p.empty = true
			return nil
		}
		balanced := false
		if g := b.play(next); g != nil {
			var err error
			if balanced, err = judge(ctx, g); err != nil {
				return err // next is still the next
			}
		}
		p.found = p.found[1:]
		if balanced {
			p.drawn = append(p.drawn, next)
			return nil
		}
	}
	p.empty = true
	return nil
}

// mostUnbalanced is how many positions in a row may be unbalanced before there are taken
// to be no others. A box with one part has fewer.
const mostUnbalanced = 10_000

// A line is the moves of an opening: the index of each among the legal moves, in the order
// of Rules.Moves.
type line string

// play returns the game of a line, or nil if it ends within it.
func (b *Box) play(l line) *movegen.Game {
	g := movegen.NewGameFrom(b.Rules, b.Rules.Start(), b.Draws)
	var legal []movegen.Move
	for _, i := range []byte(l) {
		if g.Result().Outcome != movegen.Ongoing {
			return nil
		}
		legal = g.LegalMoves(legal[:0])
		g.Push(legal[i])
	}
	if g.Result().Outcome != movegen.Ongoing {
		return nil
	}
	return g
}
