package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-shellwords"

	"stupol/cmd/build"
	"stupol/cmd/command/about"
	"stupol/cmd/console"
	"stupol/movegen"
)

// pagesOf returns the names of all pages of the repository, as seen from here.
func pagesOf(t *testing.T) (pages []string) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != root && strings.HasPrefix(name, "."):
			return fs.SkipDir
		case filepath.Ext(name) == ".md":
			pages = append(pages, filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil || len(pages) < 15 {
		t.Fatalf("%d pages, error %v", len(pages), err)
	}
	return pages
}

// blockTests says what becomes of the code blocks of the pages, by their language.
var blockTests = map[string]string{
	"":           "drawings: the tests of cmd/ARCHITECTURE.md",
	"sh":         "commands, which must make sense",
	"powershell": "the same for Windows",
	"console":    "commands ($) with their output, which must be right",
	"text":       "the same of an earlier run that took long; its commands must make sense",
	"hub":        "what a board program sends (>) and what Stupol answers (<)",
	"go":         "lines of the example of package search",
	"gomod":      "the file of a module that uses the packages, which must build",
	"json":       "read by the tests of protocol/GUIS.md",
	"yaml":       "the same",
	"toml":       "the same",
	"python":     "the same",
	"html":       "a page, which the tests of protocol/module play with",
	"js":         "what they do, in other words",
}

