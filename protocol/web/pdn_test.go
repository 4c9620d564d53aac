package web

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// withEverything has all that a tree can hold, as Stupol writes it.
const withEverything = `[Event "Delft Open"]
[Site "?"]
[Date "1998.??.??"]
[Round "?"]
[White "Sijbrands"]
[Black "Wiersma"]
[Result "1-1"]
[GameType "20,W,10,10,N2,0"]
[Annotator "me"]

{Before the game} 1. 32-28! {best} 19-23 (1... 18-23 {Springer} 2. 38-32 $7
(2. 37-32 12-18) 2... 12-18) (1... 20-25) 2. 28x19 14x23 1-1

`

func TestPDN(t *testing.T) {
	s := serve(t, testOptions(), quick)
	g := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: withEverything})
	if len(g.Faults) != 0 || len(g.Line) != 4 || len(g.Line[1].Instead) != 2 || g.Line[3].Move != "14x23x19" {
		t.Fatalf("%+v", g)
	}
	if back := ask[fileRequest](t, s, "/api/pdn/write", g); back.Text != withEverything {
		t.Errorf("written:\n%s\nread:\n%s", back.Text, withEverything)
	}
}

// TestScoresOfTree reads the scores in comments and writes those that no comment has.
func TestScoresOfTree(t *testing.T) {
	s := serve(t, testOptions(), quick)
	g := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: "1. 32-28 {[%eval -0.31] so} 19-23 {[%eval #-4]} 2. 28x19 *"})
	if a, b := g.Line[0].Score, g.Line[1].Score; a == nil || a.Score != -31 || b == nil || b.Kind != "end" || b.Score >= 0 || g.Line[2].Score != nil {
		t.Fatalf("%+v", g.Line)
	}
	for i := range g.Line {
		g.Line[i].Comments = nil
	}
	const want = "1. 32-28 {[%eval -0.31]} 19-23 {[%eval #-4]} 2. 28x19 *"
	if text := ask[fileRequest](t, s, "/api/pdn/write", g).Text; !strings.Contains(text, want) {
		t.Errorf("written:\n%s\nwant %s", text, want)
	}
	g.Line[0].Score = &scoreAnswer{Score: 1 << 40}
	if text := ask[fileRequest](t, s, "/api/pdn/write", g).Text; !strings.Contains(text, "1. 32-28 19-23 {") {
		t.Errorf("a score that is none: written\n%s", text)
	}
}

// TestTimesOfTree reads the times in comments and writes those that no comment has.
func TestTimesOfTree(t *testing.T) {
	s := serve(t, testOptions(), quick)
	const text = "1. 32-28 {[%clk 0:01:00] [%emt 0:00:05.20]} 19-23 {so} 2. 28x19 *"
	g := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: text})
	if n := g.Line[0]; n.Clock == nil || *n.Clock != 60_000 || n.Spent == nil || *n.Spent != 5200 || g.Line[1].Clock != nil || g.Line[1].Spent != nil {
		t.Fatalf("%+v", g.Line)
	}
	g.Line[0].Comments = nil
	long := int64(3_723_000)
	g.Line[1].Spent = &long
	bad := int64(-1)
	g.Line[2].Spent = &bad
	const want = "1. 32-28 {[%clk 0:01:00] [%emt 0:00:05.20]} 19-23 {[%emt 1:02:03]} {so} 2. 28x19 *"
	if got := strings.Join(strings.Fields(ask[fileRequest](t, s, "/api/pdn/write", g).Text), " "); !strings.Contains(got, want) {
		t.Errorf("written:\n%s\nwant %s", got, want)
	}
}

// TestGlyphsOfTree reads who has given the glyphs of a move.
func TestGlyphsOfTree(t *testing.T) {
	s := serve(t, testOptions(), quick)
	const moves = "1. 32-28 $2 {Mistake. Or so.} 19-23 $1 *"
	for annotator, want := range map[string]int{"": 0, "Ann; Stupol": 2} {
		g := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: "[Annotator \"" + annotator + "\"]\n\n" + moves})
		if g.Line[0].Given != want || g.Line[1].Given != 0 {
			t.Errorf("annotated by %q: %+v", annotator, g.Line)
		}
	}
}

