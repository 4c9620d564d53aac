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
