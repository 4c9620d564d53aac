package manual

import (
	"fmt"
	"strings"
)

// fish returns the script for fish: a line for every flag and command.
func (c Completion) fish() string {
	var b strings.Builder
	name := c.App.Name
	b.WriteString(strings.ReplaceAll(fishHead, "NAME", name))
	for _, node := range Commands(c.App) {
		path := strings.TrimPrefix(strings.TrimPrefix(words(node), name), " ")
		within, at := "__"+name+"_within "+path, "__"+name+"_at "+path
		for _, child := range children(node) {
			fmt.Fprintf(&b, "complete -c %s -n %s -a %s -d %s\n", name, fishQuoted(at), child.Name, fishQuoted(short(child.Help)))
		}
		condition := within
		if len(children(node)) > 0 {
			condition = at
		}
		for _, flag := range flags(node) {
			options := ""
			for _, n := range names(flag) {
				if long, ok := strings.CutPrefix(n, "--"); ok {
					options += " -l " + long
				} else {
					options += " -s " + strings.TrimPrefix(n, "-")
				}
			}
			if takesValue(flag) {
				options += fishChoice(c.Choose(flag.Value), "-r -F", "-x")
			}
			fmt.Fprintf(&b, "complete -c %s -n %s%s -d %s\n", name, fishQuoted(condition), options, fishQuoted(short(flag.Help)))
		}
		if argument := c.argument(node); len(argument.Words) > 0 || argument.Files || argument.Folders {
			fmt.Fprintf(&b, "complete -c %s -n %s%s\n", name, fishQuoted(within), fishChoice(argument, "-F", ""))
		}
	}
	return b.String()
}

// fishHead defines what asks for the command: within, that it begins the line; at, that nothing
// stands behind it.
const fishHead = `# Completion of NAME for fish, made by: NAME completion fish
function __NAME_within
	set -l line (commandline -opc)[2..-1]
	test "$line" = "$argv"; or string match -q -- "$argv *" "$line"
end

function __NAME_at
	set -l line (commandline -opc)[2..-1]
	test "$line" = "$argv"
end

complete -c NAME -f
`

// fishChoice returns the options for what is chosen from: files are the ones that are for files,
// others those for all else.
func fishChoice(choice Choice, files, others string) string {
	options := " " + others
	if choice.Files {
		options = " " + files
	}
	list := strings.Join(choice.Words, " ")
	if choice.Folders && !choice.Files {
		list = strings.TrimSpace(list + " (__fish_complete_directories)")
	}
	if list != "" {
		options += " -a " + fishQuoted(list)
	}
	return strings.TrimRight(options, " ")
}

// fishQuoted returns a word in quotes.
func fishQuoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
