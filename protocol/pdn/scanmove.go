package pdn

import (
	"bytes"
	"slices"
	"strings"

	"stupol/movegen"
)

// scanMove finds a move: squares with or without signs between them, and
// spaces around the signs. Its text has neither spaces nor leading zeros. A
// score like 10-0 or 6-6 is a result.
func scanMove(b []byte, t *token) int {
	square, n := squareAt(b)
	if n == 0 {
		return scanShort(b, t)
	}
	squares, sign := []string{square}, ""
	for {
		s := moveSignAt(b[n:])
		square, width := squareAt(b[n+s.width:])
		last := n + s.width + width
		switch {
		case width == 0, s.width == 0 && !(isFile(square[0]) && isFile(squares[0][0])):
		case s.spaced && s.text == "-" && len(squares) > 1: // the next move is unknown
		case s.spaced && bytes.HasPrefix(b[last:], []byte(".")): // it is the number of a move
		default:
			squares, sign, n = append(squares, square), max(sign, s.text), last
			continue
		}
		break
	}
	if len(squares) < 2 {
		n, squares = starred(b, squares, n)
		sign = "x"
	}
	if len(squares) < 2 || !endsToken(b[n:]) {
		return 0
	}
	if sign == "" && len(squares) > 2 {
		sign = "x"
	}
	t.kind, t.text = moveToken, strings.Join(squares, sign)
	if sign == "-" && isScore(squares) {
		t.kind = resultToken
	}
	return n
}

// starred goes on with a capture whose sign is a star, 28*19, from its first square on.
func starred(b []byte, squares []string, n int) (end int, all []string) {
	for n < len(b) && b[n] == '*' {
		square, width := squareAt(b[n+1:])
		if width == 0 || isFile(square[0]) {
			break
		}
		squares, n = append(squares, square), n+1+width
	}
	return n, squares
}

// isScore reports whether squares are rather the points of a result, by 2, 10
// or 12 points to a game.
func isScore(squares []string) bool {
	points := []string{"0", "1", "2", "5", "6", "10", "12"}
	return len(squares) == 2 && slices.Contains(points, squares[0]) && slices.Contains(points, squares[1]) &&
		(squares[0] == squares[1] || squares[0] == "0" || squares[1] == "0")
}

// scanShort finds the old Russian short form of algebraic moves: the file of
// the start and the square of the end, ac5 or a:c5.
func scanShort(b []byte, t *token) int {
	file := b[0] | 0x20
	if !isFile(file) {
		return 0
	}
	s := moveSignAt(b[1:])
	square, width := squareAt(b[1+s.width:])
	n := 1 + s.width + width
	if width == 0 || s.spaced || isDigit(square[0]) || !endsToken(b[n:]) {
		return 0
	}
	t.kind, t.text = moveToken, string(file)+s.text+square
	return n
}

// scanCompact finds a move of four digits.
func scanCompact(b []byte, t *token) int {
	if digitsAt(b) != 4 || !endsWord(b[4:]) {
		return 0
	}
	from, _ := squareAt(b[:2])
	to, _ := squareAt(b[2:4])
	if from == "0" || to == "0" || from == to {
		return 0
	}
	t.kind, t.text = moveToken, from+"-"+to
	return 4
}

// scanUnknown finds - or -- in the place of a move.
func scanUnknown(b []byte, t *token) int {
	n := len(b) - len(bytes.TrimLeft(b, "-"))
	if n == 0 || n > 2 || !endsWord(b[n:]) || t.glued && t.after != numberToken {
		return 0
	}
	t.kind, t.text = moveToken, UnknownMove
	return n
}

// endsWord reports whether b cannot go on with what came before it.
func endsWord(b []byte) bool {
	return len(b) == 0 || spaceAt(b) > 0 || bytes.IndexByte([]byte("{[();!?*=#$"), b[0]) >= 0
}

// squareAt returns the square that b begins with, without leading zeros and in
// small letters, and the length it has in b; 0 if there is none.
func squareAt(b []byte) (square string, width int) {
	if file, n := movegen.FileAt(string(b[:min(len(b), 2)])); n > 0 && n < len(b) && '1' <= b[n] && b[n] <= '8' {
		return string(file) + string(b[n]), n + 1
	}
	n := digitsAt(b)
	digits := bytes.TrimLeft(b[:n], "0")
	switch {
	case n == 0 || len(digits) > 2:
		return "", 0
	case len(digits) == 0:
		return "0", n
	}
	return string(digits), n
}

// moveSign is what stands between two squares of a move.
type moveSign struct {
	text   string // "-", "x" or nothing
	width  int    // with the spaces around it
	spaced bool
	letter bool // it is an x of some kind
}

// moveSigns are the signs in use, with letters of other alphabets that look
// alike.
var moveSigns = []struct{ sign, text string }{
	{"-", "-"}, {"x", "x"}, {":", "x"}, {"X", "x"},
	{"–", "-"}, {"—", "-"}, {"−", "-"}, {"‐", "-"}, {"‑", "-"}, {"‒", "-"},
	{"×", "x"}, {"х", "x"}, {"Х", "x"},
}

// moveSignAt returns the sign b begins with, of width 0 if there is none.
func moveSignAt(b []byte) moveSign {
	rest := trimSpace(b)
	for _, s := range moveSigns {
		if behind, ok := bytes.CutPrefix(rest, []byte(s.sign)); ok {
			behind = trimSpace(behind)
			width := len(b) - len(behind)
			return moveSign{s.text, width, width > len(s.sign), s.text == "x" && s.sign != ":"}
		}
	}
	return moveSign{}
}
