package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/hub"
	"stupol/search"
)

// A fakePeer plays the first legal move, and finds it at once; an analysis it ends only when it
// is told to.
type fakePeer struct {
	mu      sync.Mutex
	fault   error             // of the next search
	resigns bool              // in every search
	slow    bool              // in every search, until it is stopped
	alone   bool              // it plays international draughts alone
	blocked chan struct{}     // a start goes on when it is closed; nil: at once
	clock   time.Duration     // of the last search
	values  map[string]string // that it was last started with
	starts  atomic.Int32
	running atomic.Int32 // programs
	asked   atomic.Int32 // searches at a time

	news chan dxp.News // of a line
	said []string      // over it
}

// A fakeProgram is a process of a fakePeer.
type fakeProgram struct{ *fakePeer }

// peer returns what a server is told of it.
func (f *fakePeer) peer(name string, analyses bool) Peer {
	return Peer{name, !analyses, false, func(ctx context.Context, r *movegen.Rules, values map[string]string) (PeerEngine, error) {
		f.starts.Add(1)
		if f.blocked != nil {
			select {
			case <-f.blocked:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.alone && r != movegen.International() {
			return nil, &hub.UnfitError{Why: name + " cannot be started: it does not play " + r.Name}
		}
		f.values = values
		f.running.Add(1)
		if !analyses {
			return fakeLine{fakeProgram{f}}, nil
		}
		return fakeProgram{f}, nil
	}}
}

func (f fakeProgram) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	if f.asked.Add(1) > 1 {
		panic("two searches at a time")
	}
	defer f.asked.Add(-1)
	f.mu.Lock()
	fault, resigns := f.fault, f.resigns
	f.fault = nil
	if l.Clock != nil {
		f.clock = l.Clock.Remaining
	}
	f.mu.Unlock()
	m := g.LegalMoves(nil)[0]
	i := search.Info{Line: 1, Depth: 9, Score: 30, Nodes: 1000, Time: time.Second, PV: []movegen.Move{m}}
	switch {
	case fault != nil:
		return search.Result{}, fault
	case resigns:
		return search.Result{}, nil
	}
	onInfo(i)
	if l.Analyze || f.slow {
		<-ctx.Done()
		return search.Result{}, ctx.Err()
	}
	return search.Result{Info: i, Move: m, Found: true}, nil
}

func (f fakeProgram) Title() string { return "<b>Fake</b> 1.0" }

func (f fakeProgram) Params() []hub.Param {
	return []hub.Param{
		{Name: "threads", Value: "1", Type: "int", Min: "1", Max: "8"}, {Name: "book", Value: "true", Type: "bool"},
		{Name: "style", Value: "calm", Type: "enum", Values: []string{"calm", "wild"}}, {Name: "file", Value: "x", Type: "string"},
	}
}

func (f fakeProgram) Close() { f.running.Add(-1) }

// servePeers starts a server with a program that analyses and one that does not.
func servePeers(t *testing.T, limits timeouts) (*site, *fakePeer) {
	f := &fakePeer{news: make(chan dxp.News, 10)}
	o := testOptions()
	o.Peers = []Peer{f.peer("Fake", true), f.peer("Moby", false)}
	return serve(t, o, limits), f
}

// peerSearch asks an engine, and returns the last event.
func (s *site) peerSearch(t *testing.T, engine, tab, fields string) event {
	t.Helper()
	r := s.request(http.MethodPost, "/api/search", `{"variant":"international","engine":"`+engine+`","tab":"`+tab+`"`+fields+`}`)
	all := events(t, r, func(event) bool { return true })
	return all[len(all)-1]
}

const play = `,"play":true,"moveTime":50`

// TestPeerGame plays with a program, and analyses until the client goes away.
func TestPeerGame(t *testing.T) {
	s, f := servePeers(t, quick)
	for _, engine := range []string{"Fake", "Moby"} {
		if got := s.peerSearch(t, engine, "tab-00000001", play); got.name != "done" || !strings.Contains(got.data, `"found":true`) {
			t.Errorf("%s: %+v", engine, got)
		}
	}
	r := s.request(http.MethodPost, "/api/search", `{"variant":"international","engine":"Fake","tab":"tab-00000001"}`)
	if got := events(t, r, func(event) bool { return false }); got[0].name != "info" || !strings.Contains(got[0].data, `"score":30`) {
		t.Errorf("an analysis: %+v", got)
	}
	eventually(t, "the programs are ended when nobody asks", func() bool { return f.running.Load() == 0 })
	if f.starts.Load() != 2 {
		t.Errorf("started %d times", f.starts.Load())
	}
}

// TestPeerRefusals asks for what there is not.
func TestPeerRefusals(t *testing.T) {
	s, _ := servePeers(t, quick)
	for fields, want := range map[string]int{
		`"engine":"./scan hub"`: 404, `"engine":"Moby"`: 400, `"engine":"Fake","pass":true`: 400, `"engine":"Fake","depth":3`: 400,
		`"engine":"Fake","play":true`: 400, `"engine":"Fake","without":"32-28"`: 400, `"engine":"Fake","fen":"B:WK1:B"`: 400,
	} {
		if status, body := do(t, s.request(http.MethodPost, "/api/search", `{"variant":"international","tab":"tab-00000001",`+fields+`}`)); status != want {
			t.Errorf("%s: %d %s", fields, status, body)
		}
	}
}

// TestPeerFailures has a program fail: people are told, and it is started again for the next.
func TestPeerFailures(t *testing.T) {
	s, f := servePeers(t, quick)
	for range 2 {
		f.fault = errors.New("Fake has ended: exit status 3")
		if got := s.peerSearch(t, "Fake", "tab-00000001", play); got.name != "failed" || !strings.Contains(errorIn(got.data), "exit status 3") {
			t.Errorf("got %+v", got)
		}
	}
	if f.running.Load() != 0 {
		t.Error("it runs on")
	}
	began := time.Now()
	if got := s.peerSearch(t, "Fake", "tab-00000001", play); got.name != "done" || f.starts.Load() != 3 || time.Since(began) < peerPause {
		t.Errorf("then %+v, started %d times, after %v", got, f.starts.Load(), time.Since(began))
	}
	f.resigns = true
	if got := s.peerSearch(t, "Fake", "tab-00000001", play); got.name != "done" || !strings.Contains(got.data, `"found":false`) {
		t.Errorf("it resigns: %+v", got)
	}
}

// TestPeersAreShared has boards analyse with one program: none waits for long, and none has it
// alone. A search that has an end is left to it.
func TestPeersAreShared(t *testing.T) {
	s, f := servePeers(t, quick)
	ended := make(chan event)
	go func() { ended <- s.peerSearch(t, "Fake", "tab-00000001", "") }()
	eventually(t, "it analyses", func() bool { return f.asked.Load() == 1 })
	if got := s.peerSearch(t, "Fake", "tab-00000002", play); got.name != "done" {
		t.Errorf("the second: %+v", got)
	}
	if got := <-ended; got.name != "failed" || !strings.Contains(got.data, errTurn.Error()) {
		t.Errorf("the first: %+v", got)
	}
	if f.starts.Load() != 1 {
		t.Errorf("started %d times", f.starts.Load())
	}
	go func() { ended <- s.peerSearch(t, "Fake", "tab-00000003", "") }()
	eventually(t, "it analyses again", func() bool { return f.asked.Load() == 1 })
	ask[struct{}](t, s, "/api/close", closeRequest{"tab-00000003"})
	if got := <-ended; got.name != "failed" || f.running.Load() != 0 {
		t.Errorf("its tab is closed: %+v, %d run", got, f.running.Load())
	}
}

// TestPeerMoveEnds has a search for a move last too long for another board that waits.
func TestPeerMoveEnds(t *testing.T) {
	limits := quick
	limits.queue = 5 * time.Second
	s, f := servePeers(t, limits)
	f.slow = true
	ended := make(chan event)
	for _, tab := range []string{"tab-00000001", "tab-00000002"} {
		go func() { ended <- s.peerSearch(t, "Fake", tab, `,"play":true,"moveTime":86400000`) }()
	}
	if got := <-ended; got.name != "failed" || !strings.Contains(got.data, errTurn.Error()) {
		t.Errorf("the first: %+v", got)
	}
	s.seats[0].close()
	<-ended
}

// TestPeerUnfit asks for a game that a program does not play: it is not asked again, and not in the
// way of one that it plays.
func TestPeerUnfit(t *testing.T) {
	s, f := servePeers(t, quick)
	f.alone = true
	russian := func() {
		t.Helper()
		r := s.request(http.MethodPost, "/api/search", `{"variant":"russian","engine":"Fake","tab":"tab-00000002"`+play+`}`)
		if got := events(t, r, func(event) bool { return true }); !strings.Contains(got[0].data, "does not play") || !strings.Contains(got[0].data, `"again":true`) {
			t.Errorf("got %+v", got)
		}
	}
	russian()
	s.peerSearch(t, "Fake", "tab-00000001", play)
	russian()
	if got := s.peerSearch(t, "Fake", "tab-00000001", play); got.name != "done" || f.starts.Load() != 2 || s.seats[0].failures != 0 {
		t.Errorf("got %+v, started %d times", got, f.starts.Load())
	}
	f.mu.Lock()
	f.alone = false
	f.mu.Unlock()
	russian()
	r := s.request(http.MethodPost, "/api/search", `{"variant":"russian","engine":"Fake","tab":"tab-00000002","fresh":true`+play+`}`)
	if got := events(t, r, func(event) bool { return true }); got[len(got)-1].name != "done" {
		t.Errorf("asked anew: %+v", got)
	}
}

// TestPeerStartGoesOn has a page look at other positions while a program starts, which then runs.
// The time of a game runs meanwhile.
func TestPeerStartGoesOn(t *testing.T) {
	limits := quick
	limits.queue = 5 * time.Second
	s, f := servePeers(t, limits)
	f.blocked = make(chan struct{})
	r := s.request(http.MethodPost, "/api/search", `{"variant":"international","engine":"Fake","tab":"tab-00000001"}`)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		if answer, err := http.DefaultClient.Do(r.WithContext(ctx)); err == nil {
			<-ctx.Done()
			answer.Body.Close()
		}
	}()
	eventually(t, "it starts", func() bool { return f.starts.Load() == 1 })
	cancel()
	time.AfterFunc(100*time.Millisecond, func() { close(f.blocked) })
	got := s.peerSearch(t, "Fake", "tab-00000001", `,"play":true,"clock":{"remaining":60000,"increment":0}`)
	if got.name != "done" || f.starts.Load() != 1 {
		t.Errorf("got %+v, started %d times", got, f.starts.Load())
	}
	if f.clock > 60*time.Second-50*time.Millisecond {
		t.Errorf("its clock is %v", f.clock)
	}
}

