package eval

import "stupol/movegen"

// weights says what each feature of a side counts for, in hundredths of a
// man. The game is zero-sum: what one side has the other lacks.
type weights struct {
	man, king int
	row       int // a man, for each row it stands above its own first
	home      int // a man on its own first row, where it stops kings
	centre    int // a man in the middle of the board
	edge      int // a man in an outer column
	step      int // a free square in front of a man, for each man it serves
	lean      int // each man one half has more than the other; counts against
	kingStep  int // a free square next to a king
	mainLine  int // a king on the long diagonal
}

// The weights of the games, chosen by reason and by short matches; they only
// have to be sensible, as what decides is learned from games.
var (
	// A flying king is worth about three men, on the smaller board less.
	flying10 = weights{man: 100, king: 300, row: 1, home: 5, centre: 3, edge: -2, step: 2, lean: 2, kingStep: 3, mainLine: 15}
	flying8  = weights{man: 100, king: 270, row: 2, home: 6, centre: 4, edge: -3, step: 2, lean: 2, kingStep: 3, mainLine: 25}

	// Killer kings win endings that are drawn elsewhere; Frisian ones
	// capture in eight directions.
	killer  = weights{man: 100, king: 350, row: 1, home: 5, centre: 3, edge: -2, step: 2, lean: 2, kingStep: 3, mainLine: 5}
	frisian = weights{man: 100, king: 400, row: 2, home: 4, centre: 3, edge: -1, step: 1, lean: 1, kingStep: 2}

	// Short kings go back as well, and that is all; no man takes an
	// Italian one.
	shortKings = weights{man: 100, king: 130, row: 2, home: 6, centre: 3, edge: -2, step: 2, lean: 1, kingStep: 4}
	italian    = weights{man: 100, king: 150, row: 2, home: 6, centre: 3, edge: -2, step: 2, lean: 1, kingStep: 4}

	// Who has nothing left wins. A king gives itself up more easily than a
	// man, from afar and in any direction, so it is the lesser burden; free
	// steps are the choice of when and where to give.
	losing = weights{man: -100, king: -80, row: 1, home: -2, centre: 1, edge: -1, step: 4, kingStep: 2}

	// Only the way to the last row counts; men matter as guards and runners.
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
