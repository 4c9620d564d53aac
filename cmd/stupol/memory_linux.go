package main

import "syscall"

// memory returns the bytes of memory of this machine. The runtime ends a
// program that asks for more at once, so nothing may.
func memory() int64 {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return unknownMemory
	}
	return int64(info.Totalram) * int64(info.Unit)
}
