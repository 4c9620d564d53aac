package movegen

// rank puts a number on a finished capture: of all captures of a position,
// those with the highest rank are legal.
func (c *capturer) rank(taken Bits) uint64 {
	count := uint64(taken.Len())
	switch c.rules.Priority {
	case MostPieces:
		return count
	case MostThenKings:
		return count<<8 | uint64((taken & c.kings).Len())
	case KingMovesOnly:
		return c.mover()
	case ItalianOrder:
		return c.italianRank(taken, count)
	case FrisianValue:
		return c.frisianRank(taken)
	}
	return 0
}

// mover returns 1 if the capturing piece is a king.
func (c *capturer) mover() uint64 {
	if c.byKing {
		return 1
	}
	return 0
}

// italianRank is the order of the Italian federation (FID, rules 5 to 9): the
// most pieces, then with a king, then the most kings, then kings as early
// as possible, compared piece by piece.
func (c *capturer) italianRank(taken Bits, count uint64) uint64 {
	kings := uint64((taken & c.kings).Len())
	return count<<48 | c.mover()<<40 | kings<<32 | c.order
}

// frisianRank is the value of the captured pieces, a king counting a little less
// than two men (199 against 100 puts every mixture in the official order),
// and among equals a capture with a king first.
func (c *capturer) frisianRank(taken Bits) uint64 {
	const man, king = 100, 199
	kings := (taken & c.kings).Len()
	men := taken.Len() - kings
	return 2*uint64(man*men+king*kings) + c.mover()
}