// pageBlocks returns the code blocks of all pages by their language.
func pageBlocks(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, page := range pagesOf(t) {
		for language, blocks := range codeBlocks(t, page) {
			if blockTests[language] == "" {
				t.Errorf("%s: no test knows blocks of %q", page, language)
			}
			all[language] = append(all[language], blocks...)
		}
	}
	return all
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

// TestReadmeSize keeps the README short: what is longer has a page of its own.
func TestReadmeSize(t *testing.T) {
	if page := contentOf(t, "../../README.md"); len(page) > 10_000 {
		t.Errorf("the README has %d bytes, more than 10,000", len(page))
	}
}

// TestReadmeRunsTheTests checks that .ci/run tests by the command that the README names.
func TestReadmeRunsTheTests(t *testing.T) {
	const command = "go test ./..."
	commands := codeBlocks(t, "../../README.md")["sh"]
	if !strings.HasSuffix(commands[0], "\n"+command+"\n") || strings.Count(commands[0], "\n") != 2 {
		t.Errorf("the README does not begin with two commands, one of which is %s:\n%s", command, commands[0])
	}
	same := regexp.MustCompile(`(?m)^\tsay go test (-timeout \w+ )?\./\.\.\.$`) // it may wait longer
	if !same.Match(contentOf(t, "../../.ci/run")) {
		t.Errorf(".ci/run has no line %s", command)
	}
}

// TestPageCommands parses all commands of the pages.
func TestPageCommands(t *testing.T) {
	skipUnderRace(t)
	blocks := pageBlocks(t)
	t.Chdir(t.TempDir())
	if err := os.Mkdir("endgames", 0o777); err != nil { // --bb-dir must exist
		t.Fatal(err)
	}
	if n := parseCommands(t, slices.Concat(blocks["sh"], blocks["powershell"], blocks["console"], blocks["text"])); n < 50 {
		t.Errorf("only %d commands", n)
	}
}

// parseCommands parses the commands of blocks that begin with ./stupol and returns how
// many there are.
func parseCommands(t *testing.T, blocks []string) (n int) {
	t.Helper()
	for _, block := range blocks {
		for line := range strings.Lines(block) {
			line = strings.NewReplacer(`.\stupol `, "./stupol ", "go run ./cmd/stupol ", "./stupol ").Replace(line)
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
			parser, err := newParser(args, console.NewOutlet(os.Stdout))
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

// TestPageOutput runs the commands of the pages that are quick.
func TestPageOutput(t *testing.T) {
	skipUnderRace(t)
	n := 0
	for _, block := range pageBlocks(t)["console"] {
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

// TestPageGame types what the page of the terminal types in a game, and expects the same
// answers.
func TestPageGame(t *testing.T) {
	skipUnderRace(t)
	const command, prompt = "$ ./stupol play ", "White > "
	blocks := codeBlocks(t, "../../protocol/terminal/README.md")["text"]
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

// TestPageArchives checks that cmd/README.md lists the archives that .ci/release makes, all
// of this version.
func TestPageArchives(t *testing.T) {
	page, script := contentOf(t, "../../cmd/README.md"), contentOf(t, "../../.ci/release")
	var want, got []string
	for _, targets := range regexp.MustCompile(`(?m)^targets=\((.*)\)$`).FindAllStringSubmatch(string(script), -1) {
		names := strings.NewReplacer("/", "-", "darwin", "macos").Replace(targets[1])
		for name := range strings.FieldsSeq(names) {
			suffix := ".tar.gz"
			if strings.HasPrefix(name, "windows") {
				suffix = ".zip"
			}
			want = append(want, "stupol-"+build.Release+"-"+name+suffix)
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| [^|]* \\| `(stupol-.*)` \\| \\d+ MB \\| \\d+ MB \\|$").FindAllStringSubmatch(string(page), -1) {
		got = append(got, row[1])
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("the page has the archives %q\n.ci/release makes %q", got, want)
	}
	for _, named := range regexp.MustCompile(`stupol-(\d+\.\d+\.\d+)`).FindAllStringSubmatch(string(page), -1) {
		if named[1] != build.Release {
			t.Errorf("the page names %s; this is %s", named[0], build.Release)
		}
	}
}

// TestPageConversation has the conversation of protocol/GUIS.md with Stupol.
func TestPageConversation(t *testing.T) {
	skipUnderRace(t)
	times := regexp.MustCompile(` (time|nps)=[0-9.]+`) // nps is told from 10 ms on
	conversations := pageBlocks(t)["hub"]
	if len(conversations) == 0 {
		t.Error("there is none")
	}
	for _, block := range conversations {
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

// TestPageExample compares the program in CONTRIBUTING.md with the tested example.
func TestPageExample(t *testing.T) {
	example := string(contentOf(t, "../../search/example_test.go"))
	programs := pageBlocks(t)["go"]
	if len(programs) == 0 {
		t.Error("there is none")
	}
	for _, block := range programs {
		for line := range strings.Lines(block) {
			if !strings.Contains(example, strings.TrimSpace(line)) {
				t.Errorf("not in the example: %s", line)
			}
		}
	}
}

// TestPageModule builds a module by the go.mod of CONTRIBUTING.md: the example of package
// search as a program elsewhere.
func TestPageModule(t *testing.T) {
	skipUnderRace(t)
	if testing.Short() {
		t.Skip("links a program")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files := pageBlocks(t)["gomod"]
	if len(files) != 1 || !strings.Contains(files[0], "=> ../stupol\n") {
		t.Fatalf("the pages have %q", files)
	}
	program := strings.NewReplacer("package search_test", "package main", "func Example()", "func main()").
		Replace(string(contentOf(t, "../../search/example_test.go")))
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":  strings.Replace(files[0], "../stupol", strconv.Quote(filepath.ToSlash(root)), 1),
		"go.sum":  string(contentOf(t, "../../go.sum")), // what go mod tidy would write
		"main.go": program,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", "-mod=mod", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOWORK=off")
	if got, err := run.CombinedOutput(); err != nil || string(got) != "30-24 <nil>\n" {
		t.Errorf("error %v, got %s", err, got)
	}
}

// TestPageVariants compares the table of the games with those that there are.
func TestPageVariants(t *testing.T) {
	table, readme := string(contentOf(t, "../../movegen/README.md")), string(contentOf(t, "../../README.md"))
	_, readme, _ = strings.Cut(readme, "\n## The fourteen games\n")
	variants := movegen.Variants()
	for _, r := range variants {
		v := about.Describe(r)
		row := fmt.Sprintf("\n| %s | `%s` | %s | %s | %s | %s |\n", v.Name, v.Hub, strings.Join(v.Aliases, ", "), v.Board, v.First, v.Rules)
		if !strings.Contains(table, row) {
			t.Errorf("the table has no row%s", row)
		}
		if !strings.Contains(readme, v.Name) {
			t.Errorf("the README does not name %s", v.Name)
		}
	}
	if n := strings.Count(table, " | White | ") + strings.Count(table, " | Black | "); n != len(variants) || n != 14 {
		t.Errorf("%d rows for %d games", n, len(variants))
	}
}

// TestPageSteps compares the table of steps in CONTRIBUTING.md with those of .ci/run.
func TestPageSteps(t *testing.T) {
	var want []string
	for _, group := range regexp.MustCompile(`(?m)^(?:first|then|beside)=\((.*)\)$`).FindAllSubmatch(contentOf(t, "../../.ci/run"), -1) {
		want = append(want, strings.Fields(string(group[1]))...)
	}
	if len(want) == 0 {
		t.Fatal(".ci/run has no steps")
	}
	_, table, _ := strings.Cut(string(contentOf(t, "../../CONTRIBUTING.md")), "| step |")
	var got []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|").FindAllStringSubmatch(table, -1) {
		got = append(got, row[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the page has the steps %q\n.ci/run has %q", got, want)
	}
}

var (
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unlinked = regexp.MustCompile(`[^\p{L}\p{N} _-]`) // what is left out of a heading's address
)

// TestPageLinks checks that the files and headings that the pages link to exist, and that the
// README leads to every page.
func TestPageLinks(t *testing.T) {
	pages, reached := pagesOf(t), map[string]bool{"../../README.md": true}
	for _, page := range pages {
		text := contentOf(t, page)
		for _, link := range regexp.MustCompile(`(?:\]\(|src=")([^)"]+)`).FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(link[1], "http://") || strings.HasPrefix(link[1], "https://") {
				continue
			}
			name, heading, _ := strings.Cut(link[1], "#")
			target := page
			if name != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(page), name))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %v", page, err)
				continue
			}
			reached[target] = true
			if heading != "" && !slices.Contains(headingsOf(t, target), heading) {
				t.Errorf("%s: %s has no heading %s", page, target, heading)
			}
		}
	}
	for _, page := range pages {
		if !reached[page] {
			t.Errorf("no page leads to %s", page)
		}
	}
}

// headingsOf returns the addresses of a page's headings.
func headingsOf(t *testing.T, page string) (addresses []string) {
	t.Helper()
	for _, h := range headings.FindAllSubmatch(contentOf(t, page), -1) {
		plain := unlinked.ReplaceAllString(strings.ToLower(string(h[1])), "")
		addresses = append(addresses, strings.ReplaceAll(plain, " ", "-"))
	}
	return addresses
}
