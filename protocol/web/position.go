package web

import (
	"context"
	"errors"
	"fmt"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/opening/names"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
	"stupol/search"
)

// A positionRequest asks about the end of a game. Of the boards on the way the
// page has the first Known, and wants the others.
type positionRequest struct {
	gameRequest
	Known int `json:"known,omitempty"`
}

// A positionAnswer says all there is to show of a position.
type positionAnswer struct {
	Start string      `json:"start"` // the board the game begins with
	Plies []plyAnswer `json:"plies"` // how it went on, without those known

	FEN     string        `json:"fen"`
	Board   string        `json:"board"`
	Diagram string        `json:"diagram"`
	Turn    string        `json:"turn"`
	Moves   []moveAnswer  `json:"moves"` // the legal ones
	Result  *resultAnswer `json:"result,omitempty"`

	Repetitions int    `json:"repetitions"`
	Value       string `json:"value,omitempty"` // that a database knows, for the side to move
	Distance    int    `json:"distance,omitempty"`

	Settled *resultAnswer `json:"settled,omitempty"` // that a game may be given by the databases, without being played on

	Names names.Names `json:"names"` // of the opening and of structures that the game has had
}

// A plyAnswer is a move that was played and the board after it. A board is
// HubPosition: the side to move, and a letter a square.
type plyAnswer struct {
	Move  string     `json:"move"`
	Text  string     `json:"text"`
	Path  pathAnswer `json:"path"`
	Board string     `json:"board"`
}

// A moveAnswer is a legal move and the ways to make it.
type moveAnswer struct {
	Move  string       `json:"move"` // 28x19x23: its name between page and server
	Text  string       `json:"text"` // 28x19: for people
	Long  string       `json:"long"` // the whole path
	Paths []pathAnswer `json:"paths"`

	Value    string `json:"value,omitempty"` // a database's, for the side that makes the move
	Distance int    `json:"distance,omitempty"`

	Book *scoreAnswer `json:"book,omitempty"` // what the opening book knows of it
}

// A pathAnswer is the start of a move and where it lands, and the piece that
// each step takes.
type pathAnswer struct {
	Squares  []int `json:"squares"`
	Captured []int `json:"captured"`
}

// A resultAnswer is how a game has ended.
type resultAnswer struct {
	Outcome   string     `json:"outcome"` // "white", "black" or "draw"
	Reason    words.Said `json:"reason"`
	Advantage int        `json:"advantage,omitempty"`
}

// mostPaths is how many ways to make a move are told.
const mostPaths = 24

func (s *Server) position(ctx context.Context, q positionRequest) (*positionAnswer, error) {
	var plies []plyAnswer
	g, err := q.game(ctx, func(g *movegen.Game, m movegen.Move) {
		r, p := g.Rules(), g.Position()
		after := r.Play(p, m)
		plies = append(plies, plyAnswer{
			Move: r.HubMove(m), Text: pdn.Usual.Move(r, p, m), Path: firstPath(r, p, m), Board: r.HubPosition(&after),
		})
	})
	if err == nil {
		err = s.prepare(g.Rules())
	}
	if err != nil {
		return nil, err
	}
	r, p, start := g.Rules(), g.Position(), g.Start()
	a := &positionAnswer{
		Start: r.HubPosition(&start), Plies: append([]plyAnswer{}, plies[min(max(q.Known, 0), len(plies)):]...),
		FEN: r.FEN(p), Board: r.HubPosition(p), Diagram: pdn.Numbered(r).Diagram(p), Turn: letter(p.Turn),
		Moves: []moveAnswer{}, Names: append(names.Names{}, names.Of(r, start, g.Moves())...), Repetitions: g.Repetitions(), Result: result(g.Result()),
	}
	for _, m := range g.LegalMoves(nil) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a.Moves = append(a.Moves, describeMove(r, p, m))
	}
	if g.Result().Reason != movegen.ReasonFirstKing {
		s.probe(g, a)
	}
	s.lookUp(g, a)
	return a, nil
}

// lookUp adds what the opening book knows.
func (s *Server) lookUp(g *movegen.Game, a *positionAnswer) {
	r, p := g.Rules(), g.Position()
	scale := s.evals.of(r).Scale()
	known := map[string]*scoreAnswer{}
	for _, m := range s.books.of(r).Lookup(p) {
		score := describeScore(search.Score(m.Score), p.Turn, scale)
		known[r.HubMove(m.Move)] = &score
	}
	for i := range a.Moves {
		a.Moves[i].Book = known[a.Moves[i].Move]
	}
}

