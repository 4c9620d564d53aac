package main

import (
	"bufio"
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
	written bool
	help    string                        // added to the help of such a flag
	check   func(force bool) output.Check // of what is written before the work begins; nil: none
	there   func(name string) error       // of what is read, the same
}

var fileRoles = map[string]fileRole{
	"read":      {there: input.CheckFile},
	"folder":    {there: input.CheckFolder}, // that is read
	"scratch":   {there: input.CheckFolder}, // a folder for temporary files
	"marked":    {there: input.CheckFile},   // a library of games, which must exist: its package keeps what is in it
	"mentioned": {},                         // read if it is there, or no file at all
	"new":       {true, "Refused if the file exists, unless with --force.", newFile, nil},
	"picture":   {true, "Replaces a picture that Stupol drew; refused if any other file exists, unless with --force.", newPicture, nil},
	"games":     {true, "Appended if the file has PDN games; refused if any other file exists.", func(bool) output.Check { return archive.Check }, nil},
	"log":       {true, "Appended if the file is a log of Stupol; refused if any other file exists.", func(bool) output.Check { return onlyLog }, nil},
	"played":    {true, "Continued if the games in the file are of stupol play; refused if any other file exists.", func(bool) output.Check { return store.Check }, nil},
	"library":   {true, "Made if there is none, added to if it is one; refused if any other file exists.", func(bool) output.Check { return library.Check }, nil},
	"run":       {true, "Continued if the file is of the same run; refused if any other file exists.", func(bool) output.Check { return output.Anything }, nil},

	// Folders. The commands look at the files in them.
	"parts":     {true, "Files that exist are refused, unless with --force.", nil, nil},
	"journals":  {true, "Journals in it are continued if they are of the same run; other files with their names are refused.", nil, nil},
	"databases": {true, "Keeps the databases in it; refused if other files have their names.", nil, nil},
}

// onlyLog is the check for logs, which are appended to.
var onlyLog = output.Only("a log of Stupol", isLog)

// logLine is how the lines of all logs begin: with the time.
var logLine = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6} `)

// isLog reports whether a file begins as a log of Stupol.
func isLog(file io.Reader) bool {
	first, err := bufio.NewReaderSize(file, 1000).ReadSlice('\n')
	return (err == nil || errors.Is(err, bufio.ErrBufferFull)) && logLine.Match(first)
}

// forceFlag is the flag of commands that write whole files.
type forceFlag struct {
	Force bool `help:"Replace files that exist."`
}

// newFile is the check for a file that is written as a whole.
func newFile(force bool) output.Check { return unless(force, output.Absent) }

// newPicture is the check for a picture.
func newPicture(force bool) output.Check {
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

// describeFiles adds to the help of flags that name files what happens to these.
func describeFiles(k *kong.Kong) error {
	for _, command := range k.Model.Leaves(false) {
		for _, flag := range command.Flags {
			name := flag.Tag.Get("file")
			role, ok := fileRoles[name]
			if name != "" && !ok {
				return fmt.Errorf("--%s: no role %q of a file", flag.Name, name)
			}
			flag.Help = strings.TrimSpace(flag.Help + " " + role.help)
		}
	}
	return nil
}

// A fileUser is a command that uses files which no flag of it names alone.
type fileUser interface {
	moreFiles() (read, written []string)
}

// A lateReader is a command that tells another program, not a person, what it cannot read.
type lateReader interface{ readsLate() }

// A namedFile is a file of a command line.
type namedFile struct {
	flag string // that names it, "--out"; "": part of an argument
	name string
	role fileRole
}

// checkFiles returns an error if the command cannot read a file, so that nothing has been
// written when that shows, or if it would destroy one. It changes nothing.
func checkFiles(command *kong.Context) error {
	files, force := namedFiles(command.Selected())
	_, later := command.Selected().Target.Interface().(lateReader)
	for i, f := range files {
		if !f.role.written {
			continue
		}
		if f.role.check != nil {
			if err := f.role.check(force)(f.name); err != nil {
				return f.wrap(err)
			}
		}
		for k, other := range files {
			if (k < i || !other.role.written) && output.SameFile(f.name, other.name) {
				return f.wrap(fmt.Errorf("%s is %s too", f.name, other))
			}
		}
	}
	for _, f := range files {
		if later || f.role.there == nil || f.name == "-" { // standard input, where there can be that
			continue
		}
		if err := f.role.there(f.name); err != nil {
			return f.wrap(err)
		}
	}
	return nil
}

// namedFiles returns the files that a command uses, and the value of --force.
func namedFiles(command *kong.Node) (files []namedFile, force bool) {
	add := func(flag string, value *kong.Value) {
		role, ok := fileRoles[value.Tag.Get("file")]
		if !ok {
			return
		}
		words := strings.Split(value.Tag.Get("words"), ",") // that are no files
		for _, name := range texts(value.Target) {
			if !slices.Contains(words, name) && (name != "-" || !role.written) {
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
		read, written := user.moreFiles()
		for _, name := range read {
			files = append(files, namedFile{"", name, fileRoles["mentioned"]})
		}
		for _, name := range written {
			files = append(files, namedFile{"", name, fileRoles["run"]})
		}
	}
	return files, force
}

// texts returns the strings in a string or a slice of strings, without empty ones.
func texts(value reflect.Value) (all []string) {
	if value.Kind() != reflect.Slice {
		if text := value.String(); text != "" {
			all = append(all, text)
		}
		return all
	}
	for i := range value.Len() {
		all = append(all, texts(value.Index(i))...)
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
	case f.role.written:
		return "another file that is written"
	}
	return "a file that is read"
}

// writeFile makes a whole file of what content writes.
func writeFile(name string, check output.Check, content func(io.Writer) error) error {
	_, err := output.Write(name, check, content)
	return err
}
