package hub

import (
	"stupol/book/endgame"
	"stupol/movegen"
)

// endgameSettings are the parameters that say which databases to use.
type endgameSettings struct {
	pieces int    // the most to look up
	dir    string // the folder
	memory int    // MiB
}

// endgames are the databases that the engine has.
type endgames struct {
	rules    *movegen.Rules
	settings endgameSettings
	db       *endgame.Database // nil before the first engine
	told     bool              // of damage that was found in a search
}

// inProgram is the value of bb-dir for the databases that are part of the
// program. An empty one would need quotes, which one client fails on.
const inProgram = "embedded"

// openEndgames opens the databases that the settings ask for, if those that
// are open are others. What is wrong with them is told, and play goes on with
// what there is.
func (s *session) openEndgames(with settings) {
	want := with.endgames
	if s.endgames.db != nil && s.endgames.rules == with.rules && s.endgames.settings == want {
		return
	}
	s.closeEndgames()
	source := endgame.Source{Pieces: want.pieces, Memory: int64(want.memory) << 20}
	if want.dir != "" && want.dir != inProgram && s.opts.Folder != nil {
		source.Folder = s.opts.Folder(want.dir)
	}
	db, err := source.Open(with.rules)
	if err != nil {
		s.fail(err)
	}
	s.endgames = endgames{rules: with.rules, settings: want, db: db}
}

// closeEndgames lets go of the databases, and of the engine that uses them.
func (s *session) closeEndgames() {
	if s.endgames.db == nil {
		return
	}
	s.closeEngine()
	_ = s.endgames.db.Close() // files that were only read
	s.endgames.db = nil
}

// tellDamage tells the GUI once if values could not be read.
func (s *session) tellDamage() {
	if s.endgames.told || s.endgames.db == nil {
		return
	}
	if err := s.endgames.db.Err(); err != nil {
		s.fail(err)
		s.endgames.told = true
	}
}
