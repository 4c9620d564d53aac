package reason

import (
	"slices"

	"stupol/movegen"
)

// A Name is what a shot of International draughts is called, by a definition that can be looked
// for on the board. Other names than these are not given: for most there are several definitions,
// or examples instead of one. "White" is who gains, and the squares are those that White has.
type Name uint8

// The names with their definitions.
const (
	Nameless Name = iota

	// RoyalShot (coup royal): a black man captures three from 23 to 34, and White's final capture
	// goes from 40 over 29, 20 and 9 or further.
	// Source: fr.wikipedia.org/wiki/Coup_royal, "Principe": offers three by 23x34, and then
	// 40x29x20x9x18x7.
	RoyalShot
	// PhilippeShot (coup Philippe): the man on 18 is drawn away by 27-22 18x27 and White takes it,
	// 32x21; Black takes back from 16, 16x27. The final capture goes from 38 or 40 to 16, 7, 9, 20
	// or 29.
	// Source: fr.wikipedia.org/wiki/Coup_Philippe, "Principe", where 16x27 is usual and not
	// demanded: here it is, for else it finds other shots too.
	PhilippeShot
	// TurkishShot (coup turc): a black king captures four or more, and comes to a stop against a
	// man that it has just captured; the piece next to it whose support it has captured as well
	// takes the king first of all in the next capture.
	// Source: fr.wikipedia.org/wiki/Coup_turc, "Principe".
	TurkishShot
	// HalfTurkishShot (coup demi-turc): the same with three pieces or more, and what stops the king
	// has not been captured.
	// Source: fr.wikipedia.org/wiki/Coup_demi-turc, "Principe", and Coup_turc.
	HalfTurkishShot
	// HeelShot (coup de talon): a man of White captures backward; Black captures and lands on the
	// square that it has left; that piece is the first that the final capture takes.
	// Source: fr.wikipedia.org/wiki/Coup_de_talon, "Principe".
	HeelShot
	// TrapDoorShot (coup de la trappe): the same, whatever way the piece goes that opens the square
	// by its capture.
	// Source: fr.wikipedia.org/wiki/Coup_de_la_trappe.
	TrapDoorShot
	// RicochetShot (coup de ricochet): White captures two or more, Black captures the piece that
	// has done so, and the piece with which Black does it is the first that the final capture
	// takes.
	// Source: fr.wikipedia.org/wiki/Coup_de_ricochet, "Principe".
	RicochetShot
	// RecallShot (coup de rappel): a black piece captures, and the next offer sends it back, by a
	// capture, to the row from which it came or behind it; the final capture takes it first.
	// Source: fr.wikipedia.org/wiki/Coup_de_rappel, "Principe".
	RecallShot
	// TurnstileShot (coup du tourniquet): the final capture takes four pieces or more and ends
	// where it began.
	// Source: fr.wikipedia.org/wiki/Coup_du_tourniquet.
	TurnstileShot

	names
)

var nameKeys = [names]string{"", "royal", "philippe", "turkish", "half-turkish", "heel", "trap-door", "ricochet", "recall", "turnstile"}

// String returns the name for programs: "half-turkish"; "" is none.
func (n Name) String() string { return nameKeys[min(n, names-1)] }

// name returns the name of a shot, the most special one that holds.
func (w *walk) name(m *Mechanism) Name {
	r := w.rules
	if r.Size != 10 || !r.Flying || r.Orthogonal || r.Goal != movegen.BlockOpponent || r.Killer {
		return Nameless
	}
	for _, n := range []struct {
		name  Name
		holds func(*Mechanism) bool
	}{
		{RoyalShot, w.royal}, {PhilippeShot, w.philippe}, {TurkishShot, w.turkish}, {HalfTurkishShot, w.halfTurkish},
		{HeelShot, w.heel}, {TrapDoorShot, w.trapDoor}, {RicochetShot, w.ricochet}, {RecallShot, w.recall}, {TurnstileShot, turnstile},
	} {
		if n.holds(m) {
			return n.name
		}
	}
	return Nameless
}

// number returns what White would call a square of who gains.
func (w *walk) number(sq movegen.Square) int {
	n := w.rules.Number(sq)
	if w.positions[0].Turn == movegen.Black {
		return w.rules.Squares() + 1 - n
	}
	return n
}

// is reports whether the move at a ply goes from one square to another.
func (w *walk) is(ply, from, to int) bool {
	return ply < len(w.line) && w.number(w.line[ply].From) == from && w.number(w.line[ply].To) == to
}

func (w *walk) royal(m *Mechanism) bool {
	if !w.earlier(m.Final, 23, 34) {
		return false
	}
	for steps := range w.rules.Steps(&w.positions[m.Final], w.line[m.Final]) {
		numbers := []int{w.number(w.line[m.Final].From)}
		for _, step := range steps {
			numbers = append(numbers, w.number(step.To))
		}
		if len(numbers) >= 4 && slices.Equal(numbers[:4], []int{40, 29, 20, 9}) {
			return true
		}
	}
	return false
}

// earlier reports whether the other side has captured three from one square to another before a
// ply.
func (w *walk) earlier(ply, from, to int) bool {
	for i := 1; i < ply; i += 2 {
		if w.is(i, from, to) && w.line[i].Captured.Len() == 3 {
			return true
		}
	}
	return false
}

