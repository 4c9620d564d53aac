package pdn

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
)

// play returns a game of the named variant after the moves of the text, from
// fen or the start.
func play(t *testing.T, variant, fen, moves string) *movegen.Game {
	t.Helper()
	r, err := movegen.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	if fen != "" {
		if p, err = r.ParseFEN(fen); err != nil {
			t.Fatal(err)
		}
	}
	g := movegen.NewGameFrom(r, p, nil)
	for text := range strings.FieldsSeq(moves) {
		m, err := r.ParsePDNMove(g.Position(), text)
		if err != nil {
			t.Fatal(err)
		}
		g.Push(m)
	}
	return g
}

func TestRecord(t *testing.T) {
	tests := []struct {
		name, variant, fen, moves string
		outcome                   movegen.Outcome
		remarks                   []Remark
		tags                      []Tag
		want                      string
	}{
		{
			name: "tags and result", variant: "international", moves: "32-28 19-23 28x19 14x23",
			outcome: movegen.WhiteWins, tags: []Tag{{"Round", "1"}, {"White", `"Iser" \`}, {"Empty", ""}, {"ECO", "x"}},
			want: `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "1"]
[White "\"Iser\" \\"]
[Black "?"]
[Result "2-0"]
[ECO "x"]
[GameType "20,W,10,10,N2,0"]

1. 32-28 19-23 2. 28x19 14x23 2-0

`,
		},
		{
			name: "comments", variant: "frisian", moves: "32-28 18-23",
			outcome: movegen.Drawn, remarks: []Remark{{Clocked: true, Clock: time.Minute, Text: "{so}"}},
			want: `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1/2-1/2"]
[GameType "40,W,10,10,N2,0"]

1. 32-28 {[%clk 0:01:00] (so)} 18-23 1/2-1/2

`,
		},
		{
			name: "algebraic, a variant without a number", variant: "poddavki", fen: "B:We5,Kh2:Bf6",
			moves: "11x18 28-10",
			want: `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[GameType "25,W,8,8,A0,0"]
[Variant "poddavki"]
[FEN "B:W15,K28:B11"]

1... f6xd4 2. h2-d6 *

`,
		},
		{
			name: "Black begins", variant: "english", moves: "11-15 23-19",
			want: `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[GameType "21,B,8,8,N1,0"]

1. 11-15 23-19 *

`,
		},
		{
			name: "turned numbers", variant: "spanish", fen: "W:W21,K30:B9,10-12", moves: "21-17",
			tags: []Tag{{"GameType", "28,W,8,8,N1,1"}},
			want: `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[GameType "28,W,8,8,N1,1"]
[FEN "W:W12,K3:B24,23,22,21"]

1. 12-16 *

`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			record := Record{Game: play(t, tt.variant, tt.fen, tt.moves), Outcome: tt.outcome, Remarks: tt.remarks, Tags: tt.tags}
			g := record.PDN()
			if got := g.String(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// annotated has one of everything a writer must know.
func annotated() *Game {
	return &Game{
		Tags: []Tag{{"Event", "x"}},
		Line: Line{
			Notes: []Note{{Comment: "before"}},
			Plies: []Ply{
				{Text: "32-28", Signs: "!*", NAGs: []int{1, 10}},
				{Text: "19-23", Signs: "+ a.l.", Notes: []Note{
					{Comment: "or [%clk 0:10:00] at 50 % of it"},
					{Variation: &Line{
						Notes: []Note{{Comment: "else"}},
						Plies: []Ply{
							{Text: "18-23", Notes: []Note{{Variation: &Line{Plies: []Ply{{Text: "17-22"}}}}}},
							{Text: "38-32"},
						},
					}},
				}},
				{Text: "28x19"},
				{Setup: "B:W28:B23"},
				{Text: UnknownMove},
			},
		},
		Result: "1-1",
	}
}

// TestNumberedOnce writes games with comments after their moves: pydraughts takes a
// number that occurs twice for a fault.
func TestNumberedOnce(t *testing.T) {
	for text, want := range map[string]string{
		"1. 32-28 {a} 19-23 (1... 18-23 {b} 2. 38-32 {c} 12-18) 2. 28x19 {d} 14x23": "1. 32-28 {a} 19-23 (1... 18-23 {b} 2. 38-32 {c} 2... 12-18) 2. 28x19 {d} 14x23",
		"[FEN \"B:W33:B2\"]\n1... 2-7 {a} 2. 33-28 {b} 7-11":                        "1... 2-7 {a} 2. 33-28 {b} 7-11",
	} {
		games, err := ReadAll(strings.NewReader(text + " *\n"))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		w := NewWriter(&b)
		w.Width = 200
		if err := w.Write(games[0]); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.HasSuffix(got, want+" *\n\n") {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		again, err := ReadAll(&b)
		if err != nil || again[0].String() != games[0].String() {
			t.Errorf("%v, reads as %s", err, again[0])
		}
	}
}

func TestWriter(t *testing.T) {
	tests := []struct {
		name   string
		writer Writer
		want   string
	}{
		{"usual", Writer{}, `[Event "x"]

{before} 1. 32-28!* $1 $10 19-23+ a.l. {or [%clk 0:10:00] at 50 % of it} ({else}
1... 18-23 (1... 17-22) 2. 38-32) 2. 28x19 /FEN "B:W28:B23"/ 2... - 1-1

`},
		{"narrow", Writer{Width: 20}, `[Event "x"]

{before} 1. 32-28!*
$1 $10 19-23+ a.l.
{or [%clk 0:10:00]
at 50 % of it}
({else} 1... 18-23
(1... 17-22)
2. 38-32) 2. 28x19
/FEN "B:W28:B23"/
2... - 1-1

`},
		{"strict", Writer{Strict: true}, `[Event "x"]
[Result "1-1"]

{before} 1. 32-28! $7 $1 $10 19-23 {+} {a.l.} {or [%clk 0:10:00] at 50 % of it}
({else} 1... 18-23 (1... 17-22) 2. 38-32) 2. 28x19 /FEN "B:W28:B23"/ 2... - *

`},
		{"colon", Writer{Colon: true, Width: 200}, `[Event "x"]

{before} 1. 32-28!* $1 $10 19-23+ a.l. {or [%clk 0:10:00] at 50 % of it} ({else} 1... 18-23 (1... 17-22) 2. 38-32) 2. 28:19 /FEN "B:W28:B23"/ 2... - 1-1

`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			w := tt.writer
			w.w = &b
			if err := w.Write(annotated()); err != nil {
				t.Fatal(err)
			}
			if got := b.String(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestWriterCRLF(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b)
	w.CRLF = true
	if err := w.Write(&Game{Tags: []Tag{{"Event", "x"}}}); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "[Event \"x\"]\r\n\r\n*\r\n\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
