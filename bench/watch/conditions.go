package watch

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"stupol/bench/match"
	"stupol/protocol/peer"
	"stupol/protocol/words"
)

// Conditions are those under which a match is played, for people, in a language.
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

// NewConditions returns the conditions of a match with that header. What its journal names, the
// openings and the draw rules, stays as it is there.
func NewConditions(m *match.Match, h *match.Header, l *words.Language) Conditions {
	c := Conditions{Title: l.Heard(m.Rules.Title), Draws: h.Draws, Openings: shown(h.Openings), Ends: ends(h.Adjudication, l)}
	if t := m.SPRT; t != nil {
		kind := l.Say("normalized Elo")
		if t.Model == match.Logistic {
			kind = l.Say("logistic Elo")
		}
		c.Test = l.Say("SPRT on {kind}: {low} against {high}, alpha {alpha}, beta {beta}",
			"kind", kind, "low", number(l, t.Elo0), "high", number(l, t.Elo1), "alpha", number(l, t.Alpha), "beta", number(l, t.Beta))
	}
	for i := range h.Engines {
		e := &h.Engines[i]
		v := engineView{Name: shown(e.Name), Limits: limits(e.EffectiveLimits(), l), Command: shown(strings.Join(e.Command, " "))}
		if p, known := h.Programs[e.Name]; known {
			v.Program = shown(program(p, l))
		}
		for name, value := range e.Params {
			v.Params = append(v.Params, shown(name+" = "+value))
		}
		slices.Sort(v.Params)
		c.Engines = append(c.Engines, v)
	}
	return c
}

// number writes a number with the decimals that it has.
func number(l *words.Language, v float64) string {
	return minus(l.Decimal(strconv.FormatFloat(v, 'f', -1, 64)))
}

// duration writes a time in seconds.
func duration(l *words.Language, d time.Duration) string {
	return l.Say("{n} s", "n", number(l, d.Seconds()))
}

// limits returns how long a player may think.
func limits(of peer.Limits, l *words.Language) string {
	var parts []string
	if of.Nodes != 0 {
		parts = append(parts, l.Say("{n} node|{n} nodes", "n", of.Nodes))
	}
	if of.Depth != 0 {
		parts = append(parts, l.Say("depth {depth}", "depth", of.Depth))
	}
	if of.MoveTime != 0 {
		parts = append(parts, l.Say("{time} a move", "time", duration(l, of.MoveTime)))
	}
	if of.Time != 0 {
		parts = append(parts, clock(of, l))
	}
	if of.Pace != 0 {
		parts = append(parts, l.Say("{n} node a millisecond|{n} nodes a millisecond", "n", of.Pace))
	}
	return strings.Join(parts, ", ")
}

// clock returns the time control.
func clock(of peer.Limits, l *words.Language) string {
	text := duration(l, of.Time)
	if of.Increment != 0 {
		text = l.Say("{time} and {increment} a move", "time", text, "increment", duration(l, of.Increment))
	}
	switch {
	case of.Moves != 0:
		text += " " + l.Say("for {n} move|for {n} moves", "n", of.Moves)
	case of.Increment == 0:
		text = l.Say("{time} for the game", "time", text)
	}
	return text
}

// program returns what is known of a program.
func program(p match.Program, l *words.Language) string {
	var parts []string
	for _, part := range []struct{ text, value string }{
		{"{file}", p.Says}, {l.Say("file {file}"), p.File}, {l.Say("weights {file}"), p.Weights}, {l.Say("book {file}"), p.Book},
	} {
		if part.value != "" {
			parts = append(parts, strings.Replace(part.text, "{file}", part.value, 1))
		}
	}
	return strings.Join(parts, ", ")
}

// ends returns how games are ended before the rules do.
func ends(a match.Adjudication, l *words.Language) []string {
	all := []string{}
	if a.Resign.Moves > 0 {
		all = append(all, l.Say("won when both players’ scores have the same side ahead by {men} men for {n} move|won when both players’ scores have the same side ahead by {men} men for {n} moves",
			"men", l.Decimal(a.Resign.Score.String()), "n", a.Resign.Moves))
	}
	if a.Draw.Moves > 0 {
		all = append(all, l.Say("drawn when both players’ scores are within {men} men for {n} move, from move {from} on|drawn when both players’ scores are within {men} men for {n} moves, from move {from} on",
			"men", l.Decimal(a.Draw.Score.String()), "n", a.Draw.Moves, "from", a.Draw.From))
	}
	if a.Endgames > 0 {
		all = append(all, l.Say("by endgame databases with up to {n} piece|by endgame databases with up to {n} pieces", "n", a.Endgames))
	}
	if a.MaxMoves > 0 {
		all = append(all, l.Say("drawn after {n} move of each side|drawn after {n} moves of each side", "n", a.MaxMoves))
	}
	return all
}
