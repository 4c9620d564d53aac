package flags

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"stupol/protocol/web"
)

// Board is a flag whose value is where the board of stupol web is: a port of this machine, a
// host and port, or the address of a page.
type Board string

// UnmarshalText reads it.
func (f *Board) UnmarshalText(text []byte) error {
	address := string(text)
	if !strings.Contains(address, "://") {
		host := HostAndPort(address)
		if _, _, err := net.SplitHostPort(host); err != nil {
			return fmt.Errorf("%q is neither a port nor of the form host:port, nor an address with http://", text)
		}
		address = "http://" + host
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q is no address of a page", text)
	}
	if u.Path == "" {
		u.Path = "/"
	}
	*f = Board(u.String())
	return nil
}

// HostAndPort returns a host and port: of a port alone the host is this machine.
func HostAndPort(text string) string {
	if _, err := strconv.ParseUint(text, 10, 16); err == nil {
		return net.JoinHostPort("127.0.0.1", text)
	}
	return text
}

// webAddress is the default of --listen, where links to the board lead.
const webAddress = "127.0.0.1:27580"

// shortestToken is the least length of a token that users choose: of eight letters and digits
// there are 200 million million.
const shortestToken = 8

// CheckPage checks where a page is to be served, and its token.
func CheckPage(flag, address, token string) error {
	_, _, err := net.SplitHostPort(HostAndPort(address))
	switch {
	case err != nil:
		return fmt.Errorf("--%s: %q is neither a port nor of the form host:port", flag, address)
	case token != "" && len(token) < shortestToken:
		return fmt.Errorf("--token: shorter than %d letters", shortestToken)
	case strings.ContainsFunc(token, func(r rune) bool { return r < ' ' }):
		return errors.New("--token: not in one line")
	}
	return nil
}

// TokenFor returns the token of a page at an address: one is made up if other machines can reach
// it and there is none.
func TokenFor(address, token string) string {
	if host, _, _ := net.SplitHostPort(address); token == "" && !web.IsLoopback(host) {
		return rand.Text()
	}
	return token
}
