package hub

import (
	"context"
	"io"
)

// input reads the lines of the GUI ahead of the session. The session may be waiting
// for the GUI to read, and would then not notice the end of the input.
type input struct {
	lines chan line
	ended chan struct{} // closed when quit or the end of the input was read
	err   error         // what ended it, once lines is closed; nil for its end
}

// line is what one line says.
type line struct {
	message Message
	err     error // see Scanner.Message
	size    int   // roughly its memory, in bytes
}

const (
	// maxAhead is the largest sum of sizes that is read ahead: more than any pipe
	// holds.
	maxAhead = 4 << 20

	lineSize = 128 // of a line without its text and arguments
	argSize  = 64
)

// readInput starts to read messages from in, until ctx is done.
func readInput(ctx context.Context, in io.Reader) *input {
	i := &input{lines: make(chan line), ended: make(chan struct{})}
	scanned := make(chan line)
	go i.scan(ctx, in, scanned)
	go i.forward(ctx, scanned)
	return i
}

// scan reads lines up to a quit, which nothing can follow, or the end of in.
func (i *input) scan(ctx context.Context, in io.Reader, scanned chan<- line) {
	s := NewScanner(in)
	for s.Scan() {
		m, err := s.Message()
		select {
		case scanned <- line{m, err, lineSize + len(s.line) + argSize*len(m.Args)}:
		case <-ctx.Done():
			return
		}
		if m.Command == "quit" {
			break
		}
	}
	i.err = s.Err()
	close(scanned)
}

// forward hands lines on in their order, and tells at once when there are no more
// to come.
func (i *input) forward(ctx context.Context, scanned <-chan line) {
	var ahead []line
	for size := 0; scanned != nil || len(ahead) > 0; {
		in, out, next := scanned, i.lines, line{}
		if size >= maxAhead {
			in = nil
		}
		if len(ahead) > 0 {
			next = ahead[0]
		} else {
			out = nil
		}
		select {
		case l, more := <-in:
			if !more {
				scanned = nil
				close(i.ended)
				continue
			}
			ahead, size = append(ahead, l), size+l.size
		case out <- next:
			ahead, size = ahead[1:], size-next.size
		case <-ctx.Done():
			return
		}
	}
	close(i.lines)
}
