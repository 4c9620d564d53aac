package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// long says that attacks are as large and as many as they can be: it takes some minutes. The
// quick test sends what takes seconds.
var long = os.Getenv("STUPOL_ATTACK") != ""

// An attack is what the addresses of a server are sent. Each address has one.
type attack struct {
	largest  string             // body, of what costs most
	distinct func(i int) string // other bodies, as many as one likes; nil: there is nothing to vary
	query    func(i int) string // of the address
	kind     string             // of the body; empty: JSON
	gone     string             // body of a request that takes long, whose client goes away
}

// list returns a list of JSON.
func list(n int, item func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i)
	}
	return "[" + strings.Join(items, ",") + "]"
}

// shuttled are moves of two kings that go to and fro, of a game that can have any length.
var shuttled = []string{`"1-6"`, `"50-45"`, `"6-1"`, `"45-50"`}

func shuttle(i int) string { return shuttled[i%4] }

func node(i int) string { return `{"move":` + shuttle(i) + `}` }

const shuttleFEN = `"variant":"international","fen":"W:WK1:BK50"`

// longGame returns the fields of a game of so many plies.
func longGame(plies int) string { return shuttleFEN + `,"moves":` + list(plies, shuttle) }

// treeOf returns a game with its tree.
func treeOf(nodes int, tags string) string {
	return `{` + shuttleFEN + `,"tags":[` + tags + `],"result":"*","line":` + list(nodes, node) + `}`
}

// quoted returns a text as JSON.
func quoted(text string) string {
	b, _ := json.Marshal(text) // a string cannot fail
	return string(b)
}

// branching is a position with a capture that branches much, and captureFile a game in which it
// is played instead of itself, over and over: a file that takes minutes to read.
const branching = "[FEN \"W:WK46,K47,K48,K49,K50:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40\"]\n\n1. 46x5 "

func captureFile(bytes int) string {
	return branching + strings.Repeat("(46x5) ", (bytes-len(branching))/7) + "*\n"
}

// pictureOf returns a request for a picture.
func pictureOf(nodes int, tags, fields string) string {
	return `{"game":` + treeOf(nodes, tags) + `,"ply":0,` + fields + `}`
}

