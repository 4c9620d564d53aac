package flags

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/protocol/library"
	"stupol/protocol/pdn/archive"
	"stupol/protocol/terminal/store"
)

// A fileRole says what a command does with a file or folder that a flag names. It
// is the value of the tag file of that flag; the rule behind it is the comment of
// package output.
type fileRole struct {
	Written bool
	Help    string                        // added to the help of such a flag
	check   func(force bool) output.Check // of what is written before the work begins; nil: none
	There   func(name string) error       // of what is read, the same
}

// FileRoles are all values of that tag.
var FileRoles = map[string]fileRole{
	"read":      {There: input.CheckFile},
	"folder":    {There: input.CheckFolder}, // that is read
	"scratch":   {There: input.CheckFolder}, // a folder for temporary files
	"marked":    {There: input.CheckFile},   // a library of games, which must exist: its package keeps what is in it
	"mentioned": {},                         // read if it is there, or no file at all
	"new":       {true, "Refused if the file exists, unless with --force.", NewFile, nil},
	"picture":   {true, "Replaces a picture that Stupol drew; refused if any other file exists, unless with --force.", NewPicture, nil},
	"games":     {true, "Appended if the file has PDN games; refused if any other file exists.", func(bool) output.Check { return archive.Check }, nil},
	"log":       {true, "Appended if the file is a log of Stupol; refused if any other file exists.", func(bool) output.Check { return OnlyLog }, nil},
	"played":    {true, "Continued if the games in the file are of stupol play; refused if any other file exists.", func(bool) output.Check { return store.Check }, nil},
	"library":   {true, "Made if there is none, added to if it is one; refused if any other file exists.", func(bool) output.Check { return library.Check }, nil},
	"run":       {true, "Continued if the file is of the same run; refused if any other file exists.", func(bool) output.Check { return output.Anything }, nil},

	// Folders. The commands look at the files in them.
	"parts":     {true, "Files that exist are refused, unless with --force.", nil, nil},
	"journals":  {true, "Journals in it are continued if they are of the same run; other files with their names are refused.", nil, nil},
	"databases": {true, "Keeps the databases in it; refused if other files have their names.", nil, nil},
}

// OnlyLog is the check for logs, which are appended to.
var OnlyLog = output.Only("a log of Stupol", isLog)