// probe adds what a database knows.
func (s *Server) probe(g *movegen.Game, a *positionAnswer) {
	db := s.dbs.of(g.Rules())
	if db == nil || g.Position().Occupied().Len() > db.MostPieces() {
		return
	}
	prober := db.Prober()
	a.Value, a.Distance = value(prober, g.Position(), false)
	a.Settled = result(prober.Settled(g))
	for i, m := range g.LegalMoves(nil) {
		after := g.Rules().Play(g.Position(), m)
		a.Moves[i].Value, a.Moves[i].Distance = value(prober, &after, true)
	}
}

// A prober looks positions up, as *endgame.Prober does.
type prober interface {
	Probe(p *movegen.Position) endgame.Value
	Distance(p *movegen.Position) (plies int, ok bool)
}

// value returns what a database knows of p: for the side to move, or for the one
// that has just moved, with the plies from before its move, 0 if they are not known.
func value(db prober, p *movegen.Position, moved bool) (name string, plies int) {
	v := db.Probe(p)
	plies, known := db.Distance(p)
	if moved {
		v = v.Flipped()
		if known {
			plies++
		}
	}
	switch v {
	case endgame.Win, endgame.Loss:
		return v.String(), plies
	case endgame.Draw:
		return v.String(), 0
	}
	return "", 0
}

func describeMove(r *movegen.Rules, p *movegen.Position, m movegen.Move) moveAnswer {
	a := moveAnswer{Move: r.HubMove(m), Text: pdn.Usual.Move(r, p, m), Long: pdn.Numbered(r).PDNMoveLong(p, m)}
	for steps := range r.Steps(p, m) {
		a.Paths = append(a.Paths, describePath(r, m, steps))
		if len(a.Paths) == mostPaths {
			break
		}
	}
	return a
}

func firstPath(r *movegen.Rules, p *movegen.Position, m movegen.Move) pathAnswer {
	for steps := range r.Steps(p, m) {
		return describePath(r, m, steps)
	}
	return pathAnswer{Squares: []int{r.Number(m.From), r.Number(m.To)}, Captured: []int{}}
}

func describePath(r *movegen.Rules, m movegen.Move, steps []movegen.Step) pathAnswer {
	a := pathAnswer{Squares: []int{r.Number(m.From)}, Captured: []int{}}
	for _, step := range steps {
		a.Squares = append(a.Squares, r.Number(step.To))
		if step.Over != movegen.NoSquare {
			a.Captured = append(a.Captured, r.Number(step.Over))
		}
	}
	return a
}

func result(res movegen.Result) *resultAnswer {
	names := map[movegen.Outcome]string{movegen.WhiteWins: "white", movegen.BlackWins: "black", movegen.Drawn: "draw"}
	name, over := names[res.Outcome]
	if !over {
		return nil
	}
	return &resultAnswer{name, words.Said(res.Reason), res.Advantage}
}

// A moveRequest asks which legal move a text means.
type moveRequest struct {
	gameRequest
	Text string `json:"text"`
}

type namedMove struct {
	Move string `json:"move"`
}

func (s *Server) move(ctx context.Context, q moveRequest) (namedMove, error) {
	g, err := q.game(ctx, nil)
	if err != nil {
		return namedMove{}, err
	}
	m, err := pdn.Numbered(g.Rules()).ParsePDNMove(g.Position(), q.Text)
	if err != nil {
		return namedMove{}, err
	}
	return namedMove{g.Rules().HubMove(m)}, nil
}

// A setupRequest is a board that somebody set up, as HubPosition.
type setupRequest struct {
	Variant string `json:"variant"`
	Board   string `json:"board"`
}

type setupAnswer struct {
	FEN string `json:"fen"`
}

func (s *Server) setup(_ context.Context, q setupRequest) (setupAnswer, error) {
	r, err := movegen.Lookup(q.Variant)
	if err != nil {
		return setupAnswer{}, err
	}
	p, err := r.ParseHubPosition(q.Board)
	if err != nil {
		return setupAnswer{}, forPeople(r, err)
	}
	return setupAnswer{r.FEN(&p)}, nil
}

// forPeople returns what is wrong with a board that somebody has set up, without the places
// of a text that nobody has written.
func forPeople(r *movegen.Rules, err error) error {
	var wrong *movegen.SyntaxError
	if !errors.As(err, &wrong) {
		return err
	}
	if square := wrong.Column - 1; square > 0 && (wrong.Text == "w" || wrong.Text == "b") {
		name := pdn.Numbered(r).SquareName(r.SquareOf(square))
		if r.Algebraic {
			name = r.AlgebraicName(r.SquareOf(square))
		}
		return fmt.Errorf("a man cannot stand on %s: it would be a king", name)
	}
	return errors.New(wrong.Reason)
}