// attacks are those of all addresses.
func attacks() map[string]attack {
	size, plies := 1<<20, 500
	if long {
		size, plies = int(large.body)-100_000, mostPlies
	}
	line := list(longestLine, shuttle)
	found := func(n int) string {
		return list(n, func(i int) string {
			at := list(longestLine, func(j int) string { return shuttle(i + j) })
			return fmt.Sprintf(`{"ply":%d,"score":%d,"line":%s}`, i, i%7*100, at)
		})
	}
	arrows := `,"arrows":` + list(mostArrows, func(int) string { return "[1,50]" })
	games := strings.Repeat("[FEN \"W:WK1:BK50\"]\n\n1. 1-6 50-45 2. 6-1 45-50 3. 1-6 50-45 *\n\n", size/80)
	game := `{` + longGame(plies)
	search := `{"variant":"international","moves":["32-28","19-23"],"tab":"board-number-1","depth":10}`
	name := strings.Repeat("x", mostName)
	return map[string]attack{
		"GET /":              {query: func(i int) string { return fmt.Sprintf("?x=%d", i) }},
		"GET /api/about":     {query: func(i int) string { return fmt.Sprintf("?x=%d", i) }},
		"POST /api/position": {largest: game + `}`, distinct: func(i int) string { return `{` + longGame(i%200) + fmt.Sprintf(`,"known":%d}`, i) }},
		"POST /api/move":     {largest: game + `,"text":"` + strings.Repeat("1x", 110_000) + `"}`, distinct: func(i int) string { return fmt.Sprintf(`{`+shuttleFEN+`,"text":"%d"}`, i) }},
		"POST /api/setup": {largest: `{"variant":"international","board":"` + strings.Repeat("w", int(small.body)-100) + `"}`,
			distinct: func(i int) string { return fmt.Sprintf(`{"variant":"international","board":"W%050b"}`, i) }},
		"POST /api/rules": {largest: `{"variant":"international"}`, distinct: func(i int) string { return fmt.Sprintf(`{"variant":"x%d"}`, i) }},
		"POST /api/pdn/list": {largest: `{"text":` + quoted(games) + `}`, gone: `{"text":` + quoted(captureFile(7<<20)) + `}`,
			distinct: func(i int) string {
				return fmt.Sprintf(`{"text":"[White \"w%d\"]\n[Site%d \"s\"]\n\n1. 32-28 *"}`, i, i)
			}},
		"POST /api/pdn/read": {largest: `{"text":` + quoted("[GameType \"20\"]\n[FEN \"W:WK1:BK50\"]\n\n"+strings.Repeat("1-6 50-45 6-1 45-50 ", size/20)) + `}`,
			gone: `{"text":` + quoted(captureFile(7<<20)) + `}`, distinct: func(i int) string { return fmt.Sprintf(`{"text":"[White \"w%d\"]\n\n1. 32-28 *"}`, i) }},
		"POST /api/pdn/write": {largest: `{` + strings.TrimSuffix(treeOf(size/400, "")[1:], "}") + `,"found":` + found(size/400) + `}`,
			distinct: func(i int) string { return treeOf(2, fmt.Sprintf(`{"name":"T%d","value":"%d"}`, i, i)) }},
		"POST /api/picture": {
			largest: pictureOf(plies/5-1, `{"name":"White","value":"`+strings.Repeat("x", size/2)+`"}`, `"format":"gif","size":640`),
			gone:    pictureOf(mostFrames-1, "", `"format":"gif","size":640`),
			distinct: func(i int) string {
				return pictureOf(1, fmt.Sprintf(`{"name":"White","value":"%d"}`, i), fmt.Sprintf(`"format":"svg","size":%d`, 100+i%500)+arrows)
			}},
		"POST /api/search": {largest: search, gone: `{"variant":"international","tab":"board-number-2"}`, distinct: func(i int) string { return fmt.Sprintf(`{`+shuttleFEN+`,"tab":"board-number-%d","depth":1}`, i) }},
		"POST /api/draw":   {largest: search, distinct: func(i int) string { return fmt.Sprintf(`{"variant":"x","tab":"board-number-%d"}`, i) }},
		"POST /api/judge": {largest: game + `,"found":` + found(plies+1) + `}`, distinct: func(i int) string {
			return fmt.Sprintf(`{`+longGame(4)+`,"found":[{"ply":0,"score":%d,"line":%s}]}`, i%1000, line)
		}},
		"POST /api/opening":     {largest: `{"variant":"international","plies":20}`, distinct: func(i int) string { return fmt.Sprintf(`{"variant":"russian","plies":%d}`, i%20+1) }},
		"POST /api/puzzle":      {largest: `{"variant":"russian","after":9223372036854775807}`, distinct: func(i int) string { return fmt.Sprintf(`{"variant":"russian","theme":"%d","after":%d}`, i, i) }},
		"POST /api/puzzle/try":  {largest: `{"variant":"international","tab":"board-number-1"}`, distinct: func(i int) string { return fmt.Sprintf(`{"variant":"x","tab":"board-number-%d"}`, i) }},
		"POST /api/puzzle/play": {largest: game + `}`, distinct: func(i int) string { return `{` + longGame(i%200) + `}` }},
		"POST /api/engine":      {largest: `{"engine":"` + strings.Repeat("x", 200_000) + `"}`, distinct: func(i int) string { return fmt.Sprintf(`{"engine":"Fake","variant":"russian","tab":"tab-%d"}`, i) }},
		"POST /api/engine/set":  {largest: `{"engine":"Fake","name":"` + strings.Repeat("x", 200_000) + `"}`, distinct: func(i int) string { return fmt.Sprintf(`{"engine":"Fake","name":"threads","value":"%d"}`, i) }},
		"POST /api/line": {largest: game + `,"engine":"Fake","side":"w","tab":"board-number-1"}`, gone: `{"variant":"international","engine":"Moby","side":"w","tab":"board-number-2"}`,
			distinct: func(i int) string {
				return fmt.Sprintf(`{"variant":"international","engine":"Fake","side":"w","tab":"board-number-%d"}`, i)
			}},
		"POST /api/line/say": {largest: `{"engine":"Moby","tab":"board-number-1","what":"text","plies":0,"text":"` + strings.Repeat("x", 200_000) + `"}`, distinct: func(i int) string {
			return fmt.Sprintf(`{"engine":"Moby","tab":"board-number-%d","what":"yes","plies":%d}`, i, i)
		}},
		"POST /api/close": {largest: `{"tab":"` + strings.Repeat("x", int(small.body)-100) + `"}`, distinct: func(i int) string { return fmt.Sprintf(`{"tab":"board-number-%d"}`, i) }},

		"POST /api/library/stats": {largest: game + `,"player":"` + name + `","results":` + list(5000, func(int) string { return `"draw"` }) + `}`,
			distinct: func(i int) string { return fmt.Sprintf(`{%s,"player":"%d","from":%d}`, longGame(i%50), i, i) }},
		"POST /api/library/find": {largest: game + `,"here":true,"player":"` + name + `","event":"` + name + `"}`,
			distinct: func(i int) string {
				return fmt.Sprintf(`{"variant":"international","after":%d,"player":"%d","results":%s}`, i, i, []string{`[]`, `["draw"]`, `["white","draw"]`}[i%3])
			}},
		"POST /api/library/game": {largest: `{"id":1}`, distinct: func(i int) string { return fmt.Sprintf(`{"id":%d}`, i) }},
		"POST /api/library/add": {
			largest: strings.Repeat("[White \"Ada\"]\n[GameType \"20\"]\n\n1. 32-28 {"+strings.Repeat("so it is ", 500)+"} 19-23 *\n\n", size/4600*map[bool]int{false: 1, true: 7}[long]),
			query:   func(i int) string { return fmt.Sprintf("?name=%d.pdn", i) }, kind: "application/octet-stream", gone: captureFile(7 << 20),
			distinct: func(i int) string { return fmt.Sprintf("[White \"w%d\"]\n[GameType \"20\"]\n\n1. 32-28 *\n", i%20) }},
	}
}

