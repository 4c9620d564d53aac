package pdn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stupol/movegen"
)

// ErrUnknown is the reason why a move after an unknown one cannot be played.
var ErrUnknown = errors.New("the moves before it are unknown")

// A Replay is a game of a file, played by some rules: one pass over its moves and
// variations, from which everything else follows.
type Replay struct {
	Rules  *movegen.Rules
	Begin  movegen.Position // the usual start if the FEN cannot be read
	Faults []*Error         // each line is played up to its first
	Odd    []*Error         // moves that were played though they are not written as they should be

	game            *Game
	lines           map[*Line][]Step
	fault           *Error // the first of the main line, or of the FEN
	numbering       numbering
	wrongSideBegins bool // against the rules
	noStart         bool // the FEN cannot be read
	ctx             context.Context
}

// A Step is a ply of a line that was replayed, or several that are one move.
type Step struct {
	Kind    StepKind
	Plies   []Ply // as they are written: usually one
	Before  movegen.Position
	After   movegen.Position
	Move    movegen.Move // of Played
	Odd     error        // what is wrong with how it is written; nil: nothing
	Instead []*Line      // the variations that replace it
}

// Ply returns the step as it is written, with what is said of all its plies.
func (s *Step) Ply() Ply {
	joined := s.Plies[0]
	joined.NAGs, joined.Notes = nil, nil
	for i, ply := range s.Plies {
		if i > 0 {
			joined.Signs = withSign(joined.Signs, ply.Signs)
		}
		joined.NAGs = append(joined.NAGs, ply.NAGs...)
		joined.Notes = append(joined.Notes, ply.Notes...)
	}
	return joined
}

// StepKind is what a Step is.
type StepKind uint8

const (
	Played  StepKind = iota // a move
	Unknown                 // a move that nobody knows: the position stays
	SetUp                   // a position, with which the game begins anew
)

// Replay plays g by the rules r; if r is nil by those of Game.GuessRules.
func (g *Game) Replay(r *movegen.Rules) *Replay {
	p, _ := g.ReplayContext(context.Background(), r) // which never ends
	return p
}

// ReplayContext is Replay, and fails if ctx ends first: a file of some hundred KiB can take
// minutes, for captures that branch much. When ctx ends later Normal leaves moves as they are.
func (g *Game) ReplayContext(ctx context.Context, r *movegen.Rules) (*Replay, error) {
	if r == nil {
		r = g.GuessRulesContext(ctx, nil)
	}
	return replay(g, replayOptions{ctx: ctx, rules: r, variations: true}).result(g), ctx.Err()
}

// Steps returns what could be played of the main line.
func (p *Replay) Steps() []Step { return p.lines[&p.game.Line] }

// Variation returns what could be played of a variation.
func (p *Replay) Variation(l *Line) []Step { return p.lines[l] }

// Err returns the first fault of the main line, an *Error, or that of the FEN; nil if there
// is none.
func (p *Replay) Err() error {
	if p.fault == nil {
		return nil
	}
	return p.fault
}

// Game returns the main line as far as it is legal, with draw rules d: nil are the usual
// ones. After a setup in the middle it begins with the position set up.
func (p *Replay) Game(d *movegen.DrawRules) *movegen.Game {
	start, steps := p.Begin, p.Steps()
	for i, s := range p.Steps() {
		if s.Kind == SetUp {
			start, steps = s.After, p.Steps()[i+1:]
		}
	}
	game := movegen.NewGameFrom(p.Rules, start, d)
	for _, s := range steps {
		if s.Kind == Played {
			game.Push(s.Move)
		}
	}
	return game
}

// Remarks returns what is said of the moves of Game, in their order.
func (p *Replay) Remarks() (remarks []Remark) {
	for _, s := range p.Steps() {
		switch ply := s.Ply(); s.Kind {
		case SetUp:
			remarks = nil
		case Played:
			remarks = append(remarks, ParseRemark(ply.Comment()))
		}
	}
	return remarks
}

