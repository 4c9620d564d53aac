// Package pdntest is for tests that nothing is lost between a file of games and what is written
// of it. It compares them without package pdn: as a bag of words, numbers and signs, wherever
// they stand. The tests that use it take as many texts as the environment variable STUPOL_TEXTS
// says, made anew each time, and the files in the folder that STUPOL_PDN names.
package pdntest

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Form returns what was written of a text, and what was reported. Moves are in the notation of
// the text, or in another.
type Form func() (written, reports string)

// Lost returns what a text says that none of the forms of what was written and reported of it
// does, as often as it says it; of results each at least once. It also returns the last form that
// it has looked at.
func Lost(text string, forms ...Form) (lost []string, written, reports string) {
	var said [][]string
	for _, f := range forms {
		written, reports = f()
		said = append(said, []string{written, place.ReplaceAllString(reports, "")})
		if lost = lostIn(text, said...); len(lost) == 0 {
			break
		}
	}
	return lost, written, reports
}

// place is where something that is reported is: the numbers of lines, games and plies.
var place = regexp.MustCompile(`(?m)^-:\d+:\d+: game \d+(, ply \d+)?: `)

// lostIn is Lost of what was said in each form. What is said in the way of one need may have been
// taken for another: then those that are lost are looked for first, and the last way before the
// first. In each form everything is taken once.
func lostIn(text string, forms ...[]string) []string {
	all := needs(atoms(withoutGame(text)))
	slices.SortStableFunc(all, func(a, b need) int { return len(a) - len(b) }) // those without a choice first
	missed := make([]map[int]bool, len(forms))
	for i, said := range forms {
		missed[i] = missing(all, said, nil, false)
	}
	lost := inAll(missed)
	for i := 0; len(lost) > 0 && i < 2*len(forms); i++ {
		other := slices.Clone(missed)
		other[i/2] = missing(all, forms[i/2], lost, i%2 == 1)
		if now := inAll(other); len(now) < len(lost) {
			lost, missed = now, other
		}
	}
	if once := withoutRepeated(text); len(lost) > 0 && once != text {
		return lostIn(once, forms...)
	}
	var texts []string
	for _, n := range lost {
		texts = append(texts, strings.Join(all[n][0], " "))
	}
	return texts
}

// inAll returns what is missing in all forms.
func inAll(missed []map[int]bool) (lost []int) {
	for _, n := range slices.Sorted(maps.Keys(missed[0])) {
		if !slices.ContainsFunc(missed, func(m map[int]bool) bool { return !m[n] }) {
			lost = append(lost, n)
		}
	}
	return lost
}

// missing returns which of needs were not said. Some are looked for before all others, and of the
// ways in which something may be said the first is looked for first, or the last.
func missing(all []need, said []string, before []int, lastFirst bool) map[int]bool {
	has := stockOf(said)
	found := make([]bool, len(all))
	look := func(n int, ways need) { found[n] = found[n] || slices.ContainsFunc(ways, has.take) }
	turn := func(ways need) need {
		if lastFirst {
			ways = slices.Clone(ways)
			slices.Reverse(ways)
		}
		return ways
	}
	for _, n := range before {
		look(n, turn(all[n]))
	}
	for n, ways := range all {
		const asTheyAre = 2 // ways, before anything becomes another
		if !lastFirst || len(ways) <= asTheyAre {
			look(n, ways[:min(asTheyAre, len(ways))])
		}
	}
	lost := map[int]bool{}
	for n, ways := range all {
		if look(n, turn(ways)); !found[n] {
			lost[n] = true
		}
	}
	return lost
}

// withoutRepeated leaves out a tag that is there already with its value: two in one game are
// written once.
func withoutRepeated(text string) string {
	seen := map[string]bool{}
	return wholeTags.ReplaceAllStringFunc(text, func(tag string) string {
		if seen[tag] {
			return " | "
		}
		seen[tag] = true
		return tag
	})
}

// wholeTags are tags that are as they should be.
var wholeTags = regexp.MustCompile(`\[\s*\w+\s*"(?:\\.|[^"\\\n])*"\s*\]`)

