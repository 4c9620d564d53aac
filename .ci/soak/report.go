package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// A report sums sessions up.
type report struct {
	sessions int
	time     time.Duration
	kinds    map[string]*kindReport
	commits  map[string]int // sessions with the program of a commit
	memory   []memory       // after each session
	faults   []string
}

// kindReport sums the sessions of a kind up.
type kindReport struct {
	sessions int
	counts   counts
}

// add adds a session.
func (r *report) add(e *entry) {
	r.sessions++
	r.time += time.Duration(e.Seconds * float64(time.Second))
	if r.kinds == nil {
		r.kinds, r.commits = map[string]*kindReport{}, map[string]int{}
	}
	r.commits[e.Commit]++
	k := r.kinds[e.Kind]
	if k == nil {
		k = &kindReport{counts: counts{}}
		r.kinds[e.Kind] = k
	}
	k.sessions++
	for name, n := range e.Counts {
		k.counts[name] += n
	}
	r.memory = append(r.memory, e.Memory)
	if e.Fault != "" {
		r.faults = append(r.faults, fmt.Sprintf("session %d, %s: %s", r.sessions-1, e.Kind, e.Fault))
	}
}

// print prints the report.
func (r *report) print() {
	fmt.Printf("%d sessions in %v, %d faults\n", r.sessions, r.time.Round(time.Second), len(r.faults))
	for _, name := range slices.Sorted(maps.Keys(r.kinds)) {
		k := r.kinds[name]
		fmt.Printf("%-11s %6d sessions", name, k.sessions)
		for _, name := range slices.Sorted(maps.Keys(k.counts)) {
			fmt.Printf("  %d %s", k.counts[name], name)
		}
		fmt.Println()
	}
	for _, commit := range slices.Sorted(maps.Keys(r.commits)) {
		fmt.Printf("%6d sessions with commit %s\n", r.commits[commit], cmp.Or(commit, "unknown"))
	}
	for _, fault := range r.faults {
		fmt.Println(fault)
	}
	const parts = 8
	fmt.Println("memory in MB, most and least in each eighth of the sessions:")
	for part := range parts {
		if some := r.memory[len(r.memory)*part/parts : len(r.memory)*(part+1)/parts]; len(some) > 0 {
			hub, dxp := extremes(some, func(m memory) int { return m.Hub }), extremes(some, func(m memory) int { return m.DXP })
			fmt.Printf("  hub %s   dxp %s\n", hub, dxp)
		}
	}
}

// extremes writes the smallest and the largest of some figures.
func extremes(of []memory, figure func(memory) int) string {
	least, most := figure(of[0]), figure(of[0])
	for _, m := range of {
		least, most = min(least, figure(m)), max(most, figure(m))
	}
	return fmt.Sprintf("%4d-%4d", least, most)
}
