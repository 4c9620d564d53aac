package main

import (
	"cmp"

	"stupol/book/endgame"
)

// Validate checks the numbers.
func (c matchCmd) Validate() error {
	return cmp.Or(
		within("nodes", c.Nodes, 0, maxNodes),
		within("depth", c.Depth, 0, maxCount),
		within("moves", c.Moves, 0, maxCount),
		within("plies", c.Plies, 0, maxCount),
		within("balance", c.Balance, 0, maxMen),
		within("games", c.Games, 0, maxCount),
		within("concurrency", c.Concurrency, 0, maxThreads),
		within("bb-size", c.BBSize, 0, endgame.Embedded(c.Variant.Rules).Pieces()),
		within("max-moves", c.MaxMoves, 0, maxCount),
	)
}
