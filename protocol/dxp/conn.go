package dxp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"time"
)

// How long things may take.
const (
	// frameGap keeps two frames of ours apart. Old programs take two frames that
	// arrive in one read for one.
	frameGap = 100 * time.Millisecond

	// frameTimeout is the time for a frame from its first byte to its NUL.
	frameTimeout = time.Minute

	// writeTimeout is the time to send a frame. Frames are so short that it only
	// expires when a peer has not read for a long time.
	writeTimeout = 10 * time.Second
)

// keepAlive detects within about a minute that a peer's machine is gone.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second, Interval: 10 * time.Second, Count: 4}

// Conn sends and receives frames over a network connection. One goroutine
// may read while another one writes.
type Conn struct {
	net         net.Conn
	in          *frameReader
	log         func(sign, frame string) // told about every frame, "<" received or ">" sent
	ignoreInput atomic.Bool              // what is received is no longer logged
	lastOut     time.Time                // when the last frame left; zero if the peer has answered it
}

// NewConn returns a Conn over c. Log, unless nil, is called with each frame
// that is not empty, and "<" if it was received, ">" if it was sent.
func NewConn(c net.Conn, log func(sign, frame string)) *Conn {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetKeepAliveConfig(keepAlive)
		tcp.SetNoDelay(true)
	}
	if log == nil {
		log = func(string, string) {}
	}
	in := newFrameReader(c)
	in.begun = func() { c.SetReadDeadline(time.Now().Add(frameTimeout)) }
	in.ended = func() { c.SetReadDeadline(time.Time{}) }
	return &Conn{net: c, in: in, log: log}
}

// Read returns the next frame without its NUL; Parse understands it. It
// returns ErrTooLong in place of a frame that is too long, and any other
// error when there is nothing more to read: the line has dropped or been
// closed, or a frame took longer to come in than a minute.
func (c *Conn) Read() (string, error) {
	frame, err := c.in.next()
	switch {
	case c.ignoreInput.Load():
	case err == ErrTooLong:
		c.log("<", "("+err.Error()+")")
	case frame != "":
		c.log("<", frame)
	}
	return frame, err
}

// Write sends m as one frame in one piece, some time after the frame before
// it (see Answered). It gives up when ctx is done.
func (c *Conn) Write(ctx context.Context, m Message) error {
	if err := sleep(ctx, frameGap-time.Since(c.lastOut)); err != nil {
		return err
	}
	frame := Encode(m)
	c.log(">", frame)
	c.net.SetWriteDeadline(time.Now().Add(writeTimeout))
	_, err := c.net.Write(append([]byte(frame), 0))
	c.lastOut = time.Now()
	return err
}

// Answered says that the peer has answered the last frame written. The next
// one need not wait.
func (c *Conn) Answered() { c.lastOut = time.Time{} }

// Close closes the connection.
func (c *Conn) Close() error { return c.net.Close() }

// sleep waits for d, or until ctx is done.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

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

// A received is a frame, or the error found in its place.
type received struct {
	frame string
	err   error
	at    time.Time
}

// readFrames reads frames in a goroutine. The caller must receive all of them; the
// last one is an error other than ErrTooLong.
func readFrames(c *Conn) <-chan received {
	frames := make(chan received)
	go func() {
		defer close(frames)
		var err error
		for err == nil || err == ErrTooLong {
			var frame string
			frame, err = c.Read()
			frames <- received{frame, err, time.Now()}
		}
	}()
	return frames
}

// linger closes c after the peer has read everything, or after lingerTime. To close
// it with unread input would make TCP discard what the peer has not read yet.
func (c *Conn) linger(frames <-chan received) {
	c.ignoreInput.Store(true)
	c.endOutput()
	hangUp := time.AfterFunc(lingerTime, func() { c.Close() })
	defer hangUp.Stop()
	for range frames {
	}
	c.net.SetReadDeadline(time.Time{}) // which may have been what ended the frames
	io.Copy(io.Discard, c.net)
	c.Close()
}

// endOutput lets the peer read all that was sent, and then the end of it.
func (c *Conn) endOutput() {
	if half, ok := c.net.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
		return
	}
	c.net.Close()
}

// Port is the port of the protocol.
const Port = "27531"

// Address completes a host, a port or neither to host:port. A port alone
// means this machine; the empty host in :port means all networks.
func Address(addr string) string {
	const local = "127.0.0.1"
	switch {
	case addr == "":
		return net.JoinHostPort(local, Port)
	case strings.Trim(addr, "0123456789") == "":
		return net.JoinHostPort(local, addr)
	}
	if _, _, err := net.SplitHostPort(addr); err == nil {
		return addr
	}
	return net.JoinHostPort(strings.Trim(addr, "[]"), Port)
}
