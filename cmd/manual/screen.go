package manual

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

const (
	screenLines  = 40 // of a usual terminal
	screenWidth  = 79
	mostExamples = 4
)

// Help prints the help of a command for kong: with --help all of it, with -h, as git and ripgrep
// do, what fits on a screen.
func Help(options kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	if node == nil {
		node = ctx.Model.Node
	}
	if slices.Contains(ctx.Args, "--help") || fits(options, ctx) {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	calls, rest := examples(node), further(node)
	if len(node.Children) == 0 {
		node.Detail = strings.Join(calls, "\n") + "\n\n" + rest
		for _, flag := range flags(node) {
			flag.Help = firstSentence(flag.Help)
		}
		if fits(options, ctx) {
			return kong.DefaultHelpPrinter(options, ctx)
		}
	}
	_, err := io.WriteString(ctx.Stdout, inShort(node, calls, rest))
	return err
}

// fits reports whether kong's help of what is asked for fits on a screen.
func fits(options kong.HelpOptions, ctx *kong.Context) bool {
	var printed bytes.Buffer
	out := ctx.Stdout
	ctx.Stdout = &printed
	defer func() { ctx.Stdout = out }()
	return kong.DefaultHelpPrinter(options, ctx) == nil && bytes.Count(printed.Bytes(), []byte("\n")) <= screenLines
}

// examples returns the first lines of the manual of a command that call it.
func examples(command *kong.Node) (all []string) {
	for line := range strings.Lines(command.Detail) {
		if strings.HasPrefix(line, "    "+words(command)) && len(all) < mostExamples {
			all = append(all, strings.TrimRight(line, "\n"))
		}
	}
	return all
}

// further says where the rest of the help of a command is.
func further(command *kong.Node) string {
	rest := "All of it: " + words(command) + " --help"
	if i := strings.LastIndex(command.Detail, "\nMore: "); i >= 0 {
		rest += ". " + command.Detail[i+1:]
	}
	return rest
}

// firstSentence returns a text up to its first full stop that ends a sentence.
func firstSentence(help string) string {
	sentence, rest, _ := strings.Cut(help, ". ")
	if rest != "" {
		sentence += "."
	}
	return sentence
}

// inShort is the help of a command with no more than the names of its flags, and of the application
// with those of its commands.
func inShort(command *kong.Node, calls []string, rest string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s\n\n", usage(command))
	fill(&b, "", strings.Fields(firstLine(command)+"."))
	if len(calls) > 0 {
		b.WriteString("\n" + strings.Join(calls, "\n") + "\n")
	}
	var titles []string
	members := map[string][]string{}
	add := func(title, name string) {
		if members[title] == nil {
			titles = append(titles, title)
		}
		members[title] = append(members[title], name)
	}
	for _, c := range command.Children {
		if !c.Hidden {
			add("Commands", c.Name)
		}
	}
	for _, flag := range flags(command) {
		title := "Flags"
		if flag.Group != nil {
			title = flag.Group.Title
		}
		name := strings.Join(names(flag)[:1], "")
		if takesValue(flag) {
			name = "--" + flag.Name + "=" + flag.FormatPlaceHolder()
		}
		add(title, strings.ReplaceAll(name, " ", "\u00a0"))
	}
	b.WriteString("\n")
	for _, title := range titles {
		fill(&b, fmt.Sprintf("%-10s", title), members[title])
	}
	fmt.Fprintf(&b, "\n%s\n", rest)
	return b.String()
}

// usage returns how a command is called.
func usage(command *kong.Node) string {
	if command.Parent == nil {
		return command.Name + " <command> [flags]"
	}
	return words(command) + strings.TrimPrefix(command.Summary(), command.Path())
}

// fill writes words behind a title, below each other where they are more than a line.
func fill(b *strings.Builder, title string, words []string) {
	line := title
	for i, word := range words {
		if i > 0 && len(line)+1+len(word) > screenWidth {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = strings.Repeat(" ", len(title))
		}
		if i > 0 && strings.TrimSpace(line) != "" {
			line += " "
		}
		line += word
	}
	b.WriteString(strings.ReplaceAll(line, "\u00a0", " ") + "\n")
}