// A stock is how often there are atoms, and which results there are.
type stock struct {
	atoms    map[string]int
	outcomes map[string]bool
}

// outcomesOfPoints are the results in points of whole games.
var outcomesOfPoints = map[string]string{"10-0": "White wins", "12-0": "White wins", "0-10": "Black wins", "0-12": "Black wins", "5-5": "a draw", "6-6": "a draw"}

// stockOf lists what texts have. A number with a point is not one without.
func stockOf(texts []string) stock {
	s := stock{map[string]int{}, map[string]bool{}}
	for _, text := range texts {
		for _, score := range scoreTags.FindAllStringSubmatch(text, -1) {
			s.outcomes[score[1]] = true
			if who, ok := outcomesOfPoints[score[1]]; ok {
				s.outcomes[who] = true
			}
		}
		all := atoms(text)
		for i := range all {
			text := all[i].text
			if all[i].isNumbered() && text != "0" {
				text += "."
			}
			s.atoms[text]++
			if says, n := outcome(all[i:]); n > 0 {
				s.outcomes[says] = true
			}
		}
	}
	return s
}

// take takes what a form has, if all is there.
func (s stock) take(form []string) bool {
	form = apart(form)
	for i, text := range form {
		dotted := text + "."
		switch {
		case s.outcomes[text]:
		case s.atoms[text] > 0:
			s.atoms[text]--
		case len(form) == 1 && s.atoms[dotted] > 0:
			s.atoms[dotted]--
		default:
			for _, text := range form[:i] { // back again
				if !s.outcomes[text] {
					s.atoms[text]++
				}
			}
			return false
		}
	}
	return true
}

// apart returns a form with the names of squares as two atoms, as stock has them.
func apart(form []string) (texts []string) {
	for _, text := range form {
		if len(text) == 2 && !isDigit(rune(text[0])) && isDigit(rune(text[1])) {
			texts = append(texts, text[:1], text[1:])
		} else {
			texts = append(texts, text)
		}
	}
	return texts
}

// A need is something that a text says, in all the forms in which it may be written.
type need [][]string

// What is written in another form than it was read: the tags of which the game and its
// beginning are known, setups, the names of tags, results in points, and lines that are skipped.
var (
	gameTags  = regexp.MustCompile(`(?im)\[[\s\x00]*(?:gametype|fen|setup|variant)\b(?:[^"\]\n]*\n?\s*"(?:\\.|[^\\\n])*?"\s*\]|[^"\]\n]*"\]|[^"\]\n]*"[^"\n]*(?:"|$)|[^\]\n]*\]?)|/\s*FEN[^/]+/`)
	tagNames  = regexp.MustCompile(`\[[\s\x00]*[A-Za-z]\w*`)
	scoreTags = regexp.MustCompile(`\[Result "(\d+-\d+)"\]`)
	skipped   = regexp.MustCompile(`(?m)^%[^\n]*$`)
)

func withoutGame(text string) string {
	text = skipped.ReplaceAllString(strings.ReplaceAll(text, "\r", "\n"), "")
	return tagNames.ReplaceAllString(gameTags.ReplaceAllString(text, " | "), "[")
}

// needs lists what atoms say.
func needs(all []atom) (list []need) {
	for i := 0; i < len(all); {
		n, width := needAt(all, i)
		if len(n) > 0 {
			list = append(list, n)
		}
		i += width
	}
	return list
}

// needAt returns what is said at an atom, nothing if it need not be written, and how many
// atoms that takes.
func needAt(all []atom, i int) (need, int) {
	a := &all[i]
	if says, n := outcome(all[i:]); n > 0 && !a.joined { // {z} -0-
		return outcomeForms(all[i:i+n], says), n
	}
	if squares, n := chain(all[i:]); len(squares) > 1 {
		return moves(all, i, squares, n)
	}
	if n, width := shortMove(all[i:]); width > 0 {
		return n, width
	}
	switch {
	case isNumber(all, i), isUnknown(all, i):
		return nil, 1
	case a.kind == digits && a.zeros+len(a.text) == 4: // 3228
		whole := strings.Repeat("0", a.zeros) + a.text
		from, to := strings.TrimLeft(whole[:2], "0"), strings.TrimLeft(whole[2:], "0")
		ends := []string{from, to}
		return need{{a.text}, ends, turned(ends)}, 1
	case a.isNumbered():
		return need{{a.text + "."}, {a.text}}, 1
	case isPair(all[i:]) && !isNumber(all, i+1):
		ends := []string{a.text, all[i+1].text}
		return need{ends, turned(ends)}, 2
	case a.text == "n": // a novelty
		return need{{a.text}, {"146"}}, 1
	case a.text == "d": // a diagram
		return need{{a.text}, {"220"}}, 1
	}
	return need{{a.text}}, 1
}

