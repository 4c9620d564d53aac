// Experiments makes the tables of the EXPERIMENTS.md in a folder from the rows in the
// experiments.jsonl beside it:
//
//	go run stupol/bench/trials/experiments FOLDER
//
// go generate calls it. A row of a trial is a line that stupol trials prints.
package main

import (
	"fmt"
	"os"

	"stupol/bench/trials"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: experiments FOLDER")
		os.Exit(2)
	}
	if err := trials.Generate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "experiments:", err)
		os.Exit(1)
	}
}
