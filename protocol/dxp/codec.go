package dxp

import (
	"fmt"
	"strings"
	"time"

	"stupol/movegen"
)

// Encode returns the frame of m without its NUL.
func Encode(m Message) string {
	frame := m.appendTo(nil)
	return string(frame[:min(len(frame), maxFrame)])
}

func (m GameRequest) appendTo(dst []byte) []byte {
	dst = fmt.Appendf(dst, "R%s%-*s%c%s%s", digits(m.Version, versionWidth), nameWidth, cleanName(m.Name),
		colorLetter(m.Follower), minutes(m.Time), digits(m.Moves, countWidth))
	if m.Setup == "" {
		return append(dst, 'A')
	}
	return append(append(dst, 'B'), m.Setup...)
}

func (m GameAccept) appendTo(dst []byte) []byte {
	return fmt.Appendf(dst, "A%-*s%d", nameWidth, cleanName(m.Name), m.Code)
}

func (m Move) appendTo(dst []byte) []byte {
	dst = fmt.Appendf(dst, "M%s%s%s%s", digits(int(m.Spent.Round(time.Second)/time.Second), secondWidth),
		digits(m.From, squareWidth), digits(m.To, squareWidth), digits(len(m.Captured), squareWidth))
	for _, n := range m.Captured {
		dst = append(dst, digits(n, squareWidth)...)
	}
	return dst
}

func (m GameEnd) appendTo(dst []byte) []byte {
	stop := 0
	if m.Stop {
		stop = 1
	}
	return fmt.Appendf(dst, "E%d%d", m.Reason, stop)
}

func (m Chat) appendTo(dst []byte) []byte { return append(append(dst, 'C'), printable(string(m))...) }

func (m BackRequest) appendTo(dst []byte) []byte {
	return fmt.Appendf(dst, "B%s%c", digits(m.Move, countWidth), colorLetter(m.Turn))
}

func (m BackAccept) appendTo(dst []byte) []byte { return fmt.Appendf(dst, "K%d", m.Code) }

// digits returns n in width digits, or the nearest number that has them.
func digits(n, width int) string {
	most := 1
	for range width {
		most *= 10
	}
	return fmt.Sprintf("%0*d", width, min(max(n, 0), most-1))
}

// hundredth is the unit of time in a game request: 0.01 minutes.
const hundredth = time.Minute / 100

// AskedTime returns the time that a request for d asks for. It has three characters:
// whole minutes up to 999, below 10 minutes one decimal (1.5), below one minute two
// (.25). Other times are rounded up, so that a short time never becomes 0, which has
// another meaning.
func AskedTime(d time.Duration) time.Duration {
	unit := hundredth
	switch {
	case d > 99*time.Minute/10:
		unit = time.Minute
	case d > 99*time.Minute/100:
		unit = time.Minute / 10
	}
	d = min(max(d, 0), mostMinutes*time.Minute)
	return (d + unit - 1) / unit * unit
}

// mostMinutes is the longest time in a request.
const mostMinutes = 999

// minutes returns AskedTime in three characters, the fraction as some programs
// read it.
func minutes(d time.Duration) string {
	n := AskedTime(d) / hundredth
	switch {
	case n%100 == 0:
		return digits(int(n/100), timeWidth)
	case n%10 == 0:
		return fmt.Sprintf("%d.%d", n/100, n/10%10)
	default:
		return fmt.Sprintf(".%02d", n)
	}
}

// colorLetter returns W for wit, Z for zwart.
func colorLetter(c movegen.Color) byte { return "WZ"[c&1] }

// cleanName returns a name as the protocol takes it: at most 32 printable
// characters of ASCII, the first one not a space.
func cleanName(name string) string {
	name = strings.TrimSpace(printable(name))
	return strings.TrimSpace(name[:min(len(name), nameWidth)])
}

// printable returns s with a question mark for every byte that is no
// printable ASCII.
func printable(s string) string {
	clean := []byte(s)
	for i, b := range clean {
		if b < ' ' || b > '~' {
			clean[i] = '?'
		}
	}
	return string(clean)
}

// Parse returns the message that a frame, without its NUL, contains. Numbers
// may have leading spaces instead of zeros, and spaces may follow the last
// field. Errors are of type *movegen.SyntaxError.
func Parse(frame string) (Message, error) {
	if frame == "" {
		return nil, &movegen.SyntaxError{What: "frame", Column: 1, Reason: "empty"}
	}
	f := fields{frame: frame, at: 1}
	m := f.message()
	if rest := f.rest(); strings.TrimSpace(rest) != "" {
		f.fail(rest, "nothing may follow")
	}
	if f.err != nil {
		return nil, f.err
	}
	return m, nil
}

// fields reads a frame field by field. After the first error it reads
// nothing but zeros.
type fields struct {
	frame string
	at    int // where the next field begins
	err   error
}

