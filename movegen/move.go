package movegen

// Move is one legal move. Two moves of a position are the same move exactly
// when they are equal: same start, same end, same captured pieces and same
// kind of piece afterwards, whatever the path between.
type Move struct {
	Captured Bits   // the pieces taken; empty for a quiet move
	From     Square // where the piece starts
	To       Square // where it ends; equal to From for a capture in a circle
	Promotes bool   // a man that is a king after the move
}

// IsCapture reports whether m takes anything.
func (m Move) IsCapture() bool { return m.Captured != 0 }

// Play returns the position after the legal move m of p, with its hash.
func (r *Rules) Play(p *Position, m Move) Position {
	var q Position
	r.PlayInto(&q, p, m)
	return q
}

// PlayInto sets *q to the position after the legal move m of *p; q and p must
// differ. It is Play for hot code: a position that is built where it stays is
// not copied, and a copy right after the fields were written is slow.
func (r *Rules) PlayInto(q, p *Position, m Move) {
	r.place(q, p, m)
	q.Hash = p.HashAfter(m)
	if r.KingRunLimit != 0 {
		q.Hash ^= p.Runs[White].key(White) ^ p.Runs[Black].key(Black) ^
			q.Runs[White].key(White) ^ q.Runs[Black].key(Black)
	}
}

// HashAfter returns the hash that p will have after m if no moves of a king are
// counted: in Frisian they may be, and then it is another.
func (p *Position) HashAfter(m Move) uint64 {
	us := p.Turn & 1
	before := p.Kings >> (m.From & 63) & 1
	after := before
	if m.Promotes {
		after = 1
	}
	hash := p.Hash ^ zobristBlack ^
		zobristPiece[us][before][m.From&63] ^ zobristPiece[us][after][m.To&63]
	for b := m.Captured; b != 0; b &= b - 1 {
		sq := b.First()
		hash ^= zobristPiece[us^1][p.Kings>>(sq&63)&1][sq&63]
	}
	return hash
}

// place is PlayInto without the hash, for those who do not look at it.
func (r *Rules) place(q, p *Position, m Move) {
	us := p.Turn & 1
	q.Pieces[us] = p.Pieces[us]&^m.From.Bit() | m.To.Bit()
	q.Pieces[us^1] = p.Pieces[us^1] &^ m.Captured
	q.Kings = kingsAfter(p.Kings, m)
	q.Turn = us ^ 1
	if r.KingRunLimit != 0 {
		r.countRun(q, p, m)
	} else {
		q.Runs = p.Runs
	}
}

// kingsAfter returns what kings are after the move m: most often none, as before.
func kingsAfter(kings Bits, m Move) Bits {
	if kings == 0 && !m.Promotes {
		return 0
	}
	king := kings >> (m.From & 63) & 1
	if m.Promotes {
		king = 1
	}
	return kings&^(m.Captured|m.From.Bit()) | king<<(m.To&63)
}

// countRun brings the Frisian king-move counters of q up to date after m. A
// side's counter names the king it moved last and how often in a row; it is
// gone when the side plays anything else, loses that king, or has no men.
func (r *Rules) countRun(q, p *Position, m Move) {
	us := p.Turn & 1
	them := us ^ 1
	q.Runs = p.Runs
	switch {
	case m.IsCapture() || !p.Kings.Has(m.From) || q.Men(us) == 0:
		q.Runs[us] = KingRun{}
	case p.Runs[us].Moves != 0 && p.Runs[us].Square == m.From:
		q.Runs[us] = KingRun{Square: m.To, Moves: p.Runs[us].Moves + 1}
	default:
		q.Runs[us] = KingRun{Square: m.To, Moves: 1}
	}
	if m.Captured.Has(q.Runs[them].Square) || q.Men(them) == 0 {
		q.Runs[them] = KingRun{}
	}
}
