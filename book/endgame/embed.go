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

// embedded has what Embedded returns, for each variant, made when it is first
// asked for.
var embedded = func() map[*movegen.Rules]func() *Database {
	all := map[*movegen.Rules]func() *Database{}
	for _, r := range movegen.Variants() {
		all[r] = sync.OnceValue(func() *Database { return openEmbedded(r) })
	}
	return all
}()

// Embedded returns the databases of r that are part of the program: all
// positions of up to four pieces, and most distances. Everyone shares them.
func Embedded(r *movegen.Rules) *Database {
	if open := embedded[r]; open != nil {
		return open()
	}
	return New(r)
}

// openEmbedded opens the files in the program. Nothing can be wrong with them
// that a test would not have seen.
func openEmbedded(r *movegen.Rules) *Database {
	d := New(r)
	if folder, err := fs.Sub(embeddedFiles, "embedded"); err == nil {
		if opened, _ := open(folder, r, MaxPieces, math.MaxInt64, d); opened != nil {
			opened.opened = nil // it is everyone's
			return opened
		}
	}
	return d
}
