package match

import (
	"errors"
	"sync"

	"stupol/book/endgame"
	"stupol/eval/input"
	"stupol/movegen"
	"stupol/protocol/params"
)

// databases are the endgame databases that engines in this process share.
type databases struct {
	mu   sync.Mutex
	open map[params.Databases]*endgame.Database
}

// get returns databases. It is an error if one is missing or damaged: the result of a
// match would be worth nothing without it.
func (d *databases) get(which params.Databases, r *movegen.Rules) (*endgame.Database, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if db := d.open[which]; db != nil {
		return db, nil
	}
	db, err := which.Source(input.Folder).Open(r)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if d.open == nil {
		d.open = map[params.Databases]*endgame.Database{}
	}
	d.open[which] = db
	return db, nil
}

// err returns the damage that was found in one of them while engines used it.
func (d *databases) err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, db := range d.open {
		if err := db.Err(); err != nil {
			return err
		}
	}
	return nil
}

// close closes all of them. They are only read, so no error matters.
func (d *databases) close() {
	for _, db := range d.open {
		_ = db.Close()
	}
	d.open = nil
}
