package play

import (
	"io"
	"net"
	"reflect"
	"strings"
	"testing"
)

// TestWebPort looks whether the usual port is the same at each start, for the browser keeps
// games for each port apart, and what is said where it is taken.
func TestWebPort(t *testing.T) {
	field, _ := reflect.TypeFor[Web]().FieldByName("Listen")
	if _, port, err := net.SplitHostPort(field.Tag.Get("default")); err != nil || port == "0" {
		t.Errorf("the usual address is %q, want one with a port", field.Tag.Get("default"))
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	err = Web{Listen: port, Hash: 1, Engines: 1}.Run(io.Discard)
	if err == nil || !strings.Contains(err.Error(), "port "+port+" is taken") || !strings.Contains(err.Error(), "http://"+l.Addr().String()+"/") {
		t.Errorf("a port that is taken: %v", err)
	}
}
