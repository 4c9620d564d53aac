package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"io"
)

// pngHeader is how long the parts of a PNG are that come first: its signature and
// the chunk IHDR.
const pngHeader = 8 + 25

// WritePNG writes the picture as a PNG file.
func (s *Scene) WritePNG(w io.Writer) error {
	pixels, err := s.Image()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, pixels); err != nil {
		return err
	}
	for _, part := range [][]byte{b.Bytes()[:pngHeader], pngComment(signature), b.Bytes()[pngHeader:]} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// pngComment returns a chunk with a text.
func pngComment(text string) []byte {
	data := "tEXt" + "Comment\x00" + text
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)-4))
	chunk = append(chunk, data...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE([]byte(data)))
}

// Drawn reports whether a file begins as a picture of this package.
func Drawn(file io.Reader) bool {
	const most = 1000 // bytes before the signature
	head, err := io.ReadAll(io.LimitReader(file, most))
	if err != nil {
		return false
	}
	has := func(start, mark string) bool {
		return bytes.HasPrefix(head, []byte(start)) && bytes.Contains(head, []byte(mark))
	}
	return has("<svg ", "<desc>"+signature+"</desc>") ||
		has("\x89PNG\r\n\x1a\n", string(pngComment(signature))) ||
		has("GIF89a", string(gifComment(signature)))
}
