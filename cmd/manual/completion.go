package manual

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A Choice is what a flag or an argument can be.
type Choice struct {
	Words   []string
	Files   bool // names of files
	Folders bool // names of folders alone
}

// A Completion writes scripts that complete a command line.
type Completion struct {
	App    *kong.Application
	Choose func(*kong.Value) Choice
}

// Shells are the names of the shells that there are scripts for.
const Shells = "bash,zsh,fish"

// Write writes the script for one of the Shells.
func (c Completion) Write(w io.Writer, shell string) error {
	var script string
	switch shell {
	case "bash":
		script = c.bash()
	case "zsh":
		script = c.zsh()
	case "fish":
		script = c.fish()
	default:
		return fmt.Errorf("no completion for %q; there are those for %s", shell, Shells)
	}
	_, err := io.WriteString(w, script)
	return err
}

// children returns the commands below one that are not hidden.
func children(node *kong.Node) (all []*kong.Node) {
	for _, child := range node.Children {
		if !child.Hidden {
			all = append(all, child)
		}
	}
	return all
}

// argument returns what the arguments of a command can be together.
func (c Completion) argument(node *kong.Node) (all Choice) {
	for _, value := range node.Positional {
		one := c.Choose(value)
		all.Words = append(all.Words, one.Words...)
		all.Files = all.Files || one.Files
		all.Folders = all.Folders || one.Folders
	}
	return all
}

// short returns the first sentence of a help text, without what follows a colon or stands in
// parentheses behind it, as there is one line for it.
func short(help string) string {
	end := len(help)
	for _, mark := range []string{". ", ": ", "; ", " (", "\n"} {
		if i := strings.Index(help, mark); i > 0 {
			end = min(end, i)
		}
	}
	return strings.TrimSuffix(help[:end], ".")
}

// bash returns the script for bash. The words that begin a command line are the command; what
// can follow depends on it and on the word before.
func (c Completion) bash() string {
	var paths, flagLists, wordLists []string
	values := map[choiceKey][]string{} // the flags, by what can follow
	add := func(choice Choice, pattern string) {
		key := keyOf(choice)
		values[key] = append(values[key], fmt.Sprintf("%q", pattern))
	}
	for _, node := range Commands(c.App) {
		path := words(node)
		var offered []string
		for _, flag := range flags(node) {
			offered = append(offered, names(flag)...)
			if !takesValue(flag) {
				continue
			}
			for _, name := range names(flag) {
				add(c.Choose(flag.Value), path+" "+name)
			}
		}
		flagLists = append(flagLists, fmt.Sprintf("\t%q) flags=%q ;;", path, strings.Join(offered, " ")))
		if node.Parent != nil {
			paths = append(paths, fmt.Sprintf("%q", path))
		}
		var next []string
		for _, child := range children(node) {
			next = append(next, child.Name)
		}
		argument := c.argument(node)
		argument.Words = append(argument.Words, next...)
		if line := bashChoice(argument); line != "" {
			wordLists = append(wordLists, fmt.Sprintf("\t%q) %s ;;", path, line))
		}
	}
	var valueLists []string
	for _, key := range sortedKeys(values) {
		valueLists = append(valueLists, fmt.Sprintf("\t%s) %s; return ;;", strings.Join(values[key], "|"), orNothing(bashChoice(key.choice()))))
	}
	name := c.App.Name
	return strings.NewReplacer("NAME", name, "PATHS", strings.Join(paths, "|"), "\tVALUES", strings.Join(valueLists, "\n"),
		"\tFLAGS", strings.Join(flagLists, "\n"), "\tWORDS", strings.Join(wordLists, "\n")).Replace(bashScript)
}

// bashScript is the script for bash, with words in capitals for what is put in.
const bashScript = `# Completion of NAME for bash, made by: NAME completion bash
_NAME() {
	local command=NAME current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} flags='' i
	COMPREPLY=()
	# --flag=value is three words
	if [[ $current == "=" ]]; then
		current=
	elif [[ $previous == "=" ]] && ((COMP_CWORD > 2)); then
		previous=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "$command ${COMP_WORDS[i]}" in
		PATHS) command+=" ${COMP_WORDS[i]}" ;;
		*) break ;;
		esac
	done
	case "$command $previous" in
	VALUES
	esac
	if [[ $current == -* ]]; then
		case $command in
	FLAGS
		esac
		COMPREPLY=($(compgen -W "$flags" -- "$current"))
		return
	fi
	case $command in
	WORDS
	esac
}
complete -F _NAME NAME
`

// bashChoice returns the command of bash that offers what is chosen from, "" for nothing.
func bashChoice(choice Choice) string {
	var line []string
	if len(choice.Words) > 0 {
		line = append(line, fmt.Sprintf(`COMPREPLY=($(compgen -W %q -- "$current"))`, strings.Join(choice.Words, " ")))
	}
	switch {
	case choice.Files:
		line = append(line, "compopt -o default")
	case choice.Folders:
		line = append(line, "compopt -o dirnames")
	}
	return strings.Join(line, "; ")
}

func orNothing(line string) string {
	if line == "" {
		return ":"
	}
	return line
}

// A choiceKey is a Choice that can be compared.
type choiceKey struct {
	words          string
	files, folders bool
}

func keyOf(c Choice) choiceKey { return choiceKey{strings.Join(c.Words, " "), c.Files, c.Folders} }

func (k choiceKey) choice() Choice { return Choice{strings.Fields(k.words), k.files, k.folders} }

// sortedKeys returns the keys in an order that depends on nothing else.
func sortedKeys(values map[choiceKey][]string) (keys []choiceKey) {
	for key := range values {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b choiceKey) int { return strings.Compare(values[a][0], values[b][0]) })
	return keys
}
