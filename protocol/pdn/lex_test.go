package pdn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stupol/protocol/pdn/plain"
)

var kindNames = map[kind]string{
	tagToken: "tag", commentToken: "comment", openToken: "open", closeToken: "close", numberToken: "number",
	moveToken: "move", setupToken: "setup", signToken: "sign", starToken: "star", glyphToken: "glyph",
	resultToken: "result", wordToken: "word",
}

// tokens returns the tokens of a text, like "move 32-28".
func tokens(text string) []string {
	var found []string
	l := newLexer(strings.NewReader(text), plain.Auto)
	for t := l.next(); t.kind != endToken; t = l.next() {
		s := kindNames[t.kind]
		switch t.kind {
		case numberToken:
			s += fmt.Sprintf(" %d", t.number)
		case tagToken:
			s += " " + t.name + "=" + t.text
		default:
			s += " " + t.text
		}
		if t.err != nil && t.kind != wordToken {
			s += " (" + t.err.Error() + ")"
		}
		found = append(found, s)
	}
	return found
}

func TestTokens(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"numeric", "32-28 28x19x10 46x46", []string{"move 32-28", "move 28x19x10", "move 46x46"}},
		{"leading zeros", "01-07 029x020", []string{"move 1-7", "move 29x20"}},
		{"padding", "1- 7  6x 15  8x15 12 - 18 9 x 3 x 20", []string{"move 1-7", "move 6x15", "move 8x15", "move 12-18", "move 9x3x20"}},
		{"other signs", "28:19 28X19 32–28 28×19 28х19", []string{"move 28x19", "move 28x19", "move 32-28", "move 28x19", "move 28x19"}},
		{"no signs", "3228 1823", []string{"move 32-28", "move 18-23"}},
		{"algebraic", "c3-d4 a3xc5xe7 a3:c5 a3b4 a3c5e7 C3-D4 c3 - d4", []string{"move c3-d4", "move a3xc5xe7", "move a3xc5", "move a3b4", "move a3xc5xe7", "move c3-d4", "move c3-d4"}},
		{"short", "ac5 a:c5 Gh4", []string{"move ac5", "move axc5", "move gh4"}},
		{"numbers", "1.32-28 2. 3... 4 5… 6.…", []string{"number 1", "move 32-28", "number 2", "number 3", "number 4", "number 5", "number 6"}},
		{"an ellipsis of its own", "1. ... 7-12 . 1-0", []string{"number 1", "number 0", "move 7-12", "number 0", "result 1-0"}},
		{"huge number", "99999999999999999999. 999999999x1", []string{"number 1000000", "word 999999999x1"}},
		{"results", "2-0 1-1 0-2 0-0 1-0 0-1 1/2-1/2 1/2 * 10-0 6-6", []string{"result 2-0", "result 1-1", "result 0-2", "result 0-0", "result 1-0", "result 0-1", "result 1/2-1/2", "result 1/2-1/2", "star *", "result 10-0", "result 6-6"}},
		{"results of other forms", "½-½ \xBD-\xBD 1+ - 1- 1 - 0 1 / 2 - 1 / 2", []string{"result 1/2-1/2", "result 1/2-1/2", "result 1+-1-", "result 1-0", "result 1/2-1/2"}},
		{"moves like results", "1-18 1-10 1x10 2-07 1- 18", []string{"move 1-18", "move 1-10", "move 1x10", "move 2-7", "move 1-18"}},
		{"empty game", "1. 2-0", []string{"number 1", "result 2-0"}},
		{"a move and a number", "20-24 3. 25- 3. 30-25", []string{"move 20-24", "number 3", "word 25-", "number 3", "move 30-25"}},
		{"unknown moves", "41. - - 42. 32-28 - 43. --", []string{"number 41", "move -", "move -", "number 42", "move 32-28", "move -", "number 43", "move -"}},
		{"signs", "32-28!? 19-23(!?!!!) 28x19 ( ? ) 1-6* +- ± a.l. A.L.", []string{"move 32-28", "sign !?", "move 19-23", "sign (!?!!!)", "move 28x19", "sign (?)", "move 1-6", "star *", "sign +-", "sign ±", "sign a.l.", "sign a.l."}},
		{"glyphs", "$7 $902 $1234567", []string{"glyph $7", "glyph $902", "word $1234567"}},
		{"variations", "(18-23 (17-22))", []string{"open (", "move 18-23", "open (", "move 17-22", "close )", "close )"}},
		{"comments", "{ a\n b }; c\n{}", []string{"comment a b", "comment c", "comment "}},
		{"nested comment", "{a {b} c}", []string{"comment a (b", "word c", "word )"}},
		{"open comment", "{a", []string{"comment a (the comment has no end)"}},
		{"open comment before a game", "{a\n\n[Event \"x\"]", []string{"comment a (the comment has no end)", "tag Event=x"}},
		{"comment with brackets", "{a\n[Event \"x\"]\n\n[b] c}", []string{`comment a [Event "x"] [b] c`}},
		{"escaped line", "%x {\n1. % 32-28", []string{"number 1", "word %", "move 32-28"}},
		{"setup", `/FEN "W:WK31:B1"/ /fen B::/ /x/ /FEN "`, []string{"setup W:WK31:B1", "setup B::", "word /x", "word /", "word /FEN", `word "`}},
		{"tags", `[Event "x"] [ White  "y" ][a ""]`, []string{"tag Event=x", "tag White=y", "tag a="}},
		{"quotes in tags", `[E "a \"b\" \\"][E "a "b" c"][Site "C:\games"]` + "\n" + `[E "C:\"]`, []string{`tag E=a "b" \`, `tag E=a "b" c`, `tag Site=C:\games`, `tag E=C:\`}},
		{"bad tags", "[Event x]\n[Event]\n[E \"x\"\n[E \"x\n[]\n[%clk 1]\n[", []string{"tag Event=x", "tag Event=", `tag E=x (a tag has the form [Name "value"])`, `tag E=x (a tag has the form [Name "value"])`, "word []", "word [%clk 1]", "word ["}},
		{"from JSON", `[Event \"x\"]\n[Site \"y\"]\n\n1. 32-28\n`, []string{"tag Event=x", "tag Site=y", "number 1", "move 32-28"}},
		{"code pages", "\xEF\xBB\xBF[E \"\xFC\"][E \"ü\"]{\x80}", []string{"tag E=ü", "tag E=ü", "comment €"}},
		{"white space", "\u00A032-28\xA019-23\t\x1A\x00", []string{"move 32-28", "move 19-23"}},
		{"words", "Zwart geeft op. à la", []string{"word Zwart", "word geeft", "word op.", "word à", "word la"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tokens(tt.text); !slices.Equal(got, tt.want) {
				t.Errorf("tokens of %q:\ngot  %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestTokenPlaces(t *testing.T) {
	l := newLexer(strings.NewReader("[E \"x\"]\r\n\r\n1. 32-28\r{a\nb} 19-23"), plain.Auto)
	want := []struct {
		line, column int
		apart        bool
	}{{1, 1, false}, {3, 1, true}, {3, 4, false}, {4, 1, false}, {5, 4, false}}
	for i, w := range want {
		if got := l.next(); got.line != w.line || got.column != w.column || got.apart != w.apart {
			t.Errorf("token %d is at %d:%d, apart %v, want %v", i, got.line, got.column, got.apart, w)
		}
	}
}