// attacked returns a server with all its addresses.
func attacked(t *testing.T) *Server {
	o := withLibrary(t, libraryText)
	o.Peers = []Peer{(&fakePeer{}).peer("Fake", true), (&fakePeer{}).peer("Moby", false)}
	s := newServer(o, usualTimeouts)
	t.Cleanup(s.Close)
	return s
}

// send sends a request of an attack, without a network, and returns the state of the answer.
func send(ctx context.Context, s *Server, r route, a attack, body string, i int) *httptest.ResponseRecorder {
	return sendFrom(ctx, s, r, a, strings.NewReader(body), i)
}

// sendFrom sends a request whose body is read from body.
func sendFrom(ctx context.Context, s *Server, r route, a attack, body io.Reader, i int) *httptest.ResponseRecorder {
	method, path, _ := strings.Cut(r.pattern, " ")
	if a.query != nil {
		path += a.query(i)
	}
	q := httptest.NewRequestWithContext(ctx, method, "http://localhost"+path, body)
	q.RemoteAddr = "127.0.0.1:9"
	q.Header.Set("Content-Type", "application/json")
	if a.kind != "" {
		q.Header.Set("Content-Type", a.kind)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, q)
	return w
}

// processor returns the seconds of processor that this process has used.
func processor() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // with these arguments it cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// heap returns the MB of memory in use.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}

