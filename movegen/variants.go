package movegen

import (
	"fmt"
	"strings"
)

// variants is the table of rule sets. The sources of every entry are the
// federations' rules; where they disagree with popular descriptions, the
// federation wins.
var variants = []*Rules{
	{
		Name: "international", Hub: "normal", Aliases: []string{"standard"},
		Title: "International draughts", GameType: "20,W,10,10,N2,0",
		Size: 10, StartRows: 4, First: White,
		MenBackward: true, Flying: true, Priority: MostPieces,
		Draws: []*DrawRules{fmjd, withAdvantage},
	},
	{
		Name: "killer", Hub: "killer",
		Title: "Killer draughts", GameType: "20,W,10,10,N2,0",
		Size: 10, StartRows: 4, First: White,
		MenBackward: true, Flying: true, Killer: true, Priority: MostPieces,
		Draws: []*DrawRules{twentyFive, fmjd},
	},
	{
		Name: "breakthrough", Hub: "bt",
		Title: "Breakthrough draughts", GameType: "96,W,10,10,N2,0",
		Size: 10, StartRows: 4, First: White,
		MenBackward: true, Flying: true, Priority: MostPieces, Goal: FirstKing,
		Draws: []*DrawRules{noDraws},
	},
	{
		Name: "losing", Hub: "losing", Aliases: []string{"antidraughts", "anti", "giveaway"},
		Title: "Losing draughts", GameType: "98,W,10,10,N2,0",
		Size: 10, StartRows: 4, First: White,
		MenBackward: true, Flying: true, Priority: MostPieces, Goal: LoseAll,
		Draws: []*DrawRules{repetitionOnly, twentyFive},
	},
	{
		Name: "frisian", Hub: "frisian",
		Title: "Frisian draughts", GameType: "40,W,10,10,N2,0",
		Size: 10, StartRows: 4, First: White,
		MenBackward: true, Flying: true, Orthogonal: true, KingRunLimit: 3, Priority: FrisianValue,
		Draws: []*DrawRules{frisian, frisianLidraughts},
	},
	{
		Name: "frysk", Hub: "frysk", Aliases: []string{"frysk!"},
		Title: "Frysk!", GameType: "97,W,10,10,N2,0",
		Size: 10, StartRows: 1, First: White,
		MenBackward: true, Flying: true, Orthogonal: true, KingRunLimit: 3, Priority: FrisianValue,
		Draws: []*DrawRules{frisian, frisianLidraughts},
	},
	{
		Name: "brazilian", Hub: "brazilian", Aliases: []string{"classic64", "draughts64"},
		Title: "Brazilian draughts (the classic 64)", GameType: "26,W,8,8,A0,0",
		Size: 8, StartRows: 3, First: White, Algebraic: true,
		MenBackward: true, Flying: true, Priority: MostPieces,
		Draws: []*DrawRules{fmjd64, cbd, polish64, fifteen},
	},
	{
		Name: "russian", Hub: "russian", Aliases: []string{"shashki"},
		Title: "Russian draughts", GameType: "25,W,8,8,A0,0",
		Size: 8, StartRows: 3, First: White, Algebraic: true,
		MenBackward: true, Flying: true, Promotion: PassAsKing,
		Draws: []*DrawRules{fmjd64, fifteen},
	},
	{
		Name: "poddavki", Hub: "russian-losing", Aliases: []string{"russian-giveaway", "antirussian"},
		Title: "Russian give-away (poddavki)", GameType: "25,W,8,8,A0,0",
		Size: 8, StartRows: 3, First: White, Algebraic: true,
		MenBackward: true, Flying: true, Promotion: PassAsKing, Goal: LoseAll,
		Draws: []*DrawRules{poddavkiDraws},
	},
	{
		Name: "english", Hub: "english", Aliases: []string{"checkers", "american"},
		Title: "English draughts (American checkers)", GameType: "21,B,8,8,N1,0",
		Size: 8, StartRows: 3, First: Black,
		Promotion: StopThere,
		Draws:     []*DrawRules{wcdf},
	},
	{
		Name: "pool", Hub: "pool", Aliases: []string{"american-pool"},
		Title: "American pool checkers", GameType: "23,B,8,8,N1,0",
		Size: 8, StartRows: 3, First: Black,
		MenBackward: true, Flying: true,
		Draws: []*DrawRules{apca},
	},
	{
		Name: "italian", Hub: "italian", Aliases: []string{"dama"},
		Title: "Italian draughts", GameType: "22,W,8,8,N2,1",
		Size: 8, StartRows: 3, First: White, Mirrored: true,
		MenSpareKings: true, Promotion: StopThere, Priority: ItalianOrder,
		Draws: []*DrawRules{fid, fidFourfold},
	},
	{
		Name: "czech", Hub: "czech",
		Title: "Czech draughts", GameType: "29,W,8,8,A0,0",
		Size: 8, StartRows: 3, First: White, Algebraic: true,
		Flying: true, Promotion: StopThere, Priority: KingMovesOnly,
		Draws: []*DrawRules{twenty},
	},
	{
		Name: "spanish", Hub: "spanish", Aliases: []string{"portuguese"},
		Title: "Spanish (Portuguese) draughts", GameType: "24,W,8,8,N1,1",
		Size: 8, StartRows: 3, First: White, Mirrored: true,
		Flying: true, Promotion: StopThere, Priority: MostThenKings,
		Draws: []*DrawRules{twenty},
	},
}

func init() {
	for _, r := range variants {
		r.derive()
	}
}

// Variants returns all rule sets, International first.
func Variants() []*Rules { return append([]*Rules(nil), variants...) }

// Lookup returns the rule set with that name, Hub name or alias, in any case.
func Lookup(name string) (*Rules, error) {
	for _, r := range variants {
		if strings.EqualFold(name, r.Name) || strings.EqualFold(name, r.Hub) {
			return r, nil
		}
		for _, alias := range r.Aliases {
			if strings.EqualFold(name, alias) {
				return r, nil
			}
		}
	}
	known := make([]string, len(variants))
	for i, r := range variants {
		known[i] = r.Name
	}
	return nil, fmt.Errorf("unknown variant %q (known: %s)", name, strings.Join(known, ", "))
}

// International returns the rules of International draughts.
func International() *Rules { return variants[0] }
