package eval

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"

	"stupol/eval/input"
	"stupol/eval/network"
	"stupol/movegen"
)

// The format of weights files; see the package comment.
const (
	magic   = "STUPOLEV"
	version = 7

	maxFile = 1 << 26 // bytes, more than any network has without compression

	// MaxNote is the longest note, in bytes.
	MaxNote = 4096
)

// header is the beginning of a weights file, little-endian. The scale follows.
type header struct {
	Magic    [8]byte
	Version  uint32
	Checksum uint32 // CRC-32C of all that follows
	Variant  [16]byte
	Note     uint32 // bytes
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

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
	h := header{Version: version, Note: uint32(len(w.Note))}
	copy(h.Magic[:], magic)
	copy(h.Variant[:], w.Rules.Name)
	body := binary.LittleEndian.AppendUint32(nil, math.Float32bits(w.Scale))
	body = encoder.EncodeAll(w.Network.Append(nil), append(body, w.Note...))
	h.Checksum = crc32.Update(crc32.Checksum(h.checked(), castagnoli), castagnoli, body)
	var file bytes.Buffer
	binary.Write(&file, binary.LittleEndian, h) // a Buffer never fails
	file.Write(body)
	return file.WriteTo(out)
}

// checked returns the bytes of h that the checksum covers.
func (h *header) checked() []byte {
	return binary.LittleEndian.AppendUint32(h.Variant[:], h.Note)
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
	var h header
	if err := binary.Read(in, binary.LittleEndian, &h); err != nil {
		return nil, errors.New("shorter than a header")
	}
	switch {
	case string(h.Magic[:]) != magic:
		return nil, errors.New("not a weights file")
	case h.Version != version:
		return nil, fmt.Errorf("version %d, we know only %d", h.Version, version)
	}
	body, err := input.ReadAll(in, maxFile)
	if err != nil {
		return nil, err
	}
	if crc32.Update(crc32.Checksum(h.checked(), castagnoli), castagnoli, body) != h.Checksum {
		return nil, errors.New("damaged: the checksum is wrong")
	}
	const scaleBytes = 4
	if len(body) < scaleBytes {
		return nil, errors.New("shorter than a header")
	}
	w := &Weights{Scale: math.Float32frombits(binary.LittleEndian.Uint32(body))}
	if err := checkScale(w.Scale); err != nil {
		return nil, err
	}
	body = body[scaleBytes:]
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
