package web

import (
	"os/exec"
	"syscall"
)

// dieWithTests has a program end when the tests do, however that happens: one that panics leaves
// no Firefox running. Chromium is started so by chromedp.
func dieWithTests(program *exec.Cmd) {
	program.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
