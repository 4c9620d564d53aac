package library

import (
	"hash/fnv"

	"stupol/movegen"
)

// A Key stands for a position of a game: for the rules, the pieces and the side to move. How
// often a king has moved in Frisian is no part of it. Keys are stored, so that what they are
// never changes: the Zobrist hash of package movegen, exclusive or the FNV-1a hash of the
// name of the rules after the finalizer of SplitMix64. Of ten million positions two are
// confused with a probability of one in 400,000.
type Key uint64

// KeyOf returns the key of a position.
func KeyOf(r *movegen.Rules, p *movegen.Position) Key { return keyOf(saltOf(r), p) }

// saltOf returns what the rules add to a key.
func saltOf(r *movegen.Rules) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(r.Name)) // which never fails
	z := h.Sum64()
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// keyOf is KeyOf for many positions by the same rules.
func keyOf(salt uint64, p *movegen.Position) Key {
	if p.Runs == ([2]movegen.KingRun{}) {
		return Key(salt ^ p.Hash)
	}
	plain := movegen.NewPosition(p.Turn, p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings)
	return Key(salt ^ plain.Hash)
}

// signed returns the key as SQLite keeps it: its integers have a sign.
func (k Key) signed() int64 { return int64(k) }
