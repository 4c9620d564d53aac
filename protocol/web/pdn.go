package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
)

// mostGames is how many games of a file are listed.
const mostGames = 5000

// A fileRequest is the text of a file of games.
type fileRequest struct {
	Text    string `json:"text"`
	Variant string `json:"variant,omitempty"` // for games that do not say it
	Results string `json:"results,omitempty"` // whose points results name first: see fileAnswer; empty: what the game says
}

// A fileAnswer lists the games of a file.
type fileAnswer struct {
	Games []listedGame `json:"games"`
	More  bool         `json:"more,omitempty"` // there are more than are listed

	// Results is whose points the results of the file name first, "white" or "first-player"; empty
	// if it does not matter. Those of the list, and of games that are read, name White's.
	Results string `json:"results,omitempty"`
}

// A listedGame is what a list shows of a game. Its text begins on Line.
type listedGame struct {
	Line    int    `json:"line"`
	White   string `json:"white"`
	Black   string `json:"black"`
	Event   string `json:"event"`
	Date    string `json:"date"`
	Result  string `json:"result"`
	Variant string `json:"variant"` // empty: nobody knows
	Plies   int    `json:"plies"`
}

var errNoGame = errors.New("there is no game in this text")

func (s *Server) listPDN(ctx context.Context, q fileRequest) (*fileAnswer, error) {
	var games []*pdn.Game
	var plies []int // of each
	a := &fileAnswer{Games: []listedGame{}}
	survey := pdn.NewSurvey(nil)
	for g, err := range pdn.NewReaderContext(ctx, strings.NewReader(q.Text)).Games() {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if len(games) == mostGames {
			a.More = true
			break
		}
		survey.AddContext(ctx, g)
		games = append(games, headOf(g))
		plies = append(plies, len(g.Plies))
	}
	if !slices.ContainsFunc(games, func(g *pdn.Game) bool { return len(g.Tags)+len(g.Plies) > 0 }) {
		return nil, errNoGame // or text of any other kind
	}
	if m := survey.Meaning(); m.Games > 0 {
		a.Results = m.Order.String()
	}
	for i, g := range games {
		g = survey.Settle(g)
		item := listedGame{
			Line: g.FileLine, White: g.Tag("White"), Black: g.Tag("Black"), Event: g.Tag("Event"),
			Date: g.Tag("Date"), Result: string(g.Result), Plies: plies[i],
		}
		if r, err := survey.Rules(g); err == nil && r != nil {
			item.Variant = r.Name
		}
		a.Games = append(a.Games, item)
	}
	return a, nil
}

// headOf returns a game without what is of no interest when it was replayed: its moves after the
// first one that says how they are written.
func headOf(g *pdn.Game) *pdn.Game {
	head := *g
	known := slices.IndexFunc(g.Plies, func(p pdn.Ply) bool { return p.Text != "" && p.Text != pdn.UnknownMove })
	head.Line = pdn.Line{}
	for _, p := range g.Plies[:known+1] {
		head.Plies = append(head.Plies, pdn.Ply{Text: p.Text, Setup: p.Setup})
	}
	if known < 0 && len(g.Plies) > 0 {
		head.Plies = []pdn.Ply{{Text: g.Plies[0].Text, Setup: g.Plies[0].Setup}}
	}
	return &head
}

// A treeGame is a game with its variations, as the page has it.
type treeGame struct {
	Variant string       `json:"variant"`
	FEN     string       `json:"fen,omitempty"`
	Tags    []tagJSON    `json:"tags"` // those that follow from the other fields too
	Result  string       `json:"result"`
	Before  []string     `json:"before,omitempty"` // comments before the first move
	Line    []treeNode   `json:"line"`
	Faults  []words.Said `json:"faults,omitempty"` // what could not be read
}

type tagJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A treeNode is a move, what is said of it, and the moves that could have been
// played instead, each with the line it begins.
type treeNode struct {
	Move     string       `json:"move"` // as Hub writes it
	Text     string       `json:"text,omitempty"`
	Signs    string       `json:"signs,omitempty"`
	Glyphs   []int        `json:"glyphs,omitempty"`
	Before   []string     `json:"before,omitempty"` // comments before a variation
	Comments []string     `json:"comments,omitempty"`
	Clock    *int64       `json:"clock,omitempty"` // of the side that moved, after the move, in milliseconds; written as Score is
	Spent    *int64       `json:"spent,omitempty"` // on the move, the same
	Given    int          `json:"given,omitempty"` // that of the glyphs which an analysis has given
	Score    *scoreAnswer `json:"score,omitempty"` // after the move; written as a comment if none says it
	Instead  [][]treeNode `json:"instead,omitempty"`
}

