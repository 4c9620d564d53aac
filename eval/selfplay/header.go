package selfplay

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"

	"stupol/movegen"
	"stupol/search"
)

// Header is what the games of a file depend on: with the same header, game
// by game, the same games are played again.
type Header struct {
	Variant   string `json:"variant"`   // name of the rules
	Draws     string `json:"draws"`     // name of the draw rules
	Engine    string `json:"engine"`    // version of the program
	Evaluator string `json:"evaluator"` // name of the weights
	Endgames  int    `json:"endgames"`  // pieces the databases know; 0: played without

	// The games of a run are numbered from 0. Those of a file are the ones
	// whose number leaves the remainder Shard when divided by Shards.
	Seed   uint64 `json:"seed"`
	Shard  int    `json:"shard"`
	Shards int    `json:"shards"`

	Nodes      int64 `json:"nodes"`       // searched for a move
	TableBytes int64 `json:"table_bytes"` // of the engine, which begins every game with an empty one

	// A game begins with MinOpening to MaxOpening random plies, drawn again
	// until a search of OpeningNodes sees no side ahead by more than Balance.
	MinOpening   int          `json:"min_opening"`
	MaxOpening   int          `json:"max_opening"`
	OpeningNodes int64        `json:"opening_nodes"`
	Balance      search.Score `json:"balance"`

	// In the first StrayPlies plies of a game a move other than the best is
	// played with probability Stray, if the balance stays within Balance.
	Stray      float64 `json:"stray"`
	StrayPlies int     `json:"stray_plies"`

	// A side has won when the last WinSearches searches of each side saw it
	// ahead by WinScore; 0: never. In 1024 games played on, 6 men would have
	// saved 3.5 of 130 plies on International boards and given away 10 draws
	// of 219 games; in the losing game they would have named the loser as the
	// winner in 103 of 344.
	WinScore    search.Score `json:"win_score"`
	WinSearches int          `json:"win_searches"`

	MaxPlies int `json:"max_plies"` // a game of so many is drawn

	// Of the positions that a search for a move evaluates, Leaves are kept, drawn
	// at random, and each is judged by a search of LeafNodes.
	Leaves    int   `json:"leaves"`
	LeafNodes int64 `json:"leaf_nodes"`
}

// Default returns the settings that suit most purposes, with all games in one
// file. Engine and Evaluator are left to the caller.
func Default(r *movegen.Rules) Header {
	return Header{
		Variant: r.Name, Draws: r.Draws[0].Name, Shards: 1, Nodes: 1000, TableBytes: 1 << 20,
		MinOpening: 6, MaxOpening: 14, OpeningNodes: 300, Balance: 80,
		Stray: 0.03, StrayPlies: 30,
		WinSearches: 2, MaxPlies: 400,
		Leaves: 1, LeafNodes: 500,
	}
}

// Validate returns an error if no games can be played by h.
func (h Header) Validate() error {
	switch {
	case h.Shards < 1 || h.Shard < 0 || h.Shard >= h.Shards:
		return fmt.Errorf("shard %d/%d: the shards of %d are numbered from 0", h.Shard, h.Shards, h.Shards)
	case h.Nodes < 1 || h.OpeningNodes < 1 || h.LeafNodes < 1 && h.Leaves > 0:
		return errors.New("a search needs at least one node")
	case h.MinOpening < 0 || h.MaxOpening < h.MinOpening:
		return fmt.Errorf("openings of %d to %d plies", h.MinOpening, h.MaxOpening)
	case h.MaxPlies <= h.MaxOpening || h.MaxPlies > maxPlies:
		return fmt.Errorf("at most %d plies: not within %d to %d", h.MaxPlies, h.MaxOpening+1, maxPlies)
	case h.Leaves < 0 || h.Leaves > maxLeaves/h.MaxPlies:
		return fmt.Errorf("%d leaves of a search: not within 0 to %d", h.Leaves, maxLeaves/h.MaxPlies)
	case !(h.Stray >= 0 && h.Stray <= 1):
		return fmt.Errorf("%v is not a probability", h.Stray)
	}
	return nil
}

// The beginning of a file; doc.go describes it.
const (
	magic         = "STUPOLSP"
	formatVersion = 2
	beforeLeaves  = 1       // a version that is read, but not written
	maxHeader     = 1 << 16 // bytes of JSON
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// marshal returns h as a file begins.
func (h Header) marshal() ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	b := binary.LittleEndian.AppendUint32([]byte(magic), formatVersion)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	b = append(b, text...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), nil
}

// readHeader reads the beginning of a file and returns its size and how many
// columns the chunks of the file have.
func readHeader(in io.Reader) (h Header, size int64, columns int, err error) {
	b := make([]byte, len(magic)+8)
	if _, err := io.ReadFull(in, b); err != nil {
		return h, 0, 0, fmt.Errorf("not a file of self-play games: %w", cut(err))
	}
	version, length := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
	switch {
	case string(b[:8]) != magic:
		return h, 0, 0, errors.New("byte 0: not a file of self-play games")
	case version != formatVersion && version != beforeLeaves:
		return h, 0, 0, fmt.Errorf("byte 8: version %d, want %d", version, formatVersion)
	case length > maxHeader:
		return h, 0, 0, fmt.Errorf("byte 12: a header of %d bytes", length)
	}
	b = append(b, make([]byte, length+4)...)
	if _, err := io.ReadFull(in, b[16:]); err != nil {
		return h, 0, 0, fmt.Errorf("header: %w", cut(err))
	}
	text, sum := b[16:16+length], b[16+length:]
	if crc32.Checksum(b[:16+length], castagnoli) != binary.LittleEndian.Uint32(sum) {
		return h, 0, 0, errors.New("byte 16: wrong checksum of the header")
	}
	if err := json.Unmarshal(text, &h); err != nil {
		return h, 0, 0, fmt.Errorf("byte 16: %w", err)
	}
	columns = numColumns
	if version == beforeLeaves {
		columns = leafColumn
	}
	return h, int64(len(b)), columns, h.Validate()
}

// cut returns err, of a read that had to succeed: the end is unexpected.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// compare returns an error that names what differs if a file that begins with
// got is not one of h.
func (h Header) compare(got Header) error {
	fields := func(h Header) (map[string]json.RawMessage, error) {
		var all map[string]json.RawMessage
		text, err := json.Marshal(h)
		if err != nil {
			return nil, err
		}
		return all, json.Unmarshal(text, &all)
	}
	mine, err := fields(h)
	if err != nil {
		return err
	}
	theirs, err := fields(got)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(mine)) {
		if !bytes.Equal(mine[key], theirs[key]) {
			return fmt.Errorf("the file has other games: %s is %s there, not %s", key, theirs[key], mine[key])
		}
	}
	return nil
}
