package pdntest

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An atom is the smallest piece of a text that says something: a run of letters, of ASCII or not, or digits, or
// another sign. White space, brackets, quotes, points and the like say nothing by themselves.
type atom struct {
	kind   kind
	text   string // in small letters, of a number without leading zeros
	behind string // what stands up to the next one, of white space a single space
	zeros  int    // that lead the number
	joined bool   // a sign between squares, or a letter, is right before it
	spaced bool   // there is white space, nothing, or the end of something in brackets, before it
}

type kind uint8

const (
	letters kind = iota
	digits
	sign
)

// unified are the ways to write the same thing. Every x is a sign, also in words: both texts are
// treated alike.
var unified = strings.NewReplacer(
	"‼", "!!", "⁇", "??", "⁉", "!?", "⁈", "?!", "½", " 1/2", "…", ".",
	"–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "‒", "-", "×", ":", "х", ":", "Х", ":", "x", ":", "X", ":",
	"а", "a", "б", "b", "в", "b", "г", "d", "д", "e", "е", "e", "ж", "g", "з", "h", "с", "c", "Н", "h",
	"А", "a", "Б", "b", "В", "b", "Г", "d", "Д", "e", "Е", "e", "Ж", "g", "З", "h", "С", "c",
)

var (
	escapes = regexp.MustCompile(`\\+[nrt]`)
	nothing = regexp.MustCompile(`"[?.]+"`) // what a tag has of which nobody knows anything
)

// silent are the characters that are no atoms.
const silent = `[](){}<>"'\.,;:-/*%$|_` + "`" + string(utf8.RuneError)

