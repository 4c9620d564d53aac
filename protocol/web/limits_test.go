package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"stupol/protocol/gate"
)

func TestBodies(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	tests := []struct {
		name, path, body string
		want             int
	}{
		{"a position too long", "/api/position", `{"variant":"` + strings.Repeat("x", int(small.body)) + `"}`, 413},
		{"a file too long", "/api/pdn/list", `{"text":"` + strings.Repeat("x", int(large.body)) + `"}`, 413},
		{"a search too long", "/api/search", `{"variant":"` + strings.Repeat("x", int(small.body)) + `"}`, 413},
		{"a FEN too long", "/api/position", `{"variant":"russian","fen":"` + strings.Repeat("W", mostFEN+1) + `"}`, 400},
		{"too many moves", "/api/position", `{"variant":"russian","moves":[""` + strings.Repeat(`,""`, mostPlies) + `]}`, 400},
		{"no JSON", "/api/position", "variant=russian", 400},
		{"two values", "/api/position", startQuestion + startQuestion, 400},
		{"nothing", "/api/position", "", 400},
		{"an unknown field", "/api/position", `{"variant":"russian","file":"/etc/passwd"}`, 400},
		{"nested too deep", "/api/pdn/write", `{"variant":"russian","line":` + nestedLines(200) + `}`, 400},
	}
	for _, tt := range tests {
		status, body := do(t, s.request(http.MethodPost, tt.path, tt.body))
		if status != tt.want || !strings.Contains(body, `"error"`) || len(body) > 5000 {
			t.Errorf("%s: %d %.200s, want %d", tt.name, status, body, tt.want)
		}
	}
}

// nestedLines returns variations of the first move in variations.
func nestedLines(depth int) string {
	node := `{"move":"21-17"}`
	for range depth {
		node = `{"move":"21-17","instead":[[` + node + `]]}`
	}
	return "[" + node + "]"
}

// TestSlow opens connections that send next to nothing. They are cut, and the
// others are served.
func TestSlow(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for name, text := range map[string]string{
		"half a header": "POST /api/position HTTP/1.1\r\nHost: localhost\r\nX",
		"half a body":   "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
	} {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode < 400 {
				t.Errorf("%s: %s", name, answer.Status)
			}
		} else if e, ok := err.(net.Error); ok && e.Timeout() {
			t.Errorf("%s: still open after 5 seconds", name)
		}
	}
	if status, _ := do(t, s.request(http.MethodGet, "/api/about", "")); status != http.StatusOK {
		t.Errorf("after them: %d", status)
	}
}

// TestClientsThatDoNotRead has more clients than there are slots for files: some send half of
// one, some do not read the answer. Others are served at once.
func TestClientsThatDoNotRead(t *testing.T) {
	patient := quick
	patient.body, patient.write, patient.idle = time.Minute, time.Minute, time.Minute
	s := serve(t, testOptions(), patient)
	games := strings.Repeat(`[GameType \"20\"]\n[White \"a long name of a player, so that the answer is long\"]\n\n1. 32-28 *\n\n`, 4000)
	body := `{"text":"` + games + `"}`
	for i := range 8 {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.(*net.TCPConn).SetReadBuffer(4096)
		head := fmt.Sprintf("POST /api/pdn/list HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(body))
		if i%2 == 0 {
			_, err = io.WriteString(c, head+body[:100])
		} else {
			_, err = io.WriteString(c, head+body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan int, 1)
	go func() {
		status, _ := do(t, s.request(http.MethodPost, "/api/pdn/list", `{"text":"1. 32-28 *"}`))
		done <- status
	}()
	select {
	case status := <-done:
		if status != http.StatusOK {
			t.Errorf("status %d", status)
		}
	case <-time.After(30 * time.Second): // half of what the others may take
		t.Error("nobody else is served")
	}
}

// TestAnswersHaveADeadline asks for a long answer and does not read it for a while: then the
// connection is closed, and only a part of the answer is there. On a busy machine the server
// may need longer to come that far.
func TestAnswersHaveADeadline(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for wait := 3 * quick.write; ; wait *= 3 {
		if cut := readLate(t, s, wait); cut {
			return
		}
		if wait > patience {
			t.Fatalf("not closed within %v", wait)
		}
	}
}

// readLate reports whether the answer to a client that reads nothing for a while is cut.
func readLate(t *testing.T, s *site, wait time.Duration) (cut bool) {
	t.Helper()
	const most = 16 << 20 // more than the buffers of two sockets hold
	file, err := pageFiles.ReadFile("page/app.js")
	if err != nil {
		t.Fatal(err)
	}
	file = gate.Bare("app.js", file)
	times := most / len(file)
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.(*net.TCPConn).SetReadBuffer(4096)
	for range times {
		if _, err := io.WriteString(c, "GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			break
		}
	}
	time.Sleep(wait)
	n, _ := io.Copy(io.Discard, c) // until it is closed, at the latest for being idle
	return n < int64(times*len(file))
}

// TestRefusedConnectionsAreClosed looks whether who is not let in keeps a connection.
func TestRefusedConnectionsAreClosed(t *testing.T) {
	o := testOptions()
	o.Token = "open sesame"
	s := serve(t, o, usualTimeouts)
	for name, request := range map[string]string{
		"another host": "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
		"another site": "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n",
		"no token":     "GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"wrong token":  "GET /?token=x HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(20 * time.Second)) // less than it may stay idle
		if _, err := io.ReadAll(c); err != nil {
			t.Errorf("%s: the connection stays open: %v", name, err)
		}
	}
}

// TestConnections opens a thousand that say nothing. A request that comes after
// them is answered when the first ones have been cut, and nothing of them stays.
func TestConnections(t *testing.T) {
	before := runtime.NumGoroutine()
	s := serve(t, testOptions(), quick)
	var open []net.Conn
	for range 1000 {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Skipf("no more connections than %d: %v", len(open), err)
		}
		open = append(open, c)
	}
	if most := runtime.NumGoroutine() - before; most > 2*mostConnections+20 {
		t.Errorf("%d goroutines for a thousand connections", most)
	}
	if status, _ := do(t, s.request(http.MethodGet, "/api/about", "")); status != http.StatusOK {
		t.Errorf("a request after them: %d", status)
	}
	for _, c := range open {
		c.Close()
	}
	eventually(t, "the goroutines of the connections end", func() bool { return runtime.NumGoroutine() < before+20 })
}

// TestEngineLimits asks for more engines, threads and memory than there are.
func TestEngineLimits(t *testing.T) {
	o := testOptions()
	o.Engines, o.Threads, o.Hash = 2, 2, 8
	s := serve(t, o, quick)
	q := searchRequest{Threads: 500, Hash: 1 << 20}
	g, err := (&gameRequest{Variant: "russian"}).game(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.options(&q, g); got.Threads != 2 || got.TableBytes != 8<<20 {
		t.Errorf("%d threads and %d bytes", got.Threads, got.TableBytes)
	}
	for i := range 2 {
		defer s.think(t, fmt.Sprintf("board-number-%d", i))()
	}
	status, body := do(t, s.request(http.MethodPost, "/api/search", `{"variant":"russian","tab":"board-number-3"}`))
	if status != http.StatusServiceUnavailable || !strings.Contains(body, "too many boards") {
		t.Errorf("a third engine: %d %s", status, body)
	}
}
