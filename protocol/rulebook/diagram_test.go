package rulebook

import (
	"slices"
	"testing"

	"stupol/movegen"
)

// A shown is a diagram, with what the claims about it are made of.
type shown struct {
	Diagram
	rules *movegen.Rules
	moves []movegen.Move
}

// only reports whether the move is the only legal one, and takes so many pieces.
func (s *shown) only(taken int) bool {
	return len(s.moves) == 1 && s.Move.Captured.Len() == taken
}

// without returns the moves that there are without pieces.
func (s *shown) without(pieces movegen.Bits) []movegen.Move {
	p := s.Position
	q := movegen.NewPosition(p.Turn, p.Pieces[0]&^pieces, p.Pieces[1]&^pieces, p.Kings&^pieces)
	return s.rules.Moves(nil, &q)
}

// takes reports whether one of the moves takes so many pieces.
func takes(moves []movegen.Move, n int) bool {
	return slices.ContainsFunc(moves, func(m movegen.Move) bool { return m.Captured.Len() == n })
}

// by returns the moves that another game has there.
func (s *shown) by(name string) []movegen.Move {
	r, err := movegen.Lookup(name)
	if err != nil {
		panic(err)
	}
	return r.Moves(nil, &s.Position)
}

// result is what the move leads to.
func (s *shown) result(replies int) movegen.Outcome {
	g := movegen.NewGameFrom(s.rules, s.Position, nil)
	g.Push(s.Move)
	for range replies {
		g.Push(g.LegalMoves(nil)[0])
	}
	return g.Result().Outcome
}

// passes reports whether the piece goes on from the last row.
func (s *shown) passes() bool {
	for steps := range s.rules.Steps(&s.Position, s.Move) {
		for _, step := range steps[:len(steps)-1] {
			if s.rules.LastRow(movegen.White).Has(step.To) {
				return true
			}
		}
	}
	return false
}

// claims are what the captions say, in movegen's words.
var claims = map[string]func(s *shown) bool{
	threeMust:  func(s *shown) bool { return s.only(3) && takes(s.without(s.Move.From.Bit()), 1) },
	oneOrThree: func(s *shown) bool { return takes(s.moves, 3) && s.Move.Captured.Len() == 1 },
	staysMan:   func(s *shown) bool { return s.only(2) && s.passes() && !s.Move.Promotes },
	staysMan2: func(s *shown) bool {
		return s.only(2) && s.passes() && !s.Move.Promotes && s.result(0) == movegen.Ongoing
	},
	becomesKing: func(s *shown) bool {
		return s.only(2) && s.Move.Promotes && !s.rules.LastRow(movegen.White).Has(s.Move.To)
	},
	crownStops: func(s *shown) bool {
		p := s.rules.Play(&s.Position, s.Move)
		p.Turn = movegen.White
		return s.only(1) && s.Move.Promotes && slices.ContainsFunc(s.rules.Captures(nil, &p), func(m movegen.Move) bool { return m.From == s.Move.To })
	},
	behindKing: func(s *shown) bool {
		return s.only(1) && s.Position.Kings&s.Move.Captured != 0 && len(s.by("international")) > 1
	},
	behindMan: func(s *shown) bool {
		return len(s.moves) == 2 && s.moves[0].Captured == s.moves[1].Captured && s.Move.Captured&s.Position.Men(movegen.Black) != 0
	},
	reachesLastRow: func(s *shown) bool { return s.result(0) == movegen.WhiteWins },
	givesAway: func(s *shown) bool {
		p := s.rules.Play(&s.Position, s.Move)
		return s.Position.Pieces[movegen.White].Len() == 1 && s.rules.HasCapture(&p) && s.result(1) == movegen.WhiteWins
	},
	straight: func(s *shown) bool { return s.only(3) && len(s.by("international")) != 1 },
	kingsAreMore: func(s *shown) bool {
		return s.only(2) && s.Move.Captured&^s.Position.Kings == 0 && takes(s.without(s.Move.From.Bit()), 3)
	},
	fiveMen: func(s *shown) bool { return s.Position == s.rules.Start() && s.Position.Men(movegen.White).Len() == 5 },
	kingStraight: func(s *shown) bool {
		from, column := s.rules.RowAndColumn(s.Move.From)
		to, same := s.rules.RowAndColumn(s.Move.To)
		return s.Move.Captured.Len() == 1 && column == same && from-to > 4 && s.Position.Kings.Has(s.Move.From)
	},
	notBackward: func(s *shown) bool { return s.only(2) && takes(s.by("pool"), 3) },
	manBackward: func(s *shown) bool { return s.only(3) && takes(s.by("english"), 2) },
	sparesKing: func(s *shown) bool {
		return s.only(1) && s.Move.Captured&s.Position.Kings == 0 && s.by("spanish")[0].Captured&s.Position.Kings != 0
	},
	byKing: func(s *shown) bool {
		return s.only(2) && s.Position.Kings.Has(s.Move.From) && takes(s.without(s.Move.From.Bit()), 2)
	},
	kingFirst: func(s *shown) bool {
		return s.only(1) && s.Position.Kings.Has(s.Move.From) && takes(s.without(s.Move.From.Bit()), 2)
	},
	withKing: func(s *shown) bool {
		return s.only(2) && s.Move.Captured&s.Position.Kings != 0 && takes(s.without(s.Move.From.Bit()), 2)
	},
}

// TestDiagrams compares what the captions say with the moves that there are.
func TestDiagrams(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range movegen.Variants() {
		for _, d := range diagrams(t, r) {
			s := &shown{d, r, r.Moves(nil, &d.Position)}
			if seen[d.Caption] = true; claims[d.Caption] == nil || !claims[d.Caption](s) {
				t.Errorf("%s: %s: %q is not so", r.Name, r.FEN(&d.Position), d.Caption)
			}
		}
		if len(drawings[r.Name]) != 2 {
			t.Errorf("%s: %d diagrams", r.Name, len(drawings[r.Name]))
		}
	}
	if len(seen) != len(claims) {
		t.Errorf("%d captions for %d claims", len(seen), len(claims))
	}
}