// readPDN returns the first game of a text.
func (s *Server) readPDN(ctx context.Context, q fileRequest) (*treeGame, error) {
	g, err := pdn.NewReaderContext(ctx, strings.NewReader(q.Text)).Read()
	if err != nil {
		return nil, cmp.Or(ctx.Err(), errNoGame)
	}
	r, err := rulesOf(ctx, g, q.Variant)
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	if err := s.prepare(r); err != nil {
		return nil, err
	}
	return readTree(ctx, settled(g, r, pdn.ResultOrders[q.Results]), r, s.evals.of(r).Scale())
}

// settled returns a game with White's points first in its result, of a file whose results have
// that order; if nobody knows it, by the game alone.
func settled(g *pdn.Game, r *movegen.Rules, order pdn.ResultOrder) *pdn.Game {
	if g.Tag(pdn.OriginalResult) != "" {
		return g
	}
	survey := pdn.NewSurvey(r)
	survey.Results = order
	survey.Add(g)
	return survey.Settle(g)
}

// readTree returns a game of rules r as a tree. The scores in it are taken for such of that
// scale.
func readTree(ctx context.Context, g *pdn.Game, r *movegen.Rules, scale float64) (*treeGame, error) {
	replay, err := g.ReplayContext(ctx, r)
	if err != nil {
		return nil, err
	}
	normal := replay.Normal(pdn.Usual)
	a := &treeGame{Variant: r.Name, Tags: []tagJSON{}, Result: string(g.Result)}
	if replay.Begin != r.Start() {
		a.FEN = r.FEN(&replay.Begin)
	}
	for _, t := range normal.Tags {
		a.Tags = append(a.Tags, tagJSON(t))
	}
	reader := treeReader{ctx: ctx, record: g, replay: replay, scale: scale}
	a.Before = comments(g.Notes)
	a.Line = reader.line(&g.Line)
	for _, fault := range slices.Concat(g.Faults, replay.Faults, replay.Odd) {
		a.Faults = append(a.Faults, words.Said(inWords(fault)))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if reader.stopped && len(a.Faults) == 0 {
		a.Faults = []words.Said{"some moves could not be shown: the board has another position there, or nobody knows them"}
	}
	return a, nil
}

// rulesOf returns the rules of a game: those it names, or those that fit, before others
// those of the board that it was put on.
func rulesOf(ctx context.Context, g *pdn.Game, variant string) (board *movegen.Rules, err error) {
	if _, err := g.Rules(); err != nil && !errors.Is(err, pdn.ErrNoGameType) {
		return nil, err
	}
	if variant != "" {
		if board, err = movegen.Lookup(variant); err != nil {
			return nil, err
		}
	}
	return g.GuessRulesContext(ctx, board), ctx.Err()
}

// A writeRequest asks for a game as PDN, with what searches have found in the positions of its
// main line, if anything: the signs, scores and better lines that stupol analyze writes.
type writeRequest struct {
	treeGame
	Found []foundRequest `json:"found,omitempty"`
}

// writePDN returns a game as PDN.
func (s *Server) writePDN(ctx context.Context, q writeRequest) (fileRequest, error) {
	replay, err := q.replay(ctx)
	if err != nil {
		return fileRequest{}, err
	}
	game := replay.Normal(pdn.Usual)
	if err := ctx.Err(); err != nil {
		return fileRequest{}, err
	}
	if len(q.Found) > 0 {
		if game, err = s.annotate(ctx, game, replay.Rules, q.Found); err != nil {
			return fileRequest{}, err
		}
	}
	return fileRequest{Text: game.String(), Variant: replay.Rules.Name}, nil
}

// annotate returns a game with judgements by what was found.
func (s *Server) annotate(ctx context.Context, game *pdn.Game, r *movegen.Rules, found []foundRequest) (*pdn.Game, error) {
	if err := s.prepare(r); err != nil {
		return nil, err
	}
	g := analysis.NewGame(game, 1, r, analysis.Plies{})
	g.Know(s.knowledge(r))
	if err := addFindings(ctx, g, found); err != nil {
		return nil, err
	}
	if !g.SaysMore() {
		return game, nil
	}
	// In time for an answer: a game with the worst of mistakes is written without reasons.
	reasons, cancel := context.WithTimeout(ctx, workTime/2)
	defer cancel()
	g.Within(reasons)
	annotated := g.Annotated()
	if reasons.Err() != nil {
		g.Silent = true
		annotated = g.Annotated()
	}
	return annotated, ctx.Err()
}

// replay plays a game of the page, all of whose moves are legal.
func (q *treeGame) replay(ctx context.Context) (*pdn.Replay, error) {
	r, err := movegen.Lookup(q.Variant)
	if err != nil {
		return nil, err
	}
	w := treeWriter{ctx: ctx, rules: r}
	g, err := w.game(q)
	if err != nil {
		return nil, err
	}
	replay, err := g.ReplayContext(ctx, r)
	if err != nil {
		return nil, err
	}
	if len(replay.Faults) > 0 {
		return nil, refuse(http.StatusBadRequest, inWords(replay.Faults[0]))
	}
	return replay, nil
}
