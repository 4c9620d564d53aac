package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/search"
)

// A fakeLine is a process of a fakePeer with somebody at its other end.
type fakeLine struct{ fakeProgram }

// note keeps what is said over the line.
func (f fakeLine) note(format string, args ...any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = append(f.said, fmt.Sprintf(format, args...))
	if f.fault != nil {
		return f.fault
	}
	return nil
}

func (f fakeLine) Begin(_ context.Context, g *movegen.Game, us movegen.Color, l search.Limits) error {
	return f.note("begin %d %v %v", len(g.Moves()), us, l.MoveTime)
}
func (f fakeLine) Wait(context.Context) error                   { return f.note("wait") }
func (f fakeLine) Leave()                                       { _ = f.note("leave") }
func (f fakeLine) Say(_ context.Context, text string) error     { return f.note("text %s", text) }
func (f fakeLine) AskBack(_ context.Context, plies int) error   { return f.note("back %d", plies) }
func (f fakeLine) AnswerBack(_ context.Context, yes bool) error { return f.note("answer %v", yes) }
func (f fakeLine) End(_ context.Context, g *movegen.Game, r dxp.Reason) error {
	return f.note("end %d after %d", r, len(g.Moves()))
}
func (f fakeLine) News(ctx context.Context) (n dxp.News, err error) {
	select {
	case n := <-f.news:
		return n, nil
	case <-ctx.Done():
		return n, ctx.Err()
	}
}

// lines returns what was said over the line since it was last called.
func (f *fakePeer) lines() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := strings.Join(f.said, ", ")
	f.said = nil
	return all
}

