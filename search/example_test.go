package search_test

import (
	"context"
	"fmt"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

func Example() {
	rules := movegen.International()
	p, err := rules.ParseFEN("W:W30,32,38,40,43-48,50:B1,3-5,11-13,15,20,23,36")
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := search.New(search.Options{Rules: rules, Endgames: endgame.Embedded(rules)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()
	game := movegen.NewGameFrom(rules, p, nil)
	result, err := engine.Search(context.Background(), game, search.Limits{Depth: 10}, nil)
	fmt.Println(rules.HubMove(result.Move), err)
	// Output: 30-24 <nil>
}
