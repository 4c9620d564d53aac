package movegen_test

import (
	"fmt"

	"stupol/movegen"
)

// The legal moves of a game that has begun.
func ExampleGame_LegalMoves() {
	rules, err := movegen.Lookup("russian")
	if err != nil {
		fmt.Println(err)
		return
	}
	game := movegen.NewGame(rules)
	for _, text := range []string{"c3-d4", "d6-c5"} {
		move, err := rules.ParsePDNMove(game.Position(), text)
		if err == nil {
			err = game.Play(move)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, move := range game.LegalMoves(nil) {
		fmt.Println(rules.HubMove(move), rules.AlgebraicMove(game.Position(), move))
	}
	// Unordered output:
	// 18-15 d4-e5
	// 21-17 a3-b4
	// 23-19 e3-f4
	// 24-20 g3-h4
	// 25-22 b2-c3
	// 24-19 g3-f4
	// 26-22 d2-c3
}