// message reads the fields after the letter of the message.
func (f *fields) message() Message {
	switch f.frame[0] {
	case 'R':
		return f.gameRequest()
	case 'A':
		return GameAccept{Name: cleanName(f.take(nameWidth, "name")), Code: AcceptCode(f.option("0123", "code"))}
	case 'M':
		return f.move()
	case 'E':
		return GameEnd{Reason: Reason(f.option("0123", "reason")), Stop: f.option("01", "stop code") == 1}
	case 'C':
		return Chat(printable(f.rest()))
	case 'B':
		return BackRequest{Move: f.number(countWidth, "move number"), Turn: f.color("side to move")}
	case 'K':
		return BackAccept{Code: BackCode(f.option("012", "code"))}
	}
	f.fail(f.frame[:1], "no such message")
	return nil
}

// gameRequest reads a request, but nothing of one in another version: its
// fields are not known.
func (f *fields) gameRequest() GameRequest {
	m := GameRequest{Version: f.version()}
	if f.err == nil && m.Version != Version {
		f.rest()
		return m
	}
	m.Name = cleanName(f.take(nameWidth, "name"))
	m.Follower = f.color("colour of the follower")
	m.Time = f.minutes("thinking time")
	m.Moves = f.number(countWidth, "number of moves")
	if f.option("AB", "start code") == 1 {
		m.Setup = f.setup()
	}
	return m
}

// version reads the version, 0 for one that is not a number.
func (f *fields) version() int {
	n, ok := decimal(strings.TrimLeft(f.take(versionWidth, "version"), " "))
	if !ok {
		return 0
	}
	return n
}

// setup reads a side to move and a board.
func (f *fields) setup() string {
	begin := f.at
	f.color("side to move")
	board := f.take(boardWidth, "board")
	if i := strings.IndexFunc(board, isNoPiece); i >= 0 {
		f.at = begin + 1 + i + 1
		f.fail(board[i:i+1], fmt.Sprintf("square %d must be w, z, W, Z or e", i+1))
	}
	if f.err != nil {
		return ""
	}
	return f.frame[begin:f.at]
}

func isNoPiece(letter rune) bool { return !strings.ContainsRune("wzWZe", letter) }

// blankTime is the time of a move that does not say.
var blankTime = strings.Repeat(" ", secondWidth)

// move reads a move and as many captured squares as it says. The time may be
// left blank: it is for information only.
func (f *fields) move() Move {
	var m Move
	if strings.HasPrefix(f.frame[f.at:], blankTime) {
		f.at += secondWidth
	} else {
		m.Spent = time.Duration(f.number(secondWidth, "time")) * time.Second
	}
	m.From = f.number(squareWidth, "from")
	m.To = f.number(squareWidth, "to")
	for range f.number(squareWidth, "number of captured pieces") {
		m.Captured = append(m.Captured, f.number(squareWidth, "captured square"))
		if f.err != nil {
			break
		}
	}
	return m
}

// take returns the next width bytes.
func (f *fields) take(width int, what string) string {
	if f.err != nil {
		return ""
	}
	if f.at+width > len(f.frame) {
		f.fail(f.rest(), fmt.Sprintf("%s must be %d wide", what, width))
		return ""
	}
	f.at += width
	return f.frame[f.at-width : f.at]
}

// rest returns all that is left.
func (f *fields) rest() string {
	rest := f.frame[f.at:]
	f.at = len(f.frame)
	return rest
}

// fail keeps the first error. The text it is about ends where the next field
// begins.
func (f *fields) fail(text, reason string) {
	if f.err == nil {
		f.err = &movegen.SyntaxError{
			What: "frame " + printable(f.frame[:1]), Text: text, Column: f.at - len(text) + 1, Reason: reason,
		}
	}
}

// number reads digits after any spaces.
func (f *fields) number(width int, what string) int {
	text := f.take(width, what)
	n, ok := decimal(strings.TrimLeft(text, " "))
	if f.err == nil && !ok {
		f.fail(text, what+" must be a number")
	}
	return n
}

// decimal reads a number that consists of digits, at least one.
func decimal(s string) (n int, ok bool) {
	for _, d := range s {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = 10*n + int(d-'0')
	}
	return n, s != ""
}

// option reads one character and returns which of those possible it is.
func (f *fields) option(possible, what string) int {
	text := f.take(1, what)
	if f.err != nil {
		return 0
	}
	i := strings.Index(possible, text)
	if i < 0 {
		f.fail(text, what+" must be one of "+possible)
	}
	return max(i, 0)
}

func (f *fields) color(what string) movegen.Color { return movegen.Color(f.option("WZ", what)) }

// minutes reads minutes, perhaps with a fraction after a point or a comma.
func (f *fields) minutes(what string) time.Duration {
	text := f.take(timeWidth, what)
	whole, fraction, hasFraction := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), ".")
	if hasFraction {
		fraction += "00"[:2-len(fraction)]
	} else {
		fraction = "00"
	}
	n, ok := decimal("0" + whole)
	hundredths, okToo := decimal(fraction)
	if f.err == nil && (!ok || !okToo || strings.Trim(text, " .,") == "") {
		f.fail(text, what+" must be minutes")
	}
	return time.Duration(100*n+hundredths) * hundredth
}
