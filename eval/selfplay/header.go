package selfplay

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"stupol/eval/files/sealed"
	"stupol/eval/work/shard"
	"stupol/movegen"
)

// Header has the settings that the games of a file depend on: equal headers give equal
// games. Its JSON is part of the file format, so some names there are older than those
// of the fields.
type Header struct {
	Variant   string `json:"variant"`           // name of the rules
	Draws     string `json:"draws"`             // name of the draw rules
	Engine    string `json:"engine"`            // version of the program
	Evaluator string `json:"evaluator"`         // name of the weights
	Weights   string `json:"weights,omitempty"` // what tells them from others with that name: eval.Fingerprint
	Endgames  int    `json:"endgames"`          // largest number of pieces of the databases; 0: none

	// Scale is that of the evaluator, in hundredths of a man a logit: scores are stored in
	// units of it. It is 0 in files of format 2.
	Scale float64 `json:"scale,omitempty"`

	// The games of a run are numbered from 0. A file has those of one shard: see Part.
	Seed   uint64 `json:"seed"`
	Shard  int    `json:"shard"`
	Shards int    `json:"shards"`

	Nodes      int64 `json:"nodes"`       // of a search for a move; in matches 0 if there is no such limit
	TableBytes int64 `json:"table_bytes"` // of the transposition table

	// Matches tells the matches that the games are of from others: a hash of their journals.
	// It is empty for games of self-play.
	Matches string `json:"matches,omitempty"`

	// A game begins with MinOpening to MaxOpening random plies, an opening of package ballot
	// that a search of OpeningNodes scores within Balance, in hundredths of a man.
	MinOpening   int   `json:"min_opening"`
	MaxOpening   int   `json:"max_opening"`
	OpeningNodes int64 `json:"opening_nodes"`
	Balance      int   `json:"balance"`

	// In the first RandomMovePlies plies of a game, a random move other than the
	// best is played with probability RandomMove if the score stays within
	// Balance.
	RandomMove      float64 `json:"stray"`
	RandomMovePlies int     `json:"stray_plies"`

	MaxPlies  int `json:"max_plies"`            // a game of that many plies is a draw
	StopAfter int `json:"stop_after,omitempty"` // plies after which a game stops without a result; 0: never

	// Leaves is the number of positions kept of those that a search for a move
	// evaluates. A search of LeafNodes scores each.
	Leaves    int   `json:"leaves"`
	LeafNodes int64 `json:"leaf_nodes"`
}

// Default returns settings for most purposes, with all games in one file. The caller
// sets Engine, Evaluator, Weights and Scale.
func Default(r *movegen.Rules) Header {
	return Header{
		Variant: r.Name, Draws: r.Draws[0].Name, Scale: 100, Shards: 1, Nodes: 1000, TableBytes: 1 << 20,
		MinOpening: 6, MaxOpening: 14, OpeningNodes: 300, Balance: 80,
		RandomMove: 0.03, RandomMovePlies: 30,
		MaxPlies: 400, Leaves: 1, LeafNodes: 500,
	}
}

// Part returns which of the games of the run the file has.
func (h Header) Part() shard.Shard { return shard.Shard{Index: h.Shard, Of: h.Shards} }

// Validate returns an error if h has settings that no game can be played with.
func (h Header) Validate() error {
	if err := h.Part().Validate(); err != nil {
		return err
	}
	switch {
	case h.Nodes < 1 && h.Matches == "" || h.Nodes < 0 || h.OpeningNodes < 1 || h.LeafNodes < 1 && h.Leaves > 0:
		return errors.New("a search needs at least one node")
	case h.MinOpening < 0 || h.MaxOpening < h.MinOpening:
		return fmt.Errorf("openings of %d to %d plies", h.MinOpening, h.MaxOpening)
	case h.MaxPlies <= h.MaxOpening || h.MaxPlies > maxPlies:
		return fmt.Errorf("at most %d plies: not within %d to %d", h.MaxPlies, h.MaxOpening+1, maxPlies)
	case h.StopAfter != 0 && h.StopAfter <= h.MaxOpening:
		return fmt.Errorf("stop after %d plies: not more than the %d of an opening", h.StopAfter, h.MaxOpening)
	case h.Leaves < 0 || h.Leaves > maxLeaves/h.MaxPlies:
		return fmt.Errorf("%d leaves of a search: not within 0 to %d", h.Leaves, maxLeaves/h.MaxPlies)
	case !(h.Scale >= 0 && h.Scale <= Decided):
		return fmt.Errorf("a scale of %v hundredths of a man", h.Scale)
	case !(h.RandomMove >= 0 && h.RandomMove <= 1):
		return fmt.Errorf("%v is not a probability", h.RandomMove)
	}
	return nil
}

