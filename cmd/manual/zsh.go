package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// zsh returns the script for zsh: a function for every command.
func (c Completion) zsh() string {
	var b strings.Builder
	name := c.App.Name
	fmt.Fprintf(&b, "#compdef %s\n# Completion of %[1]s for zsh, made by: %[1]s completion zsh\n", name)
	for _, node := range Commands(c.App) {
		c.zshCommand(&b, node)
	}
	// Read by compinit the file is the body of the function, else it defines one.
	fmt.Fprintf(&b, "\nif [[ $funcstack[1] == _%s ]]; then\n\t_%[1]s \"$@\"\nelse\n\tcompdef _%[1]s %[1]s\nfi\n", name)
	return b.String()
}

// zshCommand writes the function of a command.
func (c Completion) zshCommand(b *strings.Builder, node *kong.Node) {
	function := strings.ReplaceAll(Name(node), "-", "_")
	fmt.Fprintf(b, "\n_%s() {\n", function)
	below := children(node)
	if len(below) > 0 {
		fmt.Fprintf(b, "\tlocal context state line\n\tlocal -a commands\n\tcommands=(\n")
		for _, child := range below {
			fmt.Fprintf(b, "\t\t%s\n", zshQuoted(zshColons(child.Name)+":"+zshColons(short(child.Help))))
		}
		fmt.Fprintf(b, "\t)\n")
	}
	fmt.Fprintf(b, "\t_arguments -C -s -S")
	for _, flag := range flags(node) {
		for _, name := range names(flag) {
			equals, value := "", ""
			if takesValue(flag) {
				value = ":" + zshColons(flag.FormatPlaceHolder()) + ":" + zshAction(c.Choose(flag.Value))
				if strings.HasPrefix(name, "--") {
					equals = "="
				}
			}
			fmt.Fprintf(b, " \\\n\t\t%s", zshQuoted("*"+name+equals+"["+zshHelp(short(flag.Help))+"]"+value))
		}
	}
	switch argument := c.argument(node); {
	case len(below) > 0:
		fmt.Fprintf(b, " \\\n\t\t'1: :->command' \\\n\t\t'*:: :->rest'\n")
		fmt.Fprintf(b, "\tcase $state in\n\tcommand) _describe command commands ;;\n\trest)\n\t\tcase $words[1] in\n")
		for _, child := range below {
			fmt.Fprintf(b, "\t\t%s) _%s_%s ;;\n", child.Name, function, strings.ReplaceAll(child.Name, "-", "_"))
		}
		fmt.Fprintf(b, "\t\tesac\n\t\t;;\n\tesac\n}\n")
	case len(argument.Words) > 0 || argument.Files || argument.Folders:
		fmt.Fprintf(b, " \\\n\t\t%s\n}\n", zshQuoted("*:"+zshColons(node.Positional[0].Name)+":"+zshAction(argument)))
	default:
		fmt.Fprintf(b, "\n}\n")
	}
}

// zshAction returns what _arguments offers.
func zshAction(choice Choice) string {
	list := ""
	if len(choice.Words) > 0 {
		list = "(" + strings.Join(choice.Words, " ") + ")"
	}
	switch {
	case choice.Files:
		return cmpOr(list != "", `{_alternative "words\:word\:`+list+`" "files\:file\:_files"}`, "_files")
	case choice.Folders:
		return "_files -/"
	}
	return list
}

// cmpOr returns a if what is said is so, and else b.
func cmpOr(so bool, a, b string) string {
	if so {
		return a
	}
	return b
}

// zshColons escapes what separates the parts of a specification.
func zshColons(s string) string { return strings.ReplaceAll(s, ":", `\:`) }

// zshHelp escapes what ends a description.
func zshHelp(s string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}

// zshQuoted returns a word in quotes.
func zshQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
