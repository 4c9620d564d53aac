package dxp

import (
	"net"
	"testing"
)

// TestAddress completes what people type.
func TestAddress(t *testing.T) {
	tests := []struct{ addr, want string }{
		{"", "127.0.0.1:27531"},
		{"4000", "127.0.0.1:4000"},
		{":4000", ":4000"},
		{"localhost", "localhost:27531"},
		{"10.0.0.7", "10.0.0.7:27531"},
		{"10.0.0.7:4000", "10.0.0.7:4000"},
		{"::1", "[::1]:27531"},
		{"[::1]", "[::1]:27531"},
		{"[::1]:4000", "[::1]:4000"},
	}
	for _, tt := range tests {
		got := Address(tt.addr)
		if got != tt.want {
			t.Errorf("Address(%q) = %q, want %q", tt.addr, got, tt.want)
		}
		if _, _, err := net.SplitHostPort(got); err != nil {
			t.Error(err)
		}
	}
}
