package movegen

// Play returns the position after the legal move m of p, with its hash.
func (r *Rules) Play(p *Position, m Move) Position {
	us, them := p.Turn&1, p.Turn&1^1
	q := r.place(p, m)
	before, after := p.Kings>>(m.From&63)&1, q.Kings>>(m.To&63)&1
	q.Hash = p.Hash ^ zobristBlack ^
		zobristPiece[us][before][m.From&63] ^ zobristPiece[us][after][m.To&63]
	for b := m.Captured; b != 0; b &= b - 1 {
		sq := b.First()
		q.Hash ^= zobristPiece[them][p.Kings>>(sq&63)&1][sq&63]
	}
	if r.KingRunLimit != 0 {
		q.Hash ^= p.Runs[White].key(White) ^ p.Runs[Black].key(Black) ^
			q.Runs[White].key(White) ^ q.Runs[Black].key(Black)
	}
	return q
}

// place is Play without the hash, for those who do not look at it.
func (r *Rules) place(p *Position, m Move) Position {
	us := p.Turn & 1
	q := Position{Pieces: p.Pieces, Kings: p.Kings, Turn: us ^ 1}
	from, to := m.From.Bit(), m.To.Bit()
	q.Pieces[us] = q.Pieces[us]&^from | to
	if q.Kings&from != 0 {
		q.Kings = q.Kings&^from | to
	}
	if m.Promotes {
		q.Kings |= to
	}
	if m.Captured != 0 {
		q.Pieces[us^1] &^= m.Captured
		q.Kings &^= m.Captured
	}
	if r.KingRunLimit != 0 {
		r.countRun(p, &q, m)
	}
	return q
}

// countRun brings the Frisian king-move counters of q up to date after m. A
// side's counter names the king it moved last and how often in a row; it is
// gone when the side plays anything else, loses that king, or has no men.
func (r *Rules) countRun(p, q *Position, m Move) {
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
