package pdn

import (
	"reflect"
	"strings"
	"testing"

	"stupol/movegen"
)

// readString returns the games of a text.
func readString(t *testing.T, text string) []*Game {
	t.Helper()
	games, err := ReadAll(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// bare returns g without what depends on the file it was read from.
func bare(g *Game) *Game {
	g = g.Clone()
	g.Faults, g.FileLine = nil, 0
	bareLine(&g.Line)
	return g
}

func bareLine(l *Line) {
	for i := range l.Plies {
		l.Plies[i].FileLine, l.Plies[i].Column = 0, 0
	}
	bareNotes := func(notes []Note) {
		for _, n := range notes {
			if n.Variation != nil {
				bareLine(n.Variation)
			}
		}
	}
	bareNotes(l.Notes)
	for _, p := range l.Plies {
		bareNotes(p.Notes)
	}
}

// checkRoundTrip writes games and reads them again.
func checkRoundTrip(t *testing.T, w Writer, games []*Game) {
	t.Helper()
	var text strings.Builder
	w.w = &text
	var want []*Game
	for _, g := range games {
		if g = bare(g); g.empty() {
			continue
		}
		want = append(want, g)
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	again := readString(t, text.String())
	if len(again) != len(want) {
		t.Fatalf("%d games were written, %d read:\n%s", len(want), len(again), text.String())
	}
	for i, g := range again {
		for _, fault := range g.Faults {
			switch {
			case fault.Err == ErrPlace, fault.Err == ErrTwice: // the number was written again, or the tag
			case fault.Err == ErrResult && !want[i].agreesWithTag(): // it was so before, and is kept
			default:
				t.Errorf("what was written has a fault: %v\n%s", fault, text.String())
			}
		}
		if g = bare(g); !reflect.DeepEqual(g, want[i]) {
			t.Errorf("written\n%+v\nread\n%+v\ntext\n%s", want[i], g, text.String())
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"[Event \"x\"]\n\n1. 32-28! 19-23 {a} (1... 18-23 (1... 17-22) 2. 38-32) 2. 28x19 1-1\n",
		"1. c3-d4 a3b4 ac5 a:c5 *\n\n%x\n[FEN \"W:WK31:B1.\"] /FEN \"B::\"/ - - ? $7 a.l. +- (?) 1/2-1/2",
		"1. 2-0 2.2-0 10-0 4-6 1+ - 1- \xBD-\xBD ; x\r\n[Result \"4-6\"][x y][Site \"C:\\\"]\n[Event \"a \"b\" c\"",
		"3228 1- 7 6x 15 28*19 } ] ( ) ** 1-6* 2. 7 * 20041231 ... word \\n \xEF\xBB\xBF {[%clk 0:10:00]} {a {b} c}",
	} {
		f.Add(text, uint8(0))
	}
	for text, variant := range map[string]uint8{ // what was found
		"0X0 000000000000000000000000":             'Z',
		"3227 1..1823((1X0)2.3732)0X0":             0,
		"1010 " + strings.Repeat("0", 90):          0,
		"A1A1 0A1 0A1 [FEN\"B \"/FEN0/* -":         'O',
		"1 2-0 .2-0 0 4-6 1+-1- \xbdx[Result\"6\"": '6',
		"[Event\"\n3228 19 8-3(1.7-2 1":            'Q',
		"\"]/FEN:/- - 1 1/2":                       0,
		"[Result \"6\"] 1/2-1/2":                   0,
		"[Result \"2-0\"] 1. 32-28 0-2":            0,
	} {
		f.Add(text, variant)
	}
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		games, err := ReadAll(strings.NewReader(text))
		if err != nil {
			return // JSON of something else, or no text: refused by name
		}
		checkRoundTrip(t, Writer{Width: 20}, games)
		checkRoundTrip(t, Writer{CRLF: true, Colon: true}, games)
		r := movegen.Variants()[int(variant)%len(movegen.Variants())]
		for _, g := range games {
			checkNormalized(t, g, r)
		}
	})
}

// checkNormalized checks that g, normalized, is what it was and stays so.
func checkNormalized(t *testing.T, g *Game, r *movegen.Rules) {
	t.Helper()
	once := g.Replay(r)
	normal := once.Normal(Usual)
	twice := normal.Replay(r)
	if again := twice.Normal(Usual); len(once.Faults) != len(twice.Faults) || normal.String() != again.String() {
		t.Errorf("%s: normalized, with faults %v:\n%s\nnormalized again, with faults %v:\n%s",
			r.Name, once.Faults, normal, twice.Faults, again)
	}
}
