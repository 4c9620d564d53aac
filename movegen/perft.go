package movegen

// Perft returns the number of sequences of depth legal moves from p. Draw
// rules are ignored, and a game that ends earlier adds nothing. Moves before
// the last ply are played; those of the last are only counted.
func (r *Rules) Perft(p *Position, depth int) int64 {
	if depth <= 0 {
		return 1
	}
	w := walker{rules: r, positions: make([]Position, depth), line: make([]Move, 0, 64*depth)}
	w.positions[0] = *p
	return w.perft(w.positions, depth)
}

// A walker keeps what the whole line it is on needs: a position a ply, and
// the moves of all of them in one slice, the newest at the end.
type walker struct {
	rules     *Rules
	positions []Position
	line      []Move
}

// perft counts from positions[0], which has depth-1 positions behind it.
func (w *walker) perft(positions []Position, depth int) int64 {
	p := &positions[0]
	if depth == 1 {
		return int64(w.rules.Count(p, w.line))
	}
	start := len(w.line)
	w.line = w.rules.Moves(w.line, p)
	next := &positions[1]
	var n int64
	for _, m := range w.line[start:] {
		w.rules.place(next, p, m)
		if depth == 2 {
			n += int64(w.rules.Count(next, w.line))
		} else {
			n += w.perft(positions[1:], depth-1)
		}
	}
	w.line = w.line[:start]
	return n
}
