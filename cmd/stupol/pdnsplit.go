package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"stupol/book/output"
)

// split writes every game to a file of its own. It checks all of these before it
// writes the first.
func (c pdnConvertCmd) split(inputs []pdnInput) (faulty int, err error) {
	if err := c.checkParts(inputs); err != nil {
		return 0, err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	return eachGame(ctx, inputs, c.text, func(in pdnInput, number int, text string) error {
		file, err := output.Create(c.part(in.name, number), newFile(c.Force))
		if err != nil {
			return err
		}
		if _, err := io.WriteString(file, text); err != nil {
			return errors.Join(err, file.Discard())
		}
		return file.Commit() // without waiting for the disk: there may be thousands
	})
}

// checkParts returns an error if a file must not be written, or if two games would
// go to the same file.
func (c pdnConvertCmd) checkParts(inputs []pdnInput) error {
	owners := map[string]string{}
	for _, in := range inputs {
		first := c.part(in.name, 1)
		if owner, taken := owners[strings.ToLower(first)]; taken {
			return fmt.Errorf("--split: the games of %s and of %s would both go to %s", owner, in.name, first)
		}
		owners[strings.ToLower(first)] = in.name
		for i := range in.survey.Report().Games {
			part := c.part(in.name, i+1)
			if err := newFile(c.Force)(part); err != nil {
				return fmt.Errorf("--split: %w", err)
			}
			for _, other := range inputs {
				if sameFile(part, other.name) {
					return fmt.Errorf("--split: %s is a file that is read", part)
				}
			}
		}
	}
	return nil
}

// part returns the name of the file for a game of that file.
func (c pdnConvertCmd) part(name string, number int) string {
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if name == "-" {
		base = "games"
	}
	return filepath.Join(c.Split, fmt.Sprintf("%s-%04d.pdn", base, number))
}
