package trials

import (
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"time"

	"stupol/bench/match"
	"stupol/protocol/peer"
)

const listText = `# What is to be judged.

[window-50]
idea = "aspiration: a window of 50 instead of 25"
new = "self,param.search.aspiration-window=50"
variants = ["english", "normal"]
then = "50ms"

[less]
new = "'./new one' hub"
old = "./stupol hub,param.tt-size=16"
nodes = 20_000
elo = [-3, 1]
games = 301
balance = 0.4
seed = 7
`

func TestRead(t *testing.T) {
	tests, err := Read(strings.NewReader(listText))
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		file, conditions, openings string
		limits                     peer.Limits
	}{
		{"window-50.english.nodes.jsonl", "10k, within 1.5", "random, all different: 12 plies, balanced within 1.50, seed 1", peer.Limits{Nodes: 10_000}},
		{"window-50.english.time.jsonl", "50ms a move, within 1.5", "random, all different: 12 plies, balanced within 1.50, seed 2", peer.Limits{MoveTime: 50 * time.Millisecond}},
		{"window-50.international.nodes.jsonl", "10k, within 1.5", "random, all different: 10 plies, balanced within 1.50, seed 1", peer.Limits{Nodes: 10_000}},
		{"window-50.international.time.jsonl", "50ms a move, within 1.5", "random, all different: 10 plies, balanced within 1.50, seed 2", peer.Limits{MoveTime: 50 * time.Millisecond}},
		{"less.international.nodes.jsonl", "20k, within 0.4", "random, all different: 10 plies, balanced within 0.40, seed 7", peer.Limits{Nodes: 20_000}},
	}
	if len(tests) != len(want) {
		t.Fatalf("%d matches, want %d", len(tests), len(want))
	}
	for i, w := range want {
		got := tests[i]
		if got.FileName() != w.file || got.Conditions() != w.conditions || got.Match.OpeningsName != w.openings || got.Limits() != w.limits {
			t.Errorf("%s, %s, %s, %v; want %s, %s, %s, %v", got.FileName(), got.Conditions(), got.Match.OpeningsName, got.Limits(),
				w.file, w.conditions, w.openings, w.limits)
		}
	}
	first, last := tests[0].Match, tests[4].Match
	if first.Engines[0].Params["search.aspiration-window"] != "50" || len(first.Engines[1].Params) != 0 || first.Rounds != 10_000 ||
		*first.SPRT != (match.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}) {
		t.Errorf("got %+v, %+v", first.Engines, first.SPRT)
	}
	if last.Engines[0].Command[0] != "./new one" || last.Engines[1].Params["tt-size"] != "16" || last.Rounds != 151 || last.SPRT.Elo0 != -3 {
		t.Errorf("got %+v, %+v", last.Engines, last.SPRT)
	}
	if tests[0].Idea != "aspiration: a window of 50 instead of 25" || tests[4].Idea != "less" || last.Engines[0].Name != "new" {
		t.Errorf("got %q, %q", tests[0].Idea, tests[4].Idea)
	}
}

func TestReadErrors(t *testing.T) {
	const start = "# ideas\n[a]\nnew = \"self\"\n"
	tests := []struct{ name, text, line, want string }{
		{"empty", "", "", "no trials"},
		{"syntax", start + "[a", "line 4", "table name"},
		{"no trial", "nodes = 5\n" + start, "line 1", "want a line [NAME]"},
		{"array", "\n[[a]]\n", "line 2", "want a line [NAME]"},
		{"table in no table", "\n[a.b]\n", "line 2", "want a line [NAME]"},
		{"table in a table", start + "[a.b]\n", "line 4", `unknown setting "b"`},
		{"twice", start + "[a]\n", "line 4", "already been defined"},
		{"name", "[A]\nnew = \"self\"\n", "line 1", "small letters"},
		{"empty name", "[\"\"]\nnew = \"self\"\n", "line 1", "no name"},
		{"path", "\n['../a']\nnew = \"self\"\n", "line 2", "small letters"},
		{"setting", start + "node = 5", "line 4", `unknown setting "node" (known: balance, elo, `},
		{"no player", "\n[a]\nnodes = 5", "line 2", "no new player"},
		{"player", start + "old = \"self,x=3\"", "line 4", `unknown setting "x"`},
		{"parameter", "\n[a]\nnew = \"self,param.search.x=3\"", "line 2", `unknown constant "x"`},
		{"limits", start + "old = \"self,nodes=5\"", "line 4", "the limits of a trial are nodes and then"},
		{"protocol", start + "old = \"./x,protocol=dxp\"", "line 2", "DXP has a time for the whole game"},
		{"game", start + "variants = [\"chess\"]", "line 4", `"chess"`},
		{"no game", start + "variants = []", "line 2", "no variants"},
		{"a game twice", start + "variants = [\"english\", \"checkers\"]", "line 2", "english is one of the variants twice"},
		{"a part of a key", "\na.b.c = 1", "line 2", "not of a trial"},
		{"setting and table", start + "nodes.x.y = 1", "line 4", "nodes is a setting, not a table"},
		{"type", start + "nodes = \"many\"", "line 4", "a.nodes"},
		{"nodes", start + "nodes = 0", "line 2", "no limit"},
		{"time", start + "then = \"soon\"", "line 4", "is not a time"},
		{"bounds", start + "elo = [5, 0]", "line 2", "elo0 5 is not below elo1 0"},
		{"bound", start + "elo = [5]", "line 4", "array length 2"},
		{"games", start + "games = 0", "line 2", "at least one round"},
		{"balance", start + "balance = nan", "line 2", "not within 0 to 100 men"},
		{"idea", start + `idea = "a | b"`, "line 2", "a cell of a table"},
		{"long idea", start + `idea = "` + strings.Repeat("a", 181) + `"`, "line 2", "more than 180 letters"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.line) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s, %s", err, tt.line, tt.want)
			}
		})
	}
}

// FuzzRead wants a match of every trial that can be played, or an error with a line.
func FuzzRead(f *testing.F) {
	f.Add(listText)
	f.Add("a.new = \"self\"")
	f.Add("[a]\nnew = \"self\"\nthen = 0.05\nbalance = -1")
	f.Add("[[a]]\n[a.b]")
	f.Add("a.ne.b = 1")
	f.Add("[a.b.c]")
	f.Add("[a]\nnodes.b = {}")
	line := regexp.MustCompile(`line [1-9]`)
	f.Fuzz(func(t *testing.T, text string) {
		var valid map[string]any
		_, invalid := toml.Decode(text, &valid) // whose lines are the library's
		tests, err := Read(strings.NewReader(text))
		if err != nil && invalid == nil && err.Error() != "no trials" && !line.MatchString(err.Error()) {
			t.Errorf("error without a line: %v", err)
		}
		files := map[string]bool{}
		for _, test := range tests {
			if err := test.Match.Validate(); err != nil {
				t.Error(err)
			}
			if name := test.FileName(); files[name] || strings.ContainsAny(name, `/\ `) {
				t.Errorf("a journal called %q", name)
			}
			files[test.FileName()] = true
			if idea := test.Idea; strings.ContainsAny(idea, "|\n") || idea == "" {
				t.Errorf("an idea %q", idea)
			}
		}
	})
}
