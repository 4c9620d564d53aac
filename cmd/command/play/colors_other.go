//go:build !windows

package play

import "os"

// enableColors reports whether a terminal understands escape sequences, as all do but
// the consoles of Windows.
func enableColors(*os.File) bool { return true }
