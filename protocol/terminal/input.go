package terminal

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"time"
)

// input reads lines in a goroutine of its own, which may outlive the session: it
// waits in Read.
type input struct {
	lines chan string // closed at the end
	err   error       // why it ended, once lines is closed; nil: simply the end
}

// longestLine is how many bytes a line may have.
const longestLine = 1 << 16

func newInput(r io.Reader) *input {
	in := &input{lines: make(chan string)}
	go func() {
		defer close(in.lines)
		scanner := bufio.NewScanner(r)
		scanner.Buffer(nil, longestLine)
		for scanner.Scan() {
			in.lines <- scanner.Text()
		}
		in.err = scanner.Err()
	}()
	return in
}

// errFlag says that the time of the person is up.
var errFlag = errors.New("time is up")

// ask returns the next line, without spaces around it. It returns errQuit after the
// last one, and errFlag if the time of the person is up before there is one.
func (s *session) ask(question string) (string, error) {
	s.out.prompt(question)
	var flag <-chan time.Time
	if s.running() {
		timer := time.NewTimer(s.left(s.you) - time.Since(s.began))
		defer timer.Stop()
		flag = timer.C
	}
	select {
	case line, more := <-s.in.lines:
		if !more && s.in.err != nil {
			return "", s.in.err
		}
		if !more {
			s.out.prompt("\n") // after a question without an answer
			if s.opts.Prompt {
				s.saySaved()
			}
			return "", errQuit
		}
		if flag != nil && time.Since(s.began) >= s.left(s.you) {
			return "", errFlag
		}
		return strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")), nil
	case <-flag:
		return "", errFlag
	case <-s.ctx.Done():
		return "", s.ctx.Err()
	}
}