// TestPeerStartEnds closes a tab, and the server, while a program starts.
func TestPeerStartEnds(t *testing.T) {
	s, f := servePeers(t, quick)
	f.blocked = make(chan struct{})
	ended := make(chan event)
	for i, end := range []func(){func() { ask[struct{}](t, s, "/api/close", closeRequest{"tab-00000001"}) }, s.seats[0].close} {
		go func() { ended <- s.peerSearch(t, "Fake", "tab-00000001", play) }()
		eventually(t, "it starts", func() bool { return int(f.starts.Load()) == i+1 })
		end()
		if got := <-ended; got.name != "failed" {
			t.Errorf("got %+v", got)
		}
	}
}

// TestPeerQueue says that a program thinks for another board.
func TestPeerQueue(t *testing.T) {
	s, _ := servePeers(t, quick)
	e := s.seats[0]
	e.turn <- struct{}{}
	if got := s.peerSearch(t, "Fake", "tab-00000001", play); got.name != "failed" || errorIn(got.data) != "Fake thinks for another board" {
		t.Errorf("got %+v", got)
	}
	<-e.turn
}

// TestPeerParams sets parameters, as a page of this machine may, and no others.
func TestPeerParams(t *testing.T) {
	s, f := servePeers(t, quick)
	a := ask[peerAnswer](t, s, "/api/engine", peerRequest{"Fake", "russian", "tab-00000001"})
	if a.Title != "<b>Fake</b> 1.0" || len(a.Params) != 4 || a.Params[3].Type != "" || a.Params[2].Values[1] != "wild" {
		t.Errorf("got %+v", a)
	}
	for _, q := range []setRequest{{"Fake", "threads", "4"}, {"Fake", "book", "false"}, {"Fake", "style", "wild"}} {
		a = ask[peerAnswer](t, s, "/api/engine/set", q)
	}
	if a.Params[0].Value != "4" || a.Params[1].Value != "false" {
		t.Errorf("then %+v", a)
	}
	s.peerSearch(t, "Fake", "tab-00000001", play)
	if f.values["threads"] != "4" || f.values["style"] != "wild" {
		t.Errorf("it was started with %v", f.values)
	}
	for _, q := range []setRequest{
		{"Fake", "threads", "9"}, {"Fake", "threads", "0"}, {"Fake", "threads", "1.5"}, {"Fake", "threads", "2e0"}, {"Fake", "threads", "0x2p0"}, {"Fake", "threads", "NaN"}, {"Fake", "book", "1"},
		{"Fake", "style", "x"}, {"Fake", "file", "/etc/passwd"}, {"Fake", "none", "1"}, {"Moby", "threads", "1"}, {"./scan", "threads", "1"},
	} {
		body, _ := json.Marshal(q)
		if status, text := do(t, s.request(http.MethodPost, "/api/engine/set", string(body))); status < 400 {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
	for path, body := range map[string]string{"/api/engine": `{"engine":"Fake","variant":"international","tab":""}`, "/api/close": `{"tab":""}`} {
		if status, _ := do(t, s.request(http.MethodPost, path, body)); status != http.StatusBadRequest {
			t.Errorf("%s without a tab: %d", path, status)
		}
	}
	r := s.request(http.MethodPost, "/api/engine/set", `{"engine":"Fake","name":"threads","value":"1"}`)
	r.Header.Set("X-Forwarded-For", "10.0.0.1")
	if status, _ := do(t, r); status != http.StatusForbidden {
		t.Errorf("from elsewhere: %d", status)
	}
}

// TestLater: of the clock with its increment as much is left as has not passed.
func TestLater(t *testing.T) {
	l := search.Limits{Clock: &search.Clock{Remaining: time.Second, Increment: 10 * time.Second}}
	if got := later(l, 5*time.Second).Clock.Available(); got != 6*time.Second {
		t.Errorf("of 11 s 5 have passed: got %v", got)
	}
	if got := later(l, time.Minute).Clock.Available(); got != time.Millisecond {
		t.Errorf("all has passed: got %v", got)
	}
}
