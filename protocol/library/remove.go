package library

import (
	"context"
	"time"

	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
)

// Remove marks the games that a query is for as removed, and returns how many there are.
// Nothing finds them any more until Restore.
func (l *Library) Remove(ctx context.Context, q Query) (int, error) {
	q.Removed = false
	return l.mark(ctx, q, -1, "UPDATE game SET removed = ? WHERE id = ?", time.Now().Unix())
}

// Restore brings back games that were removed, and returns how many there are.
func (l *Library) Restore(ctx context.Context, q Query) (int, error) {
	q.Removed = true
	return l.mark(ctx, q, 1, "UPDATE game SET removed = NULL WHERE id = ?")
}

// mark carries out a statement for all games of a query, which then count so many times
// more in the tallies.
func (l *Library) mark(ctx context.Context, q Query, times int, sql string, parameters ...any) (n int, err error) {
	err = l.use(ctx, func() error {
		return l.db.change(func() error {
			var ids []int64
			if err := l.find(q, func(f Found) error { ids = append(ids, f.ID); return nil }); err != nil {
				return err
			}
			tallied, err := l.db.tallied()
			if err != nil {
				return err
			}
			for _, id := range ids {
				if err := l.countAgain(id, times, tallied); err != nil {
					return err
				}
				if err := l.db.exec(sql, append(append([]any{}, parameters...), id)...); err != nil {
					return err
				}
			}
			n = len(ids)
			return nil
		})
	})
	return n, err
}

// countAgain has a game count so many times more in the tallies of its positions.
func (l *Library) countAgain(id int64, times int, tallied map[Key]bool) error {
	row, err := l.row(id)
	if err != nil {
		return err
	}
	return row.places(func(k Key, ply int) error {
		if !tallied[k] {
			return nil
		}
		move, one := sumOf(row.outcome, row.moves, row.scores, ply)
		all := sums{}
		all.add(move, one, times)
		return l.db.addToTally(k, all)
	})
}

// A gameRow is what there is of a game to replay it.
type gameRow struct {
	rules         *movegen.Rules
	start         movegen.Position
	outcome       int
	moves, scores []byte
}

// row returns the row of a game.
func (l *Library) row(id int64) (*gameRow, error) {
	g := &gameRow{}
	return g, l.db.query("SELECT variant, start, outcome, moves, scores FROM game WHERE id = ?", func(s *sqlite3.Stmt) (err error) {
		if g.rules, err = movegen.Lookup(s.ColumnText(0)); err != nil {
			return err
		}
		g.outcome, g.moves, g.scores = s.ColumnInt(2), s.ColumnBlob(3, nil), s.ColumnBlob(4, nil)
		g.start, err = startOf(g.rules, s.ColumnText(1))
		return err
	}, id)
}

// places calls visit with the first place of each position of a game.
func (g *gameRow) places(visit func(k Key, ply int) error) error {
	salt, seen := saltOf(g.rules), map[Key]bool{}
	moves, err := decode(g.rules, g.moves)
	if err != nil {
		return err
	}
	p := g.start
	for ply := 0; ; ply++ {
		if k := keyOf(salt, &p); !seen[k] {
			seen[k] = true
			if err := visit(k, ply); err != nil {
				return err
			}
		}
		if ply == len(moves) {
			return nil
		}
		p = g.rules.Play(&p, moves[ply])
	}
}

// Vacuum deletes the games that are marked as removed, and gives the space that is free in
// the file back. This cannot be undone. It returns how many games it deleted.
func (l *Library) Vacuum(ctx context.Context) (n int, err error) {
	err = l.use(ctx, func() error {
		err := l.db.change(func() error {
			var ids []int64
			if err := l.find(Query{Removed: true}, func(f Found) error { ids = append(ids, f.ID); return nil }); err != nil {
				return err
			}
			for _, id := range ids {
				if err := l.delete(id); err != nil {
					return err
				}
			}
			n = len(ids)
			return l.db.exec("DELETE FROM tally WHERE white + black + drawn + unknown = 0")
		})
		if err != nil {
			return err
		}
		return l.db.exec("VACUUM")
	})
	return n, err
}

// delete deletes a game and its places.
func (l *Library) delete(id int64) error {
	row, err := l.row(id)
	if err != nil {
		return err
	}
	err = row.places(func(k Key, _ int) error {
		return l.db.exec("DELETE FROM place WHERE key = ? AND game = ?", k.signed(), id)
	})
	if err != nil {
		return err
	}
	return l.db.exec("DELETE FROM game WHERE id = ?", id)
}
