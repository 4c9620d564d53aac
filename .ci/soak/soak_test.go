package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"stupol/protocol/hub"
)

// TestSessions runs a session of each kind that takes no more than seconds, and checks
// that an engine that ends too early is noticed.
func TestSessions(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games")
	}
	b, err := newBench(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	for _, k := range kinds {
		if !slices.Contains([]string{"hub-game", "hub-lines", "hub-end", "dxp-game", "dxp-drop"}, k.name) {
			continue
		}
		did, err := k.run(t.Context(), b, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Errorf("%s: %v\n%s", k.name, err, b.words())
		}
		if len(did) == 0 {
			t.Errorf("%s did nothing", k.name)
		}
	}
	if err := b.leave(); err != nil {
		t.Error(err)
	}
	if _, err := hubLines(t.Context(), b, rand.New(rand.NewPCG(1, 2))); err == nil {
		t.Error("lines to an engine that has ended: no error")
	}
}

// TestBadLine checks that bad lines are one line each, that none is excepted, and that
// they are bad.
func TestBadLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	good := 0
	for range 10_000 {
		line := string(badLine(rng, "go"))
		m, _ := hub.Parse(line)
		if strings.ContainsAny(line, "\r\n") || slices.Contains([]string{"ping", "quit", "go"}, m.Command) {
			t.Fatalf("%q", line)
		}
		if slices.Contains(goodLines, line) {
			good++
		}
	}
	if good > 1000 {
		t.Errorf("%d of 10000 lines are good", good)
	}
}

// TestReport checks the sums over sessions.
func TestReport(t *testing.T) {
	r := report{}
	r.add(&entry{Kind: "hub-game", Seconds: 2, Counts: counts{"games": 1, "moves": 30}})
	r.add(&entry{Kind: "hub-game", Seconds: 1, Counts: counts{"games": 1, "moves": 20}, Fault: "crashed", Commit: "abc"})
	if k := r.kinds["hub-game"]; r.sessions != 2 || r.time.Seconds() != 3 || k.sessions != 2 || k.counts["moves"] != 50 || len(r.faults) != 1 || r.commits["abc"] != 1 {
		t.Errorf("%+v, %+v", r, k)
	}
	few := []memory{{Hub: 80}, {Hub: 95}}
	if got := extremes(few, func(m memory) int { return m.Hub }); got != "  80-  95" {
		t.Errorf("%q", got)
	}
}
