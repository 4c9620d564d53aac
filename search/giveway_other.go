//go:build !js

package search

import "runtime"

// giveWay lets other work of the program run, a stop or a line to be written, where all processors
// search: it would wait some ten milliseconds otherwise. Where one is left it goes on by itself.
func giveWay(crowded bool) {
	if crowded {
		runtime.Gosched()
	}
}
