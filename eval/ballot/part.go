package ballot

import (
	"math/rand/v2"
	"slices"
	"sync"

	"stupol/movegen"
)

// A group is some parts of a box that are filled together, by looking through the same
// lines.
type group struct {
	sync.Mutex
	index  int
	random *rand.Rand // nil before the first line
	parts  [groupParts]part
}

// A part has the positions of a box that the hash gives it.
type part struct {
	had   []uint64 // hashes of all positions found, in order
	found []line   // those that nobody has judged
	drawn []line   // the openings
	empty bool     // there are no more
}

const (
	// tailPlies is how many plies at the end of an opening are not drawn: all lines of them
	// are looked through.
	tailPlies = 4

	// mostInVain is after how many random beginnings without a new position of a part there
	// are taken to be no more.
	mostInVain = 1000
)

// next returns the next line of p, which stays the next; ok is false if there are no more.
func (b *Box) next(g *group, p *part) (l line, ok bool) {
	attempts := mostInVain
	if b.MinPlies == b.MaxPlies && b.MaxPlies <= tailPlies {
		attempts = 1 // which finds all
	}
	for range attempts {
		if len(p.found) > 0 {
			return p.found[0], true
		}
		b.find(g)
	}
	if len(p.found) == 0 {
		return "", false
	}
	return p.found[0], true
}

// find plays random moves and adds what can come after them to the parts of g.
func (b *Box) find(g *group) {
	if g.random == nil {
		g.random = rand.New(rand.NewPCG(b.Seed, uint64(g.index)))
	}
	plies := b.MinPlies + g.random.IntN(b.MaxPlies-b.MinPlies+1)
	tail := min(plies, tailPlies)
	f := finder{box: b, group: g}
	var before [groupParts]int
	for i := range g.parts {
		before[i] = len(g.parts[i].found)
	}
	at := b.Rules.Start()
	for range plies - tail {
		f.moves = b.Rules.Moves(f.moves[:0], &at)
		if len(f.moves) == 0 {
			return
		}
		i := g.random.IntN(min(len(f.moves), maxMoves))
		at = b.Rules.Play(&at, f.moves[i])
		f.line = append(f.line, byte(i))
	}
	f.moves = f.moves[:0]
	f.follow(&at, tail)
	for i := range g.parts {
		found := g.parts[i].found[before[i]:]
		g.random.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	}
}

// maxMoves is how many moves of a position are looked at: a byte can tell them apart. No
// position near the start has as many.
const maxMoves = 256

// A finder looks through lines for positions of a group.
type finder struct {
	box   *Box
	group *group
	moves []movegen.Move // of all positions of the line
	line  []byte
}

// follow adds the new positions that come that many plies after p.
func (f *finder) follow(p *movegen.Position, plies int) {
	if plies == 0 {
		f.add(p.Hash)
		return
	}
	rules, first := f.box.Rules, len(f.moves)
	f.moves = rules.Moves(f.moves, p)
	for i, m := range f.moves[first:min(len(f.moves), first+maxMoves)] {
		f.line = append(f.line, byte(i))
		if plies == 1 && (rules.KingRunLimit == 0 || p.Kings == 0) {
			f.add(p.HashAfter(m))
		} else {
			after := rules.Play(p, m)
			f.follow(&after, plies-1)
		}
		f.line = f.line[:len(f.line)-1]
	}
	f.moves = f.moves[:first]
}

// add adds the present line, which leads to a position with that hash, if that is of the
// group and new.
func (f *finder) add(hash uint64) {
	at, groups := f.box.partOf(hash), len(f.box.groups)
	if at%groups != f.group.index {
		return
	}
	p := &f.group.parts[at/groups]
	place, there := slices.BinarySearch(p.had, hash)
	if there {
		return
	}
	p.had = slices.Insert(p.had, place, hash)
	p.found = append(p.found, line(f.line))
}
