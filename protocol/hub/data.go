package hub

import (
	"stupol/book"
	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/params"
)

// endgames are the databases that the engine has.
type endgames struct {
	rules          *movegen.Rules
	settings       params.Databases
	db             *endgame.Database // nil before the first engine
	damageReported bool              // see reportDamage
}

// openEndgames opens the databases of the settings, unless they are open. An error
// is reported to the GUI, and the readable databases are used.
func (s *session) openEndgames(with settings) {
	want := with.Databases
	if s.endgames.db != nil && s.endgames.rules == with.rules && s.endgames.settings == want {
		return
	}
	s.closeEndgames()
	db, err := want.Source(s.opts.Folder).Open(with.rules)
	if err != nil {
		s.reportError(err)
	}
	s.endgames = endgames{rules: with.rules, settings: want, db: db}
}

// closeEndgames closes the databases, and the engines that use them.
func (s *session) closeEndgames() {
	if s.endgames.db == nil {
		return
	}
	s.full.close()
	s.weak.close()
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

// opening is the opening book that the engine has.
type opening struct {
	rules    *movegen.Rules
	settings params.Book
	book     *book.Book // nil: none
}

// openBook opens the book of the settings, unless it is open. An error is reported to the
// GUI, and the engine plays without a book.
func (s *session) openBook(with settings) {
	want := with.Book
	want.Plies, want.Margin = min(want.Plies, 1), 0 // others need no other book
	if s.opening.rules == with.rules && s.opening.settings == want {
		return
	}
	b, err := want.Open(with.rules, s.opts.Folder)
	if err != nil {
		s.reportError(err)
	}
	s.opening = opening{with.rules, want, b}
}
