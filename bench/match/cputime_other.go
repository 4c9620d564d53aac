//go:build !linux

package match

import "time"

// groupTimes does not know the time that other processes have used here.
func groupTimes([]int) map[int]time.Duration { return nil }

// threadTime does not know it here.
func threadTime() time.Duration { return -1 }
