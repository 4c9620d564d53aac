package endgame

import (
	"context"
	"fmt"

	"stupol/movegen"
)

// Solve returns the database of all positions of up to so many pieces, worked
// out in memory on so many threads, with the distances that Build makes. Five
// pieces on 100 squares take 400 MB.
func Solve(ctx context.Context, r *movegen.Rules, pieces, threads int) (*Database, error) {
	return solveAll(r, pieces, func(d *Database, s Slice) error {
		_, err := d.solve(ctx, s, threads, func(uint64) {})
		if err == nil && s.Pieces() <= distancePieces {
			err = d.solveDistances(ctx, s, threads)
		}
		return err
	})
}

// solveAll adds all slices of up to so many pieces to a new database by
// calling solve for one slice of every pair.
func solveAll(r *movegen.Rules, pieces int, solve func(*Database, Slice) error) (*Database, error) {
	if pieces < 2 || pieces > MaxPieces {
		return nil, fmt.Errorf("%d pieces: databases have 2 to %d", pieces, MaxPieces)
	}
	d := NewDatabase(r)
	for n := 2; n <= pieces; n++ {
		var done [sliceIDs]bool
		for _, s := range Slices(r, n) {
			if done[s.id()] {
				continue
			}
			if err := solve(d, s); err != nil {
				return nil, err
			}
			for _, s := range pairOf(s) {
				done[s.id()] = true
			}
		}
		d.pieces = n
	}
	return d, nil
}
