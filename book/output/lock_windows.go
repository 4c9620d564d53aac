package output

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes the lock of a file, which is free again when that is closed. Here a
// lock keeps others from the bytes it is on: it is on one far beyond the end, so
// that all may read the file.
func lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errLocked
	}
	return err
}
