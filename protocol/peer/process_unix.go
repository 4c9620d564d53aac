//go:build unix

package peer

import (
	"os/exec"
	"syscall"
)

// OwnGroup makes the program the first of a process group: an interrupt typed
// at the terminal does not reach it, and killGroup reaches its children.
func OwnGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the program and its children.
func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
