package web

import (
	"context"
	"fmt"
	"net/http"

	"stupol/movegen"
)

// What a game in a request may hold at most. A real one has a few hundred plies.
const (
	mostPlies = 2000
	mostFEN   = 2000 // bytes
)

// A gameRequest is a game as the page sends it.
type gameRequest struct {
	Variant string   `json:"variant"`
	Draws   string   `json:"draws,omitempty"` // the name of the draw rules; empty: the usual ones
	FEN     string   `json:"fen,omitempty"`   // where it begins; empty: at the start
	Moves   []string `json:"moves,omitempty"` // as Hub writes them
}

// begin returns the game without its moves.
func (q *gameRequest) begin() (*movegen.Game, error) {
	r, err := movegen.Lookup(q.Variant)
	if err != nil {
		return nil, err
	}
	draws, err := r.DrawRulesNamed(q.Draws)
	if err != nil {
		return nil, err
	}
	switch {
	case len(q.FEN) > mostFEN:
		return nil, refuse(http.StatusBadRequest, "FEN: too long")
	case len(q.Moves) > mostPlies:
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("a game of more than %d moves", mostPlies))
	}
	p := r.Start()
	if q.FEN != "" {
		if p, err = r.ParseFEN(q.FEN); err != nil {
			return nil, err
		}
	}
	return movegen.NewGameFrom(r, p, draws), nil
}

// game returns the game, and calls each before every move is played. It fails if ctx ends first.
func (q *gameRequest) game(ctx context.Context, each func(*movegen.Game, movegen.Move)) (*movegen.Game, error) {
	g, err := q.begin()
	if err != nil {
		return nil, err
	}
	for i, text := range q.Moves {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m, err := g.Rules().ParseHubMove(g.Position(), text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i/2+1, err)
		}
		if each != nil {
			each(g, m)
		}
		g.Push(m)
	}
	return g, nil
}
