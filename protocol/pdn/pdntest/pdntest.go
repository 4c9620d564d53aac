// Package pdntest is for tests that nothing is lost between a file of games and what is written
// of it. It lists what a text has without package pdn: word by word, wherever the words stand.
package pdntest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An item is something that a text says.
type item struct {
	kind kind
	text string // of a move its ends: "32-28"
}

type kind string

const (
	word   kind = "word" // of tags, of comments, or of no meaning
	move   kind = "move"
	result kind = "result"
	sign   kind = "sign"
	number kind = "number" // of a move
	star   kind = "star"   // a sign, or the end of a game
)

// Lost returns what a text has that neither what was written of it nor the reports have, as
// often as it has it; of results each at least once.
func Lost(text, written, reports string) (lost []string) {
	has := stock{}
	for _, i := range append(items(written), items(reports)...) {
		has[i]++
		if i.kind == move && i.ends() != i { // of a capture that is ambiguous without its path
			has[i.ends()]++
		}
	}
	all := withoutNumbers(items(text))
	for n := 0; n < len(all); n++ {
		if jumps := has.takeJumps(all[n:]); jumps > 0 {
			n += jumps - 1
		} else if all[n].kind != star && !has.take(all[n]) {
			lost = append(lost, fmt.Sprintf("%s %s", all[n].kind, all[n].text))
		}
	}
	return lost
}

// A stock is how often there are items.
type stock map[item]int

// take takes an item, if there is one.
func (s stock) take(i item) bool {
	for _, form := range i.forms() {
		if s[form] > 0 {
			if i.kind != result {
				s[form]--
			}
			return true
		}
	}
	return false
}

// takeJumps takes the move whose jumps come first, if there are several: c3xa5 a5xc7 is written
// as c3xc7. It returns how many there are.
func (s stock) takeJumps(all []item) int {
	n := 1
	for n < len(all) && all[n-1].kind == move && all[n].kind == move && all[n-1].last() == all[n].first() {
		n++
	}
	for ; n > 1; n-- {
		if s.take(item{move, all[0].first() + "-" + all[n-1].last()}) {
			return n
		}
	}
	return 0
}

func (i item) first() string { return i.text[:strings.IndexByte(i.text, '-')] }
func (i item) last() string  { return i.text[strings.LastIndexByte(i.text, '-')+1:] }
func (i item) ends() item    { return item{move, i.first() + "-" + i.last()} }

// forms returns the items that i may be written as: what is no move in its place becomes a
// comment, as it stands.
func (i item) forms() []item {
	switch squares := strings.Split(i.text, "-"); {
	case i.kind == move && len(squares) > 2: // the path of a capture, or the captured pieces behind its ends
		return []item{i, i.ends(), {move, squares[0] + "-" + squares[1]}}
	case i.kind == number:
		return []item{i, {word, i.text}}
	}
	return []item{i}
}

