package flags

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"github.com/alecthomas/kong"

	"stupol/cmd/exit"
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

// statedDefault finds in the help of a flag what leaving the flag out means.
var statedDefault = regexp.MustCompile(`\(default: ([^)]*)\)`)

// CheckZeros returns an error of the command line if a number is given as 0 where 0 is how
// the program notes that the flag was left out, and leaving it out means something else: who
// asks for no opening moves, or the game before the first, would get ten, or the last.
func CheckZeros(command *kong.Context) error {
	for _, given := range command.Path {
		f := given.Flag
		if f == nil || f.HasDefault || !isNumber(f.Value) || !f.Target.IsZero() {
			continue
		}
		stated := statedDefault.FindStringSubmatch(f.Help)
		if stated == nil || slices.Contains([]string{"0", "none", "all", "never"}, stated[1]) {
			continue
		}
		return exit.UsageError(fmt.Errorf("--%s: 0 is not allowed; leave it out for the default: %s", f.Name, stated[1]))
	}
	return nil
}

// isNumber reports whether a flag takes a number or a time.
func isNumber(v *kong.Value) bool {
	return v.Target.CanInt() || v.Target.CanUint() || v.Target.CanFloat()
}
