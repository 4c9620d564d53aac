package pdn

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"stupol/movegen"
)

// scan finds the token b begins with, which is no white space, tag or comment,
// and fills in what it is. It returns its length, at least 1.
func scan(b []byte, t *token) int {
	if !t.glued || !isWhole(t.after) || endsToken(b) {
		for _, scanner := range scanners {
			if n := scanner(b, t); n > 0 {
				return n
			}
		}
	}
	t.kind, t.err = wordToken, ErrWord
	n := wordAt(b)
	t.text = OneLine(decode(b[:n]))
	return n
}

// isWhole reports whether a token of that kind must not have letters or digits right behind it.
func isWhole(k kind) bool {
	switch k {
	case moveToken, pairToken, resultToken, glyphToken, wordToken:
		return true
	}
	return false
}

// scanners find one kind of token each, in the order in which they must be
// tried. They return its length, or 0 if b does not begin with it.
var scanners = []func(b []byte, t *token) int{
	scanResult, scanNumber, scanListed, scanMove, scanCompact, scanUnknown, scanSign, scanGlyph, scanParenthesis, scanLoneNumber,
}

// wordAt returns the length of what stands together at the beginning of b, at
// least 1.
func wordAt(b []byte) int {
	_, n := utf8.DecodeRune(b)
	for n < len(b) && spaceAt(b[n:]) == 0 && bytes.IndexByte([]byte("[]{}();/"), b[n]) < 0 {
		_, width := utf8.DecodeRune(b[n:])
		n += width
	}
	return n
}

// halves are the ways to write half a point.
var halves = []string{"1/2", "½"}

// results are the results there are, by the points of both sides: as numbers, as halves
// ("h"), or, where a draw gives an advantage, as 1+ and 1-.
var results = map[string]string{
	"h-h": "1/2-1/2", "1+-1-": "1+-1-", "1--1+": "1--1+",
	"2-0": "2-0", "1-1": "1-1", "0-2": "0-2", "0-0": "0-0", "1-0": "1-0", "0-1": "0-1",
}

// scanResult finds results that cannot be moves: *, and those of results, with any sign
// between them, as 2:0, with decimals, as 0.5-0.5, and with spaces.
func scanResult(b []byte, t *token) int {
	if b[0] == '*' {
		t.kind, t.text = starToken, "*"
		return 1
	}
	white, n := pointsAt(b)
	if n == 0 {
		return 0
	}
	// A half on its own is a draw.
	if white == "h" && endsResult(b[n:]) && moveSignAt(b[n:]).width == 0 {
		t.kind, t.text = resultToken, "1/2-1/2"
		return n
	}
	sign := moveSignAt(b[n:])
	if sign.width == 0 || sign.letter {
		return 0
	}
	n += sign.width
	black, width := pointsAt(b[n:])
	result, ok := results[white+"-"+black]
	if width == 0 || !ok || !endsResult(b[n+width:]) {
		return 0
	}
	t.kind, t.text = resultToken, result
	return n + width
}

// pointsAt returns the points that b begins with, in the form of results, and the length
// they have in b: 0 if there are none. A point and five tenths is no result of a game.
func pointsAt(b []byte) (points string, width int) {
	for _, half := range halves {
		if n := spacedPrefix(b, half); n > 0 {
			return "h", n
		}
	}
	n := digitsAt(b)
	if n != 1 {
		return "", 0
	}
	points = string(b[:1])
	if n == len(b) {
		return points, n
	}
	switch c := b[1]; {
	case (c == '.' || c == ',') && digitsAt(b[2:]) == 1:
		return decimals[points+"."+string(b[2:3])], 3
	case c == '+', c == '-' && (len(b) == 2 || endsWord(b[2:]) || b[2] == '-'):
		if points == "1" {
			return points + string(c), 2
		}
	}
	return points, n
}

// decimals are points with a decimal.
var decimals = map[string]string{"0.0": "0", "0.5": "h", "1.0": "1", "2.0": "2"}

// spacedPrefix returns the length of form at the beginning of b, where there
// may be spaces between its characters, or 0 if it is not there.
func spacedPrefix(b []byte, form string) int {
	n := 0
	for i := 0; i < len(form); {
		_, width := utf8.DecodeRuneInString(form[i:])
		if i > 0 {
			n = len(b) - len(trimSpace(b[n:]))
		}
		if !bytes.HasPrefix(b[n:], []byte(form[i:i+width])) {
			return 0
		}
		n += width
		i += width
	}
	return n
}

// endsResult reports whether a result may be followed by b.
func endsResult(b []byte) bool {
	return endsToken(b) && (len(b) == 0 || bytes.IndexByte([]byte(":-/+"), b[0]) < 0)
}

// endsToken reports whether a token made of letters and digits may be followed by b: not
// by more of them, also behind a sign that could join them.
func endsToken(b []byte) bool {
	if len(b) > 0 && bytes.IndexByte([]byte(".,:/'"), b[0]) >= 0 {
		b = b[1:]
	}
	if len(b) == 0 {
		return true
	}
	c, _ := utf8.DecodeRune(b)
	return spaceAt(b) > 0 || !unicode.IsLetter(c) && !unicode.IsNumber(c)
}

// scanNumber finds the number of a move with its dots, or dots alone.
func scanNumber(b []byte, t *token) int {
	digits := digitsAt(b)
	n, dots := digits, 0
	for {
		if bytes.HasPrefix(b[n:], []byte(".")) {
			n, dots = n+1, dots+1
		} else if bytes.HasPrefix(b[n:], []byte("…")) {
			n, dots = n+len("…"), dots+3
		} else {
			break
		}
	}
	switch {
	case dots == 0 || !startsToken(b[n:]),
		digits > 0 && boundedNumber(b[:digits]) == 0 && digitsAt(b[n:]) > 0: // 0.5
		return 0
	}
	t.kind, t.number, t.dots, t.text = numberToken, boundedNumber(b[:digits]), dots, string(b[:n])
	return n
}

