package dxp

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// readAll returns the frames of a stream, "too long" for those skipped, and
// what ended it.
func readAll(in io.Reader) (frames []string, err error) {
	r := newFrameReader(in)
	for {
		frame, err := r.next()
		switch {
		case err == nil:
			frames = append(frames, frame)
		case err == ErrTooLong:
			frames = append(frames, "too long")
		default:
			return frames, err
		}
	}
}

func TestFraming(t *testing.T) {
	long := strings.Repeat("x", maxFrame)
	tests := []struct {
		name, stream string
		want         []string
	}{
		{"nothing", "", nil},
		{"one", "E00\x00", []string{"E00"}},
		{"glued", "A\x00M0001\x00E00\x00", []string{"A", "M0001", "E00"}},
		{"empty", "\x00\x00E00\x00\x00", []string{"", "", "E00", ""}},
		{"line ends", "E00\r\n\x00\r\nE10\x00E20\r\x00\nE30\n\x00\r\n", []string{"E00", "E10", "E20", "E30"}},
		{"as long as can be", long + "\x00E00\x00", []string{long, "E00"}},
		{"too long", long + "x\x00E00\x00", []string{"too long", "E00"}},
		{"much too long", strings.Repeat(long, 1000) + "\x00E00\x00", []string{"too long", "E00"}},
		{"without its end", "E00\x00E1", []string{"E00"}},
		{"any byte", "\x01\xff\x80\x00", []string{"\x01\xff\x80"}},
	}
	for _, tt := range tests {
		for split, in := range map[string]io.Reader{
			"whole": strings.NewReader(tt.stream),
			"bytes": iotest.OneByteReader(strings.NewReader(tt.stream)),
			"half":  iotest.HalfReader(strings.NewReader(tt.stream)),
			"late":  iotest.DataErrReader(strings.NewReader(tt.stream)),
		} {
			t.Run(tt.name+"/"+split, func(t *testing.T) {
				if got, err := readAll(in); !slices.Equal(got, tt.want) || err != io.EOF {
					t.Errorf("got %q, %v, want %q, EOF", got, err, tt.want)
				}
			})
		}
	}
}

func TestFramingKeepsTheErrorOfItsInput(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("E00\x00E1"), iotest.ErrReader(broken))
	if got, err := readAll(in); !slices.Equal(got, []string{"E00"}) || err != broken {
		t.Errorf("got %q, %v, want E00 and the error", got, err)
	}
}

func TestFrameWithoutAnEnd(t *testing.T) {
	in := strings.NewReader("E00\x00" + strings.Repeat("x", maxFrameBytes+1))
	if got, err := readAll(in); !slices.Equal(got, []string{"E00"}) || err != errEndless {
		t.Errorf("got %q, %v, want E00, %v", got, err, errEndless)
	}
}

func TestFramingNeedsNoMemory(t *testing.T) {
	r := newFrameReader(bytes.NewReader(append(bytes.Repeat([]byte("x"), 1<<20), 0)))
	if _, err := r.next(); err != ErrTooLong || cap(r.frame) > 2*maxFrame {
		t.Errorf("got %v and %d bytes kept, want %v and no more than %d", err, cap(r.frame), ErrTooLong, 2*maxFrame)
	}
}

// FuzzFraming checks that it does not matter how a stream is split, and that
// the frames are what is between the NULs.
func FuzzFraming(f *testing.F) {
	f.Add([]byte("A\x00M0001\x00\x00E00\r\n\x00rest"))
	f.Add(append(bytes.Repeat([]byte("x"), 128), 0, 'E'))
	f.Fuzz(func(t *testing.T, stream []byte) {
		var want []string
		pieces := bytes.Split(stream, []byte{0})
		for _, piece := range pieces[:len(pieces)-1] {
			if len(piece) > maxFrame {
				want = append(want, "too long")
			} else {
				want = append(want, strings.Trim(string(piece), "\r\n"))
			}
		}
		whole, _ := readAll(bytes.NewReader(stream))
		split, _ := readAll(iotest.OneByteReader(bytes.NewReader(stream)))
		if !slices.Equal(whole, want) || !slices.Equal(split, want) {
			t.Errorf("%q\n got %q\nsplit %q\nwant %q", stream, whole, split, want)
		}
	})
}
