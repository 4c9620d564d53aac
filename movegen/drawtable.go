package movegen

import (
	"fmt"
	"strings"
)

// The draw rules of the federations. variants.go says who plays by which; the
// numbers are moves of each side, as the sources give them.
var (
	noDraws = &DrawRules{Name: "none", Source: "breakthrough: men only, so the game is finite"}

	fmjd = &DrawRules{
		Name: "fmjd", Source: "FMJD, Official rules of international draughts, art. 6",
		Repetition: 3,
		Counts: []Count{
			kingMoves(25),                // 6.2
			ending(16, threeAgainstKing), // 6.3
			ending(5, twoAgainstKing),    // 6.4
		},
	}
	withAdvantage = &DrawRules{
		Name: "advantage", Source: "Polish federation, art. 6.5: tournaments with draws with advantage",
		Repetition: 3,
		Counts: []Count{
			kingMoves(25),
			ending(25, threeAgainstKing), // 6.5.3
			ending(5, twoAgainstKing),
		},
		Advantage: 3, // 6.5.2
	}
	repetitionOnly = &DrawRules{
		Name: "threefold", Source: "lidraughts' rules of losing draughts",
		Repetition: 3,
	}
	twentyFive = &DrawRules{
		Name: "25", Source: "our choice where no list is published: FMJD art. 6.1 and 6.2 alone",
		Repetition: 3, Counts: []Count{kingMoves(25)},
	}

	// One king against one is a draw at once unless something can be
	// captured; two moves each show that (lidraughts counts the same).
	frisian = &DrawRules{
		Name: "frisian", Source: "Frisian rules, with threefold repetition added",
		Repetition: 3,
		Counts:     frisianCounts,
	}
	frisianLidraughts = &DrawRules{
		Name: "lidraughts", Source: "lidraughts' rules of Frisian, which allow repetition",
		Counts: frisianCounts,
	}
	frisianCounts = []Count{ending(7, twoKingsAgainstKing), ending(2, kingAgainstKing)}

	fmjd64 = &DrawRules{
		Name: "fmjd64", Source: "FMJD Section 64, art. 7.2.3 to 7.2.8; 4 to 7 pieces means both sides together",
		Repetition: 3, // 7.2.3
		Counts: []Count{
			ending(15, kingsAgainstKing),                // 7.2.4
			kingMovesIn(15, fewerOrMore),                // 7.2.5
			sameBalance(30, fourOrFive),                 // 7.2.6
			sameBalance(60, sixOrSeven),                 // 7.2.6
			onLongDiagonal(5, threeAgainstLongDiagonal), // 7.2.7
			ending(5, twoAgainstKing),                   // 7.2.8
		},
	}
	cbd = &DrawRules{
		Name: "cbd", Source: "Brazilian confederation, rule 16, and its five-move endings as commonly given",
		Repetition: 3,
		Counts:     []Count{kingMoves(20), ending(5, twoKingsAgainstTwo)},
	}
	polish64 = &DrawRules{
		Name: "pl", Source: "Polish federation, art. 6.1 to 6.4 for 64 squares",
		Repetition: 3,
		Counts: []Count{
			kingMoves(20),
			onLongDiagonal(5, threeOffLongDiagonal),
			onLongDiagonal(15, threeOnLongDiagonal),
			ending(5, twoAgainstKing),
		},
	}
	fifteen = &DrawRules{
		Name: "15", Source: "Polish tournament annex for the classic 64, rule 4; Board Game Arena",
		Repetition: 3, Counts: []Count{kingMoves(15)},
	}
	poddavkiDraws = &DrawRules{
		Name: "15", Source: "our choice where no list is published: the Russian 15 king moves, without the rules on material",
		Repetition: 3, Counts: []Count{kingMoves(15)},
	}

	wcdf = &DrawRules{
		Name: "wcdf", Source: "WCDF rules of draughts, 1.32",
		Repetition: 3, Counts: []Count{kingMoves(40)},
	}
	apca = &DrawRules{
		Name: "apca", Source: "American Pool Checker Association, rule 26, and 13 moves for three kings",
		Repetition: 3,
		Counts:     []Count{kingMoves(15), ending(13, threeKingsAgainstKing)},
	}
	fid = &DrawRules{
		Name: "fid", Source: "Federazione Italiana Dama, art. 9 and 10.4",
		Repetition: 3, Counts: []Count{kingMoves(40)},
	}
	fidFourfold = &DrawRules{
		Name: "fourfold", Source: "Federazione Italiana Dama, art. 9.3 read as four times",
		Repetition: 4, Counts: []Count{kingMoves(40)},
	}
	twenty = &DrawRules{
		Name: "20", Source: "our choice where no list is published: threefold repetition and the 20 moves of the Brazilian and Polish 8x8 rules",
		Repetition: 3, Counts: []Count{kingMoves(20)},
	}
)

// kingMoves is a draw after that many moves each with kings alone: no capture
// and no move of a man.
func kingMoves(moves int) Count { return kingMovesIn(moves, anyBalance) }

// kingMovesIn is the same, only in the positions of a class.
func kingMovesIn(moves int, c class) Count { return newCount(moves, OnManMove, c) }

// ending is a draw that many moves each after the game entered a class of
// endings. Changes within the class do not begin the count anew.
func ending(moves int, c class) Count { return newCount(moves, OnEntry, c) }

// onLongDiagonal is an ending whose class depends on the long diagonal.
func onLongDiagonal(moves int, c class) Count {
	count := ending(moves, c)
	count.onDiagonal = true
	return count
}

// sameBalance is a draw after that many moves each in a class of positions
// without a capture or a promotion.
func sameBalance(moves int, c class) Count { return newCount(moves, OnBalance, c) }

func newCount(moves int, restart Restart, c class) Count {
	return Count{Reason: fmt.Sprintf("%d-move rule", moves), Plies: 2 * moves, Restart: restart, class: c}
}

// DrawRulesNamed returns the draw rules of r with that name, in any case; the
// empty name means the default.
func (r *Rules) DrawRulesNamed(name string) (*DrawRules, error) {
	if name == "" {
		return r.Draws[0], nil
	}
	known := make([]string, len(r.Draws))
	for i, d := range r.Draws {
		if strings.EqualFold(name, d.Name) {
			return d, nil
		}
		known[i] = d.Name
	}
	return nil, fmt.Errorf("unknown draw rules %q for %s (known: %s)", name, r.Name, strings.Join(known, ", "))
}