// scanListed finds the number of a move with a parenthesis, 1) 32-28, before a move.
func scanListed(b []byte, t *token) int {
	n := digitsAt(b)
	if n == 0 || n > 4 || t.glued || n+1 >= len(b) || b[n] != ')' || spaceAt(b[n+1:]) == 0 {
		return 0
	}
	var next token
	if rest := trimSpace(b[n+1:]); len(rest) == 0 || scanMove(rest, &next)+scanCompact(rest, &next) == 0 || next.kind != moveToken {
		return 0
	}
	t.kind, t.number, t.dots, t.text, t.listed = numberToken, boundedNumber(b[:n]), 1, string(b[:n+1]), true
	return n + 1
}

// startsToken reports whether what stands right behind the number of a move may stand
// there: the move, or anything that is neither a letter nor a digit.
func startsToken(b []byte) bool {
	if endsToken(b) {
		return true
	}
	var t token
	for _, scanner := range []func([]byte, *token) int{scanResult, scanMove, scanCompact, scanSign} {
		if scanner(b, &t) > 0 {
			return true
		}
	}
	return false
}

// digitsAt returns the number of digits b begins with.
func digitsAt(b []byte) int {
	n := 0
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}

// boundedNumber returns the value of digits, or a million if it is larger.
func boundedNumber(digits []byte) int {
	const most = 1e6
	if len(digits) > 6 {
		return most
	}
	n, _ := strconv.Atoi(string(digits))
	return n
}

// scanLoneNumber finds the number of a move without a dot, or two of them that are
// squares: 32 28 right behind the number of a move or another move of this form.
func scanLoneNumber(b []byte, t *token) int {
	const longest = 4
	n := digitsAt(b)
	if n == 0 || n > longest || t.glued || !endsWord(b[n:]) {
		return 0
	}
	if from, width := squareAt(b[:n]); width == n && (t.after == numberToken || t.after == pairToken) {
		rest := trimSpace(b[n:])
		to, width := squareAt(rest)
		if width > 0 && width < 3 && from != "0" && to != "0" && from != to && endsWord(rest[width:]) {
			t.kind, t.text = pairToken, from+"-"+to
			return len(b) - len(rest) + width
		}
	}
	t.kind, t.number, t.text = numberToken, boundedNumber(b[:n]), string(b[:n])
	return n
}

// scanSign finds signs that run together, in parentheses or not, and the word
// a.l.
func scanSign(b []byte, t *token) int {
	if n := len(anyMove); len(b) >= n && strings.EqualFold(string(b[:n]), anyMove) {
		t.kind, t.text = signToken, anyMove
		return n
	}
	n := symbolsAt(b)
	if inner, ok := bytes.CutPrefix(b, []byte("(")); ok {
		inner = trimSpace(inner)
		signs := inner[:symbolsAt(inner)]
		behind, closed := bytes.CutPrefix(trimSpace(inner[len(signs):]), []byte(")"))
		if closed && len(signs) > 0 {
			t.kind, t.text = signToken, "("+doubledSigns.Replace(string(signs))+")"
			return len(b) - len(behind)
		}
	}
	if n == 0 || n > longestSigns {
		return 0
	}
	t.kind, t.text = signToken, doubledSigns.Replace(string(b[:n]))
	return n
}

// symbols are the signs that are no words, those that begin like others first.
var symbols = []string{
	"+/-", "-/+", "+-", "-+", "+", "=", "#", "±", "∓", "!", "?", "∞", "⩲", "⩱", "□", "⇆", "‼", "⁇", "⁉", "⁈",
}

// symbolsAt returns the length of the symbols b begins with.
func symbolsAt(b []byte) int {
	n := 0
next:
	for {
		for _, s := range symbols {
			if bytes.HasPrefix(b[n:], []byte(s)) {
				n += len(s)
				continue next
			}
		}
		return n
	}
}

// scanGlyph finds $7, or a letter that stands for a glyph.
func scanGlyph(b []byte, t *token) int {
	const longest = 5
	if number, ok := wordGlyphs[string(b[:1])]; ok && !t.glued && endsWord(b[1:]) {
		t.kind, t.number, t.text = glyphToken, number, string(b[:1])
		return 1
	}
	if b[0] != '$' {
		return 0
	}
	n := digitsAt(b[1:])
	if n == 0 || n > longest {
		return 0
	}
	t.kind, t.number, t.text = glyphToken, boundedNumber(b[1:1+n]), string(b[:1+n])
	return 1 + n
}

// scanParenthesis finds the ends of variations.
func scanParenthesis(b []byte, t *token) int {
	switch b[0] {
	case '(':
		t.kind = openToken
	case ')':
		t.kind = closeToken
	default:
		return 0
	}
	t.text = string(b[:1])
	return 1
}

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
		if hasLeadingZero(b[:n]) { // 1-01
			return 0
		}
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

// hasLeadingZero reports whether a number in b begins with a zero and goes on.
func hasLeadingZero(b []byte) bool {
	for i := range len(b) - 1 {
		if b[i] == '0' && isDigit(b[i+1]) && (i == 0 || !isDigit(b[i-1])) {
			return true
		}
	}
	return false
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
	if n == 0 || n > 2 || !endsWord(b[n:]) || t.glued && t.after != numberToken || t.after == wordToken { // Ana - Eva
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
	if name, n := movegen.NameAt(string(b[:min(len(b), 3)])); n > 0 {
		return name, n
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
