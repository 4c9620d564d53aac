package pdn

import (
	"errors"
	"fmt"
	"strings"

	"stupol/movegen"
)

// ErrNoGameType is the reason why Game.Rules has no answer when the tags do
// not say what game it is.
var ErrNoGameType = errors.New("no tag says which game it is")

// rulesByNumber maps the numbers of PDN's table of game types that Stupol
// plays, and lidraughts' own 96 to 98, to the names of rules. A number shared
// by several games stands for the most common one.
var rulesByNumber = map[string]string{
	"20": "international", "21": "english", "22": "italian", "23": "pool",
	"24": "spanish", "25": "russian", "26": "brazilian", "28": "spanish",
	"29": "czech", "40": "frisian",
	"96": "breakthrough", "97": "frysk", "98": "losing",
}

// Rules returns the rules that the tags GameType and Variant name, or nil. The
// error is ErrNoGameType, or says which game it is that Stupol does not play.
func (g *Game) Rules() (*movegen.Rules, error) {
	gameType := g.Tag("GameType")
	number := numberOf(gameType)
	named := namedRules(g.Tag("Variant"))
	switch {
	case named != nil && (number == "" || number == numberOf(named.GameType)):
		return named, nil
	case number == "":
		return nil, ErrNoGameType
	}
	if name, ok := rulesByNumber[number]; ok {
		return movegen.Lookup(name)
	}
	return nil, fmt.Errorf("game type %q is not one that Stupol plays", gameType)
}

// namedRules returns the rules that a Variant tag names, or nil.
func namedRules(variant string) *movegen.Rules {
	if strings.EqualFold(variant, "American/English") { // playstrategy.org
		variant = "english"
	}
	r, err := movegen.Lookup(variant)
	if err != nil {
		return nil
	}
	return r
}

// numberOf returns the number of a game type.
func numberOf(gameType string) string {
	number, _, _ := strings.Cut(gameType, ",")
	return strings.TrimSpace(number)
}

// fullGameType returns the value of a GameType tag for g, played by r, begun by
// first and written in n. Spanish draughts that are Portuguese stay so.
func (g *Game) fullGameType(r *movegen.Rules, n Notation, first movegen.Color) string {
	fields := strings.Split(r.GameType, ",")
	if fields[0] == "24" && numberOf(g.Tag("GameType")) == "28" {
		fields[0] = "28"
	}
	fields[1] = first.String()[:1]
	fields[4] = n.gameTypeField(r, first)
	return strings.Join(fields, ",")
}

// first returns the side that begins a game without a FEN tag: what the rules r
// say or, where GameType is about the same game, its second field, as in 23,W.
// If r is nil they are those of the tags.
func (g *Game) first(r *movegen.Rules) movegen.Color {
	named, _ := g.Rules()
	if r == nil {
		r = named
	}
	fields := strings.Split(g.Tag("GameType"), ",")
	if len(fields) > 1 && (r == named || fields[0] == numberOf(r.GameType)) {
		switch strings.TrimSpace(fields[1]) {
		case "W":
			return movegen.White
		case "B":
			return movegen.Black
		}
	}
	if r == nil {
		return movegen.White
	}
	return r.First
}
