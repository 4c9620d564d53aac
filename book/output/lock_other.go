//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package output

import (
	"errors"
	"os"
)

// lock fails: there are no locks here that we know.
func lock(*os.File) error { return errors.ErrUnsupported }