// TestFollowingVariation reads a variation that stands before the move it replaces.
func TestFollowingVariation(t *testing.T) {
	s := serve(t, testOptions(), quick)
	g := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: "1. 32-28 (1... 18-23 2. 38-32) 1... 19-23 2. 28x19 *"})
	if len(g.Faults) != 0 || len(g.Line) != 3 || len(g.Line[1].Instead) != 1 || len(g.Line[1].Instead[0]) != 2 {
		t.Errorf("%+v", g)
	}
}

// TestRequestsEndWithTheirClient checks that the work on games ends when nobody waits for it.
func TestRequestsEndWithTheirClient(t *testing.T) {
	s := New(testOptions())
	defer s.Close()
	ctx, gone := context.WithCancel(t.Context())
	gone()
	if _, err := s.listPDN(ctx, fileRequest{Text: withEverything}); !errors.Is(err, context.Canceled) {
		t.Errorf("list: %v", err)
	}
	if _, err := s.readPDN(ctx, fileRequest{Text: withEverything}); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
}

// TestRandomPDN writes and reads games at random of all variants, from the start
// and from positions in the middle.
func TestRandomPDN(t *testing.T) {
	s := serve(t, testOptions(), quick)
	rng := rand.New(rand.NewPCG(3, 4))
	for _, r := range movegen.Variants() {
		g := movegen.NewGame(r)
		for range 30 {
			moves := g.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			g.Push(moves[rng.IntN(len(moves))])
			if g.Position().Turn == r.First && rng.IntN(8) == 0 {
				g = movegen.NewGameFrom(r, *g.Position(), nil)
			}
		}
		want := (&pdn.Record{Game: g}).PDN().String()
		tree := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: want})
		if len(tree.Line) != len(g.Moves()) || len(tree.Faults) != 0 || tree.Variant != r.Name {
			t.Fatalf("%s: %d moves of %d, faults %q, of\n%s", r.Name, len(tree.Line), len(g.Moves()), tree.Faults, want)
		}
		if got := ask[fileRequest](t, s, "/api/pdn/write", tree); got.Text != want {
			t.Errorf("%s: written\n%q\nread\n%q", r.Name, got.Text, want)
		}
	}
}

func TestList(t *testing.T) {
	s := serve(t, testOptions(), quick)
	file := withEverything + "[White \"A\"]\n[Black \"B\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 *\n\n1. 32-28 18-23 2. 38-32 *\n"
	list := ask[fileAnswer](t, s, "/api/pdn/list", fileRequest{Text: file})
	if len(list.Games) != 3 || list.Games[0].White != "Sijbrands" || list.Games[1].Variant != "russian" || list.Games[2].Plies != 3 {
		t.Fatalf("%+v", list.Games)
	}
	lines := strings.SplitAfter(file, "\n")
	for i, item := range list.Games {
		text := strings.Join(lines[item.Line-1:], "")
		g := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: text})
		if len(g.Line) != item.Plies {
			t.Errorf("game %d: %d moves, listed %d", i, len(g.Line), item.Plies)
		}
	}
}

