package gate

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// ask returns the status of the answer to a request.
func ask(g *Guard, host, address string, header http.Header) int {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Host, r.RemoteAddr = host, "127.0.0.1:9"
	if header != nil {
		r.Header = header
	}
	w := httptest.NewRecorder()
	g.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, r)
	return w.Code
}

// TestHosts asks for a page under names that it has, and under those of strangers, which may
// resolve to this machine.
func TestHosts(t *testing.T) {
	for _, c := range []struct {
		host          string
		local, remote int
	}{
		{"localhost:8080", 200, 200}, {"127.0.0.1:8080", 200, 200}, {"[::1]:8080", 200, 200}, {"127.0.0.1", 200, 200},
		{"192.168.1.7:8080", 403, 200}, {"board.example.org", 403, 200}, {"Board.Example.org:80", 403, 200},
		{"evil.example.com:8080", 403, 403}, {"localhost.example.com", 403, 403}, {"", 403, 403},
	} {
		local, remote := &Guard{}, &Guard{Remote: true, HostName: "board.example.org"}
		if got := ask(local, c.host, "/", nil); got != c.local {
			t.Errorf("%q of this machine alone: %d, want %d", c.host, got, c.local)
		}
		if got := ask(remote, c.host, "/", nil); got != c.remote {
			t.Errorf("%q of a server for others: %d, want %d", c.host, got, c.remote)
		}
	}
}

// TestOrigins asks from pages of this and of other origins.
func TestOrigins(t *testing.T) {
	for origin, want := range map[string]int{
		"": 200, "http://localhost:8080": 200, "https://localhost:8080": 200,
		"http://localhost:8081": 403, "http://evil.example.com": 403, "null": 403,
	} {
		header := http.Header{}
		if origin != "" {
			header.Set("Origin", origin)
		}
		if got := ask(&Guard{}, "localhost:8080", "/", header); got != want {
			t.Errorf("from %q: %d, want %d", origin, got, want)
		}
	}
}

// TestTokens opens a page with tokens, right and wrong, and with none.
func TestTokens(t *testing.T) {
	g := &Guard{Token: "correct horse"}
	for address, want := range map[string]int{"/": 401, "/?token=wrong": 401, "/?token=correct+horse": 303, "/api?token=correct+horse": 401} {
		if got := ask(g, "localhost", address, nil); got != want {
			t.Errorf("%s: %d, want %d", address, got, want)
		}
	}
	if got := ask(&Guard{}, "localhost", "/?token=any", nil); got != 200 {
		t.Errorf("without a token of the server: %d", got)
	}
}
