package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-shellwords"
)

// readmeBlocks returns the code blocks of the README by their language:
//
//	sh          commands, which must make sense
//	powershell  the same for Windows
//	console     commands ($) with their output, which must be right
//	text        the same of an earlier run that took long; its commands must make sense
//	hub         what a board program sends (>) and what Stupol answers (<)
//	go          lines of the example of package search
func readmeBlocks(t *testing.T) map[string][]string {
	t.Helper()
	blocks := codeBlocks(t, "../../README.md")
	for language := range blocks {
		if !slices.Contains([]string{"sh", "powershell", "console", "text", "hub", "go"}, language) {
			t.Errorf("no test knows blocks of %q", language)
		}
	}
	return blocks
}

// codeBlocks returns the code blocks of a page by their language.
func codeBlocks(t *testing.T, name string) map[string][]string {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string][]string{}
	for _, b := range regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		blocks[b[1]] = append(blocks[b[1]], b[2])
	}
	return blocks
}

// TestReadmeCommands parses all commands of the README.
func TestReadmeCommands(t *testing.T) {
	skipUnderRace(t)
	blocks := readmeBlocks(t)
	t.Chdir(t.TempDir())
	if err := os.Mkdir("endgames", 0o777); err != nil { // --bb-dir must exist
		t.Fatal(err)
	}
	if n := parseCommands(t, slices.Concat(blocks["sh"], blocks["powershell"], blocks["console"], blocks["text"])); n < 20 {
		t.Errorf("only %d commands", n)
	}
}

// parseCommands parses the commands of blocks that begin with ./stupol and returns how
// many there are.
func parseCommands(t *testing.T, blocks []string) (n int) {
	t.Helper()
	for _, block := range blocks {
		for line := range strings.Lines(block) {
			line = strings.Replace(line, `.\stupol `, "./stupol ", 1)
			command, ok := strings.CutPrefix(strings.TrimPrefix(line, "$ "), "./stupol ")
			if !ok {
				continue
			}
			command, _, _ = strings.Cut(command, " #")
			command, _, _ = strings.Cut(command, " >")
			n++
			args, err := shellwords.Parse(command)
			if err != nil {
				t.Fatal(err)
			}
			parser, err := newParser(args, &outlet{file: os.Stdout})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(args); err != nil {
				t.Errorf("stupol %s: %v", strings.TrimSpace(command), err)
			}
		}
	}
	return n
}

// TestReadmeOutput runs the commands of the README that are quick.
func TestReadmeOutput(t *testing.T) {
	skipUnderRace(t)
	n := 0
	for _, block := range readmeBlocks(t)["console"] {
		for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, want, _ := strings.Cut(part, "\n")
			args, err := shellwords.Parse(strings.TrimPrefix(command, "./stupol "))
			if err != nil {
				t.Fatal(err)
			}
			got, _ := exec.Command("stupol", args...).CombinedOutput() // of faults as well
			if n++; strings.TrimSpace(string(got)) != strings.TrimSpace(want) {
				t.Errorf("%s: got\n%s\nwant\n%s", command, got, want)
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d commands", n)
	}
}

// TestReadmeGame types what the README types in a game, and expects the same answers.
func TestReadmeGame(t *testing.T) {
	skipUnderRace(t)
	const command, prompt = "$ ./stupol play ", "White > "
	blocks := readmeBlocks(t)["text"]
	i := slices.IndexFunc(blocks, func(b string) bool { return strings.HasPrefix(b, command) })
	if i < 0 {
		t.Fatalf("no block begins with %q", command)
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(blocks[i], command), "\n")
	var typed, want string
	for line := range strings.Lines(rest) {
		if input, ok := strings.CutPrefix(line, prompt); ok {
			typed += input
		} else {
			want += line
		}
	}
	play := exec.Command("stupol", append([]string{"play", "--save", filepath.Join(t.TempDir(), "games")}, strings.Fields(first)...)...)
	play.Stdin = strings.NewReader(typed)
	if got, err := play.Output(); err != nil || string(got) != want {
		t.Errorf("error %v, got\n%s\nwant\n%s", err, got, want)
	}
}

// TestReadmeArchives checks that the README lists the archives that .ci/release makes, all
// of this version.
func TestReadmeArchives(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../.ci/release")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, targets := range regexp.MustCompile(`(?m)^targets=\((.*)\)$`).FindAllStringSubmatch(string(script), -1) {
		names := strings.NewReplacer("/", "-", "darwin", "macos").Replace(targets[1])
		for name := range strings.FieldsSeq(names) {
			suffix := ".tar.gz"
			if strings.HasPrefix(name, "windows") {
				suffix = ".zip"
			}
			want = append(want, "stupol-"+release+"-"+name+suffix)
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| [^|]* \\| `(stupol-.*)` \\| \\d+ MB \\| \\d+ MB \\|$").FindAllStringSubmatch(string(page), -1) {
		got = append(got, row[1])
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("the README has the archives %q\n.ci/release makes %q", got, want)
	}
	for _, named := range regexp.MustCompile(`stupol-(\d+\.\d+\.\d+)`).FindAllStringSubmatch(string(page), -1) {
		if named[1] != release {
			t.Errorf("the README names %s; this is %s", named[0], release)
		}
	}
}

// TestReadmeConversation has the conversation of the README with Stupol.
func TestReadmeConversation(t *testing.T) {
	skipUnderRace(t)
	times := regexp.MustCompile(` (time|nps)=[0-9.]+`) // nps is told from 10 ms on
	for _, block := range readmeBlocks(t)["hub"] {
		s, err := startSession("", "hub")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			if command, ok := strings.CutPrefix(line, "> "); ok {
				if err := s.send(command); err != nil {
					t.Fatal(err)
				}
				continue
			}
			select {
			case got := <-s.answers:
				if times.ReplaceAllString("< "+got, "") != times.ReplaceAllString(line, "") {
					t.Errorf("got  < %s\nwant %s", got, line)
				}
			case <-time.After(answerTime):
				t.Fatalf("no answer, want %s", line)
			}
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
	}
}

// TestReadmeParameters compares the table of Hub parameters with what Stupol declares:
// the names and the ranges of numbers.
func TestReadmeParameters(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{} // values by name
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| ([^|]*) \\| [^|]* \\|$").FindAllStringSubmatch(string(page), -1) {
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
				t.Errorf("the README has %q for the values of %s, which Stupol declares as\n%s", values, m[1], line)
			}
			delete(listed, m[1])
		}
	}
	for name := range listed {
		t.Errorf("the README has a parameter %s that Stupol does not declare", name)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// TestReadmeExample compares the program in the README with the tested example.
func TestReadmeExample(t *testing.T) {
	example, err := os.ReadFile("../../search/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range readmeBlocks(t)["go"] {
		for line := range strings.Lines(block) {
			if !strings.Contains(string(example), strings.TrimSpace(line)) {
				t.Errorf("not in the example: %s", line)
			}
		}
	}
}

// TestReadmeLinks checks that the files and headings that the README names exist.
func TestReadmeLinks(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(string(page), -1) {
		target := link[1]
		if strings.HasPrefix(target, "https://") {
			continue
		}
		if heading, ok := strings.CutPrefix(target, "#"); ok {
			if !strings.Contains(strings.ToLower(string(page)), "\n## "+strings.ReplaceAll(heading, "-", " ")+"\n") {
				t.Errorf("no heading %s", heading)
			}
			continue
		}
		if _, err := os.Stat(filepath.Join("../..", target)); err != nil {
			t.Error(err)
		}
	}
}
