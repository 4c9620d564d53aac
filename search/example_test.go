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

// The three best moves of a position, and whether they win two men, of 100 points each.
func ExampleEngine_Search() {
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
	lines := map[int]search.Info{} // the last report of each
	limits := search.Limits{Depth: 8, Lines: 3, Analyze: true}
	_, err = engine.Search(context.Background(), movegen.NewGameFrom(rules, p, nil), limits, func(i search.Info) { lines[i.Line] = i })
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := 1; line <= 3; line++ {
		fmt.Println(rules.HubMove(lines[line].PV[0]), lines[line].Score > 200)
	}
	// Output:
	// 30-24 true
	// 44-39 false
	// 46-41 false
}
