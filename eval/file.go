package eval

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
)

// The format of weights files; see the package comment.
const (
	magic   = "STUPOLEV"
	version = 3

	// withoutLead is a version that can be read: its weights have no Lead.
	withoutLead = 2

	// MaxNote is the longest note, in bytes.
	MaxNote = 4096
)

// header is what a weights file begins with. All numbers are stored lowest
// byte first.
type header struct {
	Magic    [8]byte
	Version  uint32
	Checksum uint32 // CRC-32C of all that follows
	Variant  [16]byte
	Note     uint32 // bytes
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// WriteTo writes w as a weights file.
func (w *Weights) WriteTo(out io.Writer) (int64, error) { return w.write(out, version) }

// write writes w as a weights file of that version.
func (w *Weights) write(out io.Writer, version uint32) (int64, error) {
	if len(w.Note) > MaxNote {
		return 0, fmt.Errorf("evaluation weights: a note of %d bytes, %d is the most", len(w.Note), MaxNote)
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return 0, err
	}
	h := header{Version: version, Note: uint32(len(w.Note))}
	copy(h.Magic[:], magic)
	copy(h.Variant[:], w.Rules.Name)
	body := encoder.EncodeAll(w.bytes(valuesIn(version)), []byte(w.Note))
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
	case h.Version != version && h.Version != withoutLead:
		return nil, fmt.Errorf("version %d, we know %d", h.Version, version)
	}
	body, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	if crc32.Update(crc32.Checksum(h.checked(), castagnoli), castagnoli, body) != h.Checksum {
		return nil, errors.New("damaged: the checksum is wrong")
	}
	if int(h.Note) > min(len(body), MaxNote) {
		return nil, fmt.Errorf("a note of %d bytes in a file with %d left", h.Note, len(body))
	}
	r, err := movegen.Lookup(string(bytes.TrimRight(h.Variant[:], "\x00")))
	if err != nil {
		return nil, err
	}
	w := NewWeights(r)
	w.Note = string(body[:h.Note])
	return w, w.decode(body[h.Note:], valuesIn(h.Version))
}

// decode fills w with the compressed weights of a file, of which it has those
// values.
func (w *Weights) decode(frame []byte, values []weightValue) error {
	size := 0
	for _, t := range w.tables() {
		size += 2 * len(values) * len(t)
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(size)))
	if err != nil {
		return err
	}
	defer decoder.Close()
	plain, err := decoder.DecodeAll(frame, make([]byte, 0, size))
	if err != nil {
		return err
	}
	if len(plain) != size {
		return fmt.Errorf("%d bytes of weights, want %d", len(plain), size)
	}
	for _, t := range w.tables() {
		for _, value := range values {
			low, high := plain[:len(t)], plain[len(t):]
			for i := range t {
				*value(&t[i]) = int16(low[i]) | int16(high[i])<<8
			}
			plain = plain[2*len(t):]
		}
	}
	return nil
}

// A weightValue finds a value of a weight.
type weightValue func(*Weight) *int16

// valuesIn returns the values that weights have in files of that version, in the
// order in which they are stored.
func valuesIn(version uint32) []weightValue {
	all := []weightValue{
		func(v *Weight) *int16 { return &v.Opening },
		func(v *Weight) *int16 { return &v.Ending },
		func(v *Weight) *int16 { return &v.Lead },
	}
	if version == withoutLead {
		return all[:2]
	}
	return all
}

// bytes returns the weights of w as they are compressed: of each table first
// the low bytes of all opening values, then their high bytes, then the same
// of the endings and of the leads. Most high bytes are alike.
func (w *Weights) bytes(values []weightValue) []byte {
	var all []byte
	for _, t := range w.tables() {
		for _, value := range values {
			for shift := 0; shift < 16; shift += 8 {
				for i := range t {
					all = append(all, byte(*value(&t[i])>>shift))
				}
			}
		}
	}
	return all
}
