package main

import (
	"cmp"
	"fmt"
	"os"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/params"
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
	return cmp.Or(withinParam("bb-size", "bb-size", f.Pieces), within("bb-cache", f.Cache, 1, int(memory()>>20)))
}

// open opens the databases. What is wrong with them is said on standard error;
// they serve without it.
func (f endgameUseFlags) open(r *movegen.Rules) *endgame.Database {
	db, err := params.Databases{Pieces: f.Pieces, Dir: f.Dir, Cache: f.Cache}.Source(os.DirFS).Open(r)
	if err != nil {
		fmt.Fprintln(os.Stderr, "stupol:", err)
	}
	return db
}
