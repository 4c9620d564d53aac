package dxp

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// ErrTooLong is what is read instead of a frame of more than 127 bytes.
var ErrTooLong = errors.New("frame: longer than 127 bytes")

// maxFrameBytes is how many bytes of a frame are skipped to find its end.
const maxFrameBytes = 1 << 20

// A frameReader splits a stream into frames. It holds a frame at most,
// however long what comes is.
type frameReader struct {
	in    *bufio.Reader
	frame []byte // scratch

	// begun is called when the first byte of a frame has come and ended when
	// its NUL has.
	begun, ended func()
}

func newFrameReader(in io.Reader) *frameReader {
	return &frameReader{in: bufio.NewReader(in), begun: func() {}, ended: func() {}}
}

// next returns the next frame without its NUL and without the line ends that
// some programs put around it. It returns ErrTooLong for a frame that had to
// be skipped, after which there may be more, and any other error for the end
// of the stream: errEndless if a frame goes on and on. A frame cut short by
// the end is lost.
func (r *frameReader) next() (string, error) {
	b, err := r.in.ReadByte()
	if err != nil {
		return "", err
	}
	r.begun()
	length := 0
	for r.frame = r.frame[:0]; b != 0; length++ {
		switch {
		case length < maxFrame:
			r.frame = append(r.frame, b)
		case length == maxFrameBytes:
			return "", errEndless
		}
		if b, err = r.in.ReadByte(); err != nil {
			return "", err
		}
	}
	r.ended()
	if length > maxFrame {
		return "", ErrTooLong
	}
	return strings.Trim(string(r.frame), "\r\n"), nil
}
