package movegen

// Corner is where the numbering of the squares begins, as White sees the
// board; it goes on row by row. PDN calls them notation types 0 to 3.
type Corner uint8

// The corners. All rules are numbered from the top left.
const (
	BottomLeft Corner = iota
	BottomRight
	TopLeft
	TopRight
)

// NumberedFrom returns rules that differ from r only in the numbers of the
// squares. They serve to read and write moves of programs that number the
// squares otherwise; a Game has to be one of r itself.
func (r *Rules) NumberedFrom(c Corner) *Rules {
	perRow := r.Size / 2
	q := *r
	for n := 1; n <= r.Squares(); n++ {
		row, i := (n-1)/perRow, (n-1)%perRow
		if c == BottomLeft || c == BottomRight {
			row = r.Size - 1 - row
		}
		if c == BottomRight || c == TopRight {
			i = perRow - 1 - i
		}
		sq := r.squares[row*perRow+i+1]
		q.squares[n], q.numbers[sq] = sq, uint8(n)
	}
	return &q
}
