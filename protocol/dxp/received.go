package dxp

import (
	"io"
	"time"
)

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
