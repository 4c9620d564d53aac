package flags

import (
	"math"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// unknownMemory is the size of the memory, in bytes, where it cannot be found
// out.
const unknownMemory = 4 << 30

// Memory returns how many bytes this program may use: the memory of the machine,
// or less if its control group (a container, a service) has less.
var Memory = sync.OnceValue(func() int64 {
	return least(memlimit.FromSystem, memlimit.FromCgroup)
})

// least returns the lowest of the limits that are known.
func least(limits ...memlimit.Provider) int64 {
	var lowest uint64 = math.MaxInt64
	known := false
	for _, limit := range limits {
		if n, err := limit(); err == nil && n > 0 && n <= lowest {
			lowest, known = n, true
		}
	}
	if !known {
		return unknownMemory
	}
	return int64(lowest)
}

// MaxTable returns the bytes of the largest transposition table: half of the
// memory is left to others.
func MaxTable() int64 { return Memory() / 2 }
