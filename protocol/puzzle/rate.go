package puzzle

import (
	"context"

	"stupol/book/endgame"
	"stupol/eval/work/inorder"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/search"
)

// MostNodes is the difficulty of what a search of so many nodes does not find.
const MostNodes = 50_000

// A rater says how hard puzzles are.
type rater struct{ engine *search.Engine }

// newRater returns a rater, whose engine has a table of its own: what others have searched helps nobody.
func newRater(r *movegen.Rules, db *endgame.Database) (*rater, error) {
	e, err := search.New(Options(r, quickTable, db))
	return &rater{e}, err
}

// Close gives the memory of the engine back.
func (r *rater) Close() { r.engine.Close() }

// rate returns how many nodes a search has visited when it has found a puzzle for good: from then on, to
// MostNodes, the first move is its choice, with a score that is a win.
func (r *rater) rate(ctx context.Context, p *Puzzle) (int64, error) {
	r.engine.Clear()
	nodes := int64(MostNodes)
	limits := search.Limits{Nodes: MostNodes, Analyze: true}
	_, err := r.engine.Search(ctx, movegen.NewGameFrom(p.Rules, p.Start, nil), limits, func(i search.Info) {
		switch {
		case i.PV[0] != p.Line[0] || analysis.Chance(i.Score, r.engine.Scale()) < WinningChance:
			nodes = MostNodes
		case nodes == MostNodes:
			nodes = min(max(i.Nodes, 1), MostNodes)
		}
	})
	return nodes, err
}

// Rate has all puzzles of a game say how hard they are, by searches on so many threads with the databases
// db, which may be nil. The same engine says the same each time.
func Rate(ctx context.Context, puzzles []Puzzle, threads int, db *endgame.Database) error {
	if len(puzzles) == 0 {
		return nil
	}
	work := inorder.Work[*rater, int64]{
		End: len(puzzles), Threads: threads,
		NewWorker: func() (*rater, error) { return newRater(puzzles[0].Rules, db) },
		Do:        func(ctx context.Context, r *rater, i int) (int64, error) { return r.rate(ctx, &puzzles[i]) },
		Done: func(i int, nodes int64) (bool, error) {
			puzzles[i].Nodes = nodes
			return true, nil
		},
	}
	return work.Run(ctx)
}