// What is written in another form than it was read.
var (
	gameTags = regexp.MustCompile(`(?i)\[\s*(gametype|fen|setup|variant)\s+"[^"\n]*"\s*\]|\[\s*result\s+"\?"\s*\]|/FEN[^/]*/`)
	tagNames = regexp.MustCompile(`\[\s*[A-Za-z]\w*\s+`)
	escapes  = strings.NewReplacer(`\n`, " ", `\r`, " ", `\t`, " ", `\"`, `"`, `\\`, `\`)
	signs    = strings.NewReplacer("‼", "!!", "⁇", "??", "⁉", "!?", "⁈", "?!")
	dashes   = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "‒", "-", "×", "x", "х", "x", "Х", "x", "X", "x", "½", "1/2")
	spaced   = regexp.MustCompile(`(^|\s|\.)([0-9]{1,2}|[a-h][1-8])(?:[ \t]+([-:x])[ \t]*|([-:x])[ \t]+)([0-9]{1,2}|[a-h][1-8])\b`)
	listed   = regexp.MustCompile(`(^|\s)([0-9]{1,4})\)(\s)`)
	skipped  = regexp.MustCompile(`(?m)^%[^\n]*$`)
	divided  = regexp.MustCompile("[\\s\\[\\](){};\"\x00-\x1F\x7F\u0085\u00A0]+")

	results = regexp.MustCompile(`^([012]|1/2|0[.,]5|[12][.,]0|0[.,]0)[-:]([012]|1/2|0[.,]5|[12][.,]0|0[.,]0)[.,]?([!?]*)$`)
	moves   = regexp.MustCompile(`^((?:[a-h][1-8]|0*[0-9]{1,2})(?:[-x:*]?(?:[a-h][1-8]|0*[0-9]{1,2}))+)([*!?+=#±∓∞⩲⩱□⇆/-]*)$`)
	short   = regexp.MustCompile(`^([a-h])[-x:]?([a-h][1-8])$`)
	squares = regexp.MustCompile(`[a-h][1-8]|0*[0-9]{1,2}`)
	compact = regexp.MustCompile(`^([0-9]{2})([0-9]{2})$`)
	numbers = regexp.MustCompile(`^([0-9]+)(\.+|…)$`)
	stuck   = regexp.MustCompile(`^([0-9]+(?:\.+|…))(.+)$`)
	marked  = regexp.MustCompile(`^[*!?+=#±∓∞⩲⩱□⇆/-]+$`)
)

// items lists what a text has.
func items(text string) (all []item) {
	text = skipped.ReplaceAllString(strings.ReplaceAll(text, "\r", "\n"), "")
	text = tagNames.ReplaceAllString(gameTags.ReplaceAllString(text, " * "), " ")
	text = listed.ReplaceAllString(text, "$1$2.$3")
	text = signs.Replace(dashes.Replace(escapes.Replace(text)))
	text = spaced.ReplaceAllString(text, "$1$2$3$4$5")
	text = strings.NewReplacer("(", " * ", ")", " * ").Replace(text) // no number goes on there
	words := divided.Split(text, -1)
	for n := 0; n < len(words); n++ {
		w := words[n]
		if found := stuck.FindStringSubmatch(w); found != nil && !results.MatchString(w) {
			words = slices.Replace(words, n, n+1, found[1], found[2]) // 1.32-28
			w = words[n]
		}
		if strings.Trim(w, "?") == "" && n > 0 && numbers.MatchString(words[n-1]) {
			continue // an unknown move
		}
		all = append(all, itemsOf(w)...)
	}
	return all
}

// itemsOf lists what a word has.
func itemsOf(w string) []item {
	lower := strings.ToLower(w)
	switch {
	case w == "*":
		return []item{{star, w}}
	case strings.Trim(w, ".*-…") == "" || strings.Trim(w, "?.") == "" && strings.Contains(w, "."):
		return nil // nothing known
	case results.MatchString(w):
		found := results.FindStringSubmatch(w)
		all := []item{{result, outcome(found[1], found[2])}}
		return append(all, signsOf(found[3])...)
	case numbers.MatchString(w):
		return []item{{number, numbers.FindStringSubmatch(w)[1]}}
	case marked.MatchString(w):
		return signsOf(w)
	case compact.MatchString(w):
		return []item{{move, ends(compact.ReplaceAllString(w, "$1-$2"))}}
	case short.MatchString(lower):
		found := short.FindStringSubmatch(lower)
		return []item{{word, found[1] + found[2]}}
	}
	if found := moves.FindStringSubmatch(lower); found != nil && !strings.HasSuffix(w, ".") && isMove(found[1]) {
		return append([]item{{move, ends(found[1])}}, signsOf(found[2])...)
	}
	return []item{{word, w}}
}

// signsOf lists signs one by one: they may stand together with others.
func signsOf(text string) (all []item) {
	for _, c := range text {
		if c != '-' && c != '/' && c != '*' {
			all = append(all, item{sign, string(c)})
		}
	}
	return all
}

// isMove reports whether digits are squares: not a year, of four that are no two squares.
func isMove(text string) bool { return strings.ContainsAny(text, "-x:*abcdefgh") }

// ends returns the squares of a move.
func ends(text string) string {
	var names []string
	for _, name := range squares.FindAllString(text, -1) {
		if trimmed := strings.TrimLeft(name, "0"); trimmed != "" {
			name = trimmed
		}
		names = append(names, name)
	}
	return strings.Join(names, "-")
}

// outcome returns who has won by the points of both sides.
func outcome(white, black string) string {
	points := func(p string) string {
		return strings.NewReplacer(",", ".", "1/2", "0.5", ".0", "").Replace(p)
	}
	switch w, b := points(white), points(black); {
	case w == "0" && b == "0":
		return "none"
	case w == b:
		return "draw"
	case w > b:
		return "white"
	default:
		return "black"
	}
}

// withoutNumbers leaves out numbers of moves that moves, or the end of a game, follow: they are
// counted anew.
func withoutNumbers(all []item) (rest []item) {
	for n, i := range all {
		if i.kind == number && (n+1 == len(all) || all[n+1].kind != number || all[n+1].text == i.text) {
			continue
		}
		rest = append(rest, i)
	}
	return rest
}
