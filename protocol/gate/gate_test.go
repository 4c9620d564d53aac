package gate

import (
	"fmt"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// A fakeConn is a connection from an address.
type fakeConn struct {
	net.Conn
	address string
}

func (c fakeConn) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.ParseIP(c.address), Port: 1234}
}

func (c fakeConn) Close() error { return nil }

// Those who are kept out are forgotten, first those who may come in again.
func TestGateForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Gate
		bar := func(i int, duration time.Duration) {
			g.Ban(fakeConn{address: fmt.Sprintf("192.0.%d.%d", i/256, i%256)}, duration)
		}
		bar(0, time.Hour)
		for i := range 5 * maxBanned {
			bar(1+i, time.Minute)
			time.Sleep(time.Second)
		}
		for i := range 2 * maxBanned {
			bar(1+i, time.Minute)
		}
		if n := len(g.banned); n > maxBanned {
			t.Errorf("%d addresses are kept, want at most %d", n, maxBanned)
		}
		if g.BannedFor(fakeConn{address: "192.0.0.0"}) != 0 {
			t.Error("barred for more than an hour")
		}
	})
}

// One address cannot take all connections, and gets others when it closes some. This
// machine is never refused.
func TestGateCounts(t *testing.T) {
	g := Gate{PerAddress: 2}
	for _, tt := range []struct {
		address string
		want    bool
	}{
		{"192.0.2.1", true}, {"192.0.2.1", true}, {"192.0.2.1", false}, {"192.0.2.2", true},
		{"2001:db8::1", true}, {"2001:db8::2", true}, {"2001:db8::3", false}, {"2001:db8:0:1::1", true},
		{"127.0.0.1", true}, {"127.0.0.1", true}, {"127.0.0.1", true},
	} {
		if got := g.Admit(fakeConn{address: tt.address}); got != tt.want {
			t.Errorf("%s: admitted %v, want %v", tt.address, got, tt.want)
		}
	}
	g.Release(fakeConn{address: "192.0.2.1"})
	if !g.Admit(fakeConn{address: "192.0.2.1"}) {
		t.Error("not admitted after a release")
	}
}

// A listener of connections that are made up.
type fakeListener struct {
	net.Listener
	connections []net.Conn
}

func (l *fakeListener) Accept() (net.Conn, error) {
	if len(l.connections) == 0 {
		return nil, net.ErrClosed
	}
	c := l.connections[0]
	l.connections = l.connections[1:]
	return c, nil
}

func TestListenerSkipsWhatIsRefused(t *testing.T) {
	g := Gate{PerAddress: 1}
	l := g.Listener(&fakeListener{connections: []net.Conn{
		fakeConn{address: "192.0.2.1"}, fakeConn{address: "192.0.2.1"}, fakeConn{address: "192.0.2.2"}, fakeConn{address: "192.0.2.1"},
	}})
	first, _ := l.Accept()
	second, _ := l.Accept()
	if got := second.RemoteAddr().String(); got != "192.0.2.2:1234" {
		t.Errorf("the second is %s", got)
	}
	first.Close()
	first.Close() // counts once
	if third, err := l.Accept(); err != nil || third.RemoteAddr().String() != "192.0.2.1:1234" {
		t.Errorf("the third is %v, %v", third, err)
	}
	if address, _ := addressOf(first); g.connections[address] != 1 {
		t.Error("a connection that was closed twice counts twice")
	}
}

func TestTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := Tries{Burst: 3, Every: time.Second}
		count := func(address string) (n int) {
			for range 10 {
				if tries.Allow(address) {
					n++
				}
			}
			return n
		}
		if n := count("192.0.2.1:1"); n != 3 {
			t.Errorf("%d tries at once, want 3", n)
		}
		if n := count("192.0.2.1:2"); n != 0 {
			t.Errorf("%d tries from another port", n)
		}
		if n := count("[2001:db8::1]:1"); n != 3 {
			t.Errorf("%d tries of another address", n)
		}
		if n := count("nonsense") + count("other nonsense"); n != 3 {
			t.Errorf("%d tries of addresses that cannot be read", n)
		}
		time.Sleep(2 * time.Second)
		if n := count("192.0.2.1:3"); n != 2 {
			t.Errorf("%d tries after two seconds, want 2", n)
		}
		for i := range 3 * maxBanned {
			tries.Allow(fmt.Sprintf("10.0.%d.%d:1", i/256, i%256))
		}
		if len(tries.limiters) > maxBanned {
			t.Errorf("%d addresses are kept", len(tries.limiters))
		}
	})
}
