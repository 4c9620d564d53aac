package movegen

// balance is a position as the draw rules see it: the side with more pieces
// (of equally many, the one with more kings) against the other.
type balance struct{ strong, weak force }

// force is what one side has.
type force struct {
	men, kings int
	onMainLine bool // a piece stands on the main line
}

func balanceOf(r *Rules, p *Position) balance {
	b := balance{forceOf(r, p, White), forceOf(r, p, Black)}
	if b.weak.exceeds(b.strong) {
		b.strong, b.weak = b.weak, b.strong
	}
	return b
}

func forceOf(r *Rules, p *Position, c Color) force {
	return force{p.Men(c).Len(), p.KingsOf(c).Len(), p.Pieces[c]&r.mainLine != 0}
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

// threeAgainstMainLine: threeAgainstKing, and the lone king is on the main
// line.
func threeAgainstMainLine(b balance) bool {
	return threeAgainstKing(b) && b.weak.onMainLine
}

// threeOffMainLine: the same, and the lone king has the line for itself.
func threeOffMainLine(b balance) bool {
	return threeAgainstMainLine(b) && !b.strong.onMainLine
}

// threeOnMainLine: KKK-K, and the three have the main line for themselves.
func threeOnMainLine(b balance) bool {
	return threeKingsAgainstKing(b) && b.strong.onMainLine && !b.weak.onMainLine
}

// fourOrFive holds with four or five pieces in all.
func fourOrFive(b balance) bool { return b.pieces() == 4 || b.pieces() == 5 }

// sixOrSeven holds with six or seven pieces in all.
func sixOrSeven(b balance) bool { return b.pieces() == 6 || b.pieces() == 7 }

// fewerOrMore: neither of the two before.
func fewerOrMore(b balance) bool { return b.pieces() < 4 || b.pieces() > 7 }
