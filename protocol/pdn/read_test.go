package pdn

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRead(t *testing.T) {
	tests := []struct {
		name, text string
		want       string // the games as they are written
		faults     string // all of them, in lines
	}{
		{"tags, moves and result", "[Event \"a\"]\n[Site \"b\"]\n1. 32-28 19-23 2. 28x19 2-0",
			"[Event \"a\"]\n[Site \"b\"]\n\n1. 32-28 19-23 2. 28x19 2-0\n\n", ""},
		{"any order, unknown tags", "[FEN \"W:WK5:B1\"]\n[Dati \"69\"]\n[Event \"a\"]\n*",
			"[FEN \"W:WK5:B1\"]\n[Dati \"69\"]\n[Event \"a\"]\n\n*\n\n", ""},
		{"no tags, no results", "1. 32-28", "1. 32-28 *\n\n", ""},
		{"games without a result", "[Event \"a\"]\n1. 32-28\n[Event \"b\"]\n1. 33-28",
			"[Event \"a\"]\n\n1. 32-28 *\n\n[Event \"b\"]\n\n1. 33-28 *\n\n", ""},
		{"games without tags", "1. 32-28 2-0 1. 33-28 0-2", "1. 32-28 2-0\n\n1. 33-28 0-2\n\n", ""},
		{"games with neither", "1. 32-28 19-23\n\n2. 28x19 (33-28\n\n1. 34-29)\n\n1. 33-28", "1. 32-28 19-23 2. 28x19 (2. 33-28 34-29) *\n\n1. 33-28 *\n\n", ""},
		{"only positions", "[FEN \"W:WK5:B1\"]\n\n[FEN \"W:WK5:B2\"]\n1-0\n\n[FEN \"W:WK5:B3\"]",
			"[FEN \"W:WK5:B1\"]\n\n*\n\n[FEN \"W:WK5:B2\"]\n\n1-0\n\n[FEN \"W:WK5:B3\"]\n\n*\n\n", ""},
		{"a tag twice", "[Event \"a\"]\n[Event \"b\"]\n\n[Site \"c\"]\n*", "[Event \"a\"]\n[Event \"b\"]\n[Site \"c\"]\n\n*\n\n",
			"line 2, column 1: \"Event b\": there was another tag of this name\n"},
		{"result of the tag", "[Result \"2-0\"]\n1. 32-28 *", "[Result \"2-0\"]\n\n1. 32-28 2-0\n\n", ""},
		{"contradiction", "[Result \"2-0\"]\n1. 32-28 0-2", "[Result \"2-0\"]\n\n1. 32-28 0-2\n\n", "line 2, column 10: \"0-2\": another result than the one before or in the tag\n"},
		{"a tag that is no result", "[Result \"White wins\"]\n1. 32-28 2-0", "[Result \"White wins\"]\n\n1. 32-28 2-0\n\n", "line 2, column 10: \"2-0\": another result than the one before or in the tag\n"},
		{"a tag that says nothing", "[Result \"?\"]\n1. 32-28 2-0", "[Result \"?\"]\n\n1. 32-28 2-0\n\n", ""},
		{"score like a move", "[Result \"4-6\"]\n1. 32-28 19-23 4-6\n\n[Result \"1-9\"]\n1. 33-29 1-9",
			"[Result \"4-6\"]\n\n1. 32-28 19-23 *\n\n[Result \"1-9\"]\n\n1. 33-29 *\n\n", ""},
		{"two results", "1. 32-28 2-0 *\n1-0", "1. 32-28 2-0\n\n", ""},
		{"decimal results", "1. 32-28 19-23 0.5-0.5\n\n1. 32-28 1.0 - 0.0\n\n1. 32-28 2,0-0,0\n\n1. 32-28 0.7-0.3",
			"1. 32-28 19-23 1/2-1/2\n\n1. 32-28 1-0\n\n1. 32-28 2-0\n\n1. 32-28 {0.7-0.3} *\n\n",
			"line 7, column 10: \"0.7-0.3\": neither a move nor anything else of PDN\n"},
		{"results with colons and dashes", "1. 32-28 2:0\n\n1. 32-28 1–1\n\n1. 32-28 0‑2\n\n1. 32-28 ½:½",
			"1. 32-28 2-0\n\n1. 32-28 1-1\n\n1. 32-28 0-2\n\n1. 32-28 1/2-1/2\n\n", ""},
		{"bare squares", "1. 32 28 19 23 2. 28*19 14*23*10 3 37-32 *", "1. 32-28 19-23 2. 28x19 14x23x10 3. 37-32 *\n\n", ""},
		{"bare numbers", "32 28 1. 32-28 77 19-23 5 *", "{32} {28} 1. 32-28 {77} 19-23 {5} *\n\n",
			"line 1, column 1: \"32\": neither the number of the next move nor a move\n" +
				"line 1, column 4: \"28\": neither the number of the next move nor a move\n" +
				"line 1, column 16: \"77\": neither the number of the next move nor a move\n" +
				"line 1, column 25: \"5\": neither the number of the next move nor a move\n"},
		{"line ends", "[\nEvent \"Cup\"]\n[Site\n\"Delft\"]\n[Round \"1\"\n]\n\n1. 32-\n28 19\n-23\n1\n-\n0",
			"[Event \"Cup\"]\n[Site \"Delft\"]\n[Round \"1\"]\n\n1. 32-28 19-23 1-0\n\n", ""},
		{"variations that come first", "1. 32-28 (1... 18-23 2. 38-32) 19-23 (2. 37-32) 2. 28x19 *",
			"1. 32-28 (1... 18-23 2. 38-32) 19-23 (2. 37-32) 2. 28x19 *\n\n", ""},
		{"a variation of no move here", "1. 32-28 (7. 31-26) 19-23 *", "1. 32-28 (7. 31-26) 19-23 *\n\n",
			"line 1, column 14: \"31-26\": by its number the variation belongs to another move\n"},
		{"forced moves", "1. 32-28* 19-23 * 2. 28x19* {so} (14-20*) 14x23*", "1. 32-28* 19-23* 2. 28x19* {so} (2. 14-20*) 14x23 *\n\n", ""},
		{"signs on their own", "1. 32-28 ! ( ? ) 19-23 $1 $2 a.l. +", "1. 32-28!(?) 19-23+ $1 $2 a.l. *\n\n", ""},
		{"unknown moves", "1. - - 2. ? 18-23? ?", "1. - - 2. - 18-23?? *\n\n", ""},
		{"nested variations", "32-28 19-23 (18-23 38-32 (37-32? 23-29! {wins}) 12-18) 28x19 ()",
			"1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 37-32? 23-29! {wins}) 2... 12-18)\n2. 28x19 *\n\n", ""},
		{"results in variations", "32-28 (33-28 1-0) 19-23 1-1", "1. 32-28 (1. 33-28 {1-0}) 19-23 1-1\n\n", ""},
		{"comments between tags", "{a}\n[Event \"x\"]\n{b}\n[Site \"y\"]\n{c} 1. {d} 32-28 {e}",
			"[Event \"x\"]\n[Site \"y\"]\n\n{a} {b} {c} {d} 1. 32-28 {e} *\n\n", ""},
		{"setups", "1. 31-26 /FEN \"B:W33:B1\"/ {oops} 1... 1-6", "1. 31-26 /FEN \"B:W33:B1\"/ {oops} 1... 1-6 *\n\n", ""},
		{"words", "1. 32-28 White resigns 2-0", "1. 32-28 {White resigns} 2-0\n\n",
			"line 1, column 10: \"White\": neither a move nor anything else of PDN\n" +
				"line 1, column 16: \"resigns\": neither a move nor anything else of PDN\n"},
		{"brackets in a game", "1. 32-28 [see game 5] 19-23", "1. 32-28 {[see game 5]} 19-23 *\n\n",
			"line 1, column 10: \"[see game 5]\": a tag has the form [Name \"value\"]\n"},
		{"wrong parentheses", "1. 32-28 ) (33-28 (1. 34-29\n[Event \"x\"]", "1. 32-28 {)} (1. 33-28 (1. 34-29)) *\n\n[Event \"x\"]\n\n*\n\n",
			"line 1, column 10: \")\": no variation to end here\n" +
				"line 1, column 23: \"34-29\": the variation has no end\n"},
		{"an open comment does not take the next game", "1. 32-28 {a\n\n[Event \"x\"]\n1. 33-28", "1. 32-28 {a} *\n\n[Event \"x\"]\n\n1. 33-28 *\n\n",
			"line 1, column 10: \"a\": the comment has no end\n"},
		{"a bad tag does not take the next line", "[Event \"x]\n[Site \"y\"]\n1. 32-28", "[Event \"x]\"]\n[Site \"y\"]\n\n1. 32-28 *\n\n",
			"line 1, column 1: \"Event x]\": a tag has the form [Name \"value\"]\n"},
		{"nothing", " \n% x\n", "", ""},
		{"results behind a star", "1. 32-28 19-23 * 2-0\n\n[Result \"0-2\"]\n\n1. 32-28 * 2-0", "1. 32-28 19-23 2-0\n\n[Result \"0-2\"]\n\n1. 32-28 2-0\n\n",
			"line 5, column 12: \"2-0\": another result than the one before or in the tag\n"},
		{"two results that differ", "1. 32-28 2-0 0-2\n1. 33-28 2-0 0-0", "1. 32-28 {0-2} 2-0\n\n1. 33-28 {0-0} 2-0\n\n",
			"line 1, column 14: \"0-2\": another result than the one before or in the tag\n" +
				"line 2, column 14: \"0-0\": another result than the one before or in the tag\n"},
		{"numbers without moves", "1. 32-28 19-23 2. 28. 19. *", "1. 32-28 19-23 {2.} {28.} {19.} *\n\n",
			"line 1, column 16: \"2.\": neither the number of the next move nor a move\n" +
				"line 1, column 19: \"28.\": neither the number of the next move nor a move\n" +
				"line 1, column 23: \"19.\": neither the number of the next move nor a move\n"},
		{"numbers before the end", "1. 32-28 2. 2-0\n\n1. 32-28 19-23 2. *", "1. 32-28 2-0\n\n1. 32-28 19-23 *\n\n", ""},
		{"comments behind the result", "1. 32-28 2-0 {lost on time}\n{he said}\n\n[Event \"b\"]\n*", "1. 32-28 {lost on time} {he said} 2-0\n\n[Event \"b\"]\n\n*\n\n", ""},
		{"a comment above the next game", "1. 32-28 2-0\n{the next}\n[Event \"b\"]\n*", "1. 32-28 2-0\n\n[Event \"b\"]\n\n{the next} *\n\n", ""},
		{"a comment of the last result", "1. 32-28 2-0\n{lost on time}\n", "1. 32-28 {lost on time} 2-0\n\n", ""},
		{"signs of the result", "1. 32-28 2-0! $7 (1. 33-28)", "1. 32-28 {!} {$7} (1. 33-28) 2-0\n\n", ""},
		{"a result with a zero before", "1. 32-28 1-01", "1. 32-28 {1-01} *\n\n", "line 1, column 10: \"1-01\": neither a move nor anything else of PDN\n"},
		{"numbers with parentheses", "1) 32-28 19-23 2) 28x19 (see game 5) 14x23 *", "1. 32-28 19-23 2. 28x19 ({see game 5}) 14x23 *\n\n",
			"line 1, column 26: \"see\": neither a move nor anything else of PDN\n" +
				"line 1, column 30: \"game\": neither a move nor anything else of PDN\n" +
				"line 1, column 35: \"5)\": neither the number of the next move nor a move\n"},
		{"a line of text above the moves", "Ana - Eva\n1. 32-28 *", "{Ana - Eva} 1. 32-28 *\n\n",
			"line 1, column 1: \"Ana\": neither a move nor anything else of PDN\n" +
				"line 1, column 5: \"-\": neither a move nor anything else of PDN\n" +
				"line 1, column 7: \"Eva\": neither a move nor anything else of PDN\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got, faults strings.Builder
			for _, g := range readString(t, tt.text) {
				got.WriteString(g.String())
				for _, f := range g.Faults {
					faults.WriteString(f.Error() + "\n")
				}
			}
			if got.String() != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got.String(), tt.want)
			}
			if faults.String() != tt.faults {
				t.Errorf("faults\n%s\nwant\n%s", faults.String(), tt.faults)
			}
		})
	}
}

