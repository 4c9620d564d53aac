package pdn

import (
	"errors"
	"slices"
	"strings"

	"stupol/movegen"
)

// ErrUnknown is the reason why a move after an unknown one cannot be played.
var ErrUnknown = errors.New("the moves before it are unknown")

// Replay plays the moves of g, without variations, by the rules r; if r is nil by
// those of Game.GuessRules. It always returns the game as far as it is legal, and an
// *Error about the first illegal move, or about the FEN. After a setup in the middle
// the game begins with the position set up.
func (g *Game) Replay(r *movegen.Rules) (*movegen.Game, error) {
	if r == nil {
		r = g.GuessRules()
	}
	w := replay(g, replayOptions{rules: r})
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
// first one, and the one after each move or setup up to the first fault, which is
// returned, too. An unknown move does not change the position. If the fault is about the
// FEN, and so of no ply, the first position is the usual start.
func (g *Game) Positions(r *movegen.Rules) ([]movegen.Position, error) {
	w := &replayer{replayOptions: replay(g, replayOptions{rules: r}).replayOptions}
	var positions []movegen.Position
	w.onStep = func(s step) { positions = append(positions, s.after) }
	w.game(g)
	positions = slices.Insert(positions, 0, w.begin)
	if len(w.faults) > 0 {
		return positions, w.faults[0]
	}
	return positions, nil
}

// Check plays all moves of g, including variations, by the rules r and returns the
// faults. Each line is played up to its first fault.
func (g *Game) Check(r *movegen.Rules) []*Error {
	return replay(g, replayOptions{rules: r, variations: true}).faults
}

// replayOptions say how to replay a game.
type replayOptions struct {
	rules      *movegen.Rules
	variations bool // play these, too
	guessing   bool // the rules are only a guess

	// Found by replay.
	numbering       numbering
	wrongSideBegins bool // against the rules
}

// replayer plays the lines of a game.
type replayer struct {
	replayOptions
	faults       []*Error
	lookingAhead bool // to tell moves apart: see choose

	// Of the main line: its first position, the last position set up, the moves since
	// then, and the number of all plies.
	noStart      bool // the FEN cannot be read
	begin, start movegen.Position
	moves        []movegen.Move
	plies        int

	onStep func(step) // called for every ply; nil: not
}

// step is a move that was played, even if unknown, or a position set up.
type step struct {
	plies  []Ply // as it was written: usually one
	before movegen.Position
	after  movegen.Position
	move   movegen.Move
}

// cursor is where a player is in a line.
type cursor struct {
	position movegen.Position
	ply      int  // number of the next move, 1-based
	unknown  bool // moves are missing: there is no position
	main     bool // in the main line
}

// replay plays g. Some files do not have the numbering that PDN prescribes for the
// game, and in some files of English draughts the wrong side begins. If more plies are
// legal with the other numbering or side, that is used.
func replay(g *Game, s replayOptions) *replayer {
	s.numbering = numberingOf(s.rules)
	best := &replayer{replayOptions: s}
	best.game(g)
	try := func(other replayOptions) {
		if w := (&replayer{replayOptions: other}); w.game(g) > best.plies {
			best = w
		}
	}
	if s.numbering != (numbering{}) && len(best.faults) > 0 {
		other := s
		other.numbering = numbering{}
		try(other)
	}
	if !s.guessing && best.plies == 0 && len(best.faults) > 0 && g.Tag("FEN") == "" {
		s.wrongSideBegins = true
		try(s)
	}
	return best
}

// game plays g and returns the number of plies that could be played.
func (w *replayer) game(g *Game) int {
	w.begin = w.rules.Start()
	first := g.first(w.rules)
	if w.wrongSideBegins {
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
	w.line(&g.Line, cursor{position: w.start, ply: 1, main: true})
	return w.plies
}

// parseFEN reads a FEN. The side to move may be ?, and then is that of p.
func (w *replayer) parseFEN(fen string, p *movegen.Position) (movegen.Position, error) {
	turn, rest, _ := strings.Cut(w.numbering.fen(fen), ":")
	if turn = strings.TrimSpace(turn); turn == "?" {
		turn = p.Turn.String()[:1]
	}
	return w.rules.ParseFEN(turn + ":" + rest)
}

// setUp returns the position after a setup at p. With B:: only the side to move
// changes.
func (w *replayer) setUp(fen string, p *movegen.Position) (movegen.Position, error) {
	if isNullMove(fen) {
		return movegen.NewPosition(turnOf(fen, p.Turn), p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings), nil
	}
	return w.parseFEN(fen, p)
}

// isNullMove reports whether a setup only changes the side to move.
func isNullMove(fen string) bool {
	turn, rest, _ := strings.Cut(fen, ":")
	return turn != "?" && rest != "" && strings.Trim(rest, ": ") == ""
}

// line plays a line from the cursor on.
func (w *replayer) line(l *Line, at cursor) {
	w.notes(l.Notes, at, at)
	for i := 0; i < len(l.Plies); {
		next, n, err := w.ply(l.Plies[i:], at)
		if err != nil {
			ply := &l.Plies[i]
			w.faults = append(w.faults, &Error{at.ply, ply.FileLine, ply.Column, ply.Text + ply.Setup, err})
			return
		}
		for _, ply := range l.Plies[i : i+n] {
			w.notes(ply.Notes, at, next)
		}
		at, i = next, i+n
	}
}

// notes plays through the variations among notes on what was played at one cursor and led
// to the next. One that follows by its number, but cannot, is played in place of the move.
func (w *replayer) notes(notes []Note, at, next cursor) {
	at.main, next.main = false, false
	for _, n := range notes {
		switch v := n.Variation; {
		case v == nil || !w.variations:
		case v.Follows && (w.begins(v, next) || !w.begins(v, at)):
			w.line(v, next)
		default:
			w.line(v, at)
		}
	}
}

// begins reports whether the first ply of a line can be played at a cursor.
func (w *replayer) begins(l *Line, at cursor) bool {
	if len(l.Plies) == 0 {
		return true
	}
	probe := replayer{replayOptions: w.replayOptions, lookingAhead: true}
	_, _, err := probe.ply(l.Plies, at)
	return err == nil
}

// ply plays the first of plies, or the first n if together they are one move. It
// returns the cursor after them.
func (w *replayer) ply(plies []Ply, at cursor) (next cursor, n int, err error) {
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
	if err == nil && w.onStep != nil {
		s.plies = plies[:n]
		w.onStep(s)
	}
	next.position = s.after
	return next, n, err
}
