package eval

import "stupol/movegen"

// A board consists of strips of two rows. The patterns of a side lie in the nearest four.
const (
	maxStrips  = 5
	stripsSeen = 4

	// stripBits is the distance in Bits of a square and the one two rows below.
	stripBits = 13

	// stripMask has the squares of strip 0: six bits of the first row, one of
	// them unused, and five of the second.
	stripMask = 1<<11 - 1
)

// indices has the indices of all patterns of a side, three to a word, the first lowest.
type indices struct{ from0, from3, from6, from9 uint64 }

const (
	perWord   = 3
	indexBits = 20
	indexMask = 1<<indexBits - 1
)

// at returns the index of pattern i.
func (c *indices) at(i int) uint32 {
	word := [...]uint64{c.from0, c.from3, c.from6, c.from9}[i/perWord]
	return uint32(word >> (indexBits * (i % perWord)) & indexMask)
}

// newIndices returns the indices of a side with men and an opponent without.
func (b *board) newIndices(men movegen.Bits) indices {
	var all [MaxPatterns]uint64
	for i := range b.numPatterns() {
		place := uint64(1) << (indexBits * (i % perWord))
		for squares := b.pattern(i); squares != 0; squares &= squares - 1 {
			if men.Has(squares.First()) {
				all[i] += place
			}
			place *= 3
		}
	}
	return indices{
		all[0] + all[1] + all[2], all[3] + all[4] + all[5],
		all[6] + all[7] + all[8], all[9] + all[10] + all[11],
	}
}

// plus returns the sum of all indices in c and in d.
func (c indices) plus(d indices) indices {
	return indices{c.from0 + d.from0, c.from3 + d.from3, c.from6 + d.from6, c.from9 + d.from9}
}

// and returns the indices of a side whose men add c and whose opponent's men add theirs,
// twice.
func (c indices) and(theirs indices) indices { return c.plus(theirs).plus(theirs) }

// A strip has what men on some of its squares add to the indices of White's patterns, if
// they are White's, and of Black's, if they are Black's. Men of the opponent add twice as
// much.
type strip struct{ white, black indices }

// strips has the strips of a board, from the top, by the set of squares with men.
type strips [maxStrips][stripMask + 1]strip

// newStrips computes the strips of b.
func (b *board) newStrips() *strips {
	all := &strips{}
	for k := range all {
		for squares := 1; squares <= stripMask; squares++ {
			man := squares & -squares
			if others := squares - man; others != 0 {
				s, t := &all[k][man], &all[k][others]
				all[k][squares] = strip{s.white.plus(t.white), s.black.plus(t.black)}
				continue
			}
			square := movegen.Bits(man) << (b.first + stripBits*uint(k))
			all[k][squares] = strip{b.newIndices(square), b.newIndices(b.turn.Of(square))}
		}
	}
	return all
}

// at returns strip k of a board with men; bit 0 of men is square 1.
func (s *strips) at(k int, men movegen.Bits) *strip {
	return &s[k][men>>(stripBits*k)&stripMask]
}

// onSmallBoard returns what men of one colour add to the indices of both sides on 8x8,
// where patterns lie in the nearest three strips.
func (s *strips) onSmallBoard(men movegen.Bits) (white, black indices) {
	s0, s1, s2, s3 := s.at(0, men), s.at(1, men), s.at(2, men), s.at(3, men)
	return smallIndices(&s1.white, &s2.white, &s3.white), smallIndices(&s2.black, &s1.black, &s0.black)
}

// onLargeBoard does the same on 10x10.
func (s *strips) onLargeBoard(men movegen.Bits) (white, black indices) {
	s0, s1, s2, s3, s4 := s.at(0, men), s.at(1, men), s.at(2, men), s.at(3, men), s.at(4, men)
	return largeIndices(&s1.white, &s2.white, &s3.white, &s4.white), largeIndices(&s3.black, &s2.black, &s1.black, &s0.black)
}

// smallIndices returns the sum of the strips of a side on 8x8, the fourth being the
// nearest.
func smallIndices(second, third, fourth *indices) indices {
	return indices{
		from0: second.from0 + third.from0 + fourth.from0,
		from3: second.from3 + third.from3 + fourth.from3,
	}
}

// largeIndices returns the same for 10x10. It leaves out words that are always 0: none of
// their patterns lies in that strip.
func largeIndices(first, second, third, fourth *indices) indices {
	return indices{
		from0: second.from0 + third.from0 + fourth.from0,
		from3: first.from3 + second.from3 + third.from3 + fourth.from3,
		from6: second.from6 + third.from6,
		from9: third.from9 + fourth.from9,
	}
}
