package peer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Process is a program that reads and writes lines.
type Process struct {
	cmd   *exec.Cmd
	input io.WriteCloser
	lines chan string   // what it writes; closed at the end of its output
	gone  chan struct{} // closed when it has ended
	last  tail          // of what it writes to standard error
	flood atomic.Bool   // it has written more than it may
	log   Log
	err   error // how it ended, once gone is closed
}

const (
	// exitTimeout is how long a program may take to leave when told to, and how long
	// children of its own that it leaves behind may hold its output.
	exitTimeout = time.Second

	// maxLineBytes is how much of a line is kept.
	maxLineBytes = 1 << 20

	// How much is read of standard error: so much at once, and as much again each second. A
	// program that writes more is held up.
	stderrBytes = 16 << 20
)

// A Log is told what is said to and by a program.
type Log interface {
	Sent(line string)     // to it
	Received(line string) // from it
	Stderr(line string)   // of its standard error, or other output that nobody reads
}

// CrashError is the error of a program that is gone, or has closed its input or output.
type CrashError struct {
	How string // for people: the exit status and its last words
}

// Error says it.
func (e *CrashError) Error() string { return e.How }

// StartProcess starts the program of an engine. Each line that it writes is
// logged by heard as it comes.
func StartProcess(e *EngineConfig, w Log, heard func(line string)) (*Process, error) {
	p := &Process{lines: make(chan string, 64), gone: make(chan struct{}), log: w}
	p.cmd = exec.Command(e.Command[0], e.Command[1:]...)
	p.cmd.Dir = e.Dir
	p.last.line = w.Stderr
	p.cmd.Stderr = &p.last
	p.cmd.WaitDelay = exitTimeout // for standard error
	OwnGroup(p.cmd)
	input, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	p.input = input
	// Not that of StdoutPipe: Wait closes that at once, and with it what is not read yet.
	output, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	p.cmd.Stdout = theirs
	if err := p.cmd.Start(); err != nil {
		output.Close()
		return nil, plainStart(err, e.Command[0])
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		p.read(p.bounded(output, e.MaxOutput), heard)
	}()
	go p.wait(output, read)
	return p, nil
}

// plainStart returns why a program cannot be started, as people can read it.
func plainStart(err error, program string) error {
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no program %q", program)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("the program %q may not be started", program)
	}
	return err
}

// read passes the lines on until there are no more.
func (p *Process) read(output io.Reader, heard func(line string)) {
	defer close(p.lines)
	in := bufio.NewReader(output)
	for {
		line, err := readLine(in)
		if err != nil {
			return
		}
		heard(line)
		p.lines <- line
	}
}

// bounded returns what reads an output and kills the program when it has written more than most
// bytes at once; 0: any number.
func (p *Process) bounded(output io.Reader, most int64) io.Reader {
	if most == 0 {
		return output
	}
	return &meter{output, most, time.Now(), 0, func() {
		p.flood.Store(true)
		_ = killGroup(p.cmd)
	}}
}

// A meter passes on what may be read: most bytes, and as many again each minute.
type meter struct {
	io.Reader
	most  int64
	began time.Time
	read  int64
	over  func()
}

// Read reads into b.
func (m *meter) Read(b []byte) (int, error) {
	n, err := m.Reader.Read(b)
	m.read += int64(n)
	if float64(m.read) > float64(m.most)*(1+time.Since(m.began).Minutes()) {
		m.over()
		return 0, io.ErrShortBuffer
	}
	return n, err
}

// wait waits for the end of the program and of its output. A child of its own that
// lives on, and may never end, does not hold that open for long.
func (p *Process) wait(output io.Closer, read <-chan struct{}) {
	if p.err = p.cmd.Wait(); errors.Is(p.err, exec.ErrWaitDelay) {
		p.err = nil // the program itself ended well
	}
	cut := time.AfterFunc(exitTimeout, func() { output.Close() })
	<-read
	cut.Stop()
	output.Close()
	p.last.end()
	close(p.gone)
}

// readLine reads a line, without its end and without what is too long.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, more, err := in.ReadLine()
		line = append(line, part[:min(len(part), maxLineBytes-len(line))]...)
		if err != nil || !more {
			return string(line), err
		}
	}
}

