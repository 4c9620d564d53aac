package watch

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"stupol/bench/match"
)

// A browser is what one knows that watches.
type browser struct {
	name     string
	language string
	until    func(*browser) bool // nil: the match is over

	head   headView
	trials []trialView
	state  stateView
	epoch  int
	rows   []rowView
	live   int             // boards seen
	sleep  <-chan struct{} // after the first state nothing is read until it is closed; nil: always awake
	lost   bool            // the connection was, while it slept
}

// hear reads what the server tells until that is enough.
func (b *browser) hear(t *testing.T, address string) {
	for !b.done() {
		err := b.listen(address)
		if err == nil {
			continue
		}
		if b.lost || b.sleep == nil {
			t.Errorf("%s: %v", b.name, err)
			return
		}
		b.lost = true
	}
}

func (b *browser) done() bool {
	if b.until != nil {
		return b.until(b)
	}
	return b.state.Over
}

// listen reads what one connection tells.
func (b *browser) listen(address string) error {
	c, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		return err
	}
	defer c.Close()
	if b.sleep != nil && !b.lost {
		_ = c.(*net.TCPConn).SetReadBuffer(1024) // else the system reads for it
	}
	fmt.Fprintf(c, "GET /api/events?language=%s HTTP/1.1\r\nHost: localhost\r\n\r\n", b.language)
	answer, err := http.ReadResponse(bufio.NewReaderSize(c, 256), nil)
	if err != nil {
		return err
	}
	lines, event := bufio.NewReaderSize(answer.Body, 256), ""
	for !b.done() {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		if name, ok := strings.CutPrefix(line, "event: "); ok {
			event = strings.TrimSpace(name)
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		if err := b.take(event, []byte(data)); err != nil {
			return fmt.Errorf("%s: %w", event, err)
		}
		if event == "state" && b.sleep != nil && !b.lost {
			<-b.sleep
			_ = c.(*net.TCPConn).SetReadBuffer(1 << 20)
		}
	}
	return nil
}

// take does with an event what the page does.
func (b *browser) take(event string, data []byte) error {
	switch event {
	case "head":
		b.head = headView{}
		return json.Unmarshal(data, &b.head)
	case "trials":
		b.trials = nil
		return json.Unmarshal(data, &b.trials)
	case "games":
		var part rowsView
		if err := json.Unmarshal(data, &part); err != nil {
			return err
		}
		if part.Epoch != b.epoch || part.From == 0 {
			b.rows = nil
		}
		if b.epoch = part.Epoch; part.From != len(b.rows) {
			return fmt.Errorf("games from %d, after %d", part.From, len(b.rows))
		}
		b.rows = append(b.rows, part.Rows...)
	case "state":
		b.state = stateView{}
		if err := json.Unmarshal(data, &b.state); err != nil {
			return err
		}
		b.live += len(b.state.Boards)
	default:
		return errors.New("not known")
	}
	return nil
}

// page returns what the page of b shows.
func (b *browser) page() string {
	return fmt.Sprintf("%+v\n%+v\n%+v\n%v", b.head, b.trials, b.state, b.rows)
}

// TestWatchers has some watch a match: from its beginning, from its middle and when it is over, who
// sleeps for longer than the server waits, and who never reads. The players do not notice, and all
// who read see the same in the end.
func TestWatchers(t *testing.T) {
	s, address := newQuick(t)
	never, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer never.Close()
	if err := never.(*net.TCPConn).SetReadBuffer(1024); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(never, "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")

	wake := make(chan struct{})
	all := []*browser{{name: "from the beginning"}, {name: "asleep", sleep: wake}, {name: "late"}, {name: "after the end"}}
	var group sync.WaitGroup
	join := func(b *browser) { group.Go(func() { b.hear(t, address) }) }
	join(all[0])
	join(all[1])
	late := sync.OnceFunc(func() { join(all[2]) })
	watched := func(n int32) {
		t.Helper()
		for began := time.Now(); s.watchers.Load() != n; time.Sleep(time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatalf("%d are watching, want %d", s.watchers.Load(), n)
			}
		}
	}
	watched(3)
	m := newMatch(t, 40, hostile)
	m.Engines[0].Limits.Time = 10 * time.Second // for all moves of a game: a wait would lose it
	standings := m.Standings()
	s.Begin(m, standings, nil)
	m.OnPly = s.Ply
	m.OnGame = func(g *match.Game) error {
		// More than the buffers of a connection hold: who does not read is stuck.
		long := *g
		long.Reason += strings.Repeat(" x", 100)
		if s.Finished(&long, standings); standings.Counted() >= standings.Total()/2 {
			late()
		}
		return nil
	}
	began := time.Now()
	if err := m.Run(t.Context(), standings, nil); err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	for n := range 3000 {
		g := *s.games[n%40]
		g.Pair = 100 + n
		s.Finished(&g, standings)
	}
	watched(2) // the one from the beginning and the late one
	close(wake)
	s.End()
	join(all[3])
	group.Wait()
	for _, b := range all {
		if got, want := b.page(), all[0].page(); got != want {
			t.Errorf("%s: the page has %d games and %d bytes, that of the first %d and %d", b.name, len(b.rows), len(got), len(all[0].rows), len(want))
		}
	}
	if all[0].live == 0 || len(all[0].rows) != 3040 || !all[1].lost {
		t.Errorf("%d boards, %d games; who slept was disconnected: %v", all[0].live, len(all[0].rows), all[1].lost)
	}
	for i, u := range standings.Usage {
		if len(u.Forfeits) > 0 {
			t.Errorf("engine %d lost by %v", i, u.Forfeits)
		}
	}
	t.Logf("%d games in %v", standings.Counted(), took)
}
