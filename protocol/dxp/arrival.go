package dxp

import (
	"io"
	"time"
)

// An arrival is a frame, or the error found in its place.
type arrival struct {
	frame string
	err   error
	at    time.Time
}

// arrivals starts to read frames. Somebody must take them all, the last of
// which is an error other than ErrTooLong.
func arrivals(c *Conn) <-chan arrival {
	frames := make(chan arrival)
	go func() {
		defer close(frames)
		var err error
		for err == nil || err == ErrTooLong {
			var frame string
			frame, err = c.Read()
			frames <- arrival{frame, err, time.Now()}
		}
	}()
	return frames
}

// part closes c when the peer has read everything, or soon anyway: unread
// input makes TCP take back what the peer has not read yet. It returns when
// nothing more comes from c.
func (c *Conn) part(frames <-chan arrival) {
	c.deaf.Store(true)
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
