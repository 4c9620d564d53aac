package eval

import (
	"encoding/binary"

	"stupol/movegen"
)

// An Info describes the default evaluation of a game.
type Info struct {
	Kind  string // "patterns", "network" or, without weights in the program, "hand"
	Bytes int    // of the file of its weights
}

// InfoOf describes the default evaluation of r. It reads only the header of the weights,
// so it takes no time, unlike Default.
func InfoOf(r *movegen.Rules) Info {
	file, err := shipped.ReadFile(shippedFile(r))
	if err != nil {
		return Info{Kind: "hand"}
	}
	var h header
	if _, err := binary.Decode(file, binary.LittleEndian, &h); err != nil {
		panic(err) // the program was built with a damaged file
	}
	i := Info{Kind: "patterns", Bytes: len(file)}
	if h.Version == networkVersion {
		i.Kind = "network"
	}
	return i
}
