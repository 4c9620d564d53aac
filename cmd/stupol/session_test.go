package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// answerTime is how long a test waits for a line before it gives up.
const answerTime = time.Minute

// A session is a running stupol to talk to, line by line.
type session struct {
	cmd     *exec.Cmd
	input   io.WriteCloser
	answers chan string // closed at the end of the program's output
}

// startSession starts stupol with args in dir, here if that is empty. It is
// found on the PATH, where TestMain put this test binary under that name.
func startSession(dir string, args ...string) (*session, error) {
	cmd := exec.Command("stupol", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GORACE="+leaveAtOnce)
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &session{cmd: cmd, input: input, answers: make(chan string, 1000)}
	go func() {
		defer close(s.answers)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			s.answers <- lines.Text()
		}
	}()
	return s, nil
}

// send writes one line.
func (s *session) send(line string) error {
	_, err := fmt.Fprintln(s.input, line)
	return err
}

// await reads up to the first line that matches pattern as a whole and
// returns it.
func (s *session) await(pattern string) (string, error) {
	re, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		return "", err
	}
	timeout := time.After(answerTime)
	var seen []string
	for {
		select {
		case line, more := <-s.answers:
			if !more {
				return "", fmt.Errorf("output ended before %q; it said:\n%s", pattern, strings.Join(seen, "\n"))
			}
			if re.MatchString(line) {
				return line, nil
			}
			seen = append(seen, line)
		case <-timeout:
			return "", fmt.Errorf("no answer %q in %v; it said:\n%s", pattern, answerTime, strings.Join(seen, "\n"))
		}
	}
}

// next returns the next line, which pattern must match as a whole.
func (s *session) next(pattern string) (string, error) {
	re, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		return "", err
	}
	select {
	case line, more := <-s.answers:
		if !more {
			return "", fmt.Errorf("output ended before %q", pattern)
		}
		if !re.MatchString(line) {
			return "", fmt.Errorf("next came %q, not %q", line, pattern)
		}
		return line, nil
	case <-time.After(answerTime):
		return "", fmt.Errorf("no answer %q in %v", pattern, answerTime)
	}
}

// close ends the input and waits for the program to exit with status 0.
func (s *session) close() error {
	s.input.Close()
	killer := time.AfterFunc(answerTime, func() { s.cmd.Process.Kill() })
	defer killer.Stop()
	for range s.answers {
	}
	return s.cmd.Wait()
}
