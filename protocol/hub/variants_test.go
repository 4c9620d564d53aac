package hub

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// Every variant can be played with the real engine, in a form that clients
// can read.
func TestEveryVariant(t *testing.T) {
	opts := fakeOptions(nil)
	opts.NewEngine = func(o search.Options) (Engine, error) { return search.New(o) }
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := r.Start()
				c := converse(t, opts)
				c.say("set-param name=variant value=" + r.Hub + "\nset-param name=tt-size value=16\ninit\n")
				c.say("pos pos=" + r.HubPosition(&start) + "\nlevel depth=4\ngo think\n")
				lines := strings.Split(strings.TrimSpace(c.hear(time.Second)), "\n")
				c.end()
				if len(lines) < 3 || lines[0] != "ready" {
					t.Fatalf("got %q, want ready, info and done", lines)
				}
				reports, last := lines[1:len(lines)-1], lines[len(lines)-1]
				for _, line := range reports {
					if !lidraughtsInfo.MatchString(line) {
						t.Errorf("lidraughts cannot read %s", line)
					}
				}
				done, err := Parse(last)
				if err != nil {
					t.Fatal(err)
				}
				if move, _ := done.Arg("move"); done.Command != "done" || !isLegal(r, start, move.Value) {
					t.Errorf("got %s, want a legal move", last)
				}
			})
		})
	}
}

// isLegal reports whether text is exactly how a legal move of p is written.
func isLegal(r *movegen.Rules, p movegen.Position, text string) bool {
	m, err := r.ParseHubMove(&p, text)
	return err == nil && r.HubMove(m) == text
}