// listenTo has a tab listen to a line until the test ends, or stop is called, and returns its events.
func (s *site) listenTo(t *testing.T, tab, fields string) (heard <-chan event, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := s.request(http.MethodPost, "/api/line", `{"variant":"international","engine":"Moby","side":"w","tab":"`+tab+`"`+fields+`}`)
	all, done := make(chan event, 10), make(chan struct{})
	go func() {
		defer close(done)
		events(t, r.WithContext(ctx), func(e event) bool {
			select {
			case all <- e:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	return all, func() { cancel(); <-done }
}

// TestLine listens to a line, and says all that there is to say over it.
func TestLine(t *testing.T) {
	s, f := servePeers(t, quick)
	heard, stop := s.listenTo(t, "tab-00000001", `,"play":true,"moveTime":1000`)
	r := movegen.International()
	other := r.Start()
	other.Turn = movegen.Black
	for _, tt := range []struct {
		news dxp.News
		want string
	}{
		{dxp.News{Kind: dxp.Said, Text: "<b>"}, `{"kind":"said","text":"\u003cb\u003e","plies":0}`},
		{dxp.News{Kind: dxp.Asked, Plies: 3}, `{"kind":"asked","plies":3}`},
		{dxp.News{Kind: dxp.Over, Outcome: movegen.BlackWins}, `{"kind":"over","plies":0,"winner":"black"}`},
		{dxp.News{Kind: dxp.Begun, Opponent: "Anna"}, `{"kind":"begun","text":"Anna","plies":0}`},
		{
			dxp.News{Kind: dxp.Begun, New: true, Terms: dxp.Terms{Start: r.Start(), Follower: movegen.Black, Time: time.Minute}},
			`{"kind":"begun","game":{"fen":"","side":"b","time":60000},"plies":0}`,
		},
		{
			dxp.News{Kind: dxp.Begun, New: true, Terms: dxp.Terms{Start: other}},
			`{"kind":"begun","game":{"fen":"` + r.FEN(&other) + `","side":"w","time":0},"plies":0}`,
		},
	} {
		f.news <- tt.news
		if got := <-heard; got.name != "line" || got.data != tt.want {
			t.Errorf("told %+v, want %s", got, tt.want)
		}
	}
	if got := f.lines(); got != "begin 0 White 1s" {
		t.Errorf("then %s", got)
	}
	say := func(fields string) int {
		status, _ := do(t, s.request(http.MethodPost, "/api/line/say", `{"variant":"international","engine":"Moby","tab":"tab-00000001","plies":0,`+fields+`}`))
		return status
	}
	for _, fields := range []string{`"what":"text","text":"Hallo"`, `"what":"back"`, `"what":"yes"`, `"what":"no"`, `"what":"loss","moves":["32-28"]`, `"what":"end"`} {
		if got := say(fields); got != http.StatusOK {
			t.Errorf("%s: %d", fields, got)
		}
	}
	if got := f.lines(); got != "text Hallo, back 0, answer true, answer false, end 1 after 1, end 0 after 0" {
		t.Errorf("said %s", got)
	}
	for _, fields := range []string{`"what":"text"`, `"what":"text","text":"` + strings.Repeat("x", 127) + `"`, `"what":""`, `"what":"console"`, `"what":"end","moves":["1-50"]`} {
		if got := say(fields); got != http.StatusBadRequest {
			t.Errorf("%.30s: %d", fields, got)
		}
	}
	f.mu.Lock()
	f.fault = errors.New("there is no connection")
	f.mu.Unlock()
	if got := say(`"what":"yes"`); got != http.StatusConflict {
		t.Errorf("without a connection: %d", got)
	}
	f.mu.Lock()
	f.fault = nil
	f.mu.Unlock()
	stop()
	eventually(t, "nobody has the line", func() bool { return s.seats[1].lineOf("tab-00000001") == nil })
	if got := say(`"what":"yes"`); got != http.StatusConflict {
		t.Errorf("without a line: %d", got)
	}
}

// TestLineIsOfOneBoard has a second board want the line of the first, which lives on for a while when
// nobody listens.
func TestLineIsOfOneBoard(t *testing.T) {
	s, f := servePeers(t, quick)
	heard, stop := s.listenTo(t, "tab-00000001", `,"wait":true`)
	f.news <- dxp.News{Kind: dxp.Up}
	<-heard
	if got := s.peerSearch(t, "Moby", "tab-00000002", play); got.name != "failed" || !strings.Contains(errorIn(got.data), "Moby plays at another board") {
		t.Errorf("the second board: %+v", got)
	}
	if got := s.peerSearch(t, "Moby", "tab-00000001", play); got.name != "done" {
		t.Errorf("the first: %+v", got)
	}
	time.Sleep(2 * quick.seated)
	if f.running.Load() != 1 {
		t.Error("the line has ended while somebody listens")
	}
	ask[struct{}](t, s, "/api/close", closeRequest{"tab-00000001"})
	if f.running.Load() != 1 {
		t.Error("the line has ended with the page, which may be loaded again")
	}
	stop()
	eventually(t, "the server knows that nobody listens", func() bool { return s.seats[1].lineOf("tab-00000001") == nil })
	if got := f.lines(); got != "wait, leave" {
		t.Errorf("said %s", got)
	}
	if got := s.peerSearch(t, "Moby", "tab-00000002", play); got.name != "done" || f.starts.Load() != 1 {
		t.Errorf("the second board then: %+v", got)
	}
	eventually(t, "the line ends when nobody comes back", func() bool { return f.running.Load() == 0 })
}

// TestLineRefusals asks for a line where there is none.
func TestLineRefusals(t *testing.T) {
	s, _ := servePeers(t, quick)
	for fields, want := range map[string]int{
		`"engine":"Fake","side":"w","tab":"tab-00000001"`: 400, `"engine":"localhost:1","side":"w","tab":"tab-00000001"`: 404,
		`"engine":"Moby","side":"x","tab":"tab-00000001"`: 400, `"engine":"Moby","side":"w","tab":""`: 400, `"engine":1`: 400,
	} {
		if status, body := do(t, s.request(http.MethodPost, "/api/line", `{"variant":"international",`+fields+`}`)); status != want {
			t.Errorf("%s: %d %s", fields, status, body)
		}
	}
	if status, _ := do(t, s.request(http.MethodPost, "/api/line/say", `{"engine":"x","tab":"","what":"yes","plies":0}`)); status != http.StatusNotFound {
		t.Errorf("nobody: %d", status)
	}
}
