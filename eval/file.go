package eval

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"

	"stupol/eval/files/sealed"
	"stupol/eval/network"
	"stupol/movegen"
)

// format is that of weights files; see the package comment. No network has as many bytes,
// even without compression.
var format = sealed.Format{Magic: "STUPOLEV", Version: 7, Name: "a weights file", Most: 1 << 26}

// MaxNote is the longest note, in bytes.
const MaxNote = 4096

// header is what a weights file has before the note, little-endian.
type header struct {
	Variant [16]byte
	Note    uint32 // bytes
	Scale   float32
}

// WriteTo writes w as a weights file.
func (w *Weights) WriteTo(out io.Writer) (int64, error) {
	if len(w.Note) > MaxNote {
		return 0, fmt.Errorf("evaluation weights: a note of %d bytes, %d is the most", len(w.Note), MaxNote)
	}
	if err := checkScale(w.Scale); err != nil {
		return 0, err
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return 0, err
	}
	h := header{Note: uint32(len(w.Note)), Scale: w.Scale}
	copy(h.Variant[:], w.Rules.Name)
	body, err := binary.Append(nil, binary.LittleEndian, h)
	if err != nil {
		return 0, err
	}
	body = encoder.EncodeAll(w.Network.Append(nil), append(body, w.Note...))
	return bytes.NewReader(format.Seal(body)).WriteTo(out)
}

// Read reads a weights file.
func Read(in io.Reader) (*Weights, error) {
	w, err := read(in)
	if err != nil {
		return nil, fmt.Errorf("evaluation weights: %w", err)
	}
	return w, nil
}

func read(in io.Reader) (*Weights, error) {
	body, err := format.Read(in)
	if err != nil {
		return nil, err
	}
	var h header
	size, err := binary.Decode(body, binary.LittleEndian, &h)
	if err != nil {
		return nil, errors.New("shorter than a header")
	}
	w := &Weights{Scale: h.Scale}
	if err := checkScale(w.Scale); err != nil {
		return nil, err
	}
	body = body[size:]
	if int(h.Note) > min(len(body), MaxNote) {
		return nil, fmt.Errorf("a note of %d bytes, where there can be %d", h.Note, min(len(body), MaxNote))
	}
	if w.Rules, err = movegen.Lookup(string(bytes.TrimRight(h.Variant[:], "\x00"))); err != nil {
		return nil, err
	}
	w.Note = string(body[:h.Note])
	w.Network, err = decompress(w.Rules, body[h.Note:])
	return w, err
}

// checkScale returns an error if no evaluation can have that scale.
func checkScale(scale float32) error {
	if !(scale >= MinScale && scale <= MaxScale) { // which NaN is not
		return fmt.Errorf("a scale of %v hundredths of a man is not within %d to %d", scale, MinScale, MaxScale)
	}
	return nil
}

// decompress returns the network of r in a Zstandard frame.
func decompress(r *movegen.Rules, frame []byte) (*network.Network, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(network.MaxBytes(r))))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	plain, err := decoder.DecodeAll(frame, nil)
	if err != nil {
		return nil, err
	}
	return network.Decode(r, plain)
}

// An Info describes the default evaluation of a game.
type Info struct {
	Kind  string // "network" or, without weights in the program, "hand"
	Bytes int    // of the file of its weights
}

// InfoOf describes the default evaluation of r. It does not decompress the weights, so it
// takes no time, unlike Default.
func InfoOf(r *movegen.Rules) Info {
	file, err := fs.ReadFile(shipped, shippedFile(r))
	if err != nil {
		return Info{Kind: "hand"}
	}
	return Info{"network", len(file)}
}