func TestReadPlaces(t *testing.T) {
	games := readString(t, "1. 32-28 *\n\n[Event \"x\"]\n\n1. 32-28\n   19-23 *")
	if got, want := games[1].FileLine, 3; got != want {
		t.Errorf("the second game begins on line %d, want %d", got, want)
	}
	if p := games[1].Plies[1]; p.FileLine != 6 || p.Column != 4 {
		t.Errorf("the last ply is at %d:%d, want 6:4", p.FileLine, p.Column)
	}
}

// TestReadPieces reads a file byte by byte.
func TestReadPieces(t *testing.T) {
	want := annotated().String()
	games, err := ReadAll(iotest.OneByteReader(strings.NewReader(want)))
	if err != nil || len(games) != 1 || games[0].String() != want {
		t.Errorf("read %v, error %v, want\n%s", games, err, want)
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("1. 32-28 *\n\n1. 33-28 "), iotest.ErrReader(broken))
	games, err := ReadAll(in)
	if len(games) != 0 || err != broken {
		t.Errorf("read %d games, error %v, want the error %v", len(games), err, broken)
	}
}

func TestReadUTF16(t *testing.T) {
	for _, text := range []string{"\xFF\xFE1\x00.\x00", "\xFE\xFF\x001\x00."} {
		if _, err := ReadAll(strings.NewReader(text)); err != ErrEncoding {
			t.Errorf("error %v, want %v", err, ErrEncoding)
		}
	}
}

