package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// exitTimeout is how long a program may take to end on a busy machine.
const exitTimeout = 20 * time.Second

// A program is a stupol that runs.
type program struct {
	cmd    *exec.Cmd
	input  io.WriteCloser
	lines  chan string // of its output, until it ends
	stdout tail        // with keepOutput
	stderr tail

	ended chan struct{} // closed when it has ended
	err   error         // how, once ended is closed
}

// start starts a program.
func start(name string, args ...string) (*program, error) {
	p := &program{cmd: exec.Command(name, args...), lines: make(chan string, 1000), ended: make(chan struct{})}
	p.cmd.Stderr = &p.stderr
	input, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.input = input
	go p.read(output)
	return p, nil
}

// read reads lines until there are no more, and waits for the end.
func (p *program) read(output io.Reader) {
	in := bufio.NewScanner(output)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		p.lines <- in.Text()
	}
	close(p.lines)
	p.err = errors.Join(in.Err(), p.cmd.Wait())
	close(p.ended)
}

// keepOutput has the end of its output in stdout instead of lines.
func (p *program) keepOutput() {
	go func() {
		for line := range p.lines {
			_, _ = p.stdout.Write([]byte(line + "\n")) // never fails
		}
	}()
}

// wait waits for the end of a program that has been told to end.
func (p *program) wait() error { return p.waitFor(exitTimeout) }

// waitFor waits until the program has ended by itself and returns an error if it does not,
// or if it crashed. An exit status other than 0 is returned too, as an *exec.ExitError.
func (p *program) waitFor(limit time.Duration) error {
	killer := time.AfterFunc(limit, func() { _ = p.cmd.Process.Kill() })
	for range p.lines { // so that its output does not block it
	}
	<-p.ended
	if !killer.Stop() {
		return fmt.Errorf("does not end within %v", limit)
	}
	if text := p.stderr.String(); strings.Contains(text, "goroutine ") {
		return fmt.Errorf("crashed: %s", text)
	}
	return p.err
}

// kill ends the program as kill -9 does.
func (p *program) kill() {
	_ = p.cmd.Process.Kill() // if it has ended already, good
	for range p.lines {      // so that its output does not block it
	}
	<-p.ended
}

// megabytes returns how much memory the program occupies; 0 if that cannot be found out.
func (p *program) megabytes() int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "\nVmRSS:")
	kilobytes := 0
	_, _ = fmt.Sscan(rest, &kilobytes) // without such a line: 0
	return kilobytes >> 10
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write never fails.
func (t *tail) Write(b []byte) (int, error) {
	const kept = 16 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-kept):]
	return len(b), nil
}

// String returns what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.text))
}
