package endgame_test

import (
	"context"
	"fmt"

	"stupol/book/endgame"
	"stupol/movegen"
)

// In killer draughts two kings win against one; by the rules of International
// draughts the same position is a draw.
func Example() {
	for _, name := range []string{"killer", "international"} {
		rules, err := movegen.Lookup(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		db, err := endgame.Solve(context.Background(), rules, 3, 2)
		if err != nil {
			fmt.Println(err)
			return
		}
		p, err := rules.ParseFEN("W:WK3,K17:BK46")
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(name, db.Prober().Probe(&p))
	}
	// Output:
	// killer win
	// international draw
}
