package main

import (
	"cmp"
	"fmt"
	"os"

	"stupol/book/endgame"
	"stupol/movegen"
)

// endgameUseFlags say which databases to play with. They are named as the
// parameters of Hub.
type endgameUseFlags struct {
	Pieces int    `name:"bb-size" default:"${max_pieces}" placeholder:"N" help:"Look positions of up to N pieces up in endgame databases; 0: none (default: all there are)."`
	Dir    string `name:"bb-dir" placeholder:"DIR" file:"read" type:"existingdir" help:"The folder of databases (default: those of up to four pieces in the program)."`
	Cache  int    `name:"bb-cache" default:"${bb_cache}" placeholder:"MB" help:"The memory for databases of --bb-dir (default: ${default})."`
}

// Validate checks the numbers.
func (f endgameUseFlags) Validate() error {
	return cmp.Or(within("bb-size", f.Pieces, 0, endgame.MaxPieces), within("bb-cache", f.Cache, 1, int(memory()>>20)))
}

// open opens the databases. What is wrong with them is said on standard error;
// they serve without it.
func (f endgameUseFlags) open(r *movegen.Rules) *endgame.Database {
	source := endgame.Source{Pieces: f.Pieces, Memory: int64(f.Cache) << 20}
	if f.Dir != "" {
		source.Folder = os.DirFS(f.Dir)
	}
	db, err := source.Open(r)
	if err != nil {
		fmt.Fprintln(os.Stderr, "stupol:", err)
	}
	return db
}
