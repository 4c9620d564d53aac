package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// A Book is what its pages have in common.
type Book struct {
	Source string // what the pages are of, as "Stupol 0.1.0"
	Date   string // "": none, as the same program prints the same
	About  string // what the application is
	Ends   string // how commands end: the section EXIT STATUS
}

// Name returns the name of the page of a command: "stupol-games-add".
func Name(command *kong.Node) string { return strings.ReplaceAll(words(command), " ", "-") }

// words returns a command as one types it: "stupol games add".
func words(command *kong.Node) string {
	if command.Parent == nil {
		return command.Name
	}
	return words(command.Parent) + " " + command.Name
}

// Commands returns the application and all commands and groups of commands that are not hidden,
// each before what is below it.
func Commands(app *kong.Application) []*kong.Node { return below(nil, app.Node) }

func below(all []*kong.Node, node *kong.Node) []*kong.Node {
	all = append(all, node)
	for _, child := range node.Children {
		if !child.Hidden {
			all = below(all, child)
		}
	}
	return all
}

// Write writes the page of a command, for man.
func (b Book) Write(w io.Writer, command *kong.Node) error {
	p := &page{}
	p.line(".TH %s 1 %s %s", quoted(strings.ToUpper(Name(command))), quoted(b.Date), quoted(b.Source))
	p.line(".SH NAME\n%s \\- %s", text(Name(command)), text(firstLine(command)))
	p.line(".SH SYNOPSIS")
	p.synopsis(command)
	p.line(".SH DESCRIPTION")
	if command.Parent == nil {
		p.prose(b.About)
	} else {
		p.prose(command.Help + "\n\n" + command.Detail)
	}
	p.commands(command)
	p.arguments(command)
	p.flags(command)
	p.line(".SH EXIT STATUS")
	p.prose(b.Ends)
	p.related(command)
	_, err := io.WriteString(w, p.String())
	return err
}

// firstLine returns the first paragraph of what a command does, without a full stop.
func firstLine(command *kong.Node) string {
	line, _, _ := strings.Cut(command.Help, "\n\n")
	return strings.TrimSuffix(line, ".")
}

// A page is the source of a page as far as it is written.
type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// synopsis writes how a command is called.
func (p *page) synopsis(command *kong.Node) {
	p.line(".B %s", text(words(command)))
	if len(command.Children) > 0 {
		p.line(`\fICOMMAND\fR`)
	}
	for _, flag := range command.Flags {
		if flag.Required && !flag.Hidden {
			p.line(`\fB%s\fR=\fI%s\fR`, text("--"+flag.Name), text(flag.FormatPlaceHolder()))
		}
	}
	for _, argument := range command.Positional {
		p.line(`%s`, text(argument.Summary()))
	}
	p.line(`[\fIFLAG\fR]...`)
}

// prose writes paragraphs. Lines that begin with white space stay as they are.
func (p *page) prose(help string) {
	literal, empty := false, true
	for line := range strings.Lines(help) {
		line = strings.TrimRight(line, " \n")
		indented := strings.HasPrefix(line, " ")
		switch {
		case line == "":
			empty = true
			continue
		case indented && !literal:
			p.line(".PP\n.in +4n\n.nf")
		case !indented && literal:
			p.line(".fi\n.in\n.PP")
		case empty && literal:
			p.line("")
		case empty:
			p.line(".PP")
		}
		literal, empty = indented, false
		p.line("%s", text(strings.TrimPrefix(line, "    ")))
	}
	if literal {
		p.line(".fi\n.in")
	}
}

// commands lists what is below a command.
func (p *page) commands(command *kong.Node) {
	if len(command.Children) == 0 {
		return
	}
	p.line(".SH COMMANDS")
	for _, c := range below(nil, command)[1:] {
		if len(c.Children) == 0 {
			p.line(".TP\n\\fB%s\\fR\n%s", text(strings.TrimPrefix(words(c), words(command)+" ")), text(firstLine(c)))
		}
	}
}

// arguments lists the arguments of a command.
func (p *page) arguments(command *kong.Node) {
	if len(command.Positional) == 0 {
		return
	}
	p.line(".SH ARGUMENTS")
	for _, argument := range command.Positional {
		p.line(".TP\n%s\n%s", text(argument.Summary()), text(argument.Help))
	}
}

// flags lists the flags of a command, those of a group below its title, and the environment
// variables that stand for some.
func (p *page) flags(command *kong.Node) {
	p.line(".SH OPTIONS")
	var groups []string
	members := map[string][]*kong.Flag{}
	for _, flag := range flags(command) {
		title := ""
		if flag.Group != nil {
			title = flag.Group.Title
		}
		if members[title] == nil && title != "" {
			groups = append(groups, title)
		}
		members[title] = append(members[title], flag)
	}
	for _, title := range append([]string{""}, groups...) {
		if title != "" {
			p.line(".SS %s", quoted(title))
		}
		for _, flag := range members[title] {
			p.line(".TP\n%s\n%s", named(flag), text(flag.Help))
		}
	}
	first := true
	for _, flag := range flags(command) {
		for _, variable := range flag.Envs {
			if first {
				p.line(".SH ENVIRONMENT")
			}
			first = false
			p.line(".TP\n\\fB%s\\fR\nIs the value of \\fB%s\\fR if that is not given.", text(variable), text("--"+flag.Name))
		}
	}
}

// flags returns the flags of a command that are not hidden, and those of all commands.
func flags(command *kong.Node) (all []*kong.Flag) {
	for _, group := range command.AllFlags(true) {
		all = append(all, group...)
	}
	return all
}

// names returns a flag as it can be given: "-o", "--out".
func names(flag *kong.Flag) (all []string) {
	if flag.Short != 0 {
		all = append(all, "-"+string(flag.Short))
	}
	all = append(all, "--"+flag.Name)
	switch negated := flag.Tag.Negatable; negated {
	case "":
	case "_": // what kong makes of an empty tag
		all = append(all, "--no-"+flag.Name)
	default:
		all = append(all, "--"+negated)
	}
	return all
}

// takesValue reports whether something must stand behind a flag.
func takesValue(flag *kong.Flag) bool { return !flag.IsBool() && !flag.IsCounter() }

// named returns a flag as the page has it: "-o, --out=FILE".
func named(flag *kong.Flag) string {
	all := names(flag)
	for i, name := range all {
		all[i] = `\fB` + text(name) + `\fR`
	}
	shown := strings.Join(all, ", ")
	if takesValue(flag) {
		shown += `=\fI` + text(flag.FormatPlaceHolder()) + `\fR`
	}
	return shown
}

// related names the pages above, beside and below.
func (p *page) related(command *kong.Node) {
	var others []string
	add := func(nodes ...*kong.Node) {
		for _, node := range nodes {
			if node != command && !node.Hidden {
				others = append(others, `\fB`+text(Name(node))+`\fR(1)`)
			}
		}
	}
	if command.Parent != nil {
		add(command.Parent)
	}
	if command.Parent != nil && command.Parent.Parent != nil {
		add(command.Parent.Children...)
	}
	add(command.Children...)
	if len(others) > 0 {
		p.line(".SH SEE ALSO\n%s", strings.Join(others, ",\n"))
	}
}

// escapes are for what means something to troff: a backslash, and hyphens, which are those of
// command lines.
var escapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\"", `\(dq`)

// text returns text in which nothing is a command of troff.
func text(s string) string {
	s = escapes.Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return strings.ReplaceAll(s, "\n", " ")
}

// quoted returns an argument of a command of troff.
func quoted(s string) string { return `"` + text(s) + `"` }
