package match

import (
	"errors"
	"os"
	"sync"

	"stupol/book/endgame"
	"stupol/movegen"
)

// databases are the endgame databases that engines in this process share.
type databases struct {
	mu   sync.Mutex
	open map[source]*endgame.Database
}

// A source says which databases to open, as endgame.Source does.
type source struct {
	pieces int
	dir    string // "": those in the program
	memory int64
}

// from returns the databases of a source. Missing ones are an error: the result of
// a match would be worth nothing without them.
func (d *databases) from(s source, r *movegen.Rules) (*endgame.Database, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if db := d.open[s]; db != nil {
		return db, nil
	}
	from := endgame.Source{Pieces: s.pieces, Memory: s.memory}
	if s.dir != "" {
		from.Folder = os.DirFS(s.dir)
	}
	db, err := from.Open(r)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if d.open == nil {
		d.open = map[source]*endgame.Database{}
	}
	d.open[s] = db
	return db, nil
}

// close closes all of them. They are only read, so no error matters.
func (d *databases) close() {
	for _, db := range d.open {
		_ = db.Close()
	}
	d.open = nil
}
