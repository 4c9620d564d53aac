package flags

import (
	"errors"
	"reflect"

	"github.com/alecthomas/kong"
)

// KeepBytes makes kong leave texts of the command line as they are. It hands them through
// JSON, which makes U+FFFD of every byte that is not UTF-8; but the name of a file may have
// such bytes, and two names that differ in nothing else are two files.
func KeepBytes(k *kong.Kong) error {
	for _, option := range []kong.Option{
		kong.KindMapper(reflect.String, kong.MapperFunc(decodeText)),
		kong.NamedMapper("path", kong.MapperFunc(decodePath)),
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

// decodePath sets the name of a file or folder, from the root, in which ~ is the folder of the
// user. Whether it is there CheckFiles says.
func decodePath(ctx *kong.DecodeContext, target reflect.Value) error {
	name, err := popText(ctx)
	if err == nil {
		target.SetString(kong.ExpandPath(name))
	}
	return err
}
