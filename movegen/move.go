package movegen

// Move is one legal move. Two moves of a position are the same move exactly
// when they are equal: same start, same end, same captured pieces and same
// kind of piece afterwards, whatever the path between.
type Move struct {
	Captured Bits   // the pieces taken; empty for a quiet move
	From     Square // where the piece starts
	To       Square // where it ends; equal to From for a capture in a circle
	Promotes bool   // a man that is a king after the move
}

// IsCapture reports whether m takes anything.
func (m Move) IsCapture() bool { return m.Captured != 0 }
