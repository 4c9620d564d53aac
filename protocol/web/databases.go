package web

import (
	"sync"

	"stupol/book/endgame"
	"stupol/movegen"
)

// databases are the endgame databases of all games, each opened when it is
// needed first.
type databases struct {
	open   func(*movegen.Rules) *endgame.Database
	mu     sync.Mutex
	opened map[*movegen.Rules]*endgame.Database
}

func newDatabases(open func(*movegen.Rules) *endgame.Database) *databases {
	return &databases{open: open, opened: map[*movegen.Rules]*endgame.Database{}}
}

// of returns the database of r, nil if there is none.
func (d *databases) of(r *movegen.Rules) *endgame.Database {
	if d.open == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	db, ok := d.opened[r]
	if !ok {
		db = d.open(r)
		d.opened[r] = db
	}
	return db
}

// close closes all of them.
func (d *databases) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for r, db := range d.opened {
		if db != nil {
			_ = db.Close() // files that were only read
		}
		delete(d.opened, r)
	}
}
