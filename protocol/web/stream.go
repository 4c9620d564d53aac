package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"stupol/protocol/hub"
	"stupol/protocol/words"
)

// flushEvery is how often findings are told: a page cannot show more, and the
// first depths of a search take no time at all.
const flushEvery = 60 * time.Millisecond

// A stream writes server-sent events.
type stream struct {
	w        http.ResponseWriter
	control  *http.ResponseController
	timeouts timeouts
	last     time.Time // when something was written
	failed   bool
	broken   func() // is called when nobody reads any more

	mu    sync.Mutex
	noted map[int]infoEvent // by line, not written yet
}

func newStream(w http.ResponseWriter, t timeouts) *stream {
	return &stream{w: w, control: http.NewResponseController(w), timeouts: t, noted: map[int]infoEvent{}}
}

// begin writes the header. The time that a client may take for its request no
// longer matters.
func (o *stream) begin() {
	_ = o.control.SetReadDeadline(time.Time{}) // not on a connection of tests
	o.w.Header().Set("Content-Type", "text/event-stream")
	o.w.Header().Set("Cache-Control", "no-store")
	o.w.WriteHeader(http.StatusOK)
	o.write(":\n\n")
}

// A failedEvent is why a search has failed.
type failedEvent struct {
	Error words.Said `json:"error"`
	Again bool       `json:"again,omitempty"` // it would fail again
}

// note keeps the newest finding about a line until flush.
func (o *stream) note(line int, e infoEvent) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.noted[line] = e
}

// flush writes what was noted, best line first.
func (o *stream) flush() {
	o.mu.Lock()
	noted := o.noted
	o.noted = map[int]infoEvent{}
	o.mu.Unlock()
	for _, line := range slices.Sorted(maps.Keys(noted)) {
		o.send("info", noted[line])
	}
}

// beat writes a sign of life if nothing was written for long, and so finds out
// whether somebody still reads.
func (o *stream) beat() {
	if time.Since(o.last) >= o.timeouts.beat {
		o.write(":\n\n")
	}
}

// send writes an event.
func (o *stream) send(event string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // there is nothing in our types that JSON lacks
	}
	o.write(fmt.Sprintf("event: %s\ndata: %s\n\n", event, data))
}

// end writes why a search has failed, if it has.
func (o *stream) end(err error) {
	if errors.Is(err, context.Canceled) {
		err = errStopped
	}
	if err == nil {
		return
	}
	var unfit *hub.UnfitError
	o.send("failed", failedEvent{words.Said(inWords(err)), errors.As(err, &unfit)})
}

func (o *stream) write(text string) {
	if o.failed {
		return
	}
	o.last = time.Now()
	_, err := o.w.Write([]byte(text))
	if err == nil {
		err = o.control.Flush()
	}
	if err != nil {
		o.failed = true
		if o.broken != nil {
			o.broken()
		}
	}
}
