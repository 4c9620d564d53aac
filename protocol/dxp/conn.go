package dxp

import (
	"context"
	"net"
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
