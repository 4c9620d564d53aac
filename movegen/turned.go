package movegen

// Turned returns p with the colours exchanged, as seen from the other side of the
// board: what was Black's is White's, and the other side is to move. The rules do not
// tell the two apart. Turned(Turned(p)) is p.
func (r *Rules) Turned(p *Position) Position {
	turn := r.HalfTurn()
	q := NewPosition(p.Turn.Opponent(), turn.Of(p.Pieces[Black]), turn.Of(p.Pieces[White]), turn.Of(p.Kings))
	for c, run := range p.Runs {
		if run.Moves != 0 {
			run.Square = r.turnedSquare(run.Square)
		}
		q = q.WithRun(Color(c).Opponent(), run)
	}
	return q
}

// TurnedMove returns the move of Turned(p) that m is of p.
func (r *Rules) TurnedMove(m Move) Move {
	m.From, m.To = r.turnedSquare(m.From), r.turnedSquare(m.To)
	m.Captured = r.HalfTurn().Of(m.Captured)
	return m
}

func (r *Rules) turnedSquare(s Square) Square { return r.SquareOf(r.Squares() + 1 - r.Number(s)) }
