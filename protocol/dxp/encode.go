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
