package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"stupol/movegen"
)

// candidates returns the legal moves of p that a text can stand for, none with an
// error that says why. It is read, until something fits, as
//
//   - a whole move, in any form that PDN files have
//   - the beginning of moves: the start of a piece, some squares of its way, a part
//     of the next number
//   - the square where moves end
func candidates(r *movegen.Rules, p *movegen.Position, text string) ([]movegen.Move, error) {
	m, err := r.ParsePDNMove(p, text)
	if err == nil {
		return []movegen.Move{m}, nil
	}
	words := squareWords(text)
	if len(words) == 0 {
		return nil, err
	}
	var begins, ends []movegen.Move
	for _, m := range r.Moves(nil, p) {
		forms := forms(r, p, m)
		if slices.ContainsFunc(forms, func(form []string) bool { return isBeginning(words, form) }) {
			begins = append(begins, m)
		}
		if slices.ContainsFunc(forms, func(form []string) bool { return len(words) == 1 && form[len(form)-1] == words[0] }) {
			ends = append(ends, m)
		}
	}
	switch {
	case len(begins) > 0:
		return begins, nil
	case len(ends) > 0:
		return ends, nil
	case len(words) == 1:
		return nil, fmt.Errorf("no legal move begins or ends on %q", text)
	}
	return nil, err
}

// squareWords returns the names of squares in a text. The last may be only a part
// of one.
func squareWords(text string) (words []string) {
	text = strings.ToLower(text)
	isSign := func(c rune) bool { return strings.ContainsRune("-x: \t", c) }
	for word := range strings.FieldsFuncSeq(text, isSign) {
		for len(word) > 2 && unicode.IsLetter(rune(word[0])) {
			words, word = append(words, word[:2]), word[2:]
		}
		words = append(words, word)
	}
	return words
}

// forms returns the ways to write a legal move, each as the names of its squares:
// start and end, and all squares the piece touches, in numbers and in letters.
func forms(r *movegen.Rules, p *movegen.Position, m movegen.Move) (all [][]string) {
	for _, text := range []string{r.PDNMove(p, m), r.PDNMoveLong(p, m)} {
		numbers := squareWords(text)
		all = append(all, numbers)
		if r.Size == 8 {
			all = append(all, lettered(r, numbers))
		}
	}
	ends := []movegen.Square{m.From, m.To}
	return append(all, []string{r.SquareName(ends[0]), r.SquareName(ends[1])},
		[]string{r.AlgebraicName(ends[0]), r.AlgebraicName(ends[1])})
}

// lettered returns the squares with these numbers by their letters.
func lettered(r *movegen.Rules, numbers []string) (names []string) {
	for _, number := range numbers {
		for n := 1; n <= r.Squares(); n++ {
			if sq := r.SquareOf(n); r.SquareName(sq) == number {
				names = append(names, r.AlgebraicName(sq))
			}
		}
	}
	return names
}

// isBeginning reports whether words are the first of form; after the first, the last
// may be the beginning of one.
func isBeginning(words, form []string) bool {
	last := len(words) - 1
	if last >= len(form) || !slices.Equal(words[:last], form[:last]) {
		return false
	}
	return words[last] == form[last] || last > 0 && strings.HasPrefix(form[last], words[last])
}

// try plays the move that a text stands for, or asks which.
func (s *session) try(text string) {
	found, err := candidates(s.rules, s.game.Position(), text)
	switch {
	case err != nil:
		s.out.line("%s.", s.complaint(text, err))
	case len(found) == 1:
		s.play(found[0], "You")
	default:
		s.choices = found
		s.out.line("Which one? Type its number.")
		for i, m := range found {
			s.out.line("  %d: %s%s", i+1, s.text(m), s.victims(m))
		}
	}
}

// victims returns what a capture takes.
func (s *session) victims(m movegen.Move) string {
	if !m.IsCapture() {
		return ""
	}
	return " takes " + s.squaresText(m.Captured)
}

// complaint returns why a text is no legal move.
func (s *session) complaint(text string, err error) string {
	var syntax *movegen.SyntaxError
	switch {
	case !errors.As(err, &syntax):
		return capital(err.Error())
	case !strings.HasPrefix(syntax.Reason, "illegal"):
		return fmt.Sprintf("%q: %s", syntax.Text, syntax.Reason)
	case s.rules.HasCapture(s.game.Position()):
		return fmt.Sprintf("%q: you have to capture: %s", text, s.legal(" or "))
	}
	return fmt.Sprintf("%q is not a legal move: moves lists them", text)
}

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
		timer := time.NewTimer(s.left(s.you))
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
		if flag != nil && s.left(s.you) < 0 {
			return "", errFlag
		}
		return strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")), nil
	case <-flag:
		return "", errFlag
	case <-s.ctx.Done():
		return "", s.ctx.Err()
	}
}
