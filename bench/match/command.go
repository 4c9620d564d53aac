package match

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/mattn/go-shellwords"
)

// splitCommand returns the words of a command as a shell does: separated by
// spaces, except within single or double quotes and after a backslash. Nothing
// is expanded, and what else means something to a shell has to be quoted. On
// Windows a backslash separates folders and nothing more.
func splitCommand(command string) ([]string, error) {
	if runtime.GOOS == "windows" {
		command = strings.ReplaceAll(command, `\`, `\\`)
	}
	parser := shellwords.NewParser()
	list, err := parser.Parse(command)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q: a quote, bracket or backslash without its partner", command)
	case parser.Position >= 0:
		return nil, fmt.Errorf("%q: no shell runs it, so %q has to be quoted", command, []rune(command)[parser.Position])
	case len(list) == 0:
		return nil, errors.New("empty")
	}
	return list, nil
}

// cutCommand cuts text after the command it begins with, at the first comma that
// is neither quoted nor follows a backslash.
func cutCommand(text string) (command, settings string) {
	var quote rune
	escaped := false
	for i, c := range text {
		switch {
		case escaped:
			escaped = false
		case c == '\\' && quote != '\'' && runtime.GOOS != "windows":
			escaped = true
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ',':
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}