func (w *walk) philippe(m *Mechanism) bool {
	for i := 0; i+3 < m.Final; i += 2 {
		if w.is(i, 27, 22) && w.is(i+1, 18, 27) && w.is(i+2, 32, 21) && w.is(i+3, 16, 27) {
			final := w.line[m.Final]
			return slices.Contains([]int{38, 40}, w.number(final.From)) && slices.Contains([]int{16, 7, 9, 20, 29}, w.number(final.To))
		}
	}
	return false
}

// A stop is how a king of the other side comes to stand before the capture that takes it.
type stop struct {
	took     movegen.Bits // by its last capture
	support  bool         // it took the piece behind the one that takes it
	buttress bool         // it was stopped by a piece that it took
}

// stopped looks at the king that the capture after the reply at a ply takes first, if it stands next
// to the piece that takes it.
func (w *walk) stopped(ply int) (s stop, ok bool) {
	king, taker := w.line[ply], w.line[ply+1]
	p := &w.positions[ply]
	after := &w.positions[ply+1]
	if !after.Kings.Has(king.To) || !w.takesFirst(ply+1, king.To) {
		return s, false
	}
	s.took = king.Captured
	step := int(king.To) - int(taker.From) // from the taker to the king
	if step != 6 && step != 7 && step != -6 && step != -7 {
		return s, false
	}
	s.support = at(int(taker.From)-step, s.took)
	for steps := range w.rules.Steps(p, king) {
		from := king.From
		if n := len(steps); n > 1 {
			from = steps[n-2].To
		}
		if d := direction(from, king.To); d != 0 {
			s.buttress = s.buttress || at(int(king.To)+d, s.took)
		}
	}
	return s, true
}

// at reports whether a set has the square of an index.
func at(index int, set movegen.Bits) bool {
	return index >= 0 && index < int(movegen.NoSquare) && set.Has(movegen.Square(index))
}

// direction returns the step by which a piece goes along a diagonal from one square to another.
func direction(from, to movegen.Square) int {
	d := int(to) - int(from)
	rows := to.Row() - from.Row()
	if rows < 0 {
		rows = -rows
	}
	if rows == 0 || d%rows != 0 {
		return 0
	}
	return d / rows
}

func (w *walk) turkish(*Mechanism) bool {
	return w.anyStop(func(s stop) bool { return s.support && s.buttress && s.took.Len() >= 4 })
}

func (w *walk) halfTurkish(*Mechanism) bool {
	return w.anyStop(func(s stop) bool { return s.support && !s.buttress && s.took.Len() >= 3 })
}

// anyStop reports whether a king of the other side comes to a stop in such a way.
func (w *walk) anyStop(holds func(stop) bool) bool {
	for i := 1; i+1 < len(w.line); i += 2 {
		if s, ok := w.stopped(i); ok && holds(s) {
			return true
		}
	}
	return false
}

// takesFirst reports whether the capture at a ply takes the piece on a square before all others.
func (w *walk) takesFirst(ply int, sq movegen.Square) bool {
	for steps := range w.rules.Steps(&w.positions[ply], w.line[ply]) {
		if len(steps) > 0 && steps[0].Over == sq {
			return true
		}
	}
	return false
}

// opens reports whether the capture at a ply leaves a square on which the capture in reply lands, so
// that the final capture takes that piece first.
func (w *walk) opens(m *Mechanism, ply int) bool {
	return ply+2 == m.Final && w.line[ply].IsCapture() && w.line[ply+1].IsCapture() &&
		w.line[ply+1].To == w.line[ply].From && w.takesFirst(m.Final, w.line[ply+1].To)
}

func (w *walk) heel(m *Mechanism) bool {
	i := m.Final - 2
	if i < 0 || !w.opens(m, i) || w.positions[i].Kings.Has(w.line[i].From) {
		return false
	}
	down := w.line[i].To.Row() > w.line[i].From.Row()
	return down == (w.positions[0].Turn == movegen.White) && w.line[i].To.Row() != w.line[i].From.Row()
}

func (w *walk) trapDoor(m *Mechanism) bool { return m.Final >= 2 && w.opens(m, m.Final-2) }

func (w *walk) ricochet(m *Mechanism) bool {
	i := m.Final - 2
	return i >= 0 && w.line[i].Captured.Len() >= 2 && w.line[i+1].Captured.Has(w.line[i].To) && w.takesFirst(m.Final, w.line[i+1].To)
}

func (w *walk) recall(m *Mechanism) bool {
	i := m.Final - 1
	if i < 3 || !m.has(i-1, SendingOn) || !w.takesFirst(m.Final, w.line[i].To) || w.positions[i].Kings.Has(w.line[i].From) {
		return false
	}
	there, back := w.line[i-2], w.line[i]
	forward := there.To.Row() - there.From.Row()
	backward := back.To.Row() - there.From.Row() // of where it came from
	return there.IsCapture() && there.To == back.From && forward*backward <= 0 && forward != 0
}

func turnstile(m *Mechanism) bool { return m.RoundTrip && m.Takes >= 4 }
