package hub

import (
	"stupol/book/endgame"
	"stupol/movegen"
)

// endgameSettings are the parameters of the endgame databases.
type endgameSettings struct {
	pieces int    // the most to look up
	dir    string // the folder
	memory int    // MiB
}

// endgames are the databases that the engine has.
type endgames struct {
	rules          *movegen.Rules
	settings       endgameSettings
	db             *endgame.Database // nil before the first engine
	damageReported bool              // see reportDamage
}

// embeddedDir is the value of bb-dir for the databases in the program. An empty
// value would need quotes, and one client cannot read those.
const embeddedDir = "embedded"

// openEndgames opens the databases of the settings, unless they are open. An error
// is reported to the GUI, and the readable databases are used.
func (s *session) openEndgames(with settings) {
	want := with.endgames
	if s.endgames.db != nil && s.endgames.rules == with.rules && s.endgames.settings == want {
		return
	}
	s.closeEndgames()
	source := endgame.Source{Pieces: want.pieces, Memory: int64(want.memory) << 20}
	if want.dir != "" && want.dir != embeddedDir && s.opts.Folder != nil {
		source.Folder = s.opts.Folder(want.dir)
	}
	db, err := source.Open(with.rules)
	if err != nil {
		s.reportError(err)
	}
	s.endgames = endgames{rules: with.rules, settings: want, db: db}
}

// closeEndgames closes the databases, and the engine that uses them.
func (s *session) closeEndgames() {
	if s.endgames.db == nil {
		return
	}
	s.closeEngine()
	_ = s.endgames.db.Close() // files that were only read
	s.endgames.db = nil
}

// reportDamage reports to the GUI, once, that a search found a damaged database.
func (s *session) reportDamage() {
	if s.endgames.damageReported || s.endgames.db == nil {
		return
	}
	if err := s.endgames.db.Err(); err != nil {
		s.reportError(err)
		s.endgames.damageReported = true
	}
}
