package library

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"stupol/movegen"
)

// asNobody calls f as a user to whom the modes of files apply, which they do not to root.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Getuid() != 0 {
		f()
		return
	}
	runtime.LockOSThread() // the thread ends with the goroutine, which never unlocks it
	if err := syscall.Setfsuid(65534); err != nil {
		t.Skip("no user but root can be had:", err)
	}
	defer func() { _ = syscall.Setfsuid(0) }()
	f()
}

// TestShut reads a library that may not be written, in a folder that may not be written, or
// both, and writes there: that fails with one clear message. Nothing is left in the folder.
func TestShut(t *testing.T) {
	for _, tt := range []struct {
		name      string
		dir, file os.FileMode
	}{{"file", 0o777, 0o444}, {"folder", 0o555, 0o666}, {"both", 0o555, 0o444}} {
		t.Run(tt.name, func(t *testing.T) {
			name := shutLibrary(t, tt.dir, tt.file)
			var found int
			var readErr, addErr, newErr error
			asNobody(t, func() {
				var l *Library
				if l, readErr = OpenReadOnly(name); readErr == nil {
					found, readErr = l.Count(t.Context(), Query{})
					readErr = errors.Join(readErr, l.Close())
				}
				_, addErr = OpenExisting(name)
				if tt.dir == 0o555 {
					_, newErr = Open(filepath.Join(filepath.Dir(name), "new"))
				}
			})
			if readErr != nil || found != 20 {
				t.Errorf("%d games, error %v", found, readErr)
			}
			if want := name + ": " + errShut.Error(); addErr == nil || addErr.Error() != want {
				t.Errorf("error %v, want %s", addErr, want)
			}
			if tt.dir == 0o555 && !errors.Is(newErr, errShut) {
				t.Errorf("a new one: error %v", newErr)
			}
			if files, err := os.ReadDir(filepath.Dir(name)); err != nil || len(files) != 1 {
				t.Errorf("%v are left, error %v", files, err)
			}
		})
	}
}

// TestShutWhileOpen reads a library that may not be written while another process has it:
// SQLite cannot, and one message says so.
func TestShutWhileOpen(t *testing.T) {
	name := shutLibrary(t, 0o755, 0o644)
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	addText(t, l, "b.pdn", makeGames(movegen.International(), 30, 2))
	read := func() (n int, err error) {
		asNobody(t, func() {
			var r *Library
			if r, err = OpenReadOnly(name); err == nil {
				n, err = r.Count(t.Context(), Query{})
				err = errors.Join(err, r.Close())
			}
		})
		return n, err
	}
	if err := errors.Join(os.Chmod(name, 0o444), os.Chmod(filepath.Dir(name), 0o555)); err != nil {
		t.Fatal(err)
	}
	if _, err := read(); err == nil || err.Error() != name+": "+errOpen.Error() {
		t.Errorf("error %v", err)
	}
	if err := errors.Join(os.Chmod(filepath.Dir(name), 0o755), l.Close(), os.Chmod(filepath.Dir(name), 0o555)); err != nil {
		t.Fatal(err)
	}
	if n, err := read(); err != nil || n != 50 {
		t.Errorf("%d games, error %v", n, err)
	}
}

// shutLibrary returns the name of a library with 20 games, with these modes.
func shutLibrary(t *testing.T, dir, file os.FileMode) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "dir", "my games?.db") // letters that addresses write otherwise
	openPath(t, filepath.Dir(name))
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	addText(t, l, "a.pdn", makeGames(movegen.International(), 20, 1))
	if err := errors.Join(l.Close(), os.Chmod(name, file), os.Chmod(filepath.Dir(name), dir)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Dir(name), 0o755) }) // to be deleted
	return name
}

// openPath makes a folder in one of t.TempDir, and lets all users through to it.
func openPath(t *testing.T, dir string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	above := filepath.Dir(dir)
	for _, d := range []string{above, filepath.Dir(above)} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}