// TestListTurns lists an old file of English draughts, in which 1-0 says that Black has won, and
// reads its games: each alone does not tell that.
func TestListTurns(t *testing.T) {
	s := serve(t, testOptions(), quick)
	const moves = "11-15 22-18 2. 15x22 25x18 3. 8-11 18-14 4. 9x18 23x14 5. 10x17 21x14"
	file := "[Result \"0-1\"]\n\n1. " + moves + " 0-1\n\n[Result \"0-1\"]\n\n1. " + moves + " 0-1\n\n[Result \"1-0\"]\n\n1. 11-15 22-18 2. 15x22 1-0\n\n" +
		"[Result \"1-0\"]\n\n1. " + moves + " 6. 11-15 14-10 7. 6-9 10-6 8. 1x10 24-20 1-0\n"
	list := ask[fileAnswer](t, s, "/api/pdn/list", fileRequest{Text: file})
	var results []string
	for i, item := range list.Games {
		results = append(results, item.Result)
		text := strings.Join(strings.SplitAfter(file, "\n")[item.Line-1:], "")
		g := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: text, Variant: item.Variant, Results: list.Results})
		if g.Result != item.Result || !slices.ContainsFunc(g.Tags, func(t tagJSON) bool { return t.Name == pdn.OriginalResult }) {
			t.Errorf("game %d: %s, listed %s; %v", i+1, g.Result, item.Result, g.Tags)
		}
		if written := ask[fileRequest](t, s, "/api/pdn/write", g); !strings.HasSuffix(strings.TrimSpace(written.Text), " "+item.Result) {
			t.Errorf("game %d is written\n%s", i+1, written.Text)
		}
	}
	if got := strings.Join(results, " "); got != "1-0 1-0 0-1 0-1" || list.Results != "first-player" {
		t.Errorf("results %s, %q", got, list.Results)
	}
}

// TestFaultyPDN reads a game with a move that is not legal: the rest is there.
func TestFaultyPDN(t *testing.T) {
	s := serve(t, testOptions(), quick)
	g := ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: "1. 32-28 18-23 2. 28x46 *"})
	if len(g.Line) != 2 || len(g.Faults) != 1 || !strings.Contains(string(g.Faults[0]), "28x46") {
		t.Errorf("%+v", g)
	}
}

// TestHostileTree sends what the page never would: it must not come back as
// other tags or moves.
func TestHostileTree(t *testing.T) {
	s := serve(t, testOptions(), quick)
	g := treeGame{
		Variant: "russian", Result: "1-0 [X \"y\"]",
		Tags: []tagJSON{{"Ev\"]ent", "a \"b\" ] \n [Z \"1\"]"}, {"", "x"}},
		Line: []treeNode{{Move: "22-18", Signs: "!$1{", Comments: []string{"} 1. c3-d4 {", "a\nb"}}},
	}
	body, _ := json.Marshal(g)
	status, text := do(t, s.request(http.MethodPost, "/api/pdn/write", string(body)))
	if status != http.StatusOK {
		return // refused is well
	}
	var file fileRequest
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		t.Fatal(err)
	}
	games, err := pdn.ReadAll(strings.NewReader(file.Text))
	if err != nil || len(games) != 1 || len(games[0].Plies) != 1 || games[0].Tag("Z") != "" || games[0].Tag("X") != "" {
		t.Errorf("%v: %s", err, file.Text)
	}
}

func FuzzPDN(f *testing.F) {
	f.Add(withEverything)
	f.Add("1. c3-d4 (1. a3-b4 {x} d6-c5) d6-c5 1-0")
	s := New(testOptions())
	f.Fuzz(func(t *testing.T, text string) {
		read, err := pdn.NewReader(strings.NewReader(text)).Read()
		if err != nil {
			return
		}
		r, err := read.Rules()
		if err != nil || r == nil {
			r = movegen.International() // to find out which fit takes long
		}
		g, err := readTree(t.Context(), read, r, 100)
		if err != nil {
			return
		}
		if _, err := s.writePDN(t.Context(), writeRequest{treeGame: *g}); err != nil && len(g.Faults) == 0 {
			t.Errorf("read but not written: %v", err)
		}
	})
}

// TestResultUnknown writes a game whose result was taken away.
func TestResultUnknown(t *testing.T) {
	s := New(testOptions())
	defer s.Close()
	answer, err := s.writePDN(t.Context(), writeRequest{treeGame: treeGame{Variant: "international", Result: "*", Tags: []tagJSON{{"Result", "2-0"}}, Line: []treeNode{{Move: "32-28"}}}})
	if err != nil || !strings.Contains(answer.Text, `[Result "*"]`) {
		t.Errorf("%v, %s", err, answer.Text)
	}
}
