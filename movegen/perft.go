package movegen

// Perft returns the number of sequences of depth legal moves from p. Draw
// rules are ignored, and a game that ends earlier adds nothing. Moves before
// the last ply are played; those of the last are only counted.
func (r *Rules) Perft(p *Position, depth int) int64 {
	if depth <= 0 {
		return 1
	}
	w := walker{rules: r, line: make([]Move, 0, 64*depth)}
	return w.perft(*p, depth)
}

// A walker keeps the moves of the whole line it is on in one slice, the
// newest at the end.
type walker struct {
	rules *Rules
	line  []Move
}

func (w *walker) perft(p Position, depth int) int64 {
	start := len(w.line)
	w.line = w.rules.Moves(w.line, &p)
	end := len(w.line)
	if depth == 1 {
		w.line = w.line[:start]
		return int64(end - start)
	}
	var n int64
	for i := start; i < end; i++ {
		n += w.perft(w.rules.place(&p, w.line[i]), depth-1)
	}
	w.line = w.line[:start]
	return n
}
