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
	"stupol/protocol/words"
)

// mostRows is how many games of the list are sent at a time.
const mostRows = 1000

// A frame is how the match stands, as every watcher is sent it.
type frame struct {
	version int
	made    time.Time
	match   *match.Match // nil: none has begun
	header  match.Header
	state   []byte
	stands  stands
	epoch   int
	games   []*match.Game
	trials  *queue // nil: it is no queue
}

// stands is how standings are written, which change with a pair of games only.
type stands struct {
	of   *match.Standings
	text json.RawMessage // as match --json writes them
}

// frames makes frames, one at a time. The last one is kept for who comes next.
type frames struct {
	mu     sync.Mutex
	last   *frame
	boards map[int]*replayed // by worker, of the match of the last frame
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

// frame returns the frame of this moment, nil before there is anything to show. One that was made
// for another watcher just before is good enough.
func (s *Server) frame() *frame {
	s.frames.mu.Lock()
	defer s.frames.mu.Unlock()
	last := s.frames.last
	s.mu.Lock()
	if s.version == 0 || last != nil && (last.version == s.version || time.Since(last.made) < s.every/2) {
		s.mu.Unlock()
		return last
	}
	standings, live := s.standings, map[int]liveGame{}
	for worker, g := range s.live {
		live[worker] = *g
	}
	f := &frame{version: s.version, made: time.Now(), match: s.match, header: s.header, epoch: s.epoch, games: s.games[:len(s.games):len(s.games)], trials: s.trials}
	state := stateView{Boards: []boardView{}, Follows: s.follows, Over: s.over}
	s.mu.Unlock()

	if last != nil && last.match != f.match {
		clear(s.frames.boards)
	}
	if f.match != nil {
		if last != nil && last.stands.of == standings {
			f.stands = last.stands
		} else {
			f.stands = stands{standings, standing(standings)}
		}
		state.stand(f.stands)
		state.Boards = s.frames.view(f.match, live)
	}
	f.state = encoded(state)
	s.frames.last = f
	return f
}

// stand sets how the match stands.
func (v *stateView) stand(now stands) {
	s := now.of
	v.Standing = now.text
	v.Counted, v.Total, v.Waiting = s.Counted(), s.Total(), s.Waiting()
	if n := len(s.Pairings); n > 0 {
		v.Openings = [2]int{v.Counted / (2 * n), v.Total / (2 * n)}
	}
}

// standing returns standings as match --json writes them.
func standing(s *match.Standings) json.RawMessage {
	var b bytes.Buffer
	_ = s.WriteJSON(&b) // into memory
	return b.Bytes()
}

// events sends a watcher how the match stands, whenever that has changed, until it leaves.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	s.watchers.Add(1)
	defer s.watchers.Add(-1)
	language, _ := words.Named(r.FormValue("language")) // another is English
	o := &watcher{stream: stream{w: w, control: http.NewResponseController(w)}, language: language, analyse: s.analyse, shown: &frame{epoch: -1}}
	_ = o.control.SetReadDeadline(time.Time{}) // not on a connection of tests
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	o.write("retry: 2000\n\n")
	last := time.Now()
	for o.err == nil {
		if f := s.frame(); f != nil && f.version != o.shown.version {
			o.show(f)
			last = time.Now()
		} else if time.Since(last) > s.beat {
			o.write(":\n\n")
			last = time.Now()
		}
		select {
		case <-time.After(s.every - time.Since(s.began)%s.every): // when all others look, too
		case <-r.Context().Done():
			return
		}
	}
}

// A watcher is a page, what it has been sent, and in which language.
type watcher struct {
	stream
	language *words.Language
	analyse  string // Options.Analyse
	shown    *frame
	head     []byte
	sent     int // games of the epoch shown
}

// show sends what of a frame the watcher has not.
func (o *watcher) show(f *frame) {
	before := o.shown
	o.shown = f
	if f.match != nil && f.match != before.match {
		if head := encoded(newHead(f.match, &f.header, o.language, o.analyse)); !bytes.Equal(head, o.head) {
			o.head = head
			o.event("head", head)
		}
	}
	if f.trials != before.trials {
		o.event("trials", encoded(f.trials.view(o.language)))
	}
	if f.epoch != before.epoch {
		o.sent = 0
		o.event("games", encoded(rowsView{Epoch: f.epoch, Rows: []rowView{}}))
	}
	for rows := range slices.Chunk(f.games[o.sent:], mostRows) {
		view := rowsView{Epoch: f.epoch, From: o.sent}
		for _, g := range rows {
			view.Rows = append(view.Rows, newRow(g))
		}
		o.event("games", encoded(view))
		o.sent += len(rows)
	}
	o.event("state", f.state)
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
