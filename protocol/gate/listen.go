package gate

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
)

// Listen waits for connections by TCP at an address, "host:port". An error names the address
// and says why, in the words of the system.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	return l, Plain(err, address)
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
