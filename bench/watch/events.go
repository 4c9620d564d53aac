package watch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"stupol/bench/match"
)

// mostRows is how many games of the list are sent at a time.
const mostRows = 1000

// A frame is how the match stands, as every watcher is sent it.
type frame struct {
	version int
	head    []byte // what does not change: the conditions
	state   []byte
	epoch   int
	games   []*match.Game
}

// frames makes frames, one at a time. The last one is kept for who comes next.
type frames struct {
	mu     sync.Mutex
	last   *frame
	boards map[int]*replayed // by worker
}

// A stateView is how the match stands.
type stateView struct {
	Standing json.RawMessage `json:"standing"` // as match --json writes it
	Counted  int             `json:"counted"`  // games
	Total    int             `json:"total"`
	Waiting  int             `json:"waiting"` // games that are not counted yet
	Openings [2]int          `json:"openings"`
	Boards   []boardView     `json:"boards"`
	Follows  bool            `json:"follows"` // from journals
	Over     bool            `json:"over"`
}

// A rowsView is a part of the list of games. Who has those of another epoch forgets them.
type rowsView struct {
	Epoch int       `json:"epoch"`
	From  int       `json:"from"`
	Rows  []rowView `json:"rows"`
}

// A rowView is a finished game in the list.
type rowView struct {
	Number  string `json:"number"`
	White   string `json:"white"`
	Black   string `json:"black"`
	Winner  string `json:"winner"` // "white", "black" or nothing
	Reason  string `json:"reason"`
	Opening string `json:"opening"`
	Plies   int    `json:"plies"`
	Forfeit bool   `json:"forfeit"`
}

func newRow(g *match.Game) rowView {
	return rowView{
		Number: g.Number(), White: shown(g.White), Black: shown(g.Black), Winner: g.Winner, Reason: shown(g.Reason),
		Opening: shown(g.Opening), Plies: len(g.Plies), Forfeit: g.Incident() != "",
	}
}

// frame returns the frame of this moment, nil before the match has begun.
func (s *Server) frame() *frame {
	s.frames.mu.Lock()
	defer s.frames.mu.Unlock()
	s.mu.Lock()
	if s.match == nil || s.frames.last != nil && s.frames.last.version == s.version {
		s.mu.Unlock()
		return s.frames.last
	}
	m, standings, live := s.match, s.standings, map[int]liveGame{}
	for worker, g := range s.live {
		live[worker] = *g
	}
	header := s.header
	f := &frame{version: s.version, epoch: s.epoch, games: s.games[:len(s.games):len(s.games)]}
	state := stateView{Follows: s.follows, Over: s.over}
	s.mu.Unlock()

	var standing bytes.Buffer
	_ = standings.WriteJSON(&standing) // into memory
	state.Standing = standing.Bytes()
	state.Counted, state.Total, state.Waiting = standings.Counted(), standings.Total(), standings.Waiting()
	if n := len(standings.Pairings); n > 0 {
		state.Openings = [2]int{state.Counted / (2 * n), state.Total / (2 * n)}
	}
	state.Boards = s.frames.view(m, live)
	f.head, f.state = encoded(newHead(m, &header)), encoded(state)
	s.frames.last = f
	return f
}

// events sends a watcher how the match stands, whenever that has changed, until it leaves.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	s.watchers.Add(1)
	defer s.watchers.Add(-1)
	o := &stream{w: w, control: http.NewResponseController(w)}
	_ = o.control.SetReadDeadline(time.Time{}) // not on a connection of tests
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	o.write("retry: 2000\n\n")
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	var head []byte
	version, epoch, sent, last := -1, -1, 0, time.Now()
	for o.err == nil {
		if f := s.frame(); f != nil && f.version != version {
			if !bytes.Equal(head, f.head) {
				head = f.head
				o.event("head", head)
			}
			if f.epoch != epoch {
				epoch, sent = f.epoch, 0
				o.event("games", encoded(rowsView{Epoch: epoch, Rows: []rowView{}}))
			}
			for rows := range slices.Chunk(f.games[sent:], mostRows) {
				view := rowsView{Epoch: epoch, From: sent}
				for _, g := range rows {
					view.Rows = append(view.Rows, newRow(g))
				}
				o.event("games", encoded(view))
				sent += len(rows)
			}
			o.event("state", f.state)
			version, last = f.version, time.Now()
		} else if time.Since(last) > s.beat {
			o.write(":\n\n")
			last = time.Now()
		}
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return
		}
	}
}

// A stream writes server-sent events.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error // the first; nothing is written after it
}

func (o *stream) event(name string, data []byte) {
	o.write(fmt.Sprintf("event: %s\ndata: %s\n\n", name, bytes.TrimSpace(data)))
}

func (o *stream) write(text string) {
	if o.err == nil {
		_, o.err = o.w.Write([]byte(text))
	}
	if o.err == nil {
		o.err = o.control.Flush()
	}
}
