//go:build js

// The program of the page without a server: it answers what the page of stupol web asks,
// by the handlers of package web, in a worker of the page.
//
// The worker calls globalThis.stupol.receive with a question or with the end of one, and has
// its function send called with the parts of the answers; all are JSON, as Question and Part
// say.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"syscall/js"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/cmd/wasm/supply"
	"stupol/eval"
	"stupol/protocol/web"
	"stupol/search"
)

// version is set when the page is made: see .ci/site.
var version = "unreleased"

// mostTable is the most memory for the table, in MiB: the system of a phone closes pages
// that take much more.
const mostTable = 256

func main() {
	a := &answerer{worker: js.Global().Get("stupol"), ends: map[int]context.CancelFunc{}}
	a.server = web.New(web.Options{
		Version:   version,
		NewEngine: func(o search.Options) (web.Engine, error) { return supply.NewEngine(o) },
		Prepare:   supply.Game,
		Endgames:  endgame.Embedded,
		Book:      book.Embedded,
		Eval:      eval.Default,
		Engines:   1,
		Threads:   1,
		Hash:      mostTable,
	})
	a.worker.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		a.receive(args[0].String())
		return nil
	}))
	select {} // until the page is closed
}

// A Question is a request of the page, or the end of one.
type Question struct {
	ID   int    `json:"id"`
	Path string `json:"path"` // below /api/; "": the page does not want the answer any more
	Body string `json:"body"` // "": it is a GET
}

// A Part is the beginning of an answer, some of its text, or its end.
type Part struct {
	ID     int    `json:"id"`
	Status int    `json:"status,omitempty"` // of the beginning
	Type   string `json:"type,omitempty"`   // the same
	Text   string `json:"text,omitempty"`
	End    bool   `json:"end,omitempty"`
}

// An answerer answers questions.
type answerer struct {
	worker js.Value
	server *web.Server

	mu   sync.Mutex
	ends map[int]context.CancelFunc // of the questions that are being answered
}

// receive begins to answer a question, or ends that. It does not wait, which what a worker
// calls must not.
func (a *answerer) receive(text string) {
	var q Question
	if err := json.Unmarshal([]byte(text), &q); err != nil {
		js.Global().Get("console").Call("error", "stupol: "+err.Error())
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if q.Path == "" {
		if end := a.ends[q.ID]; end != nil {
			end()
		}
		return
	}
	ctx, end := context.WithCancel(context.Background())
	a.ends[q.ID] = end
	go func() {
		a.answer(ctx, q)
		end()
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.ends, q.ID)
	}()
}

// answer has the server answer.
func (a *answerer) answer(ctx context.Context, q Question) {
	method := http.MethodPost
	if q.Body == "" {
		method = http.MethodGet
	}
	w := &writer{answerer: a, id: q.ID, header: http.Header{}}
	r, err := http.NewRequestWithContext(ctx, method, "http://localhost/api/"+q.Path, strings.NewReader(q.Body))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	} else {
		r.Header.Set("Content-Type", "application/json")
		a.server.ServeHTTP(w, r)
	}
	w.WriteHeader(http.StatusOK) // unless something was written
	a.send(Part{ID: q.ID, End: true})
}

// send sends a part of an answer.
func (a *answerer) send(p Part) {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // there is nothing in a Part that JSON lacks
	}
	a.worker.Call("send", string(text))
}

// A writer is an http.ResponseWriter that sends what is written at once.
type writer struct {
	*answerer
	id     int
	header http.Header
	begun  bool
}

func (w *writer) Header() http.Header { return w.header }

func (w *writer) WriteHeader(status int) {
	if !w.begun {
		w.begun = true
		w.send(Part{ID: w.id, Status: status, Type: w.header.Get("Content-Type")})
	}
}

// Write sends text: all that the server writes to /api/ is UTF-8.
func (w *writer) Write(text []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.send(Part{ID: w.id, Text: string(text)})
	return len(text), nil
}

// Flush does nothing: nothing is held back.
func (w *writer) Flush() {}
