package flags

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/alecthomas/kong"

	"stupol/cmd/exit"
)

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
