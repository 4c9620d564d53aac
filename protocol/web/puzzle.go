package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"stupol/book/endgame"
	"stupol/book/endgame/exercise"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/puzzle"
	"stupol/protocol/reason"
)

// A puzzleRequest asks for a puzzle: the first of a theme after the one of a number. They are numbered
// from easy to hard. After the last the first comes again.
type puzzleRequest struct {
	Variant string `json:"variant"`
	Theme   string `json:"theme,omitempty"` // or a mechanism of shots; empty: any
	After   int    `json:"after,omitempty"`
}

// playedOut is the theme of endings that are played out: behind the puzzles, from easy to hard, too.
const playedOut = "play-out"

// A puzzleAnswer is a puzzle of the set that the program has, with its solution, or an ending with its
// first move.
type puzzleAnswer struct {
	Number int           `json:"number"` // in the set; 0: there is none
	Count  int           `json:"count"`  // of the whole set
	Themes []themeAnswer `json:"themes"` // of it, and the mechanisms of shots
	FEN    string        `json:"fen,omitempty"`
	Kinds  []string      `json:"kinds,omitempty"` // its theme, and how it works if it is a shot
	Nodes  int64         `json:"nodes,omitempty"` // that a search needs to find it
	Left   int           `json:"left,omitempty"`  // of an ending: moves to the win, with best play
	Name   string        `json:"name,omitempty"`  // of an ending that has one

	Shot *reason.ShotData `json:"shot,omitempty"` // how it works, if it is one

	Moves []string `json:"moves"` // as Hub writes them, the solver's first and last
	Texts []string `json:"texts"`
}

// A themeAnswer is how many puzzles of a set have a theme.
type themeAnswer struct {
	Theme string `json:"theme"`
	Count int    `json:"count"`
}

// puzzle hands out a puzzle.
func (s *Server) puzzle(_ context.Context, q puzzleRequest) (puzzleAnswer, error) {
	r, err := movegen.Lookup(q.Variant)
	if err != nil {
		return puzzleAnswer{}, err
	}
	if err := s.prepare(r); err != nil { // an ending needs its databases
		return puzzleAnswer{}, err
	}
	set, endings := s.puzzles.of(r), s.endings.of(r)
	a := puzzleAnswer{Count: len(set) + len(endings), Themes: themesOf(set), Moves: []string{}, Texts: []string{}}
	if len(endings) > 0 {
		a.Themes = append(a.Themes, themeAnswer{playedOut, len(endings)})
	}
	after := max(q.After, 0) % max(a.Count, 1)
	for i := range a.Count {
		n := (after + i) % a.Count
		switch {
		case n >= len(set) && (q.Theme == "" || q.Theme == playedOut):
			a.Number = n + 1
			return a, a.ending(r, &endings[n-len(set)])
		case n < len(set) && (q.Theme == "" || slices.Contains(kindsOf(&set[n]), q.Theme)):
			p := &set[n]
			a.Number, a.FEN, a.Kinds, a.Nodes, a.Shot = n+1, r.FEN(&p.Start), kindsOf(p), p.Nodes, p.Shot()
			a.Moves, a.Texts = hubLine(r, p.Line, len(p.Line)), usualTexts(r, p.Start, p.Line)
			return a, nil
		}
	}
	return a, nil
}

// ending makes a an ending to be played out.
func (a *puzzleAnswer) ending(r *movegen.Rules, e *exercise.Exercise) error {
	best, _, plies := endgame.Embedded(r).Prober().Best(&e.Start, r.Moves(nil, &e.Start))
	if plies == 0 {
		return refuse(http.StatusBadRequest, errQuestion)
	}
	a.FEN, a.Kinds, a.Name, a.Left = r.FEN(&e.Start), []string{playedOut}, e.Name, (plies+1)/2
	a.Moves, a.Texts = hubLine(r, best, 1), usualTexts(r, e.Start, best[:1])
	return nil
}

// A playedAnswer says of the last move of a game, which is an ending that is played out, whether it
// still wins, and what the opponent does.
type playedAnswer struct {
	triedAnswer
	Left int `json:"left,omitempty"` // moves to the win behind the first of the reply, with best play; 0: the game is over, or not won
}

// playOut judges a move of an ending by the databases in the program.
func (s *Server) playOut(ctx context.Context, q gameRequest) (a playedAnswer, err error) {
	g, err := q.game(ctx, nil)
	if err == nil {
		err = s.prepare(g.Rules())
	}
	if err != nil {
		return a, err
	}
	judged, err := exercise.Judge(endgame.Embedded(g.Rules()).Prober(), g)
	if err != nil {
		return a, refuse(http.StatusBadRequest, errQuestion) // it is none of the endings
	}
	a.Wins, a.Left = judged.Wins, judged.Left
	a.tell(g, judged.Line)
	return a, nil
}

// kindsOf returns what a puzzle is found by: its theme, and how it works if it is a shot.
func kindsOf(p *puzzle.Puzzle) []string { return append([]string{string(p.Theme)}, p.Mechanisms()...) }

// themesOf returns the themes of a set, each with the mechanisms of its puzzles behind it.
func themesOf(set []puzzle.Puzzle) []themeAnswer {
	counts := map[string]int{}
	for i := range set {
		for _, kind := range kindsOf(&set[i]) {
			counts[kind]++
		}
	}
	themes := []themeAnswer{}
	for _, theme := range puzzle.Themes {
		kinds := []string{string(theme)}
		if theme == puzzle.Shot {
			kinds = append(kinds, puzzle.AllMechanisms...)
		}
		for _, kind := range kinds {
			if counts[kind] > 0 {
				themes = append(themes, themeAnswer{kind, counts[kind]})
			}
		}
	}
	return themes
}

// usualTexts writes a line from p on for people.
func usualTexts(r *movegen.Rules, p movegen.Position, line []movegen.Move) (texts []string) {
	for _, m := range line {
		texts = append(texts, pdn.Usual.Move(r, &p, m))
		p = r.Play(&p, m)
	}
	return texts
}

// A triedAnswer says whether the last move of a game, which was tried in a puzzle, wins, and
// what the opponent does to it.
type triedAnswer struct {
	Wins       bool     `json:"wins"`
	Reply      []string `json:"reply,omitempty"`       // and how it goes on; none: the game is over
	ReplyMoves []string `json:"reply_moves,omitempty"` // the same, as Hub writes it
	ReplyPaths [][]int  `json:"reply_paths,omitempty"`
}

// try judges a move that was tried and is not that of the solution. The fields of a search that
// say when it ends do not count.
func (s *Server) try(ctx context.Context, q searchRequest) (a triedAnswer, err error) {
	g, err := q.check(ctx)
	if err == nil {
		err = s.prepare(g.Rules())
	}
	if err != nil {
		return a, err
	}
	var line []movegen.Move
	used := s.engines.use(ctx, q.Tab, s.options(&q, g), func(ctx context.Context, e Engine) {
		e.Clear() // so that the same move gets the same answer
		a.Wins, line, err = puzzle.Wins(ctx, e, g)
	})
	if errors.Is(err, context.Canceled) {
		err = errStopped
	}
	a.tell(g, line[:min(len(line), longestLine)])
	return a, cmp.Or(used, err)
}

// tell says how it goes on from where a game is.
func (a *triedAnswer) tell(g *movegen.Game, line []movegen.Move) {
	if r, p := g.Rules(), *g.Position(); len(line) > 0 {
		a.Reply, a.ReplyMoves, a.ReplyPaths = usualTexts(r, p, line), hubLine(r, line, len(line)), paths(r, p, line)
	}
}
