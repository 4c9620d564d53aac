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

// FromGame returns the record of g. Outcome is g.Result().Outcome, or another one if
// the game was adjudicated; a Result tag overrides it. The i-th comment is about the
// i-th move; there may be fewer, and empty ones are left out. Result, GameType, FEN
// and missing ones of the seven standard tags are added to the tags given.
func FromGame(g *movegen.Game, outcome movegen.Outcome, comments []string, tags ...Tag) *Game {
	r := g.Rules()
	record := &Game{Tags: slices.Clone(tags), Result: ResultOf(r, outcome)}
	if given := record.Tag("Result"); given != "" {
		record.Result = Result(given)
	}
	p := g.Start()
	record.setResult()
	record.setGame(r, Usual, record.first(r))
	record.orderTags()
	record.setStart(r, p)
	for i, m := range g.Moves() {
		ply := Ply{Text: Usual.Move(r, &p, m)}
		if i < len(comments) && comments[i] != "" {
			ply.Notes = []Note{{Comment: OneLine(comments[i])}}
		}
		record.Plies = append(record.Plies, ply)
		p = r.Play(&p, m)
	}
	return record
}

// setResult sets the tag Result, unless it says something else.
func (g *Game) setResult() {
	if (g.Result != NoResult || g.Tag("Result") == "") && agree(g.Result, resultTag(g.Tag("Result"))) {
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
	for _, t := range g.Tags {
		isOneOfSeven := slices.ContainsFunc(sevenTags[:], func(s Tag) bool { return strings.EqualFold(s.Name, t.Name) })
		if !isOneOfSeven && t.Value != "" {
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