// peak calls do and returns the most MB of memory that were in use meanwhile, in samples.
func peak(do func()) float64 {
	var most atomic.Uint64
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapAlloc))
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	do()
	close(done)
	<-ended
	return float64(most.Load()) / (1 << 20)
}

// TestAttacks sends every address of the server the largest request that it takes, and many that
// are all different. An address without a budget or without an attack fails. Processor, memory and
// goroutines stay within bounds: STUPOL_ATTACK=1 sends 20,000 and the largest of all.
func TestAttacks(t *testing.T) {
	s, all := attacked(t), attacks()
	times := 200
	if long {
		times = 20_000
	}
	for _, r := range s.routes() {
		a, ok := all[r.pattern]
		if !ok || r.budget == (budget{}) {
			t.Errorf("%s: no attack, or no budget", r.pattern)
			continue
		}
		send(t.Context(), s, r, a, a.largest, 0) // what is opened once
		goroutines, before, used := runtime.NumGoroutine(), heap(), processor()
		var w *httptest.ResponseRecorder
		most := peak(func() { w = send(t.Context(), s, r, a, a.largest+"\n", 1) }) // another file
		used = processor() - used
		status, answered := w.Code, w.Body.Len()
		w = nil
		after := heap()
		many, slow := 0.0, processor()
		if a.distinct != nil || a.query != nil {
			for i := range times {
				body := ""
				if a.distinct != nil {
					body = a.distinct(i)
				}
				send(t.Context(), s, r, a, body, i+2)
			}
			many = heap()
		}
		t.Logf("%-24s %8d bytes: %d, %8d bytes, %6.2f s, %4.0f -> %4.0f MB, peak %4.0f; %d others: %6.2f s, -> %4.0f MB, %d -> %d goroutines",
			r.pattern, len(a.largest), status, answered, used, before, after, most, times, processor()-slow, many, goroutines, runtime.NumGoroutine())
		if budgeted := max(r.budget.work, workTime).Seconds(); used > 2*budgeted {
			t.Errorf("%s: %.1f s of processor for one request", r.pattern, used)
		}
		if most-before > 1000 || after-before > 20 || many-after > 20 {
			t.Errorf("%s: %.0f MB, with one request %.0f, after it %.0f, after %d others %.0f", r.pattern, before, most, after, times, many)
		}
		if n := runtime.NumGoroutine(); n > goroutines+20 {
			t.Errorf("%s: %d goroutines, %d before", r.pattern, n, goroutines)
		}
		if left := s.memory.left.Load(); left != mostHeld {
			t.Errorf("%s: %d bytes are still held", r.pattern, mostHeld-left)
		}
	}
}

// TestAttackersGoAway sends what takes long and goes away: the processor is free within a second
// of its time.
func TestAttackersGoAway(t *testing.T) {
	s, all := attacked(t), attacks()
	for _, r := range s.routes() {
		a := all[r.pattern]
		if a.gone == "" {
			continue
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			send(ctx, s, r, a, a.gone, 0)
		}()
		select {
		case <-ended:
			t.Errorf("%s: it took no time", r.pattern)
		case <-time.After(400 * time.Millisecond):
		}
		used := processor()
		cancel()
		<-ended
		used = processor() - used
		t.Logf("%s: %.2f s", r.pattern, used)
		if used > 1 {
			t.Errorf("%s: %.1f s of processor after its client was gone", r.pattern, used)
		}
	}
}