// endless is a stream that begins with head and goes on with body, again and
// again, up to a number of bytes.
type endless struct {
	head, body string
	at, size   int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.at >= e.size {
		return 0, io.EOF
	}
	for i := range b {
		if e.at < len(e.head) {
			b[i] = e.head[e.at]
		} else {
			b[i] = e.body[(e.at-len(e.head))%len(e.body)]
		}
		e.at++
	}
	return len(b), nil
}

// TestReadHostile reads files made to exhaust memory or time, with a game at
// the end that must not be lost.
func TestReadHostile(t *testing.T) {
	tests := []struct{ name, head, body string }{
		{"open variations", "", "("},
		{"open variations with moves", "", "(1-6 "},
		{"one comment", "{", "comment "},
		{"lines of comment", "{", "\n"},
		{"small comments", "", "{a}"},
		{"tags", "", "[A \"b\"]"},
		{"tags on lines", "", "[A \"b\"]\n"},
		{"one tag", "[A \"", "b"},
		{"quotes", "[A \"", `\"]`},
		{"brackets", "", "["},
		{"slashes", "", "/FEN"},
		{"moves", "", "1-6 "},
		{"one move", "1-6", "x1"},
		{"one number", "", "9"},
		{"signs", "1-6", "!"},
		{"glyphs", "1-6", "$1"},
		{"words", "", "a "},
		{"a word", "", "a"},
		{"white space", "", " \n"},
		{"stars", "1-6", "*"},
		{"results", "", "1-0 "},
		{"dashes", "", "-"},
		{"zero bytes", "", "\x00"},
		{"signs in parentheses", "1-6", "(!"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			size := 1 << 20
			if testing.Short() {
				size = 1 << 18
			}
			readHostile(t, &endless{tt.head, tt.body, 0, size}, func(*Game) {})
		})
	}
}

