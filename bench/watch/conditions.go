package watch

import (
	"fmt"
	"slices"
	"strings"

	"stupol/bench/match"
)

// Conditions are those under which a match is played, for people.
type Conditions struct {
	Title    string       `json:"title"` // of the game
	Draws    string       `json:"draws"`
	Openings string       `json:"openings"`
	Ends     []string     `json:"ends"` // how games are ended before the rules do
	Test     string       `json:"test,omitempty"`
	Engines  []engineView `json:"engines"`
}

// An engineView is a player with its conditions.
type engineView struct {
	Name    string   `json:"name"`
	Limits  string   `json:"limits"`
	Program string   `json:"program"`           // what is known of it; "" if nothing
	Command string   `json:"command,omitempty"` // by which it is started
	Params  []string `json:"params,omitempty"`
}

// NewConditions returns the conditions of a match with that header.
func NewConditions(m *match.Match, h *match.Header) Conditions {
	c := Conditions{Title: m.Rules.Title, Draws: h.Draws, Openings: shown(h.Openings), Ends: ends(h.Adjudication)}
	if t := m.SPRT; t != nil {
		c.Test = fmt.Sprintf("SPRT on %s Elo %g against %g, alpha %g, beta %g", t.Model, t.Elo0, t.Elo1, t.Alpha, t.Beta)
	}
	for i := range h.Engines {
		e := &h.Engines[i]
		v := engineView{Name: shown(e.Name), Limits: e.EffectiveLimits().String(), Command: shown(strings.Join(e.Command, " "))}
		if p, known := h.Programs[e.Name]; known {
			v.Program = shown(p.String())
		}
		for name, value := range e.Params {
			v.Params = append(v.Params, shown(name+" = "+value))
		}
		slices.Sort(v.Params)
		c.Engines = append(c.Engines, v)
	}
	return c
}

// ends returns how games are ended before the rules do.
func ends(a match.Adjudication) []string {
	all := []string{}
	if a.Resign.Moves > 0 {
		all = append(all, fmt.Sprintf("won when both players’ scores have the same side ahead by %s men for %d moves", a.Resign.Score, a.Resign.Moves))
	}
	if a.Draw.Moves > 0 {
		all = append(all, fmt.Sprintf("drawn when both players’ scores are within %s men for %d moves, after %d moves", a.Draw.Score, a.Draw.Moves, a.Draw.From))
	}
	if a.Endgames > 0 {
		all = append(all, fmt.Sprintf("by endgame databases with up to %d pieces", a.Endgames))
	}
	if a.MaxMoves > 0 {
		all = append(all, fmt.Sprintf("drawn after %d moves of each side", a.MaxMoves))
	}
	return all
}
