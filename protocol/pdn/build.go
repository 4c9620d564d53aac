package pdn

import (
	"strconv"
	"strings"

	"stupol/movegen"
)

// The largest game. Real games, even books with many variations, are far smaller.
const (
	mostText   = 16 << 20 // bytes of the file
	mostItems  = 250_000  // plies, notes and glyphs
	mostTags   = 1000
	mostNested = 100 // variations in variations
	mostFaults = 10  // that are kept
)

// builder makes a game of tokens. It keeps the open variations in a slice, so
// that no nesting can exhaust the stack.
type builder struct {
	in    *Reader
	game  *Game
	lines []openLine // the main line and the open variations, innermost last
	last  token      // the one before

	start   int64 // offset in the file
	items   int
	dropped int  // open variations that are nested too deep
	full    bool // the rest of the game is dropped
	begun   bool // there are moves, or numbers of moves
	done    bool // the result was read
	ended   int  // the line of the result
}

func newBuilder(r *Reader) *builder {
	g := &Game{Result: NoResult, FileLine: r.peek().line}
	return &builder{in: r, game: g, lines: []openLine{{Line: &g.Line}}, start: r.lexer.offset}
}

// ends reports whether the game ends before t: behind its result, at a tag or, where there are
// no tags, at a first move after an empty line.
func (b *builder) ends(t token) bool {
	switch {
	case b.done && !b.nested() && !b.trails(t):
		return true
	case t.kind == tagToken && (t.quoted || t.apart):
		full := b.full || len(b.game.Tags) >= mostTags
		return b.begun || t.apart && (full || b.game.find(t.name) != nil)
	case t.kind == numberToken && t.startsGame():
		return t.apart && len(b.game.Plies) > 0 && !b.nested()
	}
	return t.kind == endToken
}

// trails reports whether t, which comes after the result, is still of the game: in the same
// line or, of comments and results, in the next ones, if an empty line is between them and
// whatever else follows.
func (b *builder) trails(t token) bool {
	switch t.kind {
	case endToken, tagToken, numberToken, moveToken, pairToken, setupToken:
		return false
	case commentToken:
		return t.line == b.ended || !t.apart && b.in.endsBehindComments()
	case resultToken:
		return t.line == b.ended || !t.apart && t.line == b.ended+1
	}
	return t.line == b.ended
}

// add adds t to the game.
func (b *builder) add(t token) {
	if t.err != nil {
		b.fault(t, t.err)
	}
	if t.err == ErrComment {
		b.begun = true // it went on up to the next game
	}
	if !b.full && (b.items > mostItems || b.in.lexer.offset-b.start > mostText) {
		b.full = true
		b.fault(t, ErrLimit)
	}
	switch {
	case t.kind == resultToken:
		b.result(t)
	case t.kind == starToken:
		b.star(t)
	case b.full:
	case t.listed && b.nested(): // (see game 5) 32-28
		b.closeBehind(t)
	case t.kind == openToken:
		b.open(t)
	case t.kind == closeToken:
		b.close(t)
	case b.dropped == 0:
		b.content(t)
	}
	b.last = t
}

// content adds a token that neither ends a line nor begins one.
func (b *builder) content(t token) {
	switch t.kind {
	case tagToken:
		b.tag(t)
	case commentToken:
		b.comment(t.text)
	case numberToken:
		b.number(t)
	case moveToken, pairToken:
		b.ply(Ply{Text: t.text}, t)
	case setupToken:
		b.ply(Ply{Setup: t.text}, t)
	case signToken:
		b.sign(t)
	case glyphToken:
		b.glyph(t)
	case wordToken:
		b.word(t)
	}
}

func (b *builder) fault(t token, err error) {
	if len(b.game.Faults) < mostFaults {
		b.game.Faults = append(b.game.Faults, t.fault(err))
	}
}

// An openLine is a line that is being read.
type openLine struct {
	*Line
	next   place // of the next ply
	last   place // of the last one
	behind int   // the plies that are at least before the next one when the game is written
}

// line returns the innermost open line.
func (b *builder) line() *openLine { return &b.lines[len(b.lines)-1] }

// lastPly returns the last ply of the innermost line, or nil.
func (b *builder) lastPly() *Ply {
	plies := b.line().Plies
	if len(plies) == 0 {
		return nil
	}
	return &plies[len(plies)-1]
}

// notes returns where the next note belongs.
func (b *builder) notes() *[]Note {
	if p := b.lastPly(); p != nil {
		return &p.Notes
	}
	return &b.line().Notes
}

