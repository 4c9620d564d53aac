package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"stupol/movegen"
	"stupol/protocol/words"
)

// A refusal is an error that is the fault of whoever asked.
type refusal struct {
	status int
	text   string
}

// Error returns what is wrong.
func (r *refusal) Error() string { return r.text }

func refuse(status int, text string) error { return &refusal{status, text} }

// errQuestion is said where a question has another form than it should: what is wrong with it
// is nothing for players, and a page of the same program asks no such thing.
const errQuestion = "the page is not that of this program: load it again"

func writeJSON(w http.ResponseWriter, status int, v any) { writeText(w, status, textOf(v)) }

// textOf returns a value as JSON.
func textOf(v any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // there is nothing in our types that JSON lacks
	}
	return text.Bytes()
}

func writeText(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text) // nobody is there to be told
}

// fail answers that something is wrong.
func fail(w http.ResponseWriter, status int, text string) {
	writeJSON(w, status, map[string]words.Said{"error": words.Said(text)})
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
