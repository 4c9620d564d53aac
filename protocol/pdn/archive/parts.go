package archive

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"stupol/eval/files/output"
)

// Parts are the files, one a game, that games of other files are written to.
type Parts struct {
	Folder string
	Check  output.Check // of each file
}

// Name returns the name of the file for a game of that number.
func (p Parts) Name(s *Source, number int) string {
	base := strings.TrimSuffix(filepath.Base(s.Name), filepath.Ext(s.Name))
	if s.Name == "-" {
		base = "games"
	}
	return filepath.Join(p.Folder, fmt.Sprintf("%s-%04d.pdn", base, number))
}

// CheckAll returns an error if a file must not be written, or if two games would go to the
// same file.
func (p Parts) CheckAll(sources []*Source) error {
	owners := map[string]string{}
	for _, s := range sources {
		first := p.Name(s, 1)
		if owner, taken := owners[folded(first)]; taken {
			return fmt.Errorf("the games of %s and of %s would both go to %s", owner, s.Name, first)
		}
		owners[folded(first)] = s.Name
		for i := range s.Survey.Report().Games {
			part := p.Name(s, i+1)
			if err := p.Check(part); err != nil {
				return err
			}
			for _, other := range sources {
				if output.SameFile(part, other.Name) {
					return fmt.Errorf("%s is a file that is read", part)
				}
			}
		}
	}
	return nil
}

// folded returns what the names of two files have in common that are one file where case does
// not matter. Nothing is known of the letters of a name that is not UTF-8.
func folded(name string) string {
	if !utf8.ValidString(name) {
		return name
	}
	return strings.ToLower(name)
}

// Put writes the text of a game to its file. It does not wait for the disk: there may be
// thousands.
func (p Parts) Put(s *Source, number int, text string) error {
	file, err := output.Create(p.Name(s, number), p.Check)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(file, text); err != nil {
		return errors.Join(err, file.Discard())
	}
	return file.Commit()
}
