package bench

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// TestShots proves the shots again, a few of them at least.
func TestShots(t *testing.T) {
	list, err := Shots(nil)
	if err != nil {
		t.Fatal(err)
	}
	count, seen := map[*movegen.Rules]int{}, map[string]bool{}
	for i, s := range list {
		count[s.Rules]++
		p, err := s.Rules.ParseFEN(s.FEN)
		key := s.Rules.Name + s.FEN
		if err != nil || seen[key] {
			t.Errorf("%s %s: %v, known already: %v", s.Rules.Name, s.FEN, err, seen[key])
			continue
		}
		seen[key] = true
		if i%10 != 0 && testing.Short() {
			continue
		}
		m, ok := Prove(s.Rules, &p, s.Gain, s.Depth, shotProofNodes)
		if got := s.Rules.HubMove(m); !ok || got != s.Move {
			t.Errorf("%s %s: got %s, %v, want %s", s.Rules.Name, s.FEN, got, ok, s.Move)
		}
	}
	if n := count[movegen.International()]; n < 100 {
		t.Errorf("%d shots of International draughts, want at least 100", n)
	}
	text, err := os.ReadFile("people.csv")
	if err != nil {
		t.Fatal(err)
	}
	people, err := ReadShots(bytes.NewReader(text), nil)
	if err != nil || len(people) != 112 {
		t.Fatalf("%d shots of people, %v", len(people), err)
	}
	for i, s := range people {
		if i%10 != 0 && testing.Short() {
			continue
		}
		p, want, err := s.Question()
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := Prove(s.Rules, &p, s.Gain, s.Depth, shotProofNodes); !ok || m != want {
			t.Errorf("%s: got %v, %v, want %s", s.FEN, m, ok, s.Move)
		}
	}
	one, err := Shots(movegen.International())
	if err != nil || len(one) != count[movegen.International()] {
		t.Errorf("asked for one game: %d shots, %v, want %d", len(one), err, count[movegen.International()])
	}
}

// TestReadShots reads what Row writes, and rows that are wrong: the error names the line.
func TestReadShots(t *testing.T) {
	for text, want := range map[string]string{
		"# made by hand\n":                      "",
		"russian,\"W:W1\n":                      "shots: parse error on line 1",
		"#\nrussian,W:W23:B10,23-18,1\n":        "shots: line 2: 4 columns, want 5",
		"chess,W:W23:B10,23-18,1,7\n":           `unknown variant "chess"`,
		"russian,W:W33:B10,23-18,1,7\n":         "shots: line 1: FEN",
		"russian,\"W:W23:B10\",23-17,1,7\n":     "shots: line 1: ",
		"russian,\"W:W23:B10\",23-18,one,7\n":   "shots: line 1: ",
		"russian,\"W:W23:B10\",23-18,1,seven\n": "shots: line 1: ",
	} {
		list, err := ReadShots(strings.NewReader(text), nil)
		if want == "" && (err != nil || len(list) != 0) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	russian, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	all, err := Shots(russian)
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	var text strings.Builder
	out := csv.NewWriter(&text)
	for _, s := range all {
		if err := out.Write(s.Row()); err != nil {
			t.Fatal(err)
		}
	}
	out.Flush()
	if got, err := ReadShots(strings.NewReader(text.String()), nil); err != nil || !slices.Equal(got, all) {
		t.Errorf("written and read: %v, %v, want %v", got, err, all)
	}
	if got, err := ReadShots(strings.NewReader(text.String()), movegen.International()); err != nil || len(got) != 0 {
		t.Errorf("of another game: %v, %v", got, err)
	}
}

// FuzzReadShots reads any text: what is read can be asked.
func FuzzReadShots(f *testing.F) {
	f.Add("# shots\nrussian,\"W:W23:B10\",23-18,1,7\n")
	f.Add("a,\"b\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadShots(strings.NewReader(text), nil)
		if err != nil {
			return
		}
		for _, s := range list {
			if _, _, err := s.Question(); err != nil {
				t.Errorf("%+v: %v", s, err)
			}
		}
	})
}

