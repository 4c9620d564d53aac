package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"stupol/cmd/manual"
)

// flagNames returns how a flag can be given: "-o", "--out", "--no-book".
func flagNames(flag *kong.Flag) []string {
	names := []string{"--" + flag.Name}
	if flag.Short != 0 {
		names = append(names, "-"+string(flag.Short))
	}
	if flag.Tag.Negatable != "" {
		names = append(names, "--no-"+flag.Name)
	}
	return names
}

// shown returns the source of a manual page as man shows it, but for its macros.
func shown(source string) string {
	return strings.NewReplacer(`\fB`, "", `\fI`, "", `\fR`, "", `\-`, "-", `\(aq`, "'", `\(dq`, `"`, `\(ti`, "~", `\(ha`, "^", `\e`, `\`, `\&`, "").Replace(source)
}

// TestManualPages looks for every command, flag, argument and help text on the manual pages.
func TestManualPages(t *testing.T) {
	skipUnderRace(t)
	app := modelOf(t)
	pages := map[string]string{}
	for _, command := range manual.Commands(app) {
		var b strings.Builder
		if err := manualBook().Write(&b, command); err != nil {
			t.Fatal(err)
		}
		pages[manual.Name(command)] = shown(b.String())
	}
	if len(pages) < 60 {
		t.Errorf("only %d pages", len(pages))
	}
	for _, command := range app.Leaves(true) {
		name := manual.Name(command)
		page := pages[name]
		for _, want := range append(strings.Split(command.Detail, "\n"), strings.TrimSuffix(command.Help, ".")) {
			if !strings.Contains(page, strings.TrimPrefix(want, "    ")) {
				t.Errorf("%s: no line %q", name, want)
			}
		}
		for _, argument := range command.Positional {
			if !strings.Contains(page, "\n"+argument.Summary()+"\n"+argument.Help+"\n") {
				t.Errorf("%s: no argument %s", name, argument.Summary())
			}
		}
		for _, group := range command.AllFlags(true) {
			for _, flag := range group {
				head := strings.Split(strings.SplitN(page, "\n"+flag.Help+"\n", 2)[0], "\n.TP\n")
				for _, want := range flagNames(flag) {
					given, _, _ := strings.Cut(head[len(head)-1], "=")
					if !slices.Contains(strings.Split(given, ", "), want) {
						t.Errorf("%s: no flag %s before %q", name, want, flag.Help)
					}
				}
			}
		}
		for node := command; node.Parent != nil; node = node.Parent {
			if !strings.Contains(pages[manual.Name(node.Parent)], manual.Name(node)+"(1)") && node.Parent.Parent != nil {
				t.Errorf("the page of %s does not lead to %s", node.Parent.Name, name)
			}
		}
		if !strings.Contains(pages["stupol"], "\n.TP\n"+strings.TrimPrefix(strings.ReplaceAll(name, "-", " "), "stupol ")+"\n") &&
			!strings.Contains(name, "convert-test") && !strings.Contains(name, "make-shots") { // whose names have hyphens
			t.Errorf("stupol(1) has no %s", name)
		}
	}
}

// TestHelpOnAScreen asks every command for its help: that of -h has at most 40 lines, with the name of
// every flag or command, and that of --help all texts.
func TestHelpOnAScreen(t *testing.T) {
	skipUnderRace(t)
	for _, command := range manual.Commands(modelOf(t)) {
		args := strings.Fields(command.FullPath())[1:]
		help := func(flag string) string {
			text, err := exec.Command("stupol", append(slices.Clone(args), flag)...).Output()
			if err != nil {
				t.Fatalf("%s %s: %v", command.FullPath(), flag, err)
			}
			return string(text)
		}
		short, whole := help("-h"), help("--help")
		if n := strings.Count(short, "\n"); n > 40 {
			t.Errorf("%s -h has %d lines", command.FullPath(), n)
		}
		if short != whole && !strings.Contains(short, "\nAll of it: stupol "+strings.Join(args, " ")+strings.Repeat(" ", min(1, len(args)))+"--help") {
			t.Errorf("%s -h does not lead on:\n%s", command.FullPath(), short)
		}
		if line := strings.Fields(command.Detail); len(line) > 3 && !strings.Contains(strings.Join(strings.Fields(whole), " "), strings.Join(line[:3], " ")) {
			t.Errorf("%s --help has not the manual", command.FullPath())
		}
		for _, group := range command.AllFlags(true) {
			for _, flag := range group {
				if !strings.Contains(short, "--"+flag.Name) && !strings.Contains(short, "--[no-]"+flag.Name) && (flag.Short == 0 || !strings.Contains(short, "-"+string(flag.Short))) {
					t.Errorf("%s -h has no --%s", command.FullPath(), flag.Name)
				}
			}
		}
		for _, child := range command.Children {
			if !child.Hidden && !strings.Contains(short, child.Name) {
				t.Errorf("%s -h has no %s", command.FullPath(), child.Name)
			}
		}
	}
}

// completion returns the script for a shell.
func completion(t *testing.T, shell string) string {
	t.Helper()
	var b strings.Builder
	if err := (manual.Completion{App: modelOf(t), Choose: choiceOf}).Write(&b, shell); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestCompletions has bash complete the flags of every command, some values and the commands
// themselves, and looks for all of them in the scripts for zsh and fish.
func TestCompletions(t *testing.T) {
	skipUnderRace(t)
	type try struct {
		line string // what is typed, of which the last word is to be completed
		want []string
	}
	tries := []try{
		{"stupol ga", []string{"games"}},
		{"stupol games a", []string{"add"}},
		{"stupol moves --variant ru", []string{"russian"}},
		{"stupol moves --variant = ru", []string{"russian"}},
		{"stupol moves --notation pdn-", []string{"pdn-long"}},
		{"stupol analyze --language d", []string{"de"}},
		{"stupol completion z", []string{"zsh"}},
		{"stupol moves --fen ", nil},
	}
	zsh, fish := completion(t, "zsh"), completion(t, "fish")
	for _, command := range modelOf(t).Leaves(true) {
		path := strings.ReplaceAll(command.FullPath(), "-", "\x00")
		_, inZsh, found := strings.Cut(zsh, "\n_"+strings.NewReplacer(" ", "_", "\x00", "_").Replace(path)+"() {\n")
		inZsh, _, _ = strings.Cut(inZsh, "\n}\n")
		if !found {
			t.Errorf("zsh: no %s", command.Path())
		}
		all := try{line: command.FullPath() + " -"}
		for _, group := range command.AllFlags(true) {
			for _, flag := range group {
				all.want = append(all.want, flagNames(flag)...)
				for _, name := range flagNames(flag) {
					if !strings.Contains(inZsh, "'*"+name+"[") && !strings.Contains(inZsh, "'*"+name+"=[") {
						t.Errorf("zsh: %s has no %s", command.Path(), name)
					}
					option := " -l " + strings.TrimPrefix(name, "--")
					if !strings.HasPrefix(name, "--") {
						option = " -s " + name[1:]
					}
					if !hasLine(fish, "_within "+command.Path()+"' ", option+" ") {
						t.Errorf("fish: %s has no %s", command.Path(), name)
					}
				}
			}
		}
		tries = append(tries, all)
		if !hasLine(fish, strings.TrimRight("_at "+command.Parent.Path(), " ")+"' -a "+command.Name+" ", "") && command.Parent.Parent != nil {
			t.Errorf("fish: no %s", command.Path())
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	script := completion(t, "bash") + "compopt() { :; }\n"
	for _, try := range tries {
		script += fmt.Sprintf("COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _stupol; echo \"${COMPREPLY[*]}\"\n", quoteLast(try.line))
	}
	out, err := exec.Command(bash, "--norc", "-c", script).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	answers := strings.Split(string(out), "\n")
	for i, try := range tries {
		got := strings.Fields(answers[i])
		slices.Sort(got)
		slices.Sort(try.want)
		if !slices.Equal(got, try.want) {
			t.Errorf("bash, %q: %q, want %q", try.line, got, try.want)
		}
	}
}

// quoteLast returns the words of a line for bash, in which the last one may be empty.
func quoteLast(line string) string {
	i := strings.LastIndex(line, " ")
	return line[:i] + " '" + line[i+1:] + "'"
}

// hasLine reports whether a line of a text has both.
func hasLine(text, one, other string) bool {
	for line := range strings.Lines(text) {
		if strings.Contains(line, one) && strings.Contains(line, other) {
			return true
		}
	}
	return false
}

// TestChoices checks what flags are offered that are no lists.
func TestChoices(t *testing.T) {
	skipUnderRace(t)
	want := map[string]manual.Choice{
		"analyze --out":       {Files: true},
		"analyze --bb-dir":    {Folders: true},
		"pdn convert --split": {Folders: true},
		"play --eval-file":    {Files: true, Words: []string{"hand", "shipped"}},
		"pdn check <file>":    {Files: true},
		"moves --fen":         {},
	}
	eachValue(t, func(name string, _ *kong.Node, v *kong.Value) {
		if w, ok := want[name]; ok {
			delete(want, name)
			if got := choiceOf(v); got.Files != w.Files || got.Folders != w.Folders || !slices.Equal(got.Words, w.Words) {
				t.Errorf("%s: %+v, want %+v", name, got, w)
			}
		}
	})
	if len(want) > 0 {
		t.Errorf("there are no %v", want)
	}
}

// TestFirstSteps checks that what a person without a command is told are six lines with commands
// that there are.
func TestFirstSteps(t *testing.T) {
	skipUnderRace(t)
	steps := 0
	for line := range strings.Lines(firstSteps) {
		command, ok := strings.CutPrefix(line, "  stupol ")
		if !ok {
			continue
		}
		steps++
		command, _, _ = strings.Cut(command, "  ")
		if name := strings.Fields(command)[0]; !strings.HasPrefix(name, "-") && childOf(modelOf(t).Node, name) == nil {
			t.Errorf("there is no command %s", name)
		}
	}
	if steps != 6 {
		t.Errorf("%d steps, not six", steps)
	}
}