// Positions returns the positions of the main line: the first one, and the one after each
// step.
func (p *Replay) Positions() []movegen.Position {
	positions := []movegen.Position{p.Begin}
	for _, s := range p.Steps() {
		positions = append(positions, s.After)
	}
	return positions
}

// replayOptions say how to replay a game.
type replayOptions struct {
	ctx        context.Context
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
	lookingAhead bool // to tell moves apart: see choose

	noStart bool // the FEN cannot be read
	begin   movegen.Position
	lines   map[*Line][]Step
	plies   int    // moves of the main line
	fault   *Error // of the main line
	faults  []*Error
	odd     []*Error
}

// result returns what w has played of g.
func (w *replayer) result(g *Game) *Replay {
	return &Replay{
		Rules: w.rules, Begin: w.begin, Faults: w.faults, Odd: w.odd,
		game: g, lines: w.lines, fault: w.fault,
		numbering: w.numbering, wrongSideBegins: w.wrongSideBegins, noStart: w.noStart, ctx: w.ctx,
	}
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
	numberings := g.numberings(s.rules)
	s.numbering = numberings[0]
	best := &replayer{replayOptions: s}
	best.game(g)
	try := func(other replayOptions) {
		w := &replayer{replayOptions: other}
		if w.game(g); w.plies > best.plies {
			best = w
		}
	}
	for _, n := range numberings[1:] {
		if len(best.faults) > 0 {
			other := s
			other.numbering = n
			try(other)
		}
	}
	if !s.guessing && best.plies == 0 && len(best.faults) > 0 && g.Tag("FEN") == "" {
		s.wrongSideBegins = true
		try(s)
	}
	return best
}

// game plays g.
func (w *replayer) game(g *Game) {
	w.lines = map[*Line][]Step{}
	w.begin = w.rules.Start()
	first := g.first(w.rules)
	if w.wrongSideBegins {
		first = first.Opponent()
	}
	w.begin = movegen.NewPosition(first, w.begin.Pieces[movegen.White], w.begin.Pieces[movegen.Black], 0)
	if fen := g.Tag("FEN"); fen != "" {
		p, err := w.parseFEN(fen, &w.begin)
		if err != nil {
			w.noStart = true
			w.fault = &Error{Line: g.FileLine, Column: 1, Text: fen, Err: err}
			w.faults = append(w.faults, w.fault)
			return
		}
		w.begin = p
	}
	w.line(&g.Line, cursor{position: w.begin, ply: 1, main: true})
}

// parseFEN reads a FEN. The side to move may be ?, and then is that of p.
func (w *replayer) parseFEN(fen string, p *movegen.Position) (movegen.Position, error) {
	turn, rest, _ := strings.Cut(w.numbering.fen(withoutEmpty(fen)), ":")
	if turn = strings.TrimSpace(turn); turn == "?" {
		turn = p.Turn.String()[:1]
	}
	return w.rules.ParseFEN(turn + ":" + rest)
}

// withoutEmpty returns a FEN without a side that has no pieces where the same side has some as
// well: W:W:W31:B20 begins with the side to move twice.
func withoutEmpty(fen string) string {
	fields := strings.Split(fen, ":")
	if len(fields) != 4 {
		return fen
	}
	for i, field := range fields[1:] {
		if side := strings.TrimSpace(field); strings.EqualFold(side, "W") || strings.EqualFold(side, "B") {
			for j, other := range fields[1:] {
				other = strings.TrimSpace(other)
				if i != j && len(other) > 1 && strings.EqualFold(other[:1], side) {
					return strings.Join(slices.Delete(fields, 1+i, 2+i), ":")
				}
			}
		}
	}
	return fen
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
	following := w.notes(l.Notes, at, at).here // those that replace the next ply
	for i := 0; i < len(l.Plies); {
		step, next, err := w.ply(l.Plies[i:], at)
		if err != nil {
			ply := &l.Plies[i]
			fault := &Error{at.ply, ply.FileLine, ply.Column, ply.Text + ply.Setup, err}
			if w.faults = append(w.faults, fault); at.main {
				w.fault = fault
			}
			return
		}
		if step.Odd != nil {
			ply := &l.Plies[i]
			w.odd = append(w.odd, &Error{at.ply, ply.FileLine, ply.Column, ply.Text, step.Odd})
		}
		step.Instead, following = following, nil
		for _, ply := range step.Plies {
			v := w.notes(ply.Notes, at, next)
			step.Instead = append(step.Instead, v.here...)
			following = append(following, v.next...)
		}
		if w.lines[l] = append(w.lines[l], step); at.main && step.Kind == Played {
			w.plies++
		}
		at, i = next, i+len(step.Plies)
	}
}