// logLine is how the lines of all logs begin: with the time.
var logLine = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6} `)

// isLog reports whether a file begins as a log of Stupol.
func isLog(file io.Reader) bool {
	first, err := bufio.NewReaderSize(file, 1000).ReadSlice('\n')
	return (err == nil || errors.Is(err, bufio.ErrBufferFull)) && logLine.Match(first)
}

// Overwrite has the flag of commands that write whole files.
type Overwrite struct {
	Force bool `help:"Replace files that exist."`
}

// NewFile is the check for a file that is written as a whole.
func NewFile(force bool) output.Check { return unless(force, output.Absent) }

// NewPicture is the check for a picture.
func NewPicture(force bool) output.Check {
	return unless(force, output.Only("a picture that Stupol drew", drawn))
}

// unless returns check, or with --force the check that lets any file be replaced.
func unless(force bool, check output.Check) output.Check {
	if force {
		return output.Anything
	}
	return func(name string) error {
		err := check(name)
		if errors.Is(err, output.ErrExists) {
			err = fmt.Errorf("%w; --force replaces it", err)
		}
		return err
	}
}

// DescribeFiles adds to the help of flags that name files what happens to these.
func DescribeFiles(k *kong.Kong) error {
	for _, command := range k.Model.Leaves(false) {
		for _, flag := range command.Flags {
			name := flag.Tag.Get("file")
			role, ok := FileRoles[name]
			if name != "" && !ok {
				return fmt.Errorf("--%s: no role %q of a file", flag.Name, name)
			}
			flag.Help = strings.TrimSpace(flag.Help + " " + role.Help)
		}
	}
	return nil
}

// A fileUser is a command that uses files which no flag of it names alone.
type fileUser interface {
	MoreFiles() (read, written []string)
}

// A LateReader is a command that tells another program, not a person, what it cannot read.
type LateReader interface{ ReadsLate() }

// A namedFile is a file of a command line.
type namedFile struct {
	flag string // that names it, "--out"; "": part of an argument
	name string
	role fileRole
}

// CheckFiles returns an error if the command cannot read a file, so that nothing has been
// written when that shows, or if it would destroy one. It changes nothing.
func CheckFiles(command *kong.Context) error {
	files, force := namedFiles(command.Selected())
	_, later := command.Selected().Target.Interface().(LateReader)
	for i, f := range files {
		if !f.role.Written {
			continue
		}
		if f.role.check != nil {
			if err := f.role.check(force)(f.name); err != nil {
				return f.wrap(err)
			}
		}
		for k, other := range files {
			if (k < i || !other.role.Written) && output.SameFile(f.name, other.name) {
				return f.wrap(fmt.Errorf("%s is %s too", f.name, other))
			}
		}
	}
	for _, f := range files {
		if later || f.role.There == nil || f.name == "-" { // standard input, where there can be that
			continue
		}
		if err := f.role.There(f.name); err != nil {
			return f.wrap(err)
		}
	}
	return nil
}

// namedFiles returns the files that a command uses, and the value of --force.
func namedFiles(command *kong.Node) (files []namedFile, force bool) {
	add := func(flag string, value *kong.Value) {
		role, ok := FileRoles[value.Tag.Get("file")]
		if !ok {
			return
		}
		words := strings.Split(value.Tag.Get("words"), ",") // that are no files
		for _, name := range Texts(value.Target) {
			if !slices.Contains(words, name) && (name != "-" || !role.Written) {
				files = append(files, namedFile{flag, name, role})
			}
		}
	}
	for _, flag := range command.Flags {
		add("--"+flag.Name, flag.Value)
		if flag.Name == "force" {
			force = flag.Target.Bool()
		}
	}
	for _, argument := range command.Positional {
		add("", argument)
	}
	if user, ok := command.Target.Interface().(fileUser); ok {
		read, written := user.MoreFiles()
		for _, name := range read {
			files = append(files, namedFile{"", name, FileRoles["mentioned"]})
		}
		for _, name := range written {
			files = append(files, namedFile{"", name, FileRoles["run"]})
		}
	}
	return files, force
}

// Texts returns the strings in a string or a slice of strings, without empty ones.
func Texts(value reflect.Value) (all []string) {
	if value.Kind() != reflect.Slice {
		if text := value.String(); text != "" {
			all = append(all, text)
		}
		return all
	}
	for i := range value.Len() {
		all = append(all, Texts(value.Index(i))...)
	}
	return all
}

// wrap returns err with the flag it is about.
func (f namedFile) wrap(err error) error {
	if f.flag == "" {
		return err
	}
	return fmt.Errorf("%s: %w", f.flag, err)
}

// String returns what the file is for.
func (f namedFile) String() string {
	switch {
	case f.flag != "":
		return "the file of " + f.flag
	case f.role.Written:
		return "another file that is written"
	}
	return "a file that is read"
}

// WriteFile makes a whole file of what content writes.
func WriteFile(name string, check output.Check, content func(io.Writer) error) error {
	_, err := output.Write(name, check, content)
	return err
}

// JournalName returns the name of the journal of a command: the one that was named, or else that
// beside its output; "" if there is neither.
func JournalName(named, out string) string {
	if out == "" {
		return named
	}
	return cmp.Or(named, output.Beside(out, ".journal"))
}

// OwnJournal returns the files that MoreFiles tells of: the journal, if no flag names it.
func OwnJournal(named, out string) (read, written []string) {
	if name := JournalName(named, out); name != "" && named == "" {
		written = append(written, name)
	}
	return nil, written
}
