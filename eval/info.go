package eval

import "stupol/movegen"

// An Info describes the default evaluation of a game.
type Info struct {
	Kind  string // "network" or, without weights in the program, "hand"
	Bytes int    // of the file of its weights
}

// InfoOf describes the default evaluation of r. It does not decompress the weights, so it
// takes no time, unlike Default.
func InfoOf(r *movegen.Rules) Info {
	file, err := shipped.ReadFile(shippedFile(r))
	if err != nil {
		return Info{Kind: "hand"}
	}
	return Info{"network", len(file)}
}
