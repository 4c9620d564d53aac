package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// policy is the content security policy of the page: code, style and pictures
// come from the program, and nothing from anywhere else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard lets requests in or refuses them, and sets the headers that every
// answer has.
func (s *Server) guard(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shut(w, r, http.StatusForbidden, "a request from another site")
	}))
	next = crossOrigin.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		switch {
		case !s.isOurHost(r.Host):
			shut(w, r, http.StatusForbidden, "this server is not known by that name: use localhost, or its IP address")
		case !isOurOrigin(r):
			shut(w, r, http.StatusForbidden, "a request from another site")
		case s.opts.Token != "" && same(tokenIn(r), s.opts.Token):
			s.setCookie(w, r)
			w.Header().Set("Location", "/")
			w.WriteHeader(http.StatusSeeOther)
		case s.opts.Token != "" && tokenIn(r) != "" && !s.tries.Allow(r.RemoteAddr):
			shut(w, r, http.StatusTooManyRequests, "too many tries: wait a while")
		case !s.hasCookie(r):
			if tokenIn(r) != "" {
				s.logger().Printf("%s gave a wrong token", r.RemoteAddr) // as often as tries lets it
			}
			shut(w, r, http.StatusUnauthorized, "open the page with the address that stupol web has printed: it ends in the token")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// shut answers that a request is refused, and closes the connection: who is not let in must
// not hold one.
func shut(w http.ResponseWriter, r *http.Request, status int, text string) {
	w.Header().Set("Connection", "close")
	turnAway(w, r, status, text)
}

// turnAway answers that there is nothing for a request: to the page as it expects it, and to who
// has typed the address as text.
func turnAway(w http.ResponseWriter, r *http.Request, status int, text string) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		fail(w, status, text)
		return
	}
	http.Error(w, "Stupol: "+text, status)
}

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
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
func (s *Server) isOurHost(host string) bool {
	name := hostName(host)
	if name == "localhost" || s.opts.HostName != "" && name == strings.ToLower(s.opts.HostName) {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && (address.IsLoopback() || s.opts.Remote)
}

// hostName returns the name or the address in a Host, in small letters.
func hostName(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
}

// isLocal reports whether a request is of a page of this machine: the connection is from it,
// the page was opened by a name or an address that other machines have for themselves, and no
// program says that it passes the request on. What a browser elsewhere sends through a proxy
// that does not say so has another origin than its Host, and is refused before.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() || !IsLoopback(hostName(r.Host)) {
		return false
	}
	for _, name := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Real-Ip"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	return true
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
func (s *Server) setCookie(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r), Value: s.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

func (s *Server) hasCookie(r *http.Request) bool {
	if s.opts.Token == "" {
		return true
	}
	cookie, err := r.Cookie(cookieName(r))
	return err == nil && same(cookie.Value, s.session)
}

func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "stupol" + port
}

// same compares in a time that tells nothing.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