// TestShotsOf goes through known shots as if they were a game: each is found, but not two of a side
// at moves that follow each other, and nothing where there is none.
func TestShotsOf(t *testing.T) {
	list, err := Shots(movegen.International())
	if err != nil {
		t.Fatal(err)
	}
	position := func(s Shot) movegen.Position {
		p, _, err := s.Question()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	var of [2][]Shot
	for _, s := range list {
		p := position(s)
		of[p.Turn] = append(of[p.Turn], s)
	}
	white, black := of[movegen.White][:2], of[movegen.Black][0]
	start := movegen.International().Start()
	after := start // Black's move, with nothing to win
	after.Turn = movegen.Black
	game := []movegen.Position{start, after, position(white[0]), after, position(white[1]), position(black), start, after, position(white[1])}
	got, err := ShotsOf(t.Context(), movegen.International(), game)
	if want := []Shot{white[0], black, white[1]}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if got, err := ShotsOf(t.Context(), movegen.International(), game[:1]); err != nil || len(got) != 0 {
		t.Errorf("at the start: %v, %v", got, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := ShotsOf(ctx, movegen.International(), game); !errors.Is(err, context.Canceled) {
		t.Errorf("broken off: %v", err)
	}
}

// TestProveRefuses asks too much: a larger gain, fewer plies, fewer nodes, and
// a move when there is something to capture.
func TestProveRefuses(t *testing.T) {
	list, err := Shots(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list[:5] {
		p, err := s.Rules.ParseFEN(s.FEN)
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := Prove(s.Rules, &p, s.Gain+10, s.Depth, shotProofNodes); ok {
			t.Errorf("%s: %v wins ten men more", s.FEN, m)
		}
		if m, ok := Prove(s.Rules, &p, s.Gain, s.Depth-2, shotProofNodes); ok {
			t.Errorf("%s: %v is seen two plies earlier", s.FEN, m)
		}
		if m, ok := Prove(s.Rules, &p, s.Gain, s.Depth, 10); ok {
			t.Errorf("%s: %v is proved in ten nodes", s.FEN, m)
		}
		m, err := s.Rules.ParseHubMove(&p, s.Move)
		if err != nil {
			t.Fatal(err)
		}
		after := s.Rules.Play(&p, m)
		if m, ok := Prove(s.Rules, &after, s.Gain, s.Depth, shotProofNodes); ok {
			t.Errorf("%s, after %s: %v is a capture", s.FEN, s.Move, m)
		}
	}
}

// TestSolve gives ten shots hardly any time, then enough. Which are seen, the evaluation decides;
// but most need a search.
func TestSolve(t *testing.T) {
	list, err := Shots(movegen.International())
	if err != nil {
		t.Fatal(err)
	}
	solved := func(nodes int64) (found int) {
		for _, s := range list[:10] {
			got, err := s.Solve(t.Context(), search.Limits{Nodes: nodes}, 1, 1<<20)
			if err != nil || got.Found != (got.Nodes > 0) || got.Nodes > nodes {
				t.Errorf("%d nodes, %s: got %+v, %v", nodes, s.FEN, got, err)
			}
			if got.Found {
				found++
			}
		}
		return found
	}
	if few, many := solved(1), solved(100_000); few > 3 || many < 6 {
		t.Errorf("after one node %d of ten are solved, after 100,000 %d", few, many)
	}
}

// TestWriteSolved counts what was solved after several times.
func TestWriteSolved(t *testing.T) {
	var text strings.Builder
	solved := []Solved{{Found: true, Time: 500 * time.Microsecond, Nodes: 900}, {Found: true, Time: 20 * time.Millisecond, Nodes: 50_000}}
	if err := WriteSolved(&text, solved, 3, search.Limits{MoveTime: 100 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	want := "  1 of 3 after 1ms\n  1 of 3 after 10ms\n  1 of 3 after 1,000 nodes\n  1 of 3 after 10,000 nodes\n2 of 3 solved\n"
	if text.String() != want {
		t.Errorf("got\n%swant\n%s", &text, want)
	}
}
