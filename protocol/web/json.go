package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"stupol/movegen"
)

// The largest bodies: of a game, and of a file of games.
const (
	small = 256 << 10
	large = 8 << 20
)

// A refusal is an error that is the fault of whoever asked.
type refusal struct {
	status int
	text   string
}

// Error returns what is wrong.
func (r *refusal) Error() string { return r.text }

func refuse(status int, text string) error { return &refusal{status, text} }

// answer returns a handler that reads a JSON object of limited size and writes
// what do makes of it. An error of do that is no refusal is about the contents
// of the request all the same: a wrong FEN, an illegal move.
func answer[Q, A any](limit int64, do func(context.Context, Q) (A, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var question Q
		if err := readJSON(w, r, limit, &question); err != nil {
			failWith(w, err)
			return
		}
		a, err := do(r.Context(), question)
		if r.Context().Err() != nil {
			return // nobody waits for the answer
		}
		if err != nil {
			failWith(w, err)
			return
		}
		writeJSON(w, http.StatusOK, a)
	}
}

// readJSON reads the body of a request. A form of another site cannot have the
// type that it demands.
func readJSON(w http.ResponseWriter, r *http.Request, limit int64, into any) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "the body must be application/json")
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, limit))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		_, err = decoder.Token()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = errors.New("more than one JSON value")
		}
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return refuse(http.StatusRequestEntityTooLarge, "too much at once")
	}
	return refuse(http.StatusBadRequest, errQuestion)
}

// errQuestion is said where a question has another form than it should: what is wrong with it
// is nothing for players, and a page of the same program asks no such thing.
const errQuestion = "the page is not that of this program: load it again"

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v) // nobody is there to be told
}

// fail answers that something is wrong.
func fail(w http.ResponseWriter, status int, text string) {
	writeJSON(w, status, map[string]string{"error": text})
}

func failWith(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	var r *refusal
	if errors.As(err, &r) {
		status = r.status
	}
	fail(w, status, inWords(err))
}

// inWords returns an error as people are told of it: of a text that they have given, the part that
// is wrong and why, without its place in the whole.
func inWords(err error) string {
	var wrong *movegen.SyntaxError
	if !errors.As(err, &wrong) {
		return err.Error()
	}
	said := wrong.Reason
	if wrong.Text != "" {
		said = fmt.Sprintf("%q: %s", wrong.Text, wrong.Reason)
	}
	return strings.Replace(err.Error(), wrong.Error(), said, 1)
}
