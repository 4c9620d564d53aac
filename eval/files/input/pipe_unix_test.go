//go:build unix

package input

import "syscall"

func makePipe(name string) error { return syscall.Mkfifo(name, 0o666) }
