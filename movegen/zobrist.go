package movegen

// The Zobrist keys: a random number for every fact about a position. The
// hash is the exclusive or of those that hold (Zobrist 1970).
var (
	zobristPiece [2][2][64]uint64 // by side, man or king, square
	zobristRun   [2][4][64]uint64 // by side, KingRun.Moves (0 unused), square
	zobristBlack uint64           // Black to move
)

// The keys come from SplitMix64 with a fixed seed, so that hashes, and with
// them node counts and stored books, are the same on every machine.
func init() {
	state := uint64(0x5354_5550_4F4C_3130) // "STUPOL10"
	next := func() uint64 {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for c := range 2 {
		for s := range 64 {
			zobristPiece[c][0][s] = next()
			zobristPiece[c][1][s] = next()
			for n := 1; n < 4; n++ {
				zobristRun[c][n][s] = next()
			}
		}
	}
	zobristBlack = next()
}

// computeHash returns the hash of p from nothing.
func (p *Position) computeHash() uint64 {
	var h uint64
	for c := White; c <= Black; c++ {
		for b := p.Men(c); b != 0; b &= b - 1 {
			h ^= zobristPiece[c][0][b.First()]
		}
		for b := p.KingsOf(c); b != 0; b &= b - 1 {
			h ^= zobristPiece[c][1][b.First()]
		}
		h ^= p.Runs[c].key(c)
	}
	if p.Turn == Black {
		h ^= zobristBlack
	}
	return h
}

// key returns what the run adds to the hash, nothing when it is empty.
func (r KingRun) key(c Color) uint64 { return zobristRun[c&1][r.Moves&3][r.Square&63] }
