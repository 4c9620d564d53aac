package library

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// init bounds the addresses of the process that TestNoAddresses starts.
func init() {
	if os.Getenv("LIBRARY_TEST_ADDRESSES") == "" {
		return
	}
	var pages uint64
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		_, _ = fmt.Sscan(string(statm), &pages) // 0: too few, and the test says so
	}
	most := pages*uint64(os.Getpagesize()) + 200<<20
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		panic(err)
	}
}

// TestNoAddresses opens a library where SQLite gets no addresses, for which its package panics:
// that is said in one line.
func TestNoAddresses(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	name := filepath.Join(t.TempDir(), "x.games")
	cmd.Env = append(os.Environ(), "LIBRARY_TEST_NAME="+name, "LIBRARY_TEST_FILE=none", "LIBRARY_TEST_ADDRESSES=few")
	said, err := cmd.CombinedOutput()
	want := name + ": " + errNoMemory.Error() + ": " + syscall.ENOMEM.Error() + "\n"
	if err == nil || string(said) != want {
		t.Errorf("%v:\n%s\nwant %s", err, said, want)
	}
}
