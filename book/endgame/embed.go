package endgame

import (
	"math"
	"sync"

	"stupol/movegen"
)

// embeddedPieces is the most pieces that they have.
const embeddedPieces = 4

// embedded holds the database of each variant, opened at the first call.
var embedded = func() map[*movegen.Rules]func() *Database {
	all := map[*movegen.Rules]func() *Database{}
	for _, r := range movegen.Variants() {
		all[r] = sync.OnceValue(func() *Database { return openEmbedded(r) })
	}
	return all
}()

// Embedded returns the databases of r that are part of the program: all
// positions of up to four pieces, and most distances. All callers share them.
func Embedded(r *movegen.Rules) *Database {
	if open := embedded[r]; open != nil {
		return open()
	}
	return New(r)
}

// nothing is a database without any slice.
var nothing Database

// openEmbedded opens the archive in the program. Tests read all of them, so errors
// are not expected.
func openEmbedded(r *movegen.Rules) *Database {
	opened, _ := open(embeddedFolder, r, embeddedPieces, math.MaxInt64, &nothing)
	if opened == nil {
		return New(r)
	}
	opened.opened = nil // shared, so Close must not close it
	return opened
}

// Sizes are the sizes of databases of a game.
type Sizes struct {
	Pieces            int   // that they have at most
	Values, Distances int64 // bytes of the files
}

// EmbeddedSizes returns the sizes of the databases of r in the program.
func EmbeddedSizes(r *movegen.Rules) (sum Sizes) {
	folder, err := OpenFolder(embeddedFolder, r)
	if err != nil {
		return sum
	}
	size := func(kind FileKind, s Slice) int64 {
		info, err := folder.Stat(kind.Name(r, s))
		if err != nil {
			return 0
		}
		return info.Size()
	}
	for n := 2; n <= embeddedPieces; n++ {
		for _, s := range Slices(r, n) {
			if size := size(ValueFile, s); size > 0 {
				sum.Pieces = n
				sum.Values += size
			}
			sum.Distances += size(DistanceFile, s)
		}
	}
	return sum
}
