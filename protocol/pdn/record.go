package pdn

import (
	"slices"
	"strings"

	"stupol/movegen"
)

// sevenTags are those every game should have, in their order, with what
// stands for an unknown value.
var sevenTags = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", string(NoResult)},
}

// A Record is a game as it was played, finished or not, with what is known of its moves:
// what a match, a game over DXP and one against a human keep, and write as PDN.
type Record struct {
	Game    *movegen.Game
	Remarks []Remark  // on the moves of Game, in their order; there may be fewer
	Players [2]string // by colour; empty: not known

	// Outcome is Ongoing if it is not known: the game was broken off, or stopped by a limit.
	// Why it ended is in Termination: "no legal move", "move limit", "connection lost".
	Outcome     movegen.Outcome
	Termination string

	Tags []Tag // whatever else is known
}

// Remark returns what is known of the move of that index.
func (r *Record) Remark(i int) Remark {
	if i < len(r.Remarks) {
		return r.Remarks[i]
	}
	return Remark{}
}

// PDN returns the record in the standard form: with the seven tags, GameType, FEN if the
// game does not begin as usual, and a comment on each move of which something is known.
func (r *Record) PDN() *Game {
	rules, p := r.Game.Rules(), r.Game.Start()
	g := &Game{Tags: slices.Clone(r.Tags), Result: ResultOf(rules, r.Outcome)}
	for _, t := range []Tag{
		{"White", r.Players[movegen.White]}, {"Black", r.Players[movegen.Black]}, {"Termination", r.Termination},
	} {
		if t.Value != "" {
			g.SetTag(t.Name, t.Value)
		}
	}
	g.setResult()
	g.setGame(rules, Usual, g.first(rules))
	g.orderTags()
	g.setStart(rules, p)
	for i, m := range r.Game.Moves() {
		ply := Ply{Text: Usual.Move(rules, &p, m)}
		if comment := r.Remark(i).String(); comment != "" {
			ply.Notes = []Note{{Comment: OneLine(comment)}}
		}
		g.Plies = append(g.Plies, ply)
		p = rules.Play(&p, m)
	}
	return g
}

// setResult sets the tag Result, unless it says something else, or more: 10-2 is a game in
// points. A result in points stands in the tag alone, for it could be taken for a move.
func (g *Game) setResult() {
	value := g.Tag("Result")
	tag := resultTag(value)
	switch {
	case g.Result == NoResult && value != "":
	case !g.agreesWithTag():
	case g.Result.Standard() && tag != "" && !tag.Standard() && tag.Outcome() == movegen.Ongoing:
	default:
		g.SetTag("Result", string(g.Result))
	}
}

// setGame sets the tags that say which game it is, and which side begins it.
func (g *Game) setGame(r *movegen.Rules, n Notation, first movegen.Color) {
	g.SetTag("GameType", g.fullGameType(r, n, first))
	if byNumber, _ := movegen.Lookup(rulesByNumber[numberOf(r.GameType)]); byNumber != r {
		g.SetTag("Variant", r.Name)
	}
}

// setStart sets the tag FEN, unless the game begins as usual.
func (g *Game) setStart(r *movegen.Rules, p movegen.Position) {
	if p != r.Start() {
		g.SetTag("FEN", numberingOf(r).fen(r.FEN(&p)))
		return
	}
	g.Tags = slices.DeleteFunc(g.Tags, func(t Tag) bool {
		return strings.EqualFold(t.Name, "FEN") || strings.EqualFold(t.Name, "SetUp")
	})
}

// orderTags puts the seven tags first, adding those that are missing, and
// leaves out tags without a value.
func (g *Game) orderTags() {
	var ordered []Tag
	for _, t := range sevenTags {
		if value := g.Tag(t.Name); value != "" {
			t.Value = value
		}
		ordered = append(ordered, t)
	}
	for i, t := range g.Tags {
		isOneOfSeven := slices.ContainsFunc(sevenTags[:], func(s Tag) bool { return strings.EqualFold(s.Name, t.Name) })
		if first := g.find(t.Name) == &g.Tags[i]; t.Value != "" && !(isOneOfSeven && first) {
			ordered = append(ordered, t)
		}
	}
	g.Tags = ordered
}

var withoutBraces = strings.NewReplacer("{", "(", "}", ")")

// OneLine returns a comment as Note wants it: without braces and line ends.
func OneLine(comment string) string {
	return strings.Join(strings.Fields(withoutBraces.Replace(comment)), " ")
}

// Result is how a game ended, as text: "2-0".
type Result string

// NoResult is the result of a game that is not over or whose end is unknown.
const NoResult Result = "*"

// Outcome returns who has won. It is Ongoing for NoResult and for results that have
// no winner by the rules, like 0-0 or 4-6.
func (r Result) Outcome() movegen.Outcome {
	switch r {
	case "2-0", "1-0", "10-0", "12-0":
		return movegen.WhiteWins
	case "0-2", "0-1", "0-10", "0-12":
		return movegen.BlackWins
	case "1-1", "1/2-1/2", "1/2", "5-5", "6-6", "1+-1-", "1--1+":
		return movegen.Drawn
	}
	return movegen.Ongoing
}

// Standard reports whether every program that reads PDN knows r: it is one of
// the forms of the standard.
func (r Result) Standard() bool {
	switch r {
	case "2-0", "1-1", "0-2", "0-0", "1-0", "0-1", "1/2-1/2", NoResult:
		return true
	}
	return false
}

// ResultOf returns the outcome in the form that PDN prescribes for the game:
// 2-0, 1-1 and 0-2 in the International family, 1-0, 1/2-1/2 and 0-1 in
// others.
func ResultOf(r *movegen.Rules, o movegen.Outcome) Result {
	forms := [...]Result{NoResult, "1-0", "0-1", "1/2-1/2"}
	switch number, _, _ := strings.Cut(r.GameType, ","); number {
	case "20", "96", "97", "98":
		forms = [...]Result{NoResult, "2-0", "0-2", "1-1"}
	}
	return forms[o&3]
}
