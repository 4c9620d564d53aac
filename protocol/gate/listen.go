package gate

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
)

// Listen waits for connections by TCP at an address, "host:port". An error names the address
// and says why, in the words of the system.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	return l, Plain(err, address)
}

// CloseWith closes l when ctx ends. The function that it returns closes l otherwise, and returns
// when that is done, so that the port is free. A second call of Close would not wait for the first,
// which an Accept that is still on its way may keep from closing anything.
func CloseWith(ctx context.Context, l net.Listener) (closed func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		l.Close()
	})
	return sync.OnceFunc(func() {
		if stop() {
			l.Close()
			return
		}
		<-done
	})
}

// Plain returns an error of package net about an address without the names that calls of the
// system have there: "localhost:80: permission denied" for "listen tcp 127.0.0.1:80: bind:
// permission denied". Of other errors, and nil, it changes nothing.
func Plain(err error, address string) error {
	var op *net.OpError
	if !errors.As(err, &op) {
		return err
	}
	why := op.Err
	var call *os.SyscallError
	if errors.As(why, &call) {
		why = call.Err
	}
	return fmt.Errorf("%s: %w", address, why)
}