// outcomeForms returns the forms of atoms that are a result, if they are not something else.
func outcomeForms(all []atom, says string) need {
	forms := need{{says}, textsOf(all)}
	if last := len(all) - 1; last > 0 && all[last].spaced && all[last].numbersMove() { // 0- 2. 32-28
		forms = append(forms, textsOf(all[:last]))
	}
	if other, n := outcome(all[1:]); n > 0 && n == len(all)-1 && all[0].numbersMove() { // 1.0-0
		forms = append(forms, []string{other})
	}
	return forms
}

// isNumber reports whether an atom is the number of a move, which is counted anew: one with a
// point or a parenthesis and no other such number behind it, or one before a move.
func isNumber(all []atom, i int) bool {
	a := &all[i]
	if a.kind != digits {
		return false
	}
	if a.numbersMove() {
		_, result := outcome(all[i+1:])
		_, decimals := points(all[i+1:])
		return i+1 == len(all) || !all[i+1].isNumbered() || strings.HasPrefix(strings.TrimLeft(all[i+1].behind, ". "), ":") || isDecimal(all[i+1:]) || result > 0 || decimals > 1 || all[i+1].text == a.text || all[i+1].text == "0" || strings.Trim(strings.TrimSpace(a.behind), ".") != ""
	}
	if !a.spaced || strings.Trim(a.behind, " |") != "" || i+1 == len(all) || !all[i+1].spaced {
		return false
	}
	squares, _ := chain(all[i+1:])
	_, width := shortMove(all[i+1:])
	if _, result := outcome(all[i+1:]); result > 1 {
		return false
	}
	return len(squares) > 1 || width > 0 || all[i+1].zeros+len(all[i+1].text) == 4 || isPair(all[i+1:])
}

// isPair reports whether atoms begin with two numbers that are a move, with nothing between: 32 28.
func isPair(all []atom) bool {
	if len(all) < 2 || all[0].kind != digits || !all[0].spaced || strings.TrimSpace(all[0].behind) != "" || all[1].kind != digits || all[1].numbersMove() {
		return false
	}
	return len(all[0].text) < 3 && len(all[1].text) < 3 && !isMore(all[1:]) &&
		(len(all) < 3 || all[2].kind != digits || strings.TrimSpace(all[1].behind+all[2].behind) != "" || isMore(all[2:])) // 3 32 28
}

// isMore reports whether atoms begin with a move or a result.
func isMore(all []atom) bool {
	squares, _ := chain(all)
	_, result := outcome(all)
	return len(squares) > 1 || result > 1
}

// isDecimal reports whether atoms begin with a number and, right behind its points, digits or
// letters that are neither a move nor a result: 28.19, 2...7 and 1.h are words.
func isDecimal(all []atom) bool {
	if len(all) < 2 || all[0].behind == "" || strings.Trim(all[0].behind, ".") != "" || all[1].kind == sign || all[1].spaced {
		return false
	}
	_, short := shortMove(all[1:])
	_, result := outcome(all[1:])
	squares, n := chain(all[1:])
	return result == 0 && short == 0 && (len(squares) < 2 || n+1 < len(all) && !all[n+1].spaced) // 20.5-0.5
}

// isUnknown reports whether an atom is one of the question marks that stand for a move.
func isUnknown(all []atom, i int) bool {
	for i > 0 && all[i].text == "?" {
		if i--; all[i].isNumbered() {
			return true
		}
	}
	return false
}