// TestReadLimits reads games with more than a game may hold.
func TestReadLimits(t *testing.T) {
	const comment = 1000
	tests := []struct {
		name, body string
		size       int
		most       int // plies and comments that are kept
	}{
		{"moves", "1-6 ", 4 * (mostItems + mostItems/4), mostItems + 1},
		{"glyphs", "1-6 $1 ", 4 * (mostItems + mostItems/4), mostItems/2 + 1},
		{"comments", "{" + strings.Repeat("a", comment-2) + "}", mostText + mostText/16, mostText/comment + 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			limited := false
			readHostile(t, &endless{"", tt.body, 0, tt.size}, func(g *Game) {
				items := len(g.Plies) + len(g.Notes)
				if items > tt.most {
					t.Errorf("%d plies and comments, want at most %d", items, tt.most)
				}
				for _, f := range g.Faults {
					limited = limited || errors.Is(f, ErrLimit)
				}
			})
			if !limited {
				t.Error("no game was too large")
			}
		})
	}
}

// readHostile reads in and one game after it, which must be the last, within a
// bound of memory. It calls each with all games.
func readHostile(t *testing.T, in *endless, each func(*Game)) {
	t.Helper()
	const most = 200 << 20 // bytes of memory
	all := io.MultiReader(in, strings.NewReader("\n\n[Event \"last\"]\n\n1. 32-28 *\n"))
	before := heap()
	var last *Game
	n := 0
	for g, err := range NewReader(all).Games() {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%10000 == 1 && heap() > before+most {
			t.Fatalf("more than %d MiB in use", most>>20)
		}
		each(g)
		last = g
	}
	if last.Tag("Event") != "last" || len(last.Plies) != 1 {
		t.Errorf("the last of %d games is not the last of the file: it has the tags %.1q", n, last.Tags)
	}
}

// heap returns the bytes in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
