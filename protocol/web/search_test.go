package web

import (
	"bufio"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// An event is what a search has told.
type event struct {
	name string
	data string
}

// events reads a stream of events until it ends or until keep is false.
func events(t *testing.T, r *http.Request, keep func(event) bool) (all []event) {
	t.Helper()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("search: %s %s", answer.Status, answer.Header.Get("Content-Type"))
	}
	var e event
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		text := lines.Text()
		switch {
		case strings.HasPrefix(text, "event: "):
			e.name = text[len("event: "):]
		case strings.HasPrefix(text, "data: "):
			e.data = text[len("data: "):]
		case text == "" && e.name != "":
			all = append(all, e)
			if !keep(e) {
				return all
			}
			e = event{}
		}
	}
	return all
}

// think starts a search without end and waits for its first finding. It returns
// what breaks the connection.
func (s *site) think(t *testing.T, tab string) (closeTab func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := s.request(http.MethodPost, "/api/search", `{"variant":"international","tab":"`+tab+`"}`).WithContext(ctx)
	found, done := make(chan bool, 1), make(chan bool)
	go func() {
		defer close(done)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return
		}
		defer answer.Body.Close()
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "event: info") && len(found) == 0 {
				found <- true
			}
		}
	}()
	select {
	case <-found:
	case <-time.After(5 * time.Second):
		t.Error("no finding")
	}
	return func() { cancel(); <-done }
}

func TestSearch(t *testing.T) {
	s := serve(t, testOptions(), quick)
	r := s.request(http.MethodPost, "/api/search", `{"variant":"russian","tab":"tab-12345","moves":["22-17"],"depth":9,"lines":3}`)
	all := events(t, r, func(event) bool { return true })
	lines := map[int]infoEvent{}
	for _, e := range all[:len(all)-1] {
		var info infoEvent
		if err := json.Unmarshal([]byte(e.data), &info); err != nil || e.name != "info" {
			t.Fatalf("%v: %v", e, err)
		}
		lines[info.Line] = info
	}
	var done doneEvent
	last := all[len(all)-1]
	if err := json.Unmarshal([]byte(last.data), &done); err != nil || last.name != "done" || !done.Found {
		t.Fatalf("the last event is %v: %v", last, err)
	}
	for line := 1; line <= 3; line++ {
		if i := lines[line]; i.Depth != 9 || len(i.Moves) == 0 || len(i.Texts) != len(i.Moves) || i.Nodes == 0 {
			t.Errorf("line %d: %+v", line, i)
		}
	}
	r70 := 1 / (1 + math.Exp(-float64(done.Score)/70)) // a logit is 70 hundredths of a man in Russian
	if math.Abs(done.Chance-r70) > 1e-9 || lines[1].Chance != done.Chance {
		t.Errorf("with a score of %d White has a chance of %v, want %v", done.Score, done.Chance, r70)
	}
	if !slices.Equal(done.Moves, lines[1].Moves) {
		t.Errorf("the line is %v in the end, was %v", done.Moves, lines[1].Moves)
	}
	// Black moves: the best line is the one that is worst for White.
	if best := lines[1]; best.Moves[0] != done.Move || best.Score > lines[2].Score || lines[2].Score > lines[3].Score {
		t.Errorf("scores for White: %d, %d, %d; move %s of %s", lines[1].Score, lines[2].Score, lines[3].Score, best.Moves[0], done.Move)
	}
	if !strings.Contains(done.Text, "-") || done.Text[0] < 'a' {
		t.Errorf("a Russian move written %q", done.Text)
	}
}

// TestPass asks what Black threatens in a position with White to move.
func TestPass(t *testing.T) {
	s := serve(t, testOptions(), quick)
	r := s.request(http.MethodPost, "/api/search", `{"variant":"international","tab":"tab-12345","fen":"W:W31,39:B22,6","pass":true,"depth":5}`)
	all := events(t, r, func(event) bool { return true })
	var done doneEvent
	if err := json.Unmarshal([]byte(all[len(all)-1].data), &done); err != nil || !strings.HasPrefix(done.Move, "22-") && !strings.HasPrefix(done.Move, "6-") {
		t.Errorf("%v %v", all[len(all)-1], err)
	}
}

