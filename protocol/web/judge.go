package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/search"
)

// A judgeRequest asks how good the moves of a game are, by what searches have found in its
// positions.
type judgeRequest struct {
	gameRequest
	Found []foundRequest `json:"found"`
}

// A foundRequest is what is known of a position: a score, for White, and the best line. It is
// that of a search of the pass that the server has asked for; of another one, 0.
type foundRequest struct {
	Ply    int      `json:"ply"`              // how many moves have led to the position
	Others bool     `json:"others,omitempty"` // it was searched without the move that was played
	Pass   int      `json:"pass,omitempty"`
	Score  int      `json:"score"`
	Line   []string `json:"line,omitempty"` // none: a score that a file has
}

// A judgeAnswer is what there is to say of a game.
type judgeAnswer struct {
	Chances []*float64          `json:"chances"` // of White, at the start and after each move; null: not known
	Moves   []analysis.MoveData `json:"moves"`   // those of which enough is known
	Sides   analysis.SideData   `json:"sides"`
	Next    []nextSearch        `json:"next"` // the searches that would tell more, in this order
}

// A nextSearch is a search that the page is to do, if it wants to know more of the game.
type nextSearch struct {
	Ply    int     `json:"ply"`
	Others bool    `json:"others,omitempty"`
	Pass   int     `json:"pass"`
	Effort float64 `json:"effort"` // how many times the time that the user has chosen
}

// judge says how good the moves of a game are. A request that takes too long ends when
// nobody waits for it any more.
func (s *Server) judge(ctx context.Context, q judgeRequest) (*judgeAnswer, error) {
	played, err := q.game(nil)
	if err == nil {
		err = s.prepare(played.Rules())
	}
	if err != nil {
		return nil, err
	}
	if most := 2 * (len(q.Moves) + 1); len(q.Found) > most {
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("more than %d findings", most))
	}
	r, start := played.Rules(), played.Start()
	g := analysis.NewPlayed(played, analysis.Knowledge{Eval: s.evals.of(r), Endgames: s.dbs.of(r), Book: s.books.of(r)})
	for i := range q.Found {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		f, err := q.Found[i].finding(start.Turn)
		if err == nil {
			err = g.Add(f)
		}
		if err != nil {
			return nil, err
		}
	}
	return describeJudgements(g, len(q.Moves)), nil
}

// finding returns what was found for the analysis, in a game that the side first begins.
func (f *foundRequest) finding(first movegen.Color) (*analysis.Finding, error) {
	switch {
	case len(f.Line) > longestLine:
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("a line of more than %d moves", longestLine))
	case max(f.Score, -f.Score) > int(search.Win):
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("there is no score %d", f.Score))
	}
	score := search.Score(f.Score)
	if (first == movegen.Black) != (f.Ply%2 == 1) {
		score = -score // Black is to move
	}
	return &analysis.Finding{Position: f.Ply, Others: f.Others, Pass: f.Pass, Score: score, Line: f.Line}, nil
}

// describeJudgements returns what there is to say of a game with that many moves. Its end
// comes first in what is to be searched: what is found there helps before.
func describeJudgements(g *analysis.Game, moves int) *judgeAnswer {
	data := g.Data()
	a := &judgeAnswer{Moves: data.Moves, Sides: data.Sides, Next: []nextSearch{}}
	for i := range moves + 1 {
		var known *float64
		if white, ok := g.Chance(i); ok {
			known = &white
		}
		a.Chances = append(a.Chances, known)
	}
	for _, w := range slices.Backward(g.Wanted()) {
		a.Next = append(a.Next, nextSearch{Ply: w.Position, Others: w.Others, Pass: w.Pass, Effort: w.Effort})
	}
	return a
}
