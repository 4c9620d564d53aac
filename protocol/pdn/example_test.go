package pdn_test

import (
	"fmt"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

func ExampleReader() {
	file := strings.NewReader(`
[White "Krista"]
[Black "Ratusky"]
[GameType "25"]

1. c3-d4 f6-g5 (1... d6-c5 2. b2-c3) 2. g3-f4!? {bold} b6-c5 3. d4xb6 1-0`)
	for g, err := range pdn.NewReader(file).Games() {
		if err != nil {
			fmt.Println(err)
			return
		}
		replay := g.Replay(nil)
		fmt.Println(g.Tag("White"), g.Result, g.Plies[2].Signs, g.Plies[2].Comment(), replay.Err())
		played := replay.Game(nil)
		fmt.Println(played.Rules().FEN(played.Position()))
	}
	// Output:
	// Krista 1-0 !? bold <nil>
	// B:W9,19,21,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,16
}

func ExampleRecord() {
	g := movegen.NewGame(movegen.International())
	for _, text := range []string{"32-28", "19-23", "28x19"} {
		m, err := g.Rules().ParsePDNMove(g.Position(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Push(m)
	}
	record := pdn.Record{
		Game: g, Players: [2]string{movegen.White: "Stupol"}, Outcome: movegen.BlackWins,
		Remarks: []pdn.Remark{{Clocked: true, Clock: 9*time.Minute + 58*time.Second}},
	}
	fmt.Println(record.PDN())
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Stupol"]
	// [Black "?"]
	// [Result "0-2"]
	// [GameType "20,W,10,10,N2,0"]
	//
	// 1. 32-28 {[%clk 0:09:58]} 19-23 2. 28x19 0-2
}
