package gate

import (
	"crypto/rand"
	"crypto/subtle"
	"log"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Policy is the content security policy of a page: code, style and pictures
// come from the program, and nothing from anywhere else.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// A Guard lets requests for a page in or refuses them.
type Guard struct {
	// Token, unless empty, is a secret that users have to know.
	Token string

	// Remote says that other machines may open the page, at an IP address or at HostName. Without
	// it only localhost and the addresses of this machine are known.
	Remote   bool
	HostName string

	// Refuse answers a request that is refused; nil is with plain text.
	Refuse func(w http.ResponseWriter, r *http.Request, status int, text string)

	// Closed is told to who has no token: where to find it.
	Closed string

	Log *log.Logger

	once    sync.Once
	session string // the value of the cookie of those who were let in
	tries   Tries  // of the token
}

// Session returns the value of the cookie of those who were let in.
func (g *Guard) Session() string {
	g.once.Do(func() { g.session, g.tries = rand.Text(), Tries{Burst: 10, Every: time.Second} })
	return g.session
}

// Handler returns a handler that lets requests in to next or refuses them, and sets the headers
// that every answer has.
func (g *Guard) Handler(next http.Handler) http.Handler {
	g.Session()
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.shut(w, r, http.StatusForbidden, "a request from another site")
	}))
	next = crossOrigin.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		switch {
		case !g.isOurHost(r.Host):
			g.shut(w, r, http.StatusForbidden, "this server is not known by that name: use localhost, or its IP address")
		case !isOurOrigin(r):
			g.shut(w, r, http.StatusForbidden, "a request from another site")
		case g.Token != "" && same(tokenIn(r), g.Token):
			g.setCookie(w, r)
			w.Header().Set("Location", "/")
			w.WriteHeader(http.StatusSeeOther)
		case g.Token != "" && tokenIn(r) != "" && !g.tries.Allow(r.RemoteAddr):
			g.shut(w, r, http.StatusTooManyRequests, "too many tries: wait a while")
		case !g.hasCookie(r):
			if tokenIn(r) != "" {
				g.logf("%s gave a wrong token", r.RemoteAddr) // as often as tries lets it
			}
			g.shut(w, r, http.StatusUnauthorized, g.Closed)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// shut answers that a request is refused, and closes the connection: who is not let in must
// not hold one.
func (g *Guard) shut(w http.ResponseWriter, r *http.Request, status int, text string) {
	w.Header().Set("Connection", "close")
	if g.Refuse != nil {
		g.Refuse(w, r, status, text)
		return
	}
	http.Error(w, "Stupol: "+text, status)
}

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
}

// isOurHost reports whether a request may have that Host. A page that was
// loaded from a stranger's name has that name there, whatever address it
// resolves to; numbers cannot be made to resolve to others. The port is not
// looked at, for a forwarded one is another.
func (g *Guard) isOurHost(host string) bool {
	name := HostOf(host)
	if name == "localhost" || g.HostName != "" && name == strings.ToLower(g.HostName) {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && (address.IsLoopback() || g.Remote)
}

// HostOf returns the name or the address in a Host, in small letters.
func HostOf(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
}

// isOurOrigin reports whether a request comes from our page, or from no page.
func isOurOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	for _, origin := range origins {
		if origin != "http://"+r.Host && origin != "https://"+r.Host {
			return false
		}
	}
	return len(origins) <= 1
}

// tokenIn returns the token with which r opens the page, empty if it is another request.
func tokenIn(r *http.Request) string {
	if r.Method != http.MethodGet || r.URL.Path != "/" {
		return ""
	}
	return r.URL.Query().Get("token")
}

// setCookie gives the browser what hasCookie looks for: a value made up when the server
// began, so that the token stays out of the browser. Browsers send cookies to
// all ports of a host, so that the name has the port. Lax, for a link in a page of
// another site, such as a mail or a terminal in the browser, opens the board too; a
// GET changes nothing, and other requests from there are refused.
func (g *Guard) setCookie(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r), Value: g.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

func (g *Guard) hasCookie(r *http.Request) bool {
	if g.Token == "" {
		return true
	}
	cookie, err := r.Cookie(cookieName(r))
	return err == nil && same(cookie.Value, g.session)
}

func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "stupol" + port
}

// same compares in a time that tells nothing.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func (g *Guard) logf(format string, v ...any) {
	if g.Log != nil {
		g.Log.Printf(format, v...)
	}
}