// TestWithout leaves the best move out, and the only one.
func TestWithout(t *testing.T) {
	s := serve(t, testOptions(), quick)
	search := func(body string) (done doneEvent) {
		t.Helper()
		all := events(t, s.request(http.MethodPost, "/api/search", body), func(event) bool { return true })
		if err := json.Unmarshal([]byte(all[len(all)-1].data), &done); err != nil {
			t.Fatal(err)
		}
		return done
	}
	const won = `{"variant":"international","tab":"tab-12345","fen":"W:W32,28,50:B23,19,9","depth":3`
	best := search(won + "}")
	other := search(won + `,"without":"` + best.Move + `"}`)
	if other.Move == best.Move || other.Score >= best.Score {
		t.Errorf("%s %d, and without it %s %d", best.Move, best.Score, other.Move, other.Score)
	}
	for move, want := range map[string]string{"28x19x8": "illegal", "32-27": "there is no other move"} {
		body := `{"variant":"international","tab":"tab-12345","fen":"W:W32:B1,21,22,28","without":"` + move + `"}`
		if status, text := do(t, s.request(http.MethodPost, "/api/search", body)); status != http.StatusBadRequest {
			t.Errorf("without %s: %d %s, want %s", move, status, text, want)
		}
	}
}

// TestStop breaks the connection of a search. Its engine is gone soon after.
func TestStop(t *testing.T) {
	s := serve(t, testOptions(), quick)
	closeTab := s.think(t, "tab-12345")
	if n := s.engines.count(); n != 1 {
		t.Errorf("%d engines in a search", n)
	}
	closeTab()
	eventually(t, "the engine of a closed tab is freed", func() bool { return s.engines.count() == 0 })
}

// TestNext starts a search while another goes on in the same tab, with another
// table. The first one ends.
func TestNext(t *testing.T) {
	s := serve(t, testOptions(), quick)
	s.think(t, "tab-12345")
	r := s.request(http.MethodPost, "/api/search", `{"variant":"russian","tab":"tab-12345","depth":3,"hash":2}`)
	all := events(t, r, func(event) bool { return true })
	if len(all) == 0 || all[len(all)-1].name != "done" {
		t.Errorf("%v", all)
	}
	eventually(t, "one engine at most", func() bool { return s.engines.count() <= 1 })
}

// TestClose frees the engine of a tab that is thinking.
func TestClose(t *testing.T) {
	s := serve(t, testOptions(), quick)
	s.think(t, "tab-12345")
	ask[struct{}](t, s, "/api/close", closeRequest{"tab-12345"})
	if n := s.engines.count(); n != 0 {
		t.Errorf("%d engines", n)
	}
	ask[struct{}](t, s, "/api/close", closeRequest{"nobody-there"})
}

// TestLevels plays as a beginner and as a master.
func TestLevels(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, level := range []string{"1", "10"} {
		r := s.request(http.MethodPost, "/api/search",
			`{"variant":"english","tab":"tab-12345","play":true,"level":`+level+`,"clock":{"remaining":3000,"increment":0}}`)
		all := events(t, r, func(event) bool { return true })
		if len(all) == 0 || all[len(all)-1].name != "done" {
			t.Errorf("level %s: %v", level, all)
		}
	}
	for _, refused := range []string{`"level":-1`, `"level":11`, `"depth":-1`} {
		status, body := do(t, s.request(http.MethodPost, "/api/search", `{"variant":"english","tab":"tab-12345",`+refused+`}`))
		if status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", refused, status, body)
		}
	}
}

// TestScoresAreForWhite searches positions in which one side is far ahead, with
// each side to move.
func TestScoresAreForWhite(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for fen, ahead := range map[string]int{
		"W:W31,32,33,34,35,36:B6,16": 1, "B:W31,32,33,34,35,36:B6,16": 1,
		"W:W45,35:B11,12,13,14,15,16": -1, "B:W45,35:B11,12,13,14,15,16": -1,
	} {
		r := s.request(http.MethodPost, "/api/search", `{"variant":"international","tab":"tab-12345","fen":"`+fen+`","depth":3}`)
		all := events(t, r, func(event) bool { return true })
		var done doneEvent
		if err := json.Unmarshal([]byte(all[len(all)-1].data), &done); err != nil || done.Score*ahead < 100 {
			t.Errorf("%s: %d, want it %+d", fen, done.Score, ahead)
		}
	}
}

// TestDraw offers draws to the engine, in positions that are bad and good for it.
func TestDraw(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for fen, want := range map[string]bool{"W:W32,33,34,38,39,43,44:B3,8,13": true, "B:W32,33,34,38,39,43,44:B3,8,13": false} {
		q := searchRequest{gameRequest: gameRequest{Variant: "international", FEN: fen}, Tab: "tab-12345"}
		if a := ask[drawAnswer](t, s, "/api/draw", q); a.Accepted != want {
			t.Errorf("%s: accepted is %v", fen, a.Accepted)
		}
	}
	for body, want := range map[string]string{
		`{"variant":"international"}`:                                    "the tab has no name",
		`{"variant":"international","tab":"tab-12345","fen":"B:W31:B"}`:  "the game is over",
		`{"variant":"international","tab":"tab-12345","moves":["1-50"]}`: `move 1: "1-50"`,
	} {
		if status, text := do(t, s.request(http.MethodPost, "/api/draw", body)); status != http.StatusBadRequest || !strings.Contains(errorIn(text), want) {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
}
