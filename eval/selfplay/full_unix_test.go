//go:build linux || darwin

package selfplay

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFullDisk writes more games where there is no room for them: those that were saved
// stay, and the same run goes on with them.
func TestFullDisk(t *testing.T) {
	r := quick(t, "russian", 40)
	r.MaxPlies = 20
	dir := t.TempDir()
	whole := play(t, r, filepath.Join(dir, "whole"))
	name := filepath.Join(dir, "games")
	r.Games = 20
	saved := play(t, r, name)
	r.Games = 40

	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	full := limit
	full.Cur = uint64(len(saved)) + 10
	w := writer(t, name, r.Header)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
		t.Fatal(err)
	}
	err := r.Play(t.Context(), w)
	if again := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); again != nil {
		t.Fatal(again)
	}
	if err == nil {
		t.Fatal("there was room")
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, saved) {
		t.Errorf("%d bytes (%v) are left of %d", len(got), err, len(saved))
	}
	if got := play(t, r, name); !bytes.Equal(got, whole) {
		t.Error("the run goes on to another file")
	}
}