// The beginning of a file; see the package comment.
const (
	magic     = "STUPOLSP"
	maxHeader = 1 << 16 // bytes of JSON
)

// format returns the version of the format of files with header h.
func (h Header) format() uint32 {
	if h.Scale == 0 {
		return 2
	}
	return 3
}

// marshal returns the beginning of a file with header h.
func (h Header) marshal() ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	b := binary.LittleEndian.AppendUint32([]byte(magic), h.format())
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	b = append(b, text...)
	return binary.LittleEndian.AppendUint32(b, sealed.Checksum(b)), nil
}

// readHeader reads the beginning of a file. It returns the header and the bytes read. The
// error wraps io.ErrUnexpectedEOF for a header that was cut off.
func readHeader(in io.Reader) (h Header, size int64, err error) {
	b := make([]byte, len(magic)+8)
	if _, err := io.ReadFull(in, b); err != nil {
		return h, 0, fmt.Errorf("not a file of self-play games: %w", unexpectedEOF(err))
	}
	version, length := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
	switch {
	case string(b[:8]) != magic:
		err = errors.New("byte 0: not a file of self-play games")
	case version != 2 && version != 3:
		err = fmt.Errorf("byte 8: version %d, want 2 or 3", version)
	case length > maxHeader:
		err = fmt.Errorf("byte 12: a header of %d bytes", length)
	}
	if err != nil {
		return h, 0, orCut(err, b, in)
	}
	b = append(b, make([]byte, length+4)...)
	if _, err := io.ReadFull(in, b[16:]); err != nil {
		return h, 0, fmt.Errorf("header: %w", unexpectedEOF(err))
	}
	text, sum := b[16:16+length], b[16+length:]
	if sealed.Checksum(b[:16+length]) != binary.LittleEndian.Uint32(sum) {
		return h, 0, orCut(errors.New("byte 16: wrong checksum of the header"), b, in)
	}
	if err := json.Unmarshal(text, &h); err != nil {
		return h, 0, fmt.Errorf("byte 16: %w", err)
	}
	if version != h.format() {
		return h, 0, fmt.Errorf("byte 16: version %d with a scale of %v", version, h.Scale)
	}
	return h, int64(len(b)), h.Validate()
}

// unexpectedEOF returns err, but a cutOff for an end of the file: the read had to succeed.
func unexpectedEOF(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return cutOff{}
	}
	return err
}

// cutOff is io.ErrUnexpectedEOF in words for people.
type cutOff struct{}

// Error says it.
func (cutOff) Error() string { return "cut off" }

// Unwrap returns what it is to programs.
func (cutOff) Unwrap() error { return io.ErrUnexpectedEOF }

// newNames turns names in JSON into those of today.
var newNames = strings.NewReplacer("stray", "random_move")

// compare returns an error that names the first setting in which a file with the header
// got differs from h.
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
	all := maps.Clone(mine)
	maps.Copy(all, theirs)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !bytes.Equal(mine[key], theirs[key]) {
			return fmt.Errorf("the file has other games: %s is %s there, not %s", newNames.Replace(key),
				cmp.Or(string(theirs[key]), "unknown"), cmp.Or(string(mine[key]), "unknown"))
		}
	}
	return nil
}
