package play

import (
	"testing"

	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/terminal"
)

// TestPlayLevels checks what plays if little is said.
func TestPlayLevels(t *testing.T) {
	for _, tt := range []struct {
		asked Play
		want  int
	}{
		{Play{}, 5}, {Play{Nodes: new(int64(10))}, 10}, {Play{MoveTime: 1}, 10}, {Play{Skill: new(2), Nodes: new(int64(10))}, 2}, {Play{Time: 1}, 5},
	} {
		if got := tt.asked.level().Skill; got != tt.want {
			t.Errorf("%+v: skill %d, want %d", tt.asked, got, tt.want)
		}
	}
	engines := playEngines{asked: Play{Threads: 1, Hash: 1, Evaluation: flags.Evaluation{EvalFile: "hand"}}, first: movegen.International()}
	defer engines.close()
	for _, r := range movegen.Variants()[:2] {
		e, err := engines.make(r, 3)
		if err != nil {
			t.Fatal(err)
		}
		e.Close()
	}
}

// TestPlayStyles checks when there are boards and colours.
func TestPlayStyles(t *testing.T) {
	for _, tt := range []struct {
		name       string
		env        map[string]string
		plain      bool
		onTerminal bool
		want       terminal.Style
	}{
		{"pipe", nil, false, false, terminal.Plain},
		{"terminal", nil, false, true, terminal.Colored},
		{"asked", nil, true, true, terminal.Plain},
		{"no colour", map[string]string{"NO_COLOR": "1"}, false, true, terminal.Boards},
		{"dumb", map[string]string{"TERM": "dumb"}, false, true, terminal.Boards},
		{"no UTF-8", map[string]string{"LC_ALL": "C"}, false, true, terminal.Boards},
		{"UTF-8", map[string]string{"LANG": "de_DE.UTF-8"}, false, true, terminal.Colored},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{"NO_COLOR", "TERM", "LC_ALL", "LC_CTYPE", "LANG"} {
				t.Setenv(name, tt.env[name])
			}
			if got := (Play{Plain: tt.plain}).style(tt.onTerminal); got != tt.want {
				t.Errorf("style %d, want %d", got, tt.want)
			}
		})
	}
}