// atoms lists what a text has.
func atoms(text string) (all []atom) {
	text = unified.Replace(escapes.ReplaceAllString(nothing.ReplaceAllString(text, " "), " | ")) // a result ends at an escape
	spaced, dashed := true, false                                                                // behind a dash with nothing before it: -0- 2-0 is a word and White's win
	for text != "" {
		c, width := utf8.DecodeRuneInString(text)
		a := atom{kind: sign, spaced: spaced, joined: dashed}
		dashed = c == '-' && len(all) == 0
		if n := len(all); n > 0 && all[n-1].kind != sign {
			a.joined = strings.HasSuffix(all[n-1].behind, "-") || strings.HasSuffix(all[n-1].behind, ":") || all[n-1].kind == letters && all[n-1].behind == ""
		}
		end := width
		switch {
		case unicode.IsSpace(c) || unicode.IsControl(c):
			if n := len(all); n > 0 && !spaced {
				all[n-1].behind += " "
			}
			spaced = true
			text = text[width:]
			continue
		case strings.ContainsRune(silent, c):
			if n := len(all); n > 0 {
				all[n-1].behind += string(c)
			}
			spaced = strings.ContainsRune("])}", c) // nothing is joined across it
			text = text[width:]
			continue
		case isDigit(c):
			a.kind, end = digits, runOf(text, isDigit)
		case unicode.IsLetter(c):
			a.kind, end = letters, runOf(text, func(other rune) bool { // a name of a tag ends before others than ASCII's
				return unicode.IsLetter(other) && (other < utf8.RuneSelf) == (c < utf8.RuneSelf)
			})
		}
		a.text = strings.ToLower(text[:end])
		if a.kind == digits {
			if a.text = strings.TrimLeft(a.text, "0"); a.text == "" {
				a.text = "0"
			}
			a.zeros = end - len(a.text)
		}
		all = append(all, a)
		text, spaced = text[end:], false
	}
	return all
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// runOf returns the length of the characters of a class that a text begins with.
func runOf(text string, class func(rune) bool) int {
	if end := strings.IndexFunc(text, func(c rune) bool { return !class(c) }); end >= 0 {
		return end
	}
	return len(text)
}

// isNumbered reports whether a is a number with a point behind it, as moves have.
func (a *atom) isNumbered() bool {
	return a.kind == digits && !a.joined && strings.HasPrefix(a.behind, ".")
}

// numbersMove reports whether a has what stands behind the number of a move: 2. or 2)
func (a *atom) numbersMove() bool {
	return a.isNumbered() || a.kind == digits && strings.HasPrefix(a.behind, ")")
}

// square returns the name of the square that atoms begin with, and how many it takes: 0 if none.
func square(all []atom) (name string, n int) {
	switch {
	case len(all) == 0:
	case all[0].kind == digits && len(all[0].text) < 3:
		return all[0].text, 1
	case len(all) > 1 && all[0].kind == letters && len(all[0].text) == 1 && "a" <= all[0].text && all[0].text <= "h" &&
		all[0].behind == "" && all[1].kind == digits && len(all[1].text) == 1 && !all[1].spaced:
		return all[0].text + all[1].text, 2
	}
	return "", 0
}

// joins reports whether what stands behind a square joins it to the next.
func joins(behind string) bool {
	middle := strings.TrimSpace(behind)
	return middle == "-" || middle == ":" || behind == "*"
}

// chain returns the squares that are joined at the beginning of atoms, and how many atoms they
// take: fewer than two are no move.
func chain(all []atom) (squares []string, n int) {
	for {
		name, width := square(all[n:])
		if width == 0 || n > 0 && strings.ContainsAny(all[n-1].behind, " *") && all[n+width-1].numbersMove() { // 1- 2. 32-28
			return squares, n
		}
		if _, result := outcome(all[n:]); result > 0 && len(squares) > 1 || result > 2 { // 33-28 - 0.5-0.5, $7 - 0.5-0.5
			return squares, n
		}
		squares, n = append(squares, name), n+width
		named := len(name) == 2 && !isDigit(rune(name[0])) && n < len(all) && all[n-1].behind == "" && all[n].kind == letters // c3d4
		if !joins(all[n-1].behind) && !named {
			return squares, n
		}
	}
}

// points returns the points that atoms begin with, and how many they take.
func points(all []atom) (p string, n int) {
	if len(all) == 0 || all[0].kind != digits || all[0].zeros > 0 {
		return "", 0
	}
	if len(all) > 1 && all[1].kind == digits {
		a, b, by := all[0].text, all[1].text, all[0].behind
		switch point := by == "." || by == ","; {
		case strings.HasSuffix(by, "/") && a == "1" && b == "2", point && a == "0" && b == "5":
			return "½", 2
		case point && b == "0":
			return a, 2
		}
	}
	return all[0].text, 1
}

// outcome returns what the result says that atoms begin with, "" if there is none.
func outcome(all []atom) (says string, n int) {
	white, w := points(all)
	if w == 0 {
		return "", 0
	}
	behind := strings.TrimSpace(all[w-1].behind)
	black, b := points(all[w:])
	if n = w + b; b == 0 || behind != "-" && behind != ":" {
		black = "" // there is none
	}
	if _, closer := outcome(all[w:]); closer > 1 && behind == "-" && strings.HasSuffix(all[w-1].behind, " ") && all[w].behind == "-" {
		return "", 0 // 0- 1-0 is a word and White's win, and so is 0 - 1-0
	}
	if b > 0 && white != "½" && all[w].isNumbered() {
		if _, closer := outcome(all[w+1:]); closer > 1 && behind == "-" && strings.HasSuffix(all[w-1].behind, " ") {
			return "", 0 // 0- 1.0-2 is a word, a number and Black's win
		}
	}
	switch white + "-" + black {
	case "2-0", "1-0":
		return "White wins", n
	case "0-2", "0-1":
		return "Black wins", n
	case "1-1", "½-½":
		return "a draw", n
	case "0-0":
		return "nobody wins", n
	}
	if white == "½" { // and what follows is no points: 0.5 - 1. 32-28
		return "a draw", w
	}
	return "", 0
}
