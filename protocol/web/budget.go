package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"sync/atomic"
	"time"
)

// A route is an address of the server, what a request to it may take, and what answers it.
type route struct {
	pattern string // as http.ServeMux has it
	budget  budget
	handler http.Handler
}

// A budget is what one request may take, whatever is in it. When its time is over, or its client
// is gone, its context ends, and everything that takes long looks at that.
type budget struct {
	body int64         // bytes of the question
	work time.Duration // from its turn on until there is an answer; of a search, without limit
}

// The budgets: of a question about a game, of one with a file or a tree of moves, and of a
// search, which lasts as long as its client looks at it.
var (
	nothing  = budget{0, workTime}
	small    = budget{256 << 10, workTime}
	large    = budget{8 << 20, workTime}
	watched  = budget{256 << 10, 0}
	lookedUp = budget{256 << 10, findTime}
	added    = budget{mostFile, addTime}
)

// workTime is how long an answer may be worked at: the longest animation takes less than half of
// it on a machine that has nothing else to do.
const workTime = 20 * time.Second

// What all questions and answers together may hold of memory, and one question alone once it is
// read. The work itself is done by a few requests at a time: see inTurn.
const (
	mostHeld     = 256 << 20
	mostQuestion = 64 << 20
)

// errTooMuch is said where a request asks for more than its budget, errBusy where all together
// do.
var (
	errTooMuch = refuse(http.StatusRequestEntityTooLarge, "too much at once")
	errBusy    = refuse(http.StatusServiceUnavailable, "too much at once")
)

// A purse is the memory that all requests share.
type purse struct{ left atomic.Int64 }

// A holding is what one request has taken of a purse.
type holding struct {
	of   *purse
	held int64
}

// take takes so many bytes more.
func (h *holding) take(n int64) error {
	if h.of.left.Add(-n) < 0 {
		h.of.left.Add(n)
		return errBusy
	}
	h.held += n
	return nil
}

// release gives back all that was taken.
func (h *holding) release() {
	h.of.left.Add(h.held)
	h.held = 0
}

// A heldReader takes what it reads from a purse.
type heldReader struct {
	io.Reader
	by *holding
}

// Read reads into b.
func (r heldReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if taken := r.by.take(int64(n)); taken != nil {
		return 0, taken
	}
	return n, err
}

// answer returns a handler that reads a JSON object, within a budget, and writes what do makes
// of it. An error of do that is no refusal is about the contents of the request all the same: a
// wrong FEN, an illegal move.
func answer[Q, A any](s *Server, b budget, do func(context.Context, Q) (A, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := holding{of: &s.memory}
		defer h.release()
		var question Q
		if err := readJSON(w, r, b, &h, &question); err != nil {
			failWith(w, err)
			return
		}
		text, err := textOfAnswer(r.Context(), &h, question, do)
		switch {
		case r.Context().Err() != nil: // nobody waits for the answer
		case err != nil:
			failWith(w, err)
		default:
			writeText(w, http.StatusOK, text)
		}
	}
}

// textOfAnswer returns the text of what do makes of a question: all that is held of the request
// then.
func textOfAnswer[Q, A any](ctx context.Context, h *holding, question Q, do func(context.Context, Q) (A, error)) ([]byte, error) {
	a, err := do(ctx, question)
	if err != nil {
		return nil, err
	}
	text := textOf(a)
	h.release()
	return text, h.take(int64(len(text)))
}

// inTime has do look at a context that ends when the time of a budget is over.
func inTime[Q, A any](b budget, do func(context.Context, Q) (A, error)) func(context.Context, Q) (A, error) {
	return func(ctx context.Context, q Q) (A, error) {
		ctx, cancel := context.WithTimeout(ctx, b.work)
		defer cancel()
		a, err := do(ctx, q)
		if ctx.Err() == context.DeadlineExceeded {
			err = errTooMuch
		}
		return a, err
	}
}

// inTurn keeps what takes long from taking all processors: there is as much of it at a time
// as slots have room, and its time begins then. A slot is held neither while a request is read
// nor while the answer is written, which can take as long as the client likes.
func inTurn[Q, A any](slots chan struct{}, do func(context.Context, Q) (A, error)) func(context.Context, Q) (A, error) {
	return func(ctx context.Context, q Q) (a A, err error) {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
			return do(ctx, q)
		case <-ctx.Done():
			return a, ctx.Err()
		}
	}
}

// readJSON reads the body of a request within a budget. A form of another site cannot have the
// type that it demands.
func readJSON(w http.ResponseWriter, r *http.Request, b budget, h *holding, into any) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "the body must be application/json")
	}
	body, err := io.ReadAll(heldReader{http.MaxBytesReader(w, r.Body, b.body), h})
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return errTooMuch
	case errors.Is(err, errBusy):
		return err
	case err != nil:
		return refuse(http.StatusBadRequest, errQuestion)
	}
	weight := weigh(body)
	if weight > mostQuestion {
		return errTooMuch
	}
	if err := h.take(weight); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return refuse(http.StatusBadRequest, errQuestion)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return refuse(http.StatusBadRequest, errQuestion) // more than one value
	}
	return nil
}

// What values of JSON take in memory at most, once they are read: an object of our types, and
// any other value in a list.
const (
	objectWeight = 256
	valueWeight  = 32
)

// weigh returns how many bytes a text of JSON takes once it is read: three, {}, can be a move of
// a tree.
func weigh(text []byte) int64 {
	n := int64(len(text))
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			n += objectWeight
		case c == '[' || c == ',':
			n += valueWeight
		}
	}
	return n
}
