package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"

	"github.com/alecthomas/kong"
)

// keepBytes makes kong leave texts of the command line as they are. It hands them through
// JSON, which makes U+FFFD of every byte that is not UTF-8; but the name of a file may have
// such bytes, and two names that differ in nothing else are two files.
func keepBytes(k *kong.Kong) error {
	for _, option := range []kong.Option{
		kong.KindMapper(reflect.String, kong.MapperFunc(decodeText)),
		kong.NamedMapper("existingfile", existing("a folder, not a file", os.FileInfo.IsDir)),
		kong.NamedMapper("existingdir", existing("not a folder", func(info os.FileInfo) bool { return !info.IsDir() })),
	} {
		if err := option.Apply(k); err != nil {
			return err
		}
	}
	return nil
}

// popText takes the next value of a command line.
func popText(ctx *kong.DecodeContext) (string, error) {
	token, err := ctx.Scan.PopValue("string")
	text, ok := token.Value.(string)
	if err == nil && !ok { // the end of the line
		err = errors.New("missing value")
	}
	return text, err
}

// decodeText sets a text.
func decodeText(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := popText(ctx)
	if err == nil {
		target.SetString(text)
	}
	return err
}

// existing returns the mapper for the name of what must be there, and be nothing else: wrong
// says what it is then.
func existing(wrong string, isOther func(os.FileInfo) bool) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, target reflect.Value) error {
		name, err := popText(ctx)
		if err != nil {
			return err
		}
		name = kong.ExpandPath(name)
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		if isOther(info) {
			return fmt.Errorf("%s: %s", name, wrong)
		}
		target.SetString(name)
		return nil
	}
}
