package analysis_test

import (
	"context"
	"fmt"
	"strings"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
)

// The games of a PDN file are read, and their moves judged.
func Example() {
	file := strings.NewReader(`[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-28 4. 32x23 18x29 5. 33x24 20x29 *`)
	for record, err := range pdn.NewReader(file).Games() {
		if err != nil {
			fmt.Println(err)
			return
		}
		rules, err := record.Rules()
		if err != nil {
			fmt.Println(err)
			return
		}
		game := analysis.NewGame(record, 1, rules, analysis.Plies{})
		a := analysis.New([]*analysis.Game{game}, map[*movegen.Rules]analysis.Knowledge{
			rules: {Eval: eval.Default(rules), Endgames: endgame.Embedded(rules)},
		})
		a.Nodes = 2000
		if err := a.Run(context.Background()); err != nil {
			fmt.Println(err)
			return
		}
		for _, j := range game.Judgements() {
			if j.Verdict != analysis.Fine {
				fmt.Printf("%d %v: %v; better %s\n", j.Number, j.Color, j.Verdict, rules.HubMove(j.Best[0]))
			}
		}
	}
	// Output: 3 Black: blunder; better 13-19
}
