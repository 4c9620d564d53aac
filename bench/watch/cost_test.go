package watch

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"stupol/bench/match"
	"stupol/search/balanced"
)

var (
	costRuns    = flag.Int("cost", 0, "measure so many times what watching costs a match")
	costProfile = flag.String("cost-profile", "", "a file for the CPU profile of the last match, with ten pages")
)

// TestCost measures by how much processor time the process of a match of 200 games takes more when
// ten browsers watch it, two of them with the size of a phone, and when ten clients do that only
// read, and leave the processors to the players. Players have the same number of positions for each
// move, a few milliseconds, so that the games are the same.
//
//	go test ./bench/watch -run TestCost -cost 3 -cost-profile cpu.prof -v
func TestCost(t *testing.T) {
	if *costRuns == 0 {
		t.Skip("it takes minutes: -cost 3 measures three times")
	}
	chromium := openBrowser(t)
	for range *costRuns {
		alone := playElsewhere(t, nil).Seconds()
		read := playElsewhere(t, tenClients).Seconds()
		shown := playElsewhere(t, func(t *testing.T, address string) func() { return tenPages(t, chromium, address) }).Seconds()
		t.Logf("processor time alone %.2f s, with ten clients %.2f s (%+.2f %%), with ten pages %.2f s (%+.2f %%)", alone, read, 100*(read/alone-1), shown, 100*(shown/alone-1))
	}
}

// tenPages opens ten pages, and returns what waits until all of them show the end of the match.
func tenPages(t *testing.T, chromium context.Context, address string) (wait func()) {
	t.Helper()
	var windows []*window
	for n := range 10 {
		width, height := int64(1280), int64(800)
		if n < 2 {
			width, height = 390, 844
		}
		w := openWindow(t, chromium, address, width, height, "en", "light")
		w.await(`document.querySelectorAll("#conditions dd").length > 0`)
		windows = append(windows, w)
	}
	return func() {
		for _, w := range windows {
			w.await(`document.querySelector("#status").textContent === "The match has ended." && document.querySelector("#games-title").textContent === "Finished games: 200"`)
			w.close()
		}
	}
}

// tenClients reads what ten pages would be told.
func tenClients(t *testing.T, address string) (wait func()) {
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() {
			b := browser{name: "client"}
			if b.hear(t, strings.TrimSuffix(address, "/")); len(b.rows) != 200 {
				t.Errorf("a client knows %d games", len(b.rows))
			}
		})
	}
	return group.Wait
}

// playElsewhere plays the match of TestCostMatch in another process, and returns the processor time
// of that. Those who watch it, if any, do so from the beginning.
func playElsewhere(t *testing.T, watch func(t *testing.T, address string) (wait func())) time.Duration {
	t.Helper()
	player := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCostMatch$", "-test.v")
	if watch != nil && *costProfile != "" {
		player.Args = append(player.Args, "-test.cpuprofile="+*costProfile)
	}
	player.Env = append(os.Environ(), "STUPOL_COST=yes")
	player.Stderr = os.Stderr
	out, err := player.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := player.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := player.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	until := func(beginning string) {
		for lines.Scan() && !strings.HasPrefix(lines.Text(), beginning) {
		}
	}
	until("http://")
	wait := func() {}
	if watch != nil {
		wait = watch(t, lines.Text())
	}
	fmt.Fprintln(in)
	until("over")
	wait()
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		t.Log(lines.Text())
	}
	if err := player.Wait(); err != nil {
		t.Fatal(err)
	}
	return player.ProcessState.UserTime() + player.ProcessState.SystemTime()
}

// TestCostMatch is the process that plays for TestCost: it says where it can be watched, and begins
// when it reads a line. At the end of its input it ends.
func TestCostMatch(t *testing.T) {
	if os.Getenv("STUPOL_COST") == "" {
		t.Skip("it is for TestCost")
	}
	s := New(Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(t.Context(), l) }()
	m := newMatch(t, 2, "new")
	m.Rounds, m.Openings = 100, &match.RandomOpenings{Rules: m.Rules, Seed: 1, Plies: balanced.UsualPlies(m.Rules), Balance: 40, Nodes: balanced.UsualNodes}
	m.Adjudication.MaxMoves = 40
	m.SPRT = &match.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for i := range m.Engines {
		m.Engines[i].Limits.Nodes = 6000
		m.Engines[i].Limits.MoveTime = 10 * time.Second // which only a machine that stands still needs
	}
	standings := begun(s, m)
	fmt.Printf("http://%s/\n", l.Addr())
	input := bufio.NewScanner(os.Stdin)
	input.Scan()
	began := time.Now()
	if err := m.Run(t.Context(), standings, nil); err != nil {
		t.Fatal(err)
	}
	took, watchers := time.Since(began), s.watchers.Load()
	s.End()
	fmt.Println("over")
	input.Scan()
	for i, u := range standings.Usage {
		t.Logf("%d moves, %v each, forfeits %v", u.Moves, u.Effort().PerMove(), u.Forfeits)
		if len(u.Forfeits) > 0 {
			t.Errorf("engine %d lost games", i)
		}
	}
	t.Logf("%d games in %v before %d watchers", standings.Counted(), took, watchers)
}
