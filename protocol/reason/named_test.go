package reason_test

import (
	"slices"

	"stupol/movegen"
	"stupol/protocol/reason"
)

// A visit is a capture as the pieces see it: the squares where it lands and those it takes, in order.
type visit struct{ lands, takes []int }

// numbering returns what White would call a square, or what Black calls it if the board is turned.
func numbering(r *movegen.Rules, turned bool) func(movegen.Square) int {
	return func(sq movegen.Square) int {
		if turned {
			return r.Squares() + 1 - r.Number(sq)
		}
		return r.Number(sq)
	}
}

// visits returns the ways of a capture, with squares numbered as White would if who gains were White.
func visits(r *movegen.Rules, p *movegen.Position, m movegen.Move, turned bool) (all []visit) {
	number := numbering(r, turned)
	for steps := range r.Steps(p, m) {
		v := visit{lands: []int{number(m.From)}}
		for _, s := range steps {
			v.lands = append(v.lands, number(s.To))
			v.takes = append(v.takes, number(s.Over))
		}
		all = append(all, v)
	}
	return all
}

// beyond returns the square next to b on the diagonal that comes from a, 0 if there is none. Squares
// of International draughts: five a row, those of odd rows a column further right.
func beyond(a, b int) int {
	at := func(n int) (row, column int) { row = (n - 1) / 5; return row, 2*((n-1)%5) + 1 - row%2 }
	ar, ac := at(a)
	br, bc := at(b)
	row, column := br+1, bc+1
	if ar > br {
		row = br - 1
	}
	if ac > bc {
		column = bc - 1
	}
	if row < 0 || row > 9 || column < 0 || column > 9 {
		return 0
	}
	return row*5 + column/2 + 1
}

// examineName looks whether what a name says can be seen on the board: the definitions of name.go,
// looked for by the numbers of the squares.
func examineName(r *movegen.Rules, p movegen.Position, line []movegen.Move, name reason.Name) bool {
	turned := p.Turn == movegen.Black
	var at []movegen.Position
	for _, m := range line {
		at = append(at, p)
		p = r.Play(&p, m)
	}
	number := numbering(r, turned)
	final, most := 0, 0
	for i := 0; i < len(line); i += 2 {
		if n := line[i].Captured.Len(); n > 0 && n >= most {
			final, most = i, n
		}
	}
	is := func(i, from, to int) bool { return number(line[i].From) == from && number(line[i].To) == to }
	some := func(i int, holds func(v visit) bool) bool {
		return slices.ContainsFunc(visits(r, &at[i], line[i], turned), holds)
	}
	// The final capture takes first what has just landed there.
	first := func(i int) bool {
		return some(i, func(v visit) bool { return len(v.takes) > 0 && v.takes[0] == number(line[i-1].To) })
	}
	switch name {
	case reason.RoyalShot:
		for i := 1; i < final; i += 2 {
			if is(i, 23, 34) && line[i].Captured.Len() == 3 {
				return some(final, func(v visit) bool { return len(v.lands) > 3 && slices.Equal(v.lands[:4], []int{40, 29, 20, 9}) })
			}
		}
	case reason.PhilippeShot:
		for i := 0; i+3 < final; i += 2 {
			if is(i, 27, 22) && is(i+1, 18, 27) && is(i+2, 32, 21) && is(i+3, 16, 27) {
				from, to := number(line[final].From), number(line[final].To)
				return (from == 38 || from == 40) && (to == 16 || to == 7 || to == 9 || to == 20 || to == 29)
			}
		}
	case reason.TurkishShot, reason.HalfTurkishShot:
		for i := 2; i < len(line); i += 2 {
			king := line[i-1]
			if !first(i) || !at[i].Kings.Has(king.To) {
				continue
			}
			taker, stands := number(line[i].From), number(king.To)
			taken := visits(r, &at[i-1], king, turned)
			behind := beyond(stands, taker)
			if beyond(taker, stands) == 0 || len(taken) == 0 || !slices.Contains(taken[0].takes, behind) || beyond(behind, taker) != stands {
				continue
			}
			against := some(i-1, func(v visit) bool {
				return slices.Contains(v.takes, beyond(v.lands[len(v.lands)-2], stands))
			})
			if name == reason.TurkishShot && against && king.Captured.Len() >= 4 || name == reason.HalfTurkishShot && !against && king.Captured.Len() >= 3 {
				return true
			}
		}
	case reason.HeelShot, reason.TrapDoorShot:
		opener, closer := line[final-2], line[final-1]
		opened := opener.Captured != 0 && closer.Captured != 0 && opener.From == closer.To && first(final)
		back := (number(opener.To)-1)/5 > (number(opener.From)-1)/5
		return opened && (name == reason.TrapDoorShot || back && !at[final-2].Kings.Has(opener.From))
	case reason.RicochetShot:
		return line[final-2].Captured.Len() >= 2 && line[final-1].Captured.Has(line[final-2].To) && first(final)
	case reason.RecallShot:
		there, back := line[final-3], line[final-1]
		row := func(sq movegen.Square) int { return (number(sq) - 1) / 5 }
		return there.Captured != 0 && back.Captured != 0 && there.To == back.From && first(final) &&
			(row(there.To) > row(there.From) && row(back.To) <= row(there.From) || row(there.To) < row(there.From) && row(back.To) >= row(there.From))
	case reason.TurnstileShot:
		return line[final].From == line[final].To && line[final].Captured.Len() >= 4
	}
	return false
}
