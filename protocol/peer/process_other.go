//go:build !unix

package peer

import "os/exec"

// OwnGroup does nothing here.
func OwnGroup(*exec.Cmd) {}

// killGroup ends the program.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
