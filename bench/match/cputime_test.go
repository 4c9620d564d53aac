package match

import (
	"os/exec"
	"runtime"
	"testing"
	"time"

	"stupol/search"
)

// TestProcessorTime asks for that of an engine that is busy for 0.3 s, in which
// other programs may have the processor as well.
func TestProcessorTime(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("not known on this system")
	}
	p := begin(t, pretend(t, Hub, "busy")).(*hubPlayer)
	before, ok := p.processorTime()
	if !ok {
		t.Fatal("not known")
	}
	if _, err := p.Move(t.Context(), anyGame(t), search.Limits{Depth: 1}); err != nil {
		t.Fatal(err)
	}
	after, _ := p.processorTime()
	if used := after - before; used < 30*time.Millisecond || used > 600*time.Millisecond {
		t.Errorf("used %v, want about 300ms", used)
	}
	_ = p.Close()
	if _, ok := p.processorTime(); ok {
		t.Error("known of a program that is gone")
	}
}

// TestProcessorTimeOfChildren counts what a shell has others do.
func TestProcessorTimeOfChildren(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("not known on this system")
	}
	e := Engine{Name: "shell", Command: []string{shell, "-c", "(while :; do :; done) & read line; kill $!"}}
	p, err := startProcess(&e, wire{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer p.close("")
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if used, ok := p.processorTime(); ok && used >= 50*time.Millisecond {
			return
		}
		if time.Since(began) > 10*time.Second {
			t.Fatal("no processor time of the child")
		}
	}
}
