package library

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stupol/movegen"
)

// onSmallDisk carries out what another process of this test does, in a folder that is a file
// system of so many KiB, and returns what it says.
func onSmallDisk(t *testing.T, kilobytes int, file string) string {
	t.Helper()
	folder := t.TempDir()
	cmd := asProcess(filepath.Join(folder, "x.games"), file)
	script := fmt.Sprintf(`mount -t tmpfs -o size=%dk small %q || exit 77; exec %q`, kilobytes, folder, os.Args[0])
	cmd.Path, cmd.Args = "/usr/bin/unshare", []string{"unshare", "-rm", "sh", "-c", script}
	out, err := cmd.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 || len(out) == 0 {
		t.Skipf("no small disk can be had: %v: %s", err, out)
	}
	return string(out)
}

// TestSmallDisks adds games where there is room for nothing, for the file and not for its WAL,
// for that and not for its index, and so on: whatever fails first, it is the disk that is full.
func TestSmallDisks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "some.pdn")
	if err := os.WriteFile(file, makeGames(movegen.International(), 2000, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, kilobytes := range []int{4, 40, 60, 100, 400} {
		out := onSmallDisk(t, kilobytes, file)
		if !strings.Contains(out, ErrFull.Error()) || strings.Contains(out, "sqlite") {
			t.Errorf("%d KiB: %s", kilobytes, out)
		}
	}
}
