//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the program the first of a process group: an interrupt typed
// at the terminal does not reach it, and killGroup reaches its children.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the program and its children.
func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
