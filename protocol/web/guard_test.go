package web

import (
	"log"
	"net/http"
	"strings"
	"testing"
)

const startQuestion = `{"variant":"international"}`

func TestHosts(t *testing.T) {
	s := serve(t, testOptions(), quick)
	remote := testOptions()
	remote.Remote, remote.HostName, remote.Token = true, "board.example", "secret"
	far := serve(t, remote, quick)
	tests := []struct {
		host       string
		here, away bool
	}{
		{s.address, true, true},
		{"localhost:9999", true, true},
		{"LOCALHOST", true, true},
		{"[::1]:80", true, true},
		{"127.0.0.2:80", true, true},
		{"192.168.1.7:80", false, true},
		{"board.example:80", false, true},
		{"evil.example", false, false},
		{"127.0.0.1.evil.example:80", false, false},
		{"localhost.evil.example", false, false},
		{"evil.example:127.0.0.1", false, false},
		{"", false, false},
	}
	for _, tt := range tests {
		for _, at := range []struct {
			*site
			allowed bool
		}{{s, tt.here}, {far, tt.away}} {
			if tt.host == "" {
				continue // an HTTP/1.1 request without Host is refused by net/http
			}
			for _, path := range []string{"/", "/api/about"} {
				r := at.request(http.MethodGet, path, "")
				r.Host = tt.host
				status, body := do(t, r)
				if refused := status == http.StatusForbidden; refused == at.allowed {
					t.Errorf("Host %q of %s: %d %s", tt.host, path, status, body)
				}
				if refused := status == http.StatusForbidden; refused && strings.HasPrefix(body, "{") != (path != "/") {
					t.Errorf("Host %q: who opens %s reads %s", tt.host, path, body)
				}
				if status != http.StatusOK && strings.Contains(body, "variants") {
					t.Errorf("Host %q: refused, with the answer: %s", tt.host, body)
				}
			}
		}
	}
}

func TestOrigins(t *testing.T) {
	s := serve(t, testOptions(), quick)
	tests := []struct {
		name, key, value string
		want             int
	}{
		{"ours", "Origin", "http://" + s.address, 200},
		{"another site", "Origin", "https://evil.example", 403},
		{"another port", "Origin", "http://127.0.0.1:1", 403},
		{"a sandbox or a file", "Origin", "null", 403},
		{"another name of this machine", "Origin", "http://localhost:1", 403},
		{"fetch from another site", "Sec-Fetch-Site", "cross-site", 403},
		{"fetch from another port", "Sec-Fetch-Site", "same-site", 403},
		{"a form", "Content-Type", "text/plain", 415},
		{"a form of a browser", "Content-Type", "application/x-www-form-urlencoded", 415},
	}
	for _, tt := range tests {
		r := s.request(http.MethodPost, "/api/position", startQuestion)
		r.Header.Set(tt.key, tt.value)
		if status, body := do(t, r); status != tt.want {
			t.Errorf("%s: %d %s, want %d", tt.name, status, body, tt.want)
		}
	}
	r := s.request(http.MethodGet, "/api/about", "")
	r.Header.Set("Origin", "https://evil.example")
	if status, _ := do(t, r); status != http.StatusForbidden {
		t.Errorf("GET from another site: %d", status)
	}
}

// TestMethods looks whether what changes anything can be reached by GET, as a
// link or a picture on a page of a stranger would.
func TestMethods(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, path := range []string{"position", "move", "setup", "pdn/list", "pdn/read", "pdn/write", "search", "close"} {
		for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS"} {
			status, body := do(t, s.request(method, "/api/"+path, ""))
			if status != http.StatusMethodNotAllowed && status != http.StatusNotFound {
				t.Errorf("%s %s: %d %s", method, path, status, body)
			}
		}
	}
	if n := s.engines.count(); n != 0 {
		t.Errorf("%d engines", n)
	}
}

func TestHeaders(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, path := range []string{"/", "/api/about", "/missing"} {
		answer, err := http.Get("http://" + s.address + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		for key, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; ",
			"X-Content-Type-Options":  "nosniff",
			"Referrer-Policy":         "no-referrer",
		} {
			if got := answer.Header.Get(key); !strings.HasPrefix(got, want) {
				t.Errorf("%s of %s: %q, want %q", key, path, got, want)
			}
		}
	}
}

func TestToken(t *testing.T) {
	o := testOptions()
	o.Token = "open sesame"
	s := serve(t, o, quick)
	for _, path := range []string{"/", "/?token=wrong", "/?token=", "/api/about", "/api/about?token=open+sesame"} {
		if status, body := do(t, s.request(http.MethodGet, path, "")); status != http.StatusUnauthorized {
			t.Errorf("GET %s: %d %s", path, status, body)
		}
	}
	if status, _ := do(t, s.request(http.MethodPost, "/api/position", startQuestion)); status != http.StatusUnauthorized {
		t.Errorf("POST without cookie: %d", status)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Get("http://" + s.address + "/?token=open+sesame")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	cookies := answer.Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode || answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("opened with the token: %d, cookies %v", answer.StatusCode, cookies)
	}
	r := s.request(http.MethodPost, "/api/position", startQuestion)
	r.AddCookie(cookies[0])
	if status, body := do(t, r); status != http.StatusOK {
		t.Errorf("POST with cookie: %d %s", status, body)
	}
}

// TestFiles looks whether anything but the page can be had.
func TestFiles(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, path := range []string{"/../server.go", "/%2e%2e/server.go", "/page/index.html", "//etc/passwd", "/..%5cserver.go", "/index.html/", "/api/"} {
		status, body := do(t, s.request(http.MethodGet, path, ""))
		if status == http.StatusOK {
			t.Errorf("GET %s: %d %.60s", path, status, body)
		}
	}
}

// TestTokens tries many wrong ones, of which most are turned away and only some are in the log,
// with the right one among them: who has it gets in, whoever else comes from the same address.
// Two servers with the same token have other cookies.
func TestTokens(t *testing.T) {
	var text strings.Builder
	o := testOptions()
	o.Token, o.Log = "open sesame", log.New(&text, "", 0)
	s := serve(t, o, quick)
	wrong, right := map[int]int{}, map[int]int{}
	for range 60 {
		status, _ := do(t, s.request(http.MethodGet, "/?token=wrong", ""))
		wrong[status]++
		status, _ = do(t, s.request(http.MethodGet, "/?token=open+sesame", ""))
		right[status]++
	}
	if wrong[http.StatusUnauthorized] > 30 || wrong[http.StatusTooManyRequests] == 0 {
		t.Errorf("answers to wrong ones: %v", wrong)
	}
	if right[http.StatusSeeOther] != 60 {
		t.Errorf("answers to the right one: %v", right)
	}
	if n := strings.Count(text.String(), "wrong token"); n == 0 || n > 30 {
		t.Errorf("the log says %d times that a token was wrong", n)
	}
	if other := serve(t, o, quick); other.guard.Session() == s.guard.Session() {
		t.Error("the cookie does not depend on the start")
	}
}
