package pdn

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/pdn/plain"
)

// FuzzNothingIsLostOrMadeUp holds the rule of the package: every character of a text belongs
// to something that was read or to something that was reported, and what is written of a
// game says nothing that the text does not.
func FuzzNothingIsLostOrMadeUp(f *testing.F) {
	for _, text := range []string{
		"1. 32-28 19-23 0.5-0.5", "[Result \"1-0\"]\n\n1. 32-28 19-23 1.0-0.0", "1. 32 28 19 23 *",
		"1. 32-28 19-23 2. 28*19 14*23 *", "[\nEvent \"Cup\"]\n1. 32-\n28 *", "[Event \"Cup\"\n]",
		"[FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 *", "1. 32-28 (1... 18-23) 1... 19-23 (7. 33-28)", "2:0 1:1 ½-½ 0,5-0,5 1–0",
		"0*" + strings.Repeat("0", 600), "{a {b} c} ] ) ( * 5 32-28, 19-23! ‼ N D □ 1.5-0.5 1. 2. ... 3... 4 5-5 10-2 1+-1-", "[E \"x] [F] ; y\n%z\n/FEN \"B::\"/",
	} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		if len(text) > 2000 {
			return
		}
		checkSpans(t, text)
		checkTokensCount(t, text)
		r := movegen.Variants()[int(variant)%len(movegen.Variants())]
		games, _ := ReadAll(strings.NewReader(text))
		for _, g := range games {
			checkWritten(t, text, g, r)
		}
	})
}

// checkSpans checks that tokens cover the text but for white space and lines that begin with
// %, and that no token is a part of a word whose rest is of another kind.
func checkSpans(t *testing.T, text string) {
	t.Helper()
	decoded, err := io.ReadAll(plain.NewReader(strings.NewReader(text), plain.Auto))
	if err != nil {
		return
	}
	text = string(decoded)
	l := newLexer(strings.NewReader(text), plain.UTF8)
	at := 0
	for {
		tok := l.next()
		if l.err != nil {
			return
		}
		if gap := text[at:tok.start]; !isSpaceOnly(gap, at == 0 || strings.ContainsAny(text[at-1:at], "\r\n")) {
			t.Fatalf("%q: %q is skipped", text, gap)
		}
		if tok.kind == endToken {
			break
		}
		at = int(tok.end)
		if tok.kind != resultToken && tok.kind != moveToken {
			continue
		}
		// A digit or letter right before or behind it, even across a point or a colon, would
		// be its other half. The number of a move before it ends with a point.
		if rest := text[at:]; !endsToken([]byte(rest)) {
			t.Errorf("%q: %q is cut off %q", text, text[tok.start:at], rest)
		}
		if before := text[:tok.start]; tok.glued && before != "" && isDigit(before[len(before)-1]) {
			t.Errorf("%q: %q is cut off %q", text, text[tok.start:at], before)
		}
	}
	if at > len(text) {
		t.Errorf("%q: tokens end at %d of %d", text, at, len(text))
	}
}

// isSpaceOnly reports whether a text between tokens has white space and skipped lines alone.
func isSpaceOnly(text string, lineBegins bool) bool {
	for text != "" {
		if lineBegins && text[0] == '%' {
			end := strings.IndexAny(text, "\r\n")
			if end < 0 {
				return true
			}
			text = text[end:]
			continue
		}
		n := spaceAt([]byte(text))
		if n == 0 {
			return false
		}
		lineBegins = text[0] == '\n' || text[0] == '\r'
		text = text[n:]
	}
	return true
}

// checkTokensCount checks that every token leaves a trace: it changes the game that is being
// read or is reported. The exceptions carry no meaning of their own: parentheses, numbers of
// moves, empty comments and the result that ended the game before, once more.
func checkTokensCount(t *testing.T, text string) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	for r.peek().kind != endToken && r.lexer.err == nil {
		b := newBuilder(r)
		for !b.ends(r.peek()) {
			tok := r.take()
			before, faults := trace(b), len(b.game.Faults)
			dropped := b.dropped > 0 // the variation it is in, as was reported
			done := b.done
			b.add(tok)
			after := trace(b)
			silent := dropped
			switch tok.kind {
			case openToken, closeToken:
				silent = true
			case numberToken:
				next := r.peek().kind
				silent = silent || tok.dots > 0 || next == moveToken || next == pairToken
			case tagToken:
				silent = silent || slices.Contains(b.game.Tags, Tag{tok.name, tok.text})
			case commentToken:
				silent = silent || tok.text == "" && tok.err == nil
			case resultToken:
				silent = silent || done && agree(Result(tok.text), b.game.Result)
			case starToken:
				silent = silent || b.done
			case signToken:
				silent = silent || tok.text == anyMove // twice
			}
			if before == after && len(b.game.Faults) == faults && faults < mostFaults && !silent {
				t.Errorf("%q: %q at %d:%d leaves no trace", text, text[tok.start:tok.end], tok.line, tok.column)
			}
		}
		b.finish()
	}
}

// trace returns everything of the game that b has read so far.
func trace(b *builder) string {
	var s strings.Builder
	fmt.Fprint(&s, b.game.Tags, b.game.Result, b.done)
	traceLine(&s, &b.game.Line)
	return s.String()
}

func traceLine(s *strings.Builder, l *Line) {
	notes := func(notes []Note) {
		for _, n := range notes {
			fmt.Fprintf(s, "{%s}", n.Comment)
			if n.Variation != nil {
				s.WriteString("(")
				traceLine(s, n.Variation)
				s.WriteString(")")
			}
		}
	}
	notes(l.Notes)
	for _, p := range l.Plies {
		fmt.Fprint(s, " ", p.Text, p.Setup, p.Signs, p.NAGs)
		notes(p.Notes)
	}
}

// checkWritten checks what Replay.Normal makes of a game against the game: the same result and
// moves, and tags whose values are in the text or follow from the moves.
func checkWritten(t *testing.T, text string, g *Game, r *movegen.Rules) {
	t.Helper()
	replay := g.Replay(r)
	normal := replay.Normal(Usual)
	if normal.Result.Outcome() != g.Result.Outcome() || g.Result.Outcome() == movegen.Ongoing && normal.Result != g.Result {
		t.Errorf("%q: the result %s is written as %s", text, g.Result, normal.Result)
	}
	given := map[string]bool{}
	for _, tag := range g.Tags {
		given[tag.Value] = true
	}
	for _, tag := range normal.Tags {
		switch strings.ToLower(tag.Name) {
		case "gametype", "variant", "fen":
		case "result":
			if got := resultTag(tag.Value); !given[tag.Value] && got != normal.Result {
				t.Errorf("%q: the tag Result is %q, the result %s", text, tag.Value, normal.Result)
			}
		default:
			if tag.Value != "?" && tag.Value != "????.??.??" && !given[tag.Value] {
				t.Errorf("%q: the tag %s is %q", text, tag.Name, tag.Value)
			}
		}
	}
	before, after := replay.Positions(), normal.Replay(r).Positions()
	if len(before) != len(after) && len(before)-len(after) > 60 { // jumps that were joined
		t.Errorf("%q: %d positions, written %d", text, len(before), len(after))
	}
	if n := min(len(before), len(after)); n > 0 && len(before) == len(after) && before[n-1] != after[n-1] {
		t.Errorf("%q: the last position is %s, written %s", text, r.FEN(&before[n-1]), r.FEN(&after[n-1]))
	}
}
