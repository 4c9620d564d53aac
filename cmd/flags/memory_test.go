package flags

import (
	"errors"
	"math"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func TestLeastMemory(t *testing.T) {
	unknown := func() (uint64, error) { return 0, errors.New("no such file") }
	of := memlimit.Limit
	tests := []struct {
		name   string
		limits []memlimit.Provider
		want   int64
	}{
		{"a machine alone", []memlimit.Provider{of(16 << 30), unknown}, 16 << 30},
		{"a container", []memlimit.Provider{of(16 << 30), of(512 << 20)}, 512 << 20},
		{"a container with no limit of its own", []memlimit.Provider{of(16 << 30), of(math.MaxInt64 &^ 4095)}, 16 << 30},
		{"a container on an unknown machine", []memlimit.Provider{unknown, of(2 << 30)}, 2 << 30},
		{"nothing is known", []memlimit.Provider{unknown, of(0)}, unknownMemory},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := least(tt.limits...); got != tt.want {
				t.Errorf("got %d bytes, want %d", got, tt.want)
			}
		})
	}
}

// TestMemoryIsKnown on all systems that the tests run on.
func TestMemoryIsKnown(t *testing.T) {
	if got, err := memlimit.FromSystem(); err != nil || got < 64<<20 {
		t.Errorf("got %d bytes, %v", got, err)
	}
	if got := Memory(); got < 16<<20 {
		t.Errorf("got %d bytes to use", got)
	}
}
