package match

import (
	"os/exec"
	"runtime"
	"testing"
	"time"

	"stupol/protocol/peer"
	"stupol/search"
)

// TestProcessorTime asks for that of an engine that is busy until it has used 0.3 s, however
// long that takes where other programs have the processor as well.
func TestProcessorTime(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("not known on this system")
	}
	p := begin(t, pretend(t, peer.Hub, "busy"))
	sides := [2]*side{{player: &fake{}}, {player: p}}
	before := processorTimes(sides)
	if _, err := p.Move(t.Context(), anyGame(t), search.Limits{Depth: 1}); err != nil {
		t.Fatal(err)
	}
	after := processorTimes(sides)
	if before[0] >= 0 || after[0] >= 0 || before[1] < 0 {
		t.Errorf("got %v and %v, want only that of Black", before, after)
	}
	if used := after[1] - before[1]; used < 100*time.Millisecond || used > 600*time.Millisecond {
		t.Errorf("used %v, want about 300ms", used)
	}
	_ = p.Close()
	if gone := processorTimes(sides); gone[1] >= 0 {
		t.Errorf("got %v of a program that is gone", gone)
	}
}

// TestProcessorTimeOfSelf asks for that of a search in this process, which is known of one
// thread and is no more than the time that has passed.
func TestProcessorTimeOfSelf(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("not known on this system")
	}
	for _, threads := range []string{"1", "2"} {
		g := anyGame(t)
		p, err := startSelf(&peer.EngineConfig{Protocol: peer.Self, Params: map[string]string{"threads": threads}}, &environment{rules: g.Rules(), databases: &databases{}})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		began := time.Now()
		if _, err := p.Move(t.Context(), g, search.Limits{Nodes: 30_000}); err != nil {
			t.Fatal(err)
		}
		passed := time.Since(began)
		used := processorTimes([2]*side{{player: p}, {player: &fake{}}})
		if known := used[0] > 0; known != (threads == "1") || used[0] > passed || used[1] >= 0 {
			t.Errorf("%s threads: used %v of %v", threads, used, passed)
		}
	}
}

// TestProcessorTimeOfChildren counts what a shell has others do.
func TestProcessorTimeOfChildren(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("not known on this system")
	}
	e := peer.EngineConfig{Name: "shell", Command: []string{shell, "-c", "(while :; do :; done) & read line; kill $!"}}
	p, err := peer.StartProcess(&e, engineLog{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close("")
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if groupTimes([]int{p.Group()})[p.Group()] >= 50*time.Millisecond {
			return
		}
		if time.Since(began) > 10*time.Second {
			t.Fatal("no processor time of the child")
		}
	}
}
