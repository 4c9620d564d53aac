package endgame_test

import (
	"fmt"

	"stupol/book/endgame"
	"stupol/movegen"
)

// Two kings beat one in killer draughts, and not in International draughts.
func Example() {
	for _, name := range []string{"killer", "international"} {
		rules, err := movegen.Lookup(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		p, err := rules.ParseFEN("W:WK3,K17:BK46")
		if err != nil {
			fmt.Println(err)
			return
		}
		prober := endgame.Embedded(rules).Prober()
		fmt.Print(name, " ", prober.Probe(&p))
		if plies, ok := prober.Distance(&p); ok {
			fmt.Print(" in ", plies, " plies")
		}
		fmt.Println()
	}
	// Output:
	// killer win in 7 plies
	// international draw
}