// Send writes lines.
func (p *Process) Send(lines ...string) error {
	for _, text := range lines {
		for line := range strings.SplitSeq(text, "\n") {
			p.log.Sent(line)
		}
	}
	if _, err := io.WriteString(p.input, strings.Join(lines, "\n")+"\n"); err != nil {
		return p.Crash()
	}
	return nil
}

// Receive returns the next line that is not blank. The error is a *CrashError if the
// program has ended.
func (p *Process) Receive(ctx context.Context) (string, error) {
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return "", p.Crash()
			}
			if line = strings.TrimSpace(line); line != "" {
				return line, nil
			}
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// Crash returns the error of a program that is gone, or has closed its input or output.
func (p *Process) Crash() error {
	select {
	case <-p.gone:
	case <-time.After(exitTimeout):
		return &CrashError{"closed its input or output"}
	}
	if p.flood.Load() {
		return &CrashError{"it has written too much at once"}
	}
	how := "exit status 0"
	if p.err != nil {
		how = p.err.Error()
	}
	if words := p.last.lastLines(); words != "" {
		how = fmt.Sprintf("%s (%s)", how, words)
	}
	return &CrashError{how}
}

// Alive reports whether the program runs.
func (p *Process) Alive() bool {
	select {
	case <-p.gone:
		return false
	default:
		return true
	}
}

// Group returns the number of the process group of the program and its children.
func (p *Process) Group() int { return p.cmd.Process.Pid }

// endIfStuck ends the program if stop has not been called within a time after ctx is done: Send
// knows no context, and one that does not read its input blocks it.
func (p *Process) endIfStuck(ctx context.Context, within time.Duration) (stop func()) {
	stopped := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
		case <-stopped:
			return
		}
		select {
		case <-time.After(within):
			p.kill()
		case <-stopped:
		}
	}()
	return func() { close(stopped) }
}

// kill ends the program at once, and Send, even if a child of the program still has its input.
func (p *Process) kill() {
	_ = killGroup(p.cmd)
	_ = p.input.Close()
}

// Close sends a last line, unless that is empty, and waits for the program to end.
// After exitTimeout it is killed.
func (p *Process) Close(farewell string) error {
	killer := time.AfterFunc(exitTimeout, p.kill)
	defer killer.Stop()
	if farewell != "" {
		_ = p.Send(farewell)
	}
	_ = p.input.Close()
	for range p.lines { // so that its output does not block it
	}
	<-p.gone
	return p.err
}

// A tail keeps the end of what is written to it, and passes every line on. It takes no more than
// stderrBytes at once, and as much again each second.
type tail struct {
	line func(string)

	mu      sync.Mutex
	text    []byte
	part    []byte    // of a line without an end yet
	began   time.Time // when it was first written to
	written int64
}

// Write never fails.
func (t *tail) Write(text []byte) (int, error) {
	time.Sleep(t.keep(text))
	return len(text), nil
}

// keep takes a text, and returns how long there is to wait for the next.
func (t *tail) keep(text []byte) time.Duration {
	const kept = 4096
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.began.IsZero() {
		t.began = time.Now()
	}
	t.written += int64(len(text))
	wait := time.Duration(float64(t.written-stderrBytes)/stderrBytes*float64(time.Second)) - time.Since(t.began)
	t.text = append(t.text, text...)
	t.text = t.text[max(0, len(t.text)-kept):]
	t.part = append(t.part, text...)
	for {
		line, rest, ended := bytes.Cut(t.part, []byte("\n"))
		if !ended && len(line) < maxLineBytes {
			return wait
		}
		t.line(string(bytes.TrimRight(line, "\r")))
		t.part = rest
	}
}

// end passes on a last line that has no end.
func (t *tail) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.part) > 0 {
		t.line(string(t.part))
		t.part = nil
	}
}

// lastLines returns the last lines that are not blank, three at most, in one.
func (t *tail) lastLines() string {
	const most = 3
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := slices.DeleteFunc(strings.Split(string(t.text), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines[max(0, len(lines)-most):], "; ")
}
