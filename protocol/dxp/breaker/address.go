package breaker

import (
	"fmt"
	"math/rand/v2"
	"net"
)

// FreeAddress returns an address of this machine with a port on which nobody listens. It is not one
// of those that systems give to whoever asks for any, from 32768 on: another program could
// get it before it is used.
func FreeAddress() (address string, err error) {
	for range 100 {
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))); err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", err
}
