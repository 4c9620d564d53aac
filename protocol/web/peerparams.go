package web

import (
	"context"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"

	"stupol/movegen"
)

// longestValue is how long a value of a parameter may be, in bytes.
const longestValue = 100

// A peerRequest asks what an engine says of itself.
type peerRequest struct {
	Engine  string `json:"engine"`
	Variant string `json:"variant"` // that it is started with, if it was never started
	Tab     string `json:"tab"`
}

// A setRequest sets a parameter of an engine, for all who use it, from its next search on.
type setRequest struct {
	Engine string `json:"engine"`
	Name   string `json:"name"`
	Value  string `json:"value"`
}

// A peerAnswer is what an engine says of itself.
type peerAnswer struct {
	Title  string        `json:"title"`
	Params []paramAnswer `json:"params"`
}

// A paramAnswer is a parameter of an engine. Texts may name files, and are for who starts the
// server to set.
type paramAnswer struct {
	Name   string   `json:"name"`
	Value  string   `json:"value"`
	Type   string   `json:"type"` // "bool", "int", "real", "enum"; "" if it cannot be set
	Min    string   `json:"min,omitempty"`
	Max    string   `json:"max,omitempty"`
	Values []string `json:"values,omitempty"`
}

func describePeer(e PeerEngine) *peerAnswer {
	a := &peerAnswer{Title: e.Title(), Params: []paramAnswer{}}
	for _, p := range e.Params() {
		if !p.Settable() {
			p.Type = ""
		}
		a.Params = append(a.Params, paramAnswer(p))
	}
	return a
}

// peerOf answers what an engine says of itself, and starts it for that if it was never started.
func (s *Server) peerOf(ctx context.Context, q peerRequest) (peerAnswer, error) {
	e, err := s.seat(q.Engine)
	if err != nil {
		return peerAnswer{}, err
	}
	r, err := movegen.Lookup(q.Variant)
	if err != nil {
		return peerAnswer{}, err
	}
	if !tabName.MatchString(q.Tab) {
		return peerAnswer{}, errTab
	}
	a, known := e.about()
	if !known {
		if err := e.use(ctx, q.Tab, r, func(context.Context, PeerEngine) error { return nil }); err != nil {
			return a, refuse(http.StatusServiceUnavailable, inWords(err))
		}
		a, _ = e.about()
	}
	return a, nil
}

// setPeer sets a parameter of an engine.
func (s *Server) setPeer(_ context.Context, q setRequest) (peerAnswer, error) {
	e, err := s.seat(q.Engine)
	if err != nil {
		return peerAnswer{}, err
	}
	a, _ := e.about()
	i := slices.IndexFunc(a.Params, func(p paramAnswer) bool { return p.Name == q.Name })
	if i < 0 || !a.Params[i].allows(q.Value) {
		return peerAnswer{}, refuse(http.StatusBadRequest, "the engine has no such value")
	}
	e.set(q.Name, q.Value)
	a, _ = e.about()
	return a, nil
}

// allows reports whether a page may set a parameter to a value.
func (p *paramAnswer) allows(value string) bool {
	switch p.Type {
	case "bool":
		return value == "true" || value == "false"
	case "enum":
		return slices.Contains(p.Values, value)
	case "int":
		n, err := strconv.ParseInt(value, 10, 64)
		return err == nil && len(value) <= longestValue && within(float64(n), p.Min, p.Max)
	case "real":
		n, err := strconv.ParseFloat(value, 64)
		return err == nil && len(value) <= longestValue && within(n, p.Min, p.Max)
	}
	return false
}

// within reports whether a number is within limits, of which those that are no numbers are none.
func within(n float64, least, most string) bool {
	low, err1 := strconv.ParseFloat(least, 64)
	high, err2 := strconv.ParseFloat(most, 64)
	return !math.IsNaN(n) && !math.IsInf(n, 0) && (err1 != nil || n >= low) && (err2 != nil || n <= high)
}

// set sets a parameter. Who reads the values has a copy of his own.
func (e *seat) set(name, value string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	values := maps.Clone(e.values)
	if values == nil {
		values = map[string]string{}
	}
	values[name] = value
	e.values, e.stale = values, true
}

// onThisMachine refuses requests of pages elsewhere.
func onThisMachine(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocal(r) {
			fail(w, http.StatusForbidden, "engines are set on the machine that Stupol runs on, at localhost")
			return
		}
		h.ServeHTTP(w, r)
	})
}

// about returns what the program has said of itself, with the values that pages have set.
func (e *seat) about() (a peerAnswer, known bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.known == nil {
		return a, false
	}
	a = peerAnswer{e.known.Title, slices.Clone(e.known.Params)}
	for i := range a.Params {
		p := &a.Params[i]
		if value, ok := e.values[p.Name]; ok {
			p.Value = value
		}
	}
	return a, true
}