// moves returns the need of a move of several squares: its ends, or of a capture its first
// square and the next, and those behind it that may be its next jumps. It takes all that are.
func moves(all []atom, i int, squares []string, width int) (need, int) {
	const most = 6
	forms := endsOf(squares)
	usual := forms[0] // each jump by its ends
	last := squares[len(squares)-1]
	for jumps := 1; jumps < most; jumps++ {
		at := i + width
		for at < len(all) && all[at].kind == sign {
			at++
		}
		next, n := chain(all[min(at, len(all)):])
		if len(next) < 2 || next[0] != last || !isCapture(all[i:i+width]) || !isCapture(all[at:at+n]) {
			break
		}
		var longer need
		for _, form := range forms { // each jump by itself, or joined to the one before
			for _, behind := range endsOf(next) {
				longer = append(longer, slices.Concat(form, behind), append(slices.Clone(form[:len(form)-1]), behind[len(behind)-1]))
			}
		}
		forms = longer
		usual = slices.Concat(usual, endsOf(next)[0])
		last, width = next[len(next)-1], at+n-i
	}
	for _, form := range slices.Clone(forms) {
		forms = append(forms, turned(form), numbered(form))
	}
	slices.SortStableFunc(forms, func(a, b []string) int { return len(a) - len(b) }) // not to take what others need
	forms = slices.Insert(forms, 0, usual)
	if len(squares) == 2 { // or a result in points, which is in the tag alone
		forms = slices.Insert(forms, 0, []string{strings.Join(squares, "-")})
		if who, ok := outcomesOfPoints[forms[0][0]]; ok {
			forms = append(forms, []string{who})
		}
		if all[i+width-1].spaced { // $2 - 28 4-6, with a move that is unknown and a number
			forms = append(forms, squares[:1])
		}
	}
	return forms, width
}

// isCapture reports whether squares are joined by an x.
func isCapture(all []atom) bool {
	return slices.ContainsFunc(all, func(a atom) bool { return strings.TrimSpace(a.behind) == ":" })
}

// turned returns a form with the numbers of squares from the other end of a board with 32: that
// is how some games are written that begin to count there.
func turned(form []string) []string {
	form = slices.Clone(form)
	for i, text := range form {
		if n, err := strconv.Atoi(text); err == nil && n <= 32 {
			form[i] = strconv.Itoa(33 - n)
		}
	}
	return form
}

// endsOf returns the forms of a move by its squares.
func endsOf(squares []string) need {
	if len(squares) == 2 {
		if isDigit(rune(squares[0][0])) != isDigit(rune(squares[1][0])) { // 23-d4, either may become the other
			return need{squares, squares[:1], squares[1:]}
		}
		return need{squares}
	}
	return need{{squares[0], squares[len(squares)-1]}, squares[:2]}
}

// numbered returns a form with the numbers of squares for their names, on a board of ten rows,
// whose games are never written with names.
func numbered(form []string) []string {
	form = slices.Clone(form)
	for i, text := range form {
		if len(text) == 2 && !isDigit(rune(text[0])) {
			row, column := 10-int(text[1]-'0'), int(text[0]-'a')
			form[i] = strconv.Itoa(5*row + column/2 + 1)
		}
	}
	return form
}

// shortMove returns the need of a move of a file and a square: ac5, a:c5.
func shortMove(all []atom) (need, int) {
	files := "abcdefgh"
	if len(all) > 1 && all[0].kind == letters && len(all[0].text) == 2 && strings.Trim(all[0].text, files) == "" && all[0].behind == "" && all[1].kind == digits && !all[1].spaced {
		to := []string{all[0].text[1:] + all[1].text}
		return need{{all[0].text, all[1].text}, to, numbered(to)}, 2
	}
	if len(all) > 2 && all[0].kind == letters && len(all[0].text) == 1 && strings.Contains(files, all[0].text) && joins(all[0].behind) {
		if name, n := square(all[1:]); n == 2 {
			return need{{name}, numbered([]string{name})}, 3
		}
	}
	return nil, 0
}

// textsOf returns the texts of atoms.
func textsOf(all []atom) (texts []string) {
	for _, a := range all {
		texts = append(texts, a.text)
	}
	return texts
}
