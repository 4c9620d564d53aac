//go:build !linux

package web

import "os/exec"

// dieWithTests is for Linux: elsewhere Firefox goes on after a panic.
func dieWithTests(*exec.Cmd) {}