func (b *builder) tag(t token) {
	switch {
	case b.begun: // [see game 5]
		t.text, t.kind = OneLine("["+t.name+" "+t.text+"]"), wordToken
		b.fault(t, ErrTag)
		b.word(t)
	case len(b.game.Tags) < mostTags:
		b.newTag(t)
	default:
		b.fault(t, ErrLimit)
	}
}

// newTag adds a tag. One that says what another of its name says is nothing new, and one that
// was left empty is filled by the next of its name: it is not written.
func (b *builder) newTag(t token) {
	switch first := b.game.find(t.name); {
	case first == nil:
	case strings.TrimSpace(first.Value) == "":
		first.Value = t.text
		return
	case first.Value == t.text:
		return
	default:
		b.fault(t, ErrTwice)
	}
	b.game.Tags = append(b.game.Tags, Tag{t.name, t.text})
}

func (b *builder) ply(p Ply, t token) {
	p.FileLine, p.Column = t.line, t.column
	l := b.line()
	if len(l.Plies) == 0 && len(b.lines) > 1 {
		b.placeVariation(t, p.Setup == "")
	}
	l.last, l.next = l.next, l.next.after()
	l.behind++
	if p.Setup != "" {
		l.last, l.next = 0, 0
		l.behind = max(0, l.behind-2) // the turn can go back
	}
	l.Plies = append(l.Plies, p)
	b.begun = true
	b.items++
}

// placeVariation finds out by its number whether the innermost line, whose first ply comes
// next, replaces the ply that it stands behind or the one after that. A setup has no number
// of its own.
func (b *builder) placeVariation(t token, numbered bool) {
	l, parent := b.line(), &b.lines[len(b.lines)-2]
	switch {
	case l.next == 0 || !numbered:
		l.next = parent.last
	case parent.last == 0:
	case l.next == parent.next:
		l.Offset = 1
	default:
		if l.Offset = int(l.next - parent.last); l.Offset != 0 && l.Offset != 1 {
			b.fault(t, ErrPlace)
		}
		if parent.behind-1+l.Offset < 0 { // before the first move
			l.Offset = 0
		}
	}
	l.behind = max(0, parent.behind-1+l.Offset)
}

func (b *builder) comment(text string) {
	if text != "" {
		notes := b.notes()
		*notes = append(*notes, Note{Comment: text})
		b.items++
	}
}

// word keeps what is not PDN in a comment, words that follow each other in
// one.
func (b *builder) word(t token) {
	const longest = 400 // bytes
	notes := *b.notes()
	if n := len(notes); n > 0 && b.last.kind == wordToken && len(notes[n-1].Comment) < longest {
		notes[n-1].Comment = strings.TrimSpace(notes[n-1].Comment + " " + t.text)
		return
	}
	b.comment(t.text)
}

// sign adds a sign to the last ply. A question mark right after the number of
// a move stands for a move.
func (b *builder) sign(t token) {
	p := b.lastPly()
	switch {
	case b.done && !b.nested(): // of the result
		b.comment(t.text)
	case strings.Trim(t.text, "?") == "" && b.last.kind == numberToken && b.last.number > 0 && b.last.dots > 0:
		b.ply(Ply{Text: UnknownMove}, t)
	case p == nil:
		b.comment(t.text)
	default:
		b.addSign(p, t)
	}
}

// addSign adds a sign to a ply.
func (b *builder) addSign(p *Ply, t token) {
	before := p.Signs
	if p.Signs = withSign(p.Signs, t.text); p.Signs == before && t.text != anyMove {
		b.fault(t, ErrLimit)
		b.comment(t.text)
	}
}

func (b *builder) glyph(t token) {
	p := b.lastPly()
	if p == nil || b.done && !b.nested() {
		b.comment(t.text)
		return
	}
	p.NAGs = append(p.NAGs, t.number)
	b.items++
}

// open begins a variation.
func (b *builder) open(t token) {
	b.begun = true
	if b.dropped > 0 || len(b.lines) > mostNested {
		b.dropped++
		b.fault(t, ErrLimit)
		return
	}
	variation := new(Line)
	notes := b.notes()
	*notes = append(*notes, Note{Variation: variation})
	b.lines = append(b.lines, openLine{Line: variation})
	b.items++
}

// close ends a variation.
func (b *builder) close(t token) {
	switch {
	case b.dropped > 0:
		b.dropped--
	case len(b.lines) == 1:
		b.fault(t, ErrParenthesis)
		b.comment(t.text)
	default:
		b.pop()
	}
}

// closeBehind ends a variation whose last word is a number.
func (b *builder) closeBehind(t token) {
	if b.dropped == 0 {
		b.fault(t, ErrNumber)
		t.text = strings.TrimSuffix(t.text, ")")
		b.word(t)
	}
	b.close(t)
}