// TestTooMuch asks for more than a budget has.
func TestTooMuch(t *testing.T) {
	s := attacked(t)
	arrows := func(n, squares int) string {
		return pictureOf(1, "", `"format":"svg","size":1600,"arrows":`+list(n, func(int) string {
			return list(squares, func(i int) string { return fmt.Sprint(1 + i) })
		}))
	}
	for _, tt := range []struct {
		name, path, body string
		want             int
	}{
		{"arrows", "/api/picture", arrows(mostArrows, 2), http.StatusOK},
		{"too many arrows", "/api/picture", arrows(mostArrows+1, 2), http.StatusRequestEntityTooLarge},
		{"arrows over too many squares", "/api/picture", arrows(11, 50), http.StatusRequestEntityTooLarge},
		{"circles", "/api/picture", pictureOf(1, "", `"format":"svg","size":100,"circles":`+list(51, func(int) string { return "1" })), http.StatusRequestEntityTooLarge},
		{"nodes of nothing", "/api/pdn/write", `{"line":` + list(500_000, func(int) string { return "{}" }) + `}`, http.StatusRequestEntityTooLarge},
		{"findings of nothing", "/api/judge", `{"found":` + list(500_000, func(int) string { return "{}" }) + `}`, http.StatusRequestEntityTooLarge},
		{"tags", "/api/pdn/write", treeOf(1, strings.Trim(list(mostTags+1, func(i int) string { return fmt.Sprintf(`{"name":"T%d","value":"x"}`, i) }), "[]")), http.StatusBadRequest},
	} {
		w := send(t.Context(), s, route{pattern: "POST " + tt.path}, attack{}, tt.body, 0)
		if w.Code != tt.want {
			t.Errorf("%s: %d %.100s, want %d", tt.name, w.Code, w.Body, tt.want)
		}
	}
}

// TestMemoryOfAll has requests whose bodies come slowly hold all the memory that there is: others
// are refused, until they are gone.
func TestMemoryOfAll(t *testing.T) {
	s := attacked(t)
	h := holding{of: &s.memory}
	if err := h.take(mostHeld - 1000); err != nil {
		t.Fatal(err)
	}
	r, body := route{pattern: "POST /api/pdn/read"}, `{"text":"`+strings.Repeat("x", 2000)+`"}`
	if w := send(t.Context(), s, r, attack{}, body, 0); w.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	h.release()
	if w := send(t.Context(), s, r, attack{}, body, 0); w.Code != http.StatusOK {
		t.Errorf("afterwards: %d %s", w.Code, w.Body)
	}
}

// TestUploadsAtOnce adds ten files of games at the same time: their memory is bounded by what all
// requests may hold together, whoever gets none is told so, and what was said to be added is there.
func TestUploadsAtOnce(t *testing.T) {
	s, a := attacked(t), attacks()["POST /api/library/add"]
	r := route{pattern: "POST /api/library/add"}
	send(t.Context(), s, r, a, a.distinct(0), 0) // what is opened once
	const files = 10
	before, used := heap(), processor()
	answers := make([]*httptest.ResponseRecorder, files)
	most := peak(func() {
		var g sync.WaitGroup
		for i := range files {
			g.Go(func() {
				body := io.MultiReader(strings.NewReader(a.distinct(i+1)+"\n"), strings.NewReader(a.largest)) // not ten times in memory here
				answers[i] = sendFrom(t.Context(), s, r, a, body, i+1)
			})
		}
		g.Wait()
	})
	added := 0
	for i, w := range answers {
		switch w.Code {
		case http.StatusOK:
			added++
		case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		default:
			t.Errorf("upload %d: %d %.200s", i, w.Code, w.Body)
		}
	}
	after := heap()
	t.Logf("%d of %d files of %.1f MB added: %.1f s of processor, %.0f -> %.0f MB, peak %.0f", added, files, float64(len(a.largest))/(1<<20), processor()-used, before, after, most)
	if added == 0 || most-before > 1000 || after-before > 30 {
		t.Errorf("%d added; %.0f MB, with the uploads %.0f, after them %.0f", added, before, most, after)
	}
	if left := s.memory.left.Load(); left != mostHeld {
		t.Errorf("%d bytes are still held", mostHeld-left)
	}
}
