package peer

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const configText = `
[scan]
command = "./scan hub"
dir = "/opt/scan"
protocol = "hub"
params = { threads = 1, book = false }
move-time = 0.1

[ours]
command = ["/opt/our engine", "hub"]
nodes = 1_000_000

[spaced]
command = "'/opt/my scan' hub"
`

func TestParseEngine(t *testing.T) {
	config, err := ReadConfig(strings.NewReader(configText))
	if err != nil {
		t.Fatal(err)
	}
	usual := Limits{Nodes: 7, Depth: 3}
	tests := []struct {
		text string
		want EngineConfig
	}{
		{"self", EngineConfig{Name: "self", Protocol: Self, Limits: usual}},
		{"self,nodes=9,param.tt-size=12", EngineConfig{
			Name: "nodes=9,param.tt-size=12", Protocol: Self,
			Params: map[string]string{"tt-size": "12"}, Limits: Limits{Nodes: 9, Depth: 3},
		}},
		{"self,name=x", EngineConfig{Name: "x", Protocol: Self, Limits: usual}},
		{"scan", EngineConfig{
			Name: "scan", Protocol: Hub, Command: []string{"./scan", "hub"}, Dir: "/opt/scan",
			Params: map[string]string{"threads": "1", "book": "false"},
			Limits: Limits{Nodes: 7, Depth: 3, MoveTime: 100 * time.Millisecond},
		}},
		{"scan,move-time=1m,param.book=true", EngineConfig{
			Name: "scan", Protocol: Hub, Command: []string{"./scan", "hub"}, Dir: "/opt/scan",
			Params: map[string]string{"threads": "1", "book": "true"},
			Limits: Limits{Nodes: 7, Depth: 3, MoveTime: time.Minute},
		}},
		{"ours", EngineConfig{Name: "ours", Protocol: Hub, Command: []string{"/opt/our engine", "hub"}, Limits: Limits{Nodes: 1_000_000, Depth: 3}}},
		{"../bin/x hub,protocol=hub1,time=60,inc=0.5,moves=40", EngineConfig{
			Name: "x", Protocol: Hub1, Command: []string{"../bin/x", "hub"},
			Limits: Limits{Nodes: 7, Depth: 3, Time: time.Minute, Increment: time.Second / 2, Moves: 40},
		}},
		{`'/opt/my engines/x, y' hub "two words",nodes=9`, EngineConfig{
			Name: "x, y", Protocol: Hub, Command: []string{"/opt/my engines/x, y", "hub", "two words"}, Limits: Limits{Nodes: 9, Depth: 3},
		}},
		{"name=Moby,dxp=localhost:27531", EngineConfig{Name: "Moby", Protocol: DXP, Connect: "localhost:27531", Limits: usual}},
		{"dxp=:1", EngineConfig{Name: ":1", Protocol: DXP, Connect: ":1", Limits: usual}},
		{"spaced,depth=9", EngineConfig{
			Name: "spaced", Protocol: Hub, Command: []string{"/opt/my scan", "hub"}, Limits: Limits{Nodes: 7, Depth: 9},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := config.ParseEngine(tt.text, usual)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, %v\nwant %+v", got, err, tt.want)
			}
		})
	}
}

func TestParseEngineErrors(t *testing.T) {
	for _, text := range []string{"", "self,nodes", "self,colour=red", "self,nodes=many", "x,time=soon", ",nodes=1", "'x", "x hub; y", "x >log"} {
		t.Run(text, func(t *testing.T) {
			if e, err := Config(nil).ParseEngine(text, Limits{}); err == nil {
				t.Errorf("got %+v, want an error", e)
			}
		})
	}
	for _, text := range []string{"[x]\nspeed = 1", "[x]\ncommand = []", "[x]\nparams = 3", "x", "[x]\ntime = 2024-01-01"} {
		t.Run(text, func(t *testing.T) {
			if c, err := ReadConfig(strings.NewReader(text)); err == nil {
				t.Errorf("got %+v, want an error", c)
			}
		})
	}
}

// TestWords asks for the words of commands as a shell on this system has them.
func TestWords(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a backslash is not the same there")
	}
	tests := []struct {
		command  string
		want     []string
		settings string
	}{
		{`./scan hub`, []string{"./scan", "hub"}, ""},
		{`  a   b ,c=d,e`, []string{"a", "b"}, "c=d,e"},
		{`'a b' "c d" e\ f,g`, []string{"a b", "c d", "e f"}, "g"},
		{`a\ b\,c,d`, []string{"a b,c"}, "d"},
		{`'it''s' "\"" ''`, []string{"its", `"`, ""}, ""},
		{`"a,b",c`, []string{"a,b"}, "c"},
		{"./r\xe9\xe8 'h b\xe8'", []string{"./r\xe9\xe8", "h b\xe8"}, ""},
		{`./naïve ж`, []string{"./naïve", "ж"}, ""},
		{`x '$HOME;|>(' #`, []string{"x", "$HOME;|>(", "#"}, ""},
	}
	for _, tt := range tests {
		command, settings := cutCommand(tt.command)
		got, err := SplitCommand(command)
		if err != nil || !slices.Equal(got, tt.want) || settings != tt.settings {
			t.Errorf("%s: got %q, %v and %q, want %q and %q", tt.command, got, err, settings, tt.want, tt.settings)
		}
	}
}

// FuzzParseEngine checks that no text makes it panic, and that an engine has a
// command if it is one.
func FuzzParseEngine(f *testing.F) {
	for _, text := range []string{"self,nodes=9", "'a b' c,time=1", `"x`, `x\`, "a;b", "$(x)", "a,b=c", "name=x", "name=x,dxp=:1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Config(nil).ParseEngine(text, Limits{Nodes: 1})
		if err == nil && e.Validate() == nil && e.Protocol != Self && e.Protocol != DXP && len(e.Command) == 0 {
			t.Errorf("%q: got %+v, without a command", text, e)
		}
	})
}

func TestDistinguish(t *testing.T) {
	engines := []EngineConfig{{Name: "a"}, {Name: "b"}, {Name: "a"}}
	Distinguish(engines)
	if engines[0].Name != "a" || engines[1].Name != "b" || engines[2].Name != "a-2" {
		t.Errorf("got %s, %s, %s; want a, b, a-2", engines[0].Name, engines[1].Name, engines[2].Name)
	}
}