// pop ends the innermost variation, and drops it if there is nothing in it.
func (b *builder) pop() {
	variation := b.line()
	b.lines = b.lines[:len(b.lines)-1]
	if len(variation.Notes)+len(variation.Plies) == 0 {
		notes := b.notes()
		if *notes = (*notes)[:len(*notes)-1]; len(*notes) == 0 {
			*notes = nil
		}
	}
}

// nested reports whether a variation is open.
func (b *builder) nested() bool { return len(b.lines) > 1 || b.dropped > 0 }

// result ends the game. Within a variation, results are comments.
func (b *builder) result(t token) {
	switch {
	case b.nested() && (b.done || !b.full && !b.in.peek().startsGame()):
		if b.dropped == 0 {
			b.comment(t.text)
		}
	case b.done:
		b.another(t)
	default:
		b.game.Result = Result(t.text)
		b.end(t)
	}
}

// another takes a result behind the first into account, as in * 2-0. If that says something
// else the second is a comment.
func (b *builder) another(t token) {
	first, second := b.game.Result, Result(t.text)
	switch {
	case first == NoResult:
		b.game.Result = second
		b.end(t)
	case agree(first, second):
		b.ended = t.line
		if first != second && !second.Standard() { // 2-0, and 12-0 in points
			b.comment(t.text)
		}
	default:
		b.fault(t, ErrResult)
		b.comment(t.text)
	}
}

// star decides what * means: the end of the game, or that the move before it
// was forced, as in books of problems. The latter stands in a variation, or
// before the number of a later move, or right behind its move and before more
// of the game.
func (b *builder) star(t token) {
	next, p := b.in.peek(), b.lastPly()
	if p != nil && p.Setup != "" {
		p = nil
	}
	forced := !t.spaced && !next.startsGame() || next.kind == numberToken && next.number > 1
	switch {
	case b.done && !b.nested(): // once more
	case b.full && next.startsGame(), !b.full && !b.nested() && (p == nil || !forced):
		b.end(t)
	case !b.full && b.dropped == 0 && p != nil:
		b.addSign(p, t)
	case !b.full && b.dropped == 0:
		b.comment(t.text)
	}
}

func (b *builder) end(t token) {
	b.done, b.ended = true, t.line
	if !b.game.agreesWithTag() {
		b.fault(t, ErrResult)
	}
}

// agree reports whether two results say the same: as 2-0 and 1-0 do, but none without a winner,
// like 0-0 and 4-6.
func agree(a, b Result) bool {
	outcome := a.Outcome()
	return a == b || outcome == b.Outcome() && outcome != movegen.Ongoing
}

// agreesWithTag reports whether the tag Result can be of the result of g. A value that is
// neither a result nor "?" cannot be of one that says who has won: nobody knows what it says.
func (g *Game) agreesWithTag() bool {
	value := g.Tag("Result")
	if said := strings.TrimSpace(value); said == "" || said == "?" || g.Result == NoResult {
		return true
	}
	tag := resultTag(value)
	return tag == NoResult || tag != "" && agree(g.Result, tag)
}

// finish returns the game.
func (b *builder) finish() *Game {
	g := b.game
	if b.nested() && !b.full {
		b.fault(b.last, ErrVariation)
	}
	for len(b.lines) > 1 {
		b.pop()
	}
	tag := resultTag(g.Tag("Result"))
	if n := len(g.Plies); n > 0 && !b.done && g.Plies[n-1].isScore(tag) {
		g.Plies = g.Plies[:n-1]
	}
	if g.Result == NoResult && tag != "" {
		g.Result = tag
	}
	return g
}

// isScore reports whether p is no move but the result that the tag gives, as
// 4-6 is.
func (p *Ply) isScore(tag Result) bool {
	return tag != "" && p.Text == string(tag) && len(p.Notes)+len(p.NAGs)+len(p.Signs) == 0
}

// resultTag returns the result that the value of a Result tag stands for, ""
// if it is none. It may be a score by 10 or 12 points to a game.
func resultTag(value string) Result {
	b := []byte(strings.TrimSpace(value))
	var t token
	if len(b) == 0 || scan(b, &t) != len(b) {
		return ""
	}
	white, black, _ := strings.Cut(t.text, "-")
	w, _ := strconv.Atoi(white)
	l, _ := strconv.Atoi(black)
	switch {
	case t.kind == resultToken, t.kind == starToken, t.kind == moveToken && (w+l == 10 || w+l == 12):
		return Result(t.text)
	}
	return ""
}
