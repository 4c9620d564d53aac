package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stupol/protocol/peer"
)

const guisPage = "../../protocol/GUIS.md"

// TestGUIsParameters gives Stupol the parameters that the recipes set, which it must know.
func TestGUIsParameters(t *testing.T) {
	skipUnderRace(t)
	blocks := codeBlocks(t, guisPage)
	text := strings.Join(blocks["yaml"], "")
	_, text, _ = strings.Cut(text, "hub_options:\n")
	set := regexp.MustCompile(`(?m)^ +([a-z-]+): (\S+)$`).FindAllStringSubmatch(text, -1)
	for _, block := range blocks["python"] {
		set = append(set, regexp.MustCompile(`"([a-z-]+)": "?([a-z0-9-]+)"?`).FindAllStringSubmatch(block, -1)...)
	}
	if len(set) < 9 {
		t.Fatalf("only %d parameters: %q", len(set), set)
	}
	s, err := startSession("", "hub")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set {
		if err := s.send("set-param name=" + p[1] + " value=" + p[2]); err != nil {
			t.Fatal(err)
		}
		if err := s.send("hub"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.await("param name=" + p[1] + " value=" + p[2] + " .*"); err != nil {
			t.Errorf("%s: %v", p[0], err)
		}
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// TestGUIsEngines reads the file of engines of the page.
func TestGUIsEngines(t *testing.T) {
	config, err := peer.ReadConfig(strings.NewReader(strings.Join(codeBlocks(t, guisPage)["toml"], "\n")))
	if err != nil {
		t.Fatal(err)
	}
	engines, err := config.Offered(nil)
	if err != nil || len(engines) != 2 || engines[0].Name != "Moby" || engines[1].Params["threads"] != "4" {
		t.Errorf("%+v, %v", engines, err)
	}
}

// TestGUIsTable compares the table of Hub parameters with what Stupol declares:
// the names and the ranges of numbers.
func TestGUIsTable(t *testing.T) {
	page, err := os.ReadFile(guisPage)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Parameters\n")
	listed := map[string]string{} // values by name
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| ([^|]*) \\| [^|]* \\|$").FindAllStringSubmatch(table, -1) {
		listed[row[1]] = row[2]
	}
	s, err := startSession("", "hub")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.send("hub"); err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`^param name=(\S+) .*?(?:min=(\d+) max=(\d+))?$`)
	for line := ""; line != "wait"; {
		if line, err = s.await(".*"); err != nil {
			t.Fatal(err)
		}
		if m := declared.FindStringSubmatch(line); m != nil {
			values, ok := listed[m[1]]
			if !ok || m[2] != "" && values != m[2]+" to "+m[3] {
				t.Errorf("the page has %q for the values of %s, which Stupol declares as\n%s", values, m[1], line)
			}
			delete(listed, m[1])
		}
	}
	for name := range listed {
		t.Errorf("the page has a parameter %s that Stupol does not declare", name)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// TestGUIsBlocks checks the commands of the page, its JSON and what it says where
// transcripts are.
func TestGUIsBlocks(t *testing.T) {
	blocks := codeBlocks(t, guisPage)
	if n := parseCommands(t, blocks["sh"]); n < 3 {
		t.Errorf("only %d commands", n)
	}
	for _, block := range blocks["json"] {
		var engines []map[string]any
		if err := json.Unmarshal([]byte(block), &engines); err != nil {
			t.Error(err)
		}
	}
	for _, pattern := range []string{"hub/testdata/client-*.txt", "dxp/testdata/client-*.txt"} {
		if files, err := filepath.Glob("../../protocol/" + pattern); err != nil || len(files) == 0 {
			t.Errorf("no %s: %v", pattern, err)
		}
	}
}
