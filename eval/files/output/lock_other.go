//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package output

import (
	"errors"
)

// lock fails: there are no locks here that we know.
func lock(Handle) error { return errors.ErrUnsupported }
