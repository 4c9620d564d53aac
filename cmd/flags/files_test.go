package flags

import (
	"strings"
	"testing"
)

func TestIsLog(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"log", "2026-11-22 10:00:00.000 #0 - listening on 127.0.0.1:27531\n", true},
		{"log of a long frame", "2026-11-22 10:00:00.000 #1 < C" + strings.Repeat("x", 2000), true},
		{"log of another", "2026-11-22 10:00:00 started\n", false},
		{"games", "[Event \"x\"]\n\n1. 32-28 *\n", false},
		{"letter", "Dear aunt, 1. thank you for the board\n", false},
		{"zeros", strings.Repeat("\x00", 5000), false},
	}
	for _, tt := range tests {
		if got := isLog(strings.NewReader(tt.text)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
