package library

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
)

// A Library is an open file of games.
type Library struct {
	name     string
	file     os.FileInfo // that has the name when it is opened
	readOnly bool
	version  int // of the schema
	batch    int // games that are added together: batchGames, fewer in tests

	mu sync.Mutex // of db, which one goroutine uses at a time
	db *database
}

// Close closes the file.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.db == nil {
		return nil
	}
	db := l.db
	l.db = nil
	return l.explain(db.close())
}

// Name returns the name of the file.
func (l *Library) Name() string { return l.name }

// errClosed is the error of a library that is used after Close.
var errClosed = errors.New("the library is closed")

// use calls work, while no other goroutine uses the library and until the context ends.
func (l *Library) use(ctx context.Context, work func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.db == nil {
		return errClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	before := l.db.conn.SetInterrupt(ctx)
	err := l.explain(work())
	l.db.conn.SetInterrupt(before)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Info says what is in a library.
type Info struct {
	Version  int           `json:"version"` // of the schema
	Games    int           `json:"games"`   // without those removed
	Removed  int           `json:"removed"`
	Rejected int           `json:"rejected"` // those that cannot be replayed
	Places   int           `json:"positions"`
	Bytes    int64         `json:"bytes"`
	Variants []VariantInfo `json:"variants"`
	Sources  []SourceInfo  `json:"sources"`
}

// VariantInfo says how many games of a variant there are.
type VariantInfo struct {
	Variant string `json:"variant"`
	Games   int    `json:"games"`
}

// SourceInfo says how much of a file was added.
type SourceInfo struct {
	Name     string `json:"name"`
	Games    int    `json:"games"` // that were read of it, duplicates and others among them
	Complete bool   `json:"complete"`

	// Results is whose points the results of it name first, "white" or "first-player"; "" if it
	// does not matter. Unsettled are the games on which it depends, if the file was added by a
	// version that took all for White's: see Library.Settle.
	Results   string `json:"results"`
	Unsettled int    `json:"unsettled,omitempty"`
}

// Info returns what is in the library.
func (l *Library) Info(ctx context.Context) (info Info, err error) {
	err = l.use(ctx, func() error {
		info = Info{Version: l.version, Variants: []VariantInfo{}, Sources: []SourceInfo{}}
		if file, err := os.Stat(l.name); err == nil {
			info.Bytes = file.Size()
		}
		counts := map[string]*int{
			"SELECT count(*) FROM game WHERE removed IS NULL":     &info.Games,
			"SELECT count(*) FROM game WHERE removed IS NOT NULL": &info.Removed,
			"SELECT count(*) FROM rejected":                       &info.Rejected,
			"SELECT count(*) FROM place":                          &info.Places,
		}
		for sql, count := range counts {
			n, err := l.db.number(sql)
			if err != nil {
				return err
			}
			*count = int(n)
		}
		err := l.db.query("SELECT variant, count(*) FROM game WHERE removed IS NULL GROUP BY variant ORDER BY 2 DESC, 1", func(s *sqlite3.Stmt) error {
			info.Variants = append(info.Variants, VariantInfo{s.ColumnText(0), s.ColumnInt(1)})
			return nil
		})
		if err != nil {
			return err
		}
		info.Sources, err = l.sources()
		return err
	})
	return info, err
}

// Verify looks whether the whole file is as SQLite and this package expect it.
func (l *Library) Verify(ctx context.Context) error {
	return l.use(ctx, func() error {
		return l.db.query("PRAGMA integrity_check", func(s *sqlite3.Stmt) error {
			if text := s.ColumnText(0); text != "ok" {
				return fmt.Errorf("%s: %w: %s", l.name, ErrDamaged, text)
			}
			return nil
		})
	})
}

// outcomes are the values of the column outcome.
var outcomes = [...]movegen.Outcome{movegen.Ongoing, movegen.WhiteWins, movegen.BlackWins, movegen.Drawn}

// outcomeNumber returns the value of the column outcome.
func outcomeNumber(o movegen.Outcome) int { return int(o & 3) }
