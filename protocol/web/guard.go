package web

import (
	"net/http"
	"net/netip"
	"strings"

	"stupol/protocol/gate"
)

// newGuard returns what lets requests in or refuses them.
func newGuard(o *Options) *gate.Guard {
	return &gate.Guard{
		Token: o.Token, Remote: o.Remote, HostName: o.HostName, Refuse: turnAway, Log: o.logger(),
		Closed: "open the page with the address that stupol web has printed: it ends in the token",
	}
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

// isLocal reports whether a request is of a page of this machine: the connection is from it,
// the page was opened by a name or an address that other machines have for themselves, and no
// program says that it passes the request on. What a browser elsewhere sends through a proxy
// that does not say so has another origin than its Host, and is refused before.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() || !IsLoopback(gate.HostOf(r.Host)) {
		return false
	}
	for _, name := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Real-Ip"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	return true
}
