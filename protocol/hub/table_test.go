package hub

import (
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

// TestTableIsSmaller than asked for, which is said once.
func TestTableIsSmaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, fakeOptions(&fakeEngine{memory: 100 << 20}))
		for _, tt := range []struct{ say, want string }{
			{"init", "ready\n"},
			{"set-param name=tt-mb value=100\ninit", "ready\n"},
			{"set-param name=tt-mb value=101\ninit", "info message=\"a table of 100 MiB, as there is no memory for 101 MiB\"\nready\n"},
			{"set-param name=threads value=2\ninit", "ready\n"},
			{"set-param name=tt-mb value=0\nset-param name=tt-size value=32\ninit",
				"info message=\"a table of 100 MiB, as there is no memory for 65536 MiB\"\nready\n"},
			{"set-param name=tt-size value=16\ninit\nset-param name=tt-size value=32\ninit",
				"ready\ninfo message=\"a table of 100 MiB, as there is no memory for 65536 MiB\"\nready\n"},
		} {
			c.say(tt.say + "\n")
			if got := c.hear(time.Second); got != tt.want {
				t.Errorf("%q: the GUI heard %q, want %q", tt.say, got, tt.want)
			}
		}
		c.end()
	})
}

func losing(t *testing.T) *movegen.Rules {
	r, err := movegen.Lookup("losing")
	if err != nil {
		t.Fatal(err)
	}
	return r
}
