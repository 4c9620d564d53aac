//go:build !unix

package match

import "os/exec"

// ownGroup does nothing here.
func ownGroup(*exec.Cmd) {}

// killGroup ends the program.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
