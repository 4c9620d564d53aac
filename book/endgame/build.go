package endgame

import (
	"context"
	"fmt"

	"stupol/movegen"
)

// Solve returns the database of all positions of up to so many pieces, worked
// out in memory on so many threads. Five pieces on 100 squares take 400 MB.
func Solve(ctx context.Context, r *movegen.Rules, pieces, threads int) (*Database, error) {
	if pieces < 2 || pieces > MaxPieces {
		return nil, fmt.Errorf("%d pieces: databases have 2 to %d", pieces, MaxPieces)
	}
	d := NewDatabase(r)
	for n := 2; n <= pieces; n++ {
		for _, s := range Slices(r, n) {
			if d.tables[s.id()] != nil {
				continue
			}
			if err := d.solve(ctx, s, threads); err != nil {
				return nil, err
			}
		}
		d.pieces = n
	}
	return d, nil
}
