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
	gameType, variant := g.Tag("GameType"), g.Tag("Variant")
	number, _, _ := strings.Cut(gameType, ",")
	number = strings.TrimSpace(number)
	named := namedRules(variant)
	switch {
	case named != nil && (number == "" || numberOf(named) == number):
		return named, nil
	case number == "" && variant != "":
		return nil, fmt.Errorf("Variant %q: %w", variant, ErrNoGameType)
	case number == "":
		return nil, ErrNoGameType
	}
	if name, ok := rulesByNumber[number]; ok {
		return movegen.Lookup(name)
	}
	return nil, fmt.Errorf("GameType %q is not a game Stupol plays", gameType)
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

// numberOf returns the number of r in PDN's table.
func numberOf(r *movegen.Rules) string {
	number, _, _ := strings.Cut(r.GameType, ",")
	return number
}

// first returns the side that begins a game without a FEN tag. GameType may
// give it, as in 23,W, and else the rules r do.
func (g *Game) first(r *movegen.Rules) movegen.Color {
	fields := strings.Split(g.Tag("GameType"), ",")
	if len(fields) > 1 {
		switch strings.TrimSpace(fields[1]) {
		case "W":
			return movegen.White
		case "B":
			return movegen.Black
		}
	}
	if r == nil {
		r, _ = g.Rules()
	}
	if r == nil {
		return movegen.White
	}
	return r.First
}
