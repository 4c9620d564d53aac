package pdn

import (
	"errors"
	"slices"
	"strings"

	"stupol/movegen"
)

// ErrUnknown is the reason why a move after an unknown one cannot be played.
var ErrUnknown = errors.New("the moves before it are unknown")

// Replay plays the moves of g, without variations, by the rules r; if r is nil
// by those that Game.GuessRules finds. It returns the game as far as it is
// legal, in any case, and an *Error about the first move that is not, or about
// the FEN. After a setup in the middle the game begins with the position set
// up.
func (g *Game) Replay(r *movegen.Rules) (*movegen.Game, error) {
	if r == nil {
		r = g.GuessRules()
	}
	w := replay(g, setting{rules: r})
	game := movegen.NewGameFrom(r, w.start, nil)
	for _, m := range w.moves {
		game.Push(m)
	}
	if len(w.faults) > 0 {
		return game, w.faults[0]
	}
	return game, nil
}

// Positions returns the positions of g, without variations, by the rules r: the
// one it begins with and that after each move or setup up to the first fault,
// which is returned, too. An unknown move leaves the position as it was.
func (g *Game) Positions(r *movegen.Rules) ([]movegen.Position, error) {
	w := &player{setting: replay(g, setting{rules: r}).setting}
	var positions []movegen.Position
	w.visit = func(s step) { positions = append(positions, s.after) }
	w.game(g)
	positions = slices.Insert(positions, 0, w.begin)
	if len(w.faults) > 0 {
		return positions, w.faults[0]
	}
	return positions, nil
}

// Check plays all moves of g, variations as well, by the rules r. It returns
// what is wrong with them; a line is followed up to its first fault.
func (g *Game) Check(r *movegen.Rules) []*Error {
	return replay(g, setting{rules: r, variations: true}).faults
}

// setting is how to replay a game.
type setting struct {
	rules      *movegen.Rules
	variations bool // to play these, too
	guessing   bool // the rules may be others

	// What replay finds out.
	labels  labels
	swapped bool // the side begins that should not
}

// player plays through the lines of a game.
type player struct {
	setting
	faults       []*Error
	lookingAhead bool // to tell moves apart: see choose

	// Of the main line: where it begins, the last position set up, the moves
	// since then, and how many plies there were in all.
	noStart      bool // the FEN cannot be read
	begin, start movegen.Position
	moves        []movegen.Move
	plies        int

	visit func(step) // is called for every ply, if not nil
}

// step is a move that was played, even if unknown, or a position set up.
type step struct {
	plies  []Ply // as it was written: usually one
	before movegen.Position
	after  movegen.Position
	move   movegen.Move
}

// place is where a player is in a line.
type place struct {
	position movegen.Position
	ply      int  // number of the next move, 1-based
	unknown  bool // moves are missing: there is no position
	main     bool // in the main line
}

// replay plays through g. Where PDN wants turned labels, some files have those
// of the other variants; and some programs let the wrong side begin in English
// draughts. Such a setting is taken if more can be played in it.
func replay(g *Game, s setting) *player {
	s.labels = labelsOf(s.rules)
	best := &player{setting: s}
	best.game(g)
	try := func(other setting) {
		if w := (&player{setting: other}); w.game(g) > best.plies {
			best = w
		}
	}
	if s.labels != (labels{}) && len(best.faults) > 0 {
		other := s
		other.labels = labels{}
		try(other)
	}
	if !s.guessing && best.plies == 0 && len(best.faults) > 0 && g.Tag("FEN") == "" {
		s.swapped = true
		try(s)
	}
	return best
}

// game plays through g and returns how many plies of it could be played.
func (w *player) game(g *Game) int {
	w.begin = w.rules.Start()
	first := g.first(w.rules)
	if w.swapped {
		first = first.Opponent()
	}
	w.begin = movegen.NewPosition(first, w.begin.Pieces[movegen.White], w.begin.Pieces[movegen.Black], 0)
	w.start = w.begin
	if fen := g.Tag("FEN"); fen != "" {
		p, err := w.parseFEN(fen, &w.begin)
		if err != nil {
			w.noStart = true
			w.faults = append(w.faults, &Error{Line: g.FileLine, Column: 1, Text: fen, Err: err})
			return 0
		}
		w.begin, w.start = p, p
	}
	w.line(&g.Line, place{position: w.start, ply: 1, main: true})
	return w.plies
}

// parseFEN reads a FEN. The side to move may be ?, and then is that of p.
func (w *player) parseFEN(fen string, p *movegen.Position) (movegen.Position, error) {
	turn, rest, _ := strings.Cut(w.labels.fen(fen), ":")
	if turn = strings.TrimSpace(turn); turn == "?" {
		turn = p.Turn.String()[:1]
	}
	return w.rules.ParseFEN(turn + ":" + rest)
}

// setUp returns the position that a setup leads to from p: another, or with
// B:: only the turn changes.
func (w *player) setUp(fen string, p *movegen.Position) (movegen.Position, error) {
	if isNullMove(fen) {
		return movegen.NewPosition(turnOf(fen, p.Turn), p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings), nil
	}
	return w.parseFEN(fen, p)
}

// isNullMove reports whether a setup only gives the turn.
func isNullMove(fen string) bool {
	turn, rest, _ := strings.Cut(fen, ":")
	return turn != "?" && rest != "" && strings.Trim(rest, ": ") == ""
}

// line plays through a line from a place on.
func (w *player) line(l *Line, at place) {
	w.notes(l.Notes, at)
	for i := 0; i < len(l.Plies); {
		next, n, err := w.ply(l.Plies[i:], at)
		if err != nil {
			ply := &l.Plies[i]
			w.faults = append(w.faults, &Error{at.ply, ply.FileLine, ply.Column, ply.Text + ply.Setup, err})
			return
		}
		for _, ply := range l.Plies[i : i+n] {
			w.notes(ply.Notes, at)
		}
		at, i = next, i+n
	}
}

// notes plays through the variations among notes.
func (w *player) notes(notes []Note, at place) {
	at.main = false
	for _, n := range notes {
		if n.Variation != nil && w.variations {
			w.line(n.Variation, at)
		}
	}
}

// ply plays the first of plies, or the first few if they are one move. It
// returns the place after them and how many they were.
func (w *player) ply(plies []Ply, at place) (next place, n int, err error) {
	next, n = at, 1
	next.ply++
	s := step{before: at.position}
	switch ply := &plies[0]; {
	case ply.Setup != "":
		next.ply = at.ply
		next.unknown = false
		s.after, err = w.setUp(ply.Setup, &at.position)
		if at.main && err == nil {
			w.start, w.moves = s.after, nil
		}
	case ply.Text == UnknownMove:
		next.unknown = true
		s.after = at.position
	case at.unknown:
		err = ErrUnknown
	default:
		s.move, n, err = w.resolve(&at.position, plies)
		if err != nil {
			break
		}
		s.after = w.rules.Play(&at.position, s.move)
		if at.main {
			w.moves = append(w.moves, s.move)
			w.plies++
		}
	}
	if err == nil && w.visit != nil {
		s.plies = plies[:n]
		w.visit(s)
	}
	next.position = s.after
	return next, n, err
}
