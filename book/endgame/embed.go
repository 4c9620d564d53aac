package endgame

import (
	"embed"
	"io/fs"
	"math"
	"sync"

	"stupol/movegen"
)

// embeddedFiles are the databases in the program, as build.Databases wrote them: see
// embedded/README.md.
//
//go:embed embedded/*/*.endgame embedded/*/*.distance
var embeddedFiles embed.FS

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

// openEmbedded opens the files in the program. Tests read all of them, so errors
// are not expected.
func openEmbedded(r *movegen.Rules) *Database {
	d := New(r)
	if folder, err := fs.Sub(embeddedFiles, "embedded"); err == nil {
		if opened, _ := open(folder, r, MaxPieces, math.MaxInt64, d); opened != nil {
			opened.opened = nil // shared, so Close must not close it
			return opened
		}
	}
	return d
}

// Sizes are the sizes of databases of a game.
type Sizes struct {
	Pieces            int   // that they have at most
	Values, Distances int64 // bytes of the files
}

// EmbeddedSizes returns the sizes of the databases of r in the program.
func EmbeddedSizes(r *movegen.Rules) (sum Sizes) {
	for n := 2; n <= MaxPieces; n++ {
		for _, s := range Slices(r, n) {
			if size := embeddedSize(ValueFile.Name(r, s)); size > 0 {
				sum.Pieces = n
				sum.Values += size
			}
			sum.Distances += embeddedSize(DistanceFile.Name(r, s))
		}
	}
	return sum
}

// embeddedSize returns the size of a file in the program, or 0 if there is none.
func embeddedSize(name string) int64 {
	info, err := fs.Stat(embeddedFiles, "embedded/"+name)
	if err != nil {
		return 0
	}
	return info.Size()
}
