package output

import (
	"errors"

	"golang.org/x/sys/windows"
)

// lock locks a file until it is closed. On Windows nobody else can read the bytes
// that are locked: we lock one far beyond the end, so that others can read the file.
func lock(f Handle) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errLocked
	}
	return err
}
