package hub_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"stupol/protocol/hub"
	"stupol/search"
)

func ExampleServe() {
	gui := strings.NewReader("pos pos=Wbbb\ngo think\nping\nquit\n")
	err := hub.Serve(context.Background(), gui, os.Stdout, hub.Options{
		Name: "Stupol", Version: "1.0", Author: "Nobody", Country: "Nowhere",
		NewEngine: func(o search.Options) (hub.Engine, error) { return search.New(o) },
	})
	fmt.Println(err)
	// Output:
	// error message="Hub position: column 9: 'Wbbb': 4 letters long, want 51"
	// error message="go: no valid position"
	// done
	// pong
	// <nil>
}

func ExampleParse() {
	m, err := hub.Parse(`pos pos=Wbbb moves="32-28 19-23"`)
	moves, _ := m.Arg("moves")
	fmt.Println(m.Command, moves.Value, moves.Column, err)
	_, err = hub.Parse(`pos pos=Wbbb moves="32-28 19-23`)
	fmt.Println(err)
	// Output:
	// pos 32-28 19-23 21 <nil>
	// pos: column 20: "32-28": quote is not closed
}
