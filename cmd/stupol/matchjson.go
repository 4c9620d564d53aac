package main

import (
	"encoding/json"
	"io"
	"math"

	"stupol/bench/match"
)

// printMatchJSON prints the results as one JSON object.
func printMatchJSON(w io.Writer, s *match.Standings) error {
	return json.NewEncoder(w).Encode(newMatchResult(s))
}

// matchResult is the JSON form of the results.
type matchResult struct {
	Pairings []pairingResult `json:"pairings"`
	Engines  []engineResult  `json:"engines"`
	SPRT     *testResult     `json:"sprt,omitempty"`
}

type pairingResult struct {
	A           string            `json:"a"`
	B           string            `json:"b"`
	Games       int               `json:"games"`
	Wins        int               `json:"wins"`
	Draws       int               `json:"draws"`
	Losses      int               `json:"losses"`
	Pentanomial match.Pentanomial `json:"pentanomial"` // pairs by half points, 0 to 4
	Elo         *float64          `json:"elo"`         // null if infinite, as are those below
	Low         *float64          `json:"elo_low"`
	High        *float64          `json:"elo_high"`
	Normalized  *float64          `json:"normalized_elo"`
	LOS         *float64          `json:"los"`
}

type engineResult struct {
	Name     string                    `json:"name"`
	Rating   float64                   `json:"rating"`
	Points   float64                   `json:"points"`
	Moves    int                       `json:"moves"`
	Forced   int                       `json:"forced"` // of the moves, those without a choice
	Seconds  float64                   `json:"seconds"`
	Longest  float64                   `json:"longest"` // seconds
	Forfeits map[match.ForfeitKind]int `json:"forfeits,omitempty"`

	// What follows is of moves with a choice that were searched.
	Searches    int      `json:"searches"`
	MoveSeconds float64  `json:"seconds_per_move"`
	Nodes       int64    `json:"nodes_per_move"`
	Speed       float64  `json:"nodes_per_second"`
	Depth       float64  `json:"depth"`
	CPU         *float64 `json:"cpu"` // processor time by thinking time of all moves; null: not known
}

type testResult struct {
	Model   string   `json:"model"`
	Elo0    float64  `json:"elo0"`
	Elo1    float64  `json:"elo1"`
	LLR     *float64 `json:"llr"` // null if it could not be found
	Lower   float64  `json:"lower"`
	Upper   float64  `json:"upper"`
	Verdict string   `json:"verdict"`
}

func newMatchResult(s *match.Standings) matchResult {
	var r matchResult
	for _, p := range s.Pairings {
		g := p.Games
		row := pairingResult{
			A: s.Engines[p.A], B: s.Engines[p.B], Games: g.Games(),
			Wins: g.Wins, Draws: g.Draws, Losses: g.Losses, Pentanomial: p.Pentanomial,
		}
		if g.Games() > 0 {
			elo := p.Pentanomial.Elo()
			row.Elo, row.Low, row.High = finite(elo.Value), finite(elo.Low), finite(elo.High)
			row.Normalized, row.LOS = finite(p.Pentanomial.NormalizedElo()), finite(p.Pentanomial.LOS())
		}
		r.Pairings = append(r.Pairings, row)
	}
	ratings := s.Ratings()
	for i := range s.Usage {
		r.Engines = append(r.Engines, newEngineResult(s, i, ratings[i]))
	}
	if s.SPRT != nil {
		lower, upper := s.SPRT.Bounds()
		r.SPRT = &testResult{
			s.SPRT.Model.String(), s.SPRT.Elo0, s.SPRT.Elo1,
			finite(s.SPRT.LLR(s.Pairings[0].Pentanomial)), lower, upper, s.Verdict.String(),
		}
	}
	return r
}

func newEngineResult(s *match.Standings, engine int, rating float64) engineResult {
	u := s.Usage[engine]
	e := u.Effort()
	r := engineResult{
		Name: s.Engines[engine], Rating: rating, Points: s.Of(engine).Points(), Moves: u.Moves, Forced: u.Forced,
		Seconds: u.Time.Seconds(), Longest: u.Longest.Seconds(), Forfeits: u.Forfeits,
		Searches: e.Moves, MoveSeconds: e.PerMove().Seconds(), Nodes: e.NodesPerMove(), Speed: e.Speed(), Depth: e.Depth(),
	}
	if share, ok := u.CPUShare(); ok {
		r.CPU = &share
	}
	return r
}

// finite returns v, or nil if JSON has no such number.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}
