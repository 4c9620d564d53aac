package eval

import "stupol/movegen"

// weights are the weights of the evaluation by hand, in hundredths of a man.
type weights struct {
	man, king int
	row       int // of each row that a man has advanced
	home      int // of a man on its first row, where it stops kings
	centre    int // of a man in the middle of the board
	edge      int // of a man in an outer column
	step      int // of a free square in front of a man, for each man
	lean      int // penalty for each man more on one half of the board than on the other
	kingStep  int // of a free square next to a king
	mainLine  int // of a king on the long diagonal
}

// The weights of the games, chosen by reason and by short matches. They need only be
// sensible: the first self-play games use them, the learned weights do the rest.
var (
	// A flying king is worth about three men, on the smaller board less.
	flying10 = weights{man: 100, king: 300, row: 1, home: 5, centre: 3, edge: -2, step: 2, lean: 2, kingStep: 3, mainLine: 15}
	flying8  = weights{man: 100, king: 270, row: 2, home: 6, centre: 4, edge: -3, step: 2, lean: 2, kingStep: 3, mainLine: 25}

	// Killer kings win endings that are drawn elsewhere; Frisian ones
	// capture in eight directions.
	killer  = weights{man: 100, king: 350, row: 1, home: 5, centre: 3, edge: -2, step: 2, lean: 2, kingStep: 3, mainLine: 5}
	frisian = weights{man: 100, king: 400, row: 2, home: 4, centre: 3, edge: -1, step: 1, lean: 1, kingStep: 2}

	// Short kings can only go back besides; no man may capture an Italian one.
	shortKings = weights{man: 100, king: 130, row: 2, home: 6, centre: 3, edge: -2, step: 2, lean: 1, kingStep: 4}
	italian    = weights{man: 100, king: 150, row: 2, home: 6, centre: 3, edge: -2, step: 2, lean: 1, kingStep: 4}

	// The side without pieces or moves wins. A king can be given away more
	// easily than a man, so it costs less. Free steps are a choice of when and
	// where to give.
	losing = weights{man: -100, king: -80, row: 1, home: -2, centre: 1, edge: -1, step: 4, kingStep: 2}

	// The first king wins: men matter as runners and as guards of the home row.
	breakthrough = weights{man: 100, row: 3, home: 8, centre: 2, edge: -1, step: 2, lean: 2}
)

// weightsOf returns the weights for the game r.
func weightsOf(r *movegen.Rules) *weights {
	switch {
	case r.Goal == movegen.LoseAll:
		return &losing
	case r.Goal == movegen.FirstKing:
		return &breakthrough
	case r.Killer:
		return &killer
	case r.Orthogonal:
		return &frisian
	case r.Flying && r.Size == 10:
		return &flying10
	case r.Flying:
		return &flying8
	case r.MenSpareKings:
		return &italian
	}
	return &shortKings
}
