package plain

import (
	"bufio"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Encoding is how characters become bytes.
type Encoding uint8

// The encodings.
const (
	Auto        Encoding = iota // UTF-8 or Windows-1251 by what is in the file, Windows-1252 for single bytes that are no UTF-8
	UTF8                        // the same, but never Windows-1251
	Windows1251                 // of Russian files
	Windows1252                 // of western Europe; Latin-1 is a part of it
)

// window is how many bytes decide what the encoding of a file is, from the first one on that
// is no ASCII.
const window = 32 << 10

// A decoder reads a file as UTF-8.
type decoder struct {
	file     *bufio.Reader
	encoding Encoding
	strays   bool   // there were bytes that are no UTF-8
	rest     []byte // that did not fit
	ascii    []byte // what some has returned
}

// Read decodes what is at hand.
func (d *decoder) Read(b []byte) (n int, err error) {
	for n < len(b) && err == nil && (n == 0 || len(d.rest) > 0 || d.file.Buffered() > 0) {
		if len(d.rest) == 0 {
			d.rest, err = d.some()
		}
		width := copy(b[n:], d.rest)
		n, d.rest = n+width, d.rest[width:]
	}
	if n > 0 {
		err = nil // it comes again
	}
	return n, err
}

// some returns the next characters as UTF-8: all of ASCII that are at hand, or one other.
func (d *decoder) some() ([]byte, error) {
	c, err := d.file.ReadByte()
	switch {
	case err != nil:
		return nil, err
	case c >= utf8.RuneSelf:
		return d.character(c), nil
	}
	ahead, _ := d.file.Peek(d.file.Buffered())
	n := 0
	for n < len(ahead) && ahead[n] < utf8.RuneSelf {
		n++
	}
	d.ascii = append(append(d.ascii[:0], c), ahead[:n]...)
	_, _ = d.file.Discard(n)
	return d.ascii, nil
}

// character returns the character that begins with c, which is no ASCII, as UTF-8.
func (d *decoder) character(c byte) []byte {
	if d.encoding == Auto {
		_ = d.file.UnreadByte() // it was just read
		ahead, _ := d.file.Peek(window)
		d.encoding = guess(ahead)
		_, _ = d.file.Discard(1)
	}
	if d.encoding == UTF8 {
		more, _ := d.file.Peek(utf8.UTFMax - 1)
		whole := append([]byte{c}, more...)
		if r, width := utf8.DecodeRune(whole); r != utf8.RuneError || width > 1 {
			_, _ = d.file.Discard(width - 1)
			return whole[:width]
		}
		d.strays = true
	}
	page := charmap.Windows1252
	if d.encoding == Windows1251 {
		page = charmap.Windows1251
	} else {
		d.strays = true
	}
	r := page.DecodeByte(c)
	if r < 0xA0 {
		r = utf8.RuneError // the byte is none of the page's
	}
	return utf8.AppendRune(nil, r)
}

// guess returns the encoding of a text: UTF-8 or, where most bytes that are no ASCII are not
// that, but run together as the letters of Russian words do or stand before a digit as those of
// Russian squares do, Windows-1251. In Western words such letters are apart.
func guess(text []byte) Encoding {
	valid, letters, together := 0, 0, 0
	before := false // a letter of Windows-1251
	for i := 0; i < len(text); {
		c, width := utf8.DecodeRune(text[i:])
		switch {
		case c < utf8.RuneSelf:
			before = false
		case width > 1:
			valid++
			before = true
		default:
			is := text[i] >= 0xC0 || text[i] == 0xA8 || text[i] == 0xB8
			if is {
				letters++
			}
			if is && before || is && i+1 < len(text) && (text[i+1] >= 0xC0 || '1' <= text[i+1] && text[i+1] <= '8') {
				together++
			}
			before = is
		}
		i += width
	}
	if letters > valid && 2*together > letters {
		return Windows1251
	}
	return UTF8
}
