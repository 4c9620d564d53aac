package web

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"
)

// Address returns where a browser finds the page of a server, with its token if there is one.
func Address(at net.Addr, token string) string {
	host, port, _ := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = outside()
	}
	u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/"}
	if token != "" {
		u.RawQuery = url.Values{"token": {token}}.Encode()
	}
	return u.String()
}

// outside returns an address of this machine that others may know.
func outside() string {
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	return "127.0.0.1"
}

// IsLoopback reports whether only this machine can reach a host.
func IsLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Show opens the page in the browser. A secret address, with a token, does not go on a command line, which all users
// of the machine can see, but by way of a file that is this user's alone; remove
// removes it. If the system finds no browser, failed is called later.
func Show(address string, secret bool, failed func(error)) (remove func(), err error) {
	if !secret {
		return func() {}, openBrowser(address, failed)
	}
	file, err := os.CreateTemp("", "stupol-*.html") // with mode 0600
	if err != nil {
		return func() {}, err
	}
	remove = func() { _ = os.Remove(file.Name()) } // in the system's folder for such files
	_, err = fmt.Fprintf(file, "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=%s\">\n", html.EscapeString(address))
	if err := cmp.Or(err, file.Close()); err != nil {
		return remove, err
	}
	return remove, openBrowser(file.Name(), failed)
}

// Opener returns the command that opens an address in the browser, and why it would not.
func Opener() (command []string, err error) {
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	default:
		command = []string{"xdg-open"}
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			err = errors.New("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
		}
	}
	if _, missing := exec.LookPath(command[0]); missing != nil {
		err = fmt.Errorf("there is no %s", command[0])
	}
	return command, err
}

// openBrowser asks the system to show an address or a file.
func openBrowser(address string, failed func(error)) error {
	command, _ := Opener() // which may do it all the same
	cmd := exec.Command(command[0], append(command[1:], address)...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		if err := cmd.Wait(); err != nil {
			failed(fmt.Errorf("no browser was opened (%s: %w)", command[0], err))
		}
	}()
	return nil
}