// placed are variations that were played instead of a ply, and of the next one.
type placed struct{ here, next []*Line }

// notes plays through the variations among notes on what was played at one cursor and led
// to the next. One that follows by its number, but cannot, is played in place of the move.
func (w *replayer) notes(notes []Note, at, next cursor) (v placed) {
	if !w.variations {
		return v
	}
	at.main, next.main = false, false
	for _, n := range notes {
		switch l := n.Variation; {
		case l == nil:
		case l.Offset == 1 && (w.begins(l, next) || !w.begins(l, at)):
			w.line(l, next)
			v.next = append(v.next, l)
		default:
			w.line(l, at)
			v.here = append(v.here, l)
		}
	}
	return v
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

// ply plays the first of plies, or the first few if together they are one move. It
// returns the cursor after them.
func (w *replayer) ply(plies []Ply, at cursor) (s Step, next cursor, err error) {
	next = at
	next.ply++
	s = Step{Plies: plies[:1], Before: at.position}
	switch ply := &plies[0]; {
	case w.ctx.Err() != nil:
		err = w.ctx.Err()
	case ply.Setup != "":
		s.Kind = SetUp
		next.ply = at.ply
		next.unknown = false
		s.After, err = w.setUp(ply.Setup, &at.position)
	case ply.Text == UnknownMove:
		s.Kind = Unknown
		next.unknown = true
		s.After = at.position
	case at.unknown:
		err = ErrUnknown
	default:
		n := 0
		if s.Move, n, s.Odd, err = w.resolve(&at.position, plies); err == nil {
			s.Plies = plies[:n]
			s.After = w.rules.Play(&at.position, s.Move)
		}
	}
	next.position = s.After
	return s, next, err
}

// What is odd about moves.
var (
	ErrNoCapture = errors.New("the move captures nothing")
	ErrBegun     = errors.New("only the first jump of this capture")
)

// ErrAmbiguous is the reason why a capture cannot be played of which only the ends are
// written, when several have them and the moves after it do not tell which was played.
var ErrAmbiguous = errors.New("ambiguous")

// resolve returns the legal move of p that the first of plies stands for, or
// the first few: some servers write every jump of a capture as a move of its
// own, c3xa5 a5xc7, so that the colours in the text alternate wrongly. Others
// write the first jump alone.
func (w *replayer) resolve(p *movegen.Position, plies []Ply) (m movegen.Move, n int, odd, err error) {
	text := plies[0].Text
	moves, err := w.fitting(p, text)
	if err == nil {
		m, err = w.choose(p, moves, plies[1:])
		if !m.IsCapture() && strings.Contains(text, "x") {
			odd = ErrNoCapture
		}
		return m, 1, odd, err
	}
	for i := 1; i < len(plies); i++ {
		last := text[strings.LastIndexByte(text, 'x')+1:]
		onward, ok := strings.CutPrefix(plies[i].Text, last+"x")
		if !ok || i > w.rules.Squares() {
			break
		}
		text += "x" + onward
		if moves, err := w.fitting(p, text); err == nil {
			m, err = w.choose(p, moves, plies[i+1:])
			return m, i + 1, nil, err
		}
	}
	if begun := w.rules.Begun(p, w.numbering.text(plies[0].Text)); len(begun) == 1 {
		return begun[0], 1, ErrBegun, nil
	}
	return m, 1, nil, err
}

// fitting returns the legal moves of p that text can stand for: one, or several
// captures with the same ends.
func (w *replayer) fitting(p *movegen.Position, text string) ([]movegen.Move, error) {
	legal := w.rules.Moves(nil, p)
	if isShort(text) {
		return some(legal, func(m movegen.Move) bool { return w.fileAndEnd(m) == withoutSign(text) })
	}
	text = w.numbering.text(text)
	m, err := w.rules.ParsePDNMove(p, text)
	if err == nil {
		return []movegen.Move{m}, nil
	}
	ends := strings.ReplaceAll(text, "x", "-")
	moves, none := some(legal, func(m movegen.Move) bool {
		r := w.rules
		return ends == r.SquareName(m.From)+"-"+r.SquareName(m.To) || ends == r.AlgebraicName(m.From)+"-"+r.AlgebraicName(m.To)
	})
	if none == nil {
		return moves, nil
	}
	var syntax *movegen.SyntaxError
	if errors.As(err, &syntax) {
		err = errors.New(w.numbering.text(syntax.Reason))
	}
	return nil, err
}

// some returns the moves that fit, or an error if there are none.
func some(moves []movegen.Move, fits func(movegen.Move) bool) ([]movegen.Move, error) {
	var found []movegen.Move
	for _, m := range moves {
		if fits(m) {
			found = append(found, m)
		}
	}
	if found == nil {
		return nil, errors.New("illegal")
	}
	return found, nil
}

// isShort reports whether text is a move in the form ac5 or axc5.
func isShort(text string) bool { return len(text) > 2 && isFile(text[0]) && !isDigit(text[1]) }

// withoutSign returns ac5 for axc5.
func withoutSign(text string) string { return text[:1] + strings.TrimLeft(text[1:], "-x") }

// fileAndEnd returns m in the form ac5.
func (w *replayer) fileAndEnd(m movegen.Move) string {
	return w.rules.AlgebraicName(m.From)[:1] + w.rules.AlgebraicName(m.To)
}

// choose returns the move of several after which more of the following plies are legal than
// after each other. If a capture does not name the captured pieces, later moves can show
// which pieces were taken. If they do not, it is ambiguous.
func (w *replayer) choose(p *movegen.Position, moves []movegen.Move, rest []Ply) (movegen.Move, error) {
	if len(moves) == 1 || w.lookingAhead {
		return moves[0], nil
	}
	w.lookingAhead = true
	defer func() { w.lookingAhead = false }()
	furthest := -1
	var best []movegen.Move
	for _, m := range moves {
		switch n := w.follow(w.rules.Play(p, m), rest); {
		case n > furthest:
			furthest, best = n, []movegen.Move{m}
		case n == furthest:
			best = append(best, m)
		}
	}
	if len(best) == 1 {
		return best[0], nil
	}
	names := make([]string, 0, len(best))
	for _, m := range best[:min(len(best), 3)] {
		names = append(names, w.numbering.text(w.rules.PDNMoveLong(p, m)))
	}
	return movegen.Move{}, fmt.Errorf("%w: %s", ErrAmbiguous, strings.Join(names, " or "))
}

// follow returns how many of the next plies can be played from p on, not counting more
// than enough.
func (w *replayer) follow(p movegen.Position, plies []Ply) int {
	const enough = 200
	at := 0
	for at < min(len(plies), enough) && plies[at].Setup == "" && plies[at].Text != UnknownMove {
		m, n, _, err := w.resolve(&p, plies[at:])
		if err != nil || w.ctx.Err() != nil {
			return at
		}
		p = w.rules.Play(&p, m)
		at += n
	}
	return at
}
