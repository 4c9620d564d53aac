package web

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"

	"stupol/eval/ballot"
	"stupol/search/balanced"
)

// An openingRequest asks for an opening by lot.
type openingRequest struct {
	Variant string `json:"variant"`
	Draws   string `json:"draws,omitempty"` // as in a gameRequest
	Plies   int    `json:"plies,omitempty"` // how many moves of both sides; 0: the usual number
}

// An openingAnswer is a balanced opening from the start.
type openingAnswer struct {
	Moves []string `json:"moves"` // as Hub writes them
}

// mostDrawn is how many plies an opening by lot may have: after more than that few are balanced.
const mostDrawn = 20

// opening draws an opening by lot, another one each time.
func (s *Server) opening(ctx context.Context, q openingRequest) (openingAnswer, error) {
	start, err := (&gameRequest{Variant: q.Variant, Draws: q.Draws}).begin()
	if err != nil {
		return openingAnswer{}, err
	}
	r := start.Rules()
	if q.Plies == 0 {
		q.Plies = balanced.UsualPlies(r)
	}
	if q.Plies < 1 || q.Plies > mostDrawn {
		return openingAnswer{}, refuse(http.StatusBadRequest, fmt.Sprintf("%d plies are not within 1 to %d", q.Plies, mostDrawn))
	}
	lot := balanced.Openings{
		Rules: r, Draws: start.DrawRules(), Seed: rand.Uint64(), Plies: q.Plies,
		Balance: balanced.UsualBalance, Nodes: balanced.UsualNodes,
	}
	drawn, err := lot.Draw(ctx, 0)
	if none := (*ballot.Exhausted)(nil); errors.As(err, &none) {
		return openingAnswer{}, refuse(http.StatusNotFound, "there is no such opening")
	}
	if err != nil {
		return openingAnswer{}, err
	}
	return openingAnswer{hubLine(r, drawn.Moves(), q.Plies)}, nil
}
