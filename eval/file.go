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

	"stupol/eval/network"
	"stupol/movegen"
)

// The format of weights files; see the package comment.
const (
	magic          = "STUPOLEV"
	version        = 5 // of a file with patterns
	networkVersion = 7 // of a file with a network
	noScale        = 4 // the last version without a scale

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
	if w.Network != nil {
		h.Version = networkVersion
	}
	copy(h.Magic[:], magic)
	copy(h.Variant[:], w.Rules.Name)
	body := binary.LittleEndian.AppendUint32(nil, math.Float32bits(w.Scale))
	body = encoder.EncodeAll(w.bytes(), append(body, w.Note...))
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
	case h.Version != noScale && h.Version != version && h.Version != networkVersion:
		return nil, fmt.Errorf("version %d, we know %d, %d and %d", h.Version, noScale, version, networkVersion)
	}
	body, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	if crc32.Update(crc32.Checksum(h.checked(), castagnoli), castagnoli, body) != h.Checksum {
		return nil, errors.New("damaged: the checksum is wrong")
	}
	scale, body, err := h.scale(body)
	if err != nil {
		return nil, err
	}
	if int(h.Note) > min(len(body), MaxNote) {
		return nil, fmt.Errorf("a note of %d bytes in a file with %d left", h.Note, len(body))
	}
	r, err := movegen.Lookup(string(bytes.TrimRight(h.Variant[:], "\x00")))
	if err != nil {
		return nil, err
	}
	w := &Weights{Rules: r}
	if h.Version != networkVersion {
		w = NewWeights(r)
	}
	w.Scale, w.Note = scale, string(body[:h.Note])
	return w, w.decode(body[h.Note:])
}

// scale returns the scale, which a body begins with, and the rest of the body.
func (h *header) scale(body []byte) (scale float32, rest []byte, err error) {
	const size = 4
	switch {
	case h.Version == noScale:
		return DefaultScale, body, nil
	case len(body) < size:
		return 0, nil, errors.New("shorter than a header")
	}
	scale = math.Float32frombits(binary.LittleEndian.Uint32(body))
	return scale, body[size:], checkScale(scale)
}

// checkScale returns an error if no evaluation can have that scale.
func checkScale(scale float32) error {
	if !(scale >= MinScale && scale <= MaxScale) { // which NaN is not
		return fmt.Errorf("a scale of %v hundredths of a man is not within %d to %d", scale, MinScale, MaxScale)
	}
	return nil
}

// decode decompresses the weights of a file into w.
func (w *Weights) decode(frame []byte) error {
	most := 0
	if len(w.Patterns) == 0 {
		most = network.MaxBytes(w.Rules)
	}
	for _, t := range w.tables() {
		most += binary.MaxVarintLen32 + (binary.MaxVarintLen32+6)*len(t)
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(most)))
	if err != nil {
		return err
	}
	defer decoder.Close()
	plain, err := decoder.DecodeAll(frame, nil)
	if err != nil {
		return err
	}
	if len(w.Patterns) == 0 {
		w.Network, err = network.Decode(w.Rules, plain)
		return err
	}
	for i, t := range w.tables() {
		if plain, err = readTable(plain, t); err != nil {
			return fmt.Errorf("table %d: %w", i+1, err)
		}
	}
	if len(plain) != 0 {
		return fmt.Errorf("%d bytes after the last table", len(plain))
	}
	return nil
}

// weightValues are the values of a weight in the order of the file.
var weightValues = [...]func(*Weight) *int16{
	func(v *Weight) *int16 { return &v.Opening },
	func(v *Weight) *int16 { return &v.Ending },
	func(v *Weight) *int16 { return &v.Lead },
}

// bytes returns the network or the tables of w before compression.
func (w *Weights) bytes() (all []byte) {
	if w.Network != nil {
		return w.Network.Append(nil)
	}
	for _, t := range w.tables() {
		all = appendTable(all, t)
	}
	return all
}

// appendTable appends a table in the file format. All low bytes together, and all high
// bytes, compress better than a mixture.
func appendTable(all []byte, t []Weight) []byte {
	var kept []*Weight
	var gaps []byte
	gap := uint64(0)
	for i := range t {
		if t[i] == (Weight{}) {
			gap++
			continue
		}
		kept, gaps, gap = append(kept, &t[i]), binary.AppendUvarint(gaps, gap), 0
	}
	all = binary.AppendUvarint(all, uint64(len(kept)))
	all = append(all, gaps...)
	for _, value := range weightValues {
		for shift := 0; shift < 16; shift += 8 {
			for _, v := range kept {
				all = append(all, byte(zigzag(*value(v))>>shift))
			}
		}
	}
	return all
}

// readTable undoes appendTable and returns what follows the table.
func readTable(in []byte, t []Weight) (rest []byte, err error) {
	number := func(most int) (n int) {
		v, size := binary.Uvarint(in)
		if err == nil && (size <= 0 || most < 0 || v > uint64(most)) {
			err = errors.New("no place for a weight")
		}
		if err != nil {
			return 0
		}
		in = in[size:]
		return int(v)
	}
	kept := make([]*Weight, number(len(t)))
	next := 0
	for i := range kept {
		next += number(len(t) - 1 - next)
		if err != nil {
			return nil, err
		}
		kept[i] = &t[next]
		next++
	}
	if len(in) < 6*len(kept) {
		return nil, fmt.Errorf("%d bytes for %d weights", len(in), len(kept))
	}
	for _, value := range weightValues {
		low, high := in[:len(kept)], in[len(kept):]
		for i, v := range kept {
			*value(v) = unzigzag(uint16(low[i]) | uint16(high[i])<<8)
		}
		in = in[2*len(kept):]
	}
	return in, err
}

// zigzag returns v with its sign in the lowest bit, so that small values have a high byte
// of 0.
func zigzag(v int16) uint16 { return uint16(v<<1) ^ uint16(v>>15) }

// unzigzag undoes zigzag.
func unzigzag(v uint16) int16 { return int16(v>>1) ^ -int16(v&1) }
