package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// holderVariable names the file that this test program counts up in as another process.
const holderVariable = "STUPOL_TEST_HOLDER"

// rounds is how often a process holds the file, and replaces it twice each time.
const rounds = 100

func TestMain(m *testing.M) {
	if name := os.Getenv(holderVariable); name != "" {
		if err := countUp(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// countUp holds the file with that name again and again, and adds 1 to the number in it by
// replacing it, twice a time.
func countUp(name string) error {
	for range rounds {
		held, err := Hold(name)
		for errors.Is(err, errLocked) {
			time.Sleep(100 * time.Microsecond)
			held, err = Hold(name)
		}
		for range 2 {
			if err == nil {
				err = addOne(held, name)
			}
		}
		if err != nil {
			return err
		}
		if err := held.Close(); err != nil {
			return err
		}
	}
	return nil
}

func addOne(held *Held, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(string(text))
	if err != nil {
		return err
	}
	return held.Replace(Anything, func(w io.Writer) error {
		_, err := fmt.Fprint(w, n+1)
		return err
	})
}

// skipWithoutLocks skips the test where there are no locks.
func skipWithoutLocks(t *testing.T) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "locked"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := lock(file); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("no locks")
	}
}

// skipOnWindows skips a test of what Windows does not allow: to replace a file that is open.
func skipOnWindows(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the hold is lost to who opens the file at the moment of replacement")
	}
}

// TestHoldOfProcesses has processes replace one file, each what it has read. Nothing that
// one of them has written is lost.
func TestHoldOfProcesses(t *testing.T) {
	skipWithoutLocks(t)
	skipOnWindows(t)
	const processes = 3
	name := put(t, "counter", "0")
	var all []*exec.Cmd
	for range processes {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), holderVariable+"="+name)
		cmd.Stderr = new(bytes.Buffer)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, cmd.Stderr)
		}
	}
	holds(t, name, fmt.Sprint(2*rounds*processes))
}

// TestHeldWhileReplaced tries to hold a file all the time while it is being replaced.
func TestHeldWhileReplaced(t *testing.T) {
	skipWithoutLocks(t)
	skipOnWindows(t)
	name := put(t, "counter", "0")
	held, err := Hold(name)
	if err != nil {
		t.Fatal(err)
	}
	stop, stolen := make(chan bool), make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-stop:
				stolen <- n
				return
			default:
			}
			if other, err := Hold(name); err == nil {
				n++
				other.Close()
			} else if !errors.Is(err, errLocked) {
				t.Error(err)
			}
		}
	}()
	for range 200 {
		if err := addOne(held, name); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	if n := <-stolen; n > 0 {
		t.Errorf("another held it %d times", n)
	}
	if err := errors.Join(held.Close(), held.Close()); err != nil {
		t.Error(err)
	}
	if err := held.Replace(Anything, nil); err == nil {
		t.Error("replaced after the hold has ended")
	}
	holds(t, name, "200")
}

func TestResumeIsForOneAtATime(t *testing.T) {
	skipWithoutLocks(t)
	name := put(t, "there", precious)
	first, err := Resume(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(name); !errors.Is(err, errLocked) || !strings.Contains(err.Error(), name) {
		t.Errorf("opened a second time: %v", err)
	}
	var read bytes.Buffer
	if _, err := read.ReadFrom(first); err != nil || read.String() != precious {
		t.Errorf("read %q, %v", read.String(), err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Resume(name)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	holds(t, name, precious)
}

// TestHeldIsLeftAlone: a held file in whose place an editor has put another is neither
// replaced nor removed. One that was removed comes back.
func TestHeldIsLeftAlone(t *testing.T) {
	name := put(t, "there", "ours")
	held, err := Hold(name)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	write := func() error {
		return held.Replace(Anything, func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			return err
		})
	}
	if err := os.Remove(name); err != nil {
		t.Skip(err)
	}
	if err := write(); err != nil {
		t.Error(err)
	}
	holds(t, name, "new")
	if err := errors.Join(os.Remove(name), os.WriteFile(name, []byte(precious), 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{write(), held.Remove()} {
		if err == nil || !strings.Contains(err.Error(), "another process has replaced it") {
			t.Error(err)
		}
	}
	holds(t, name, precious)
}

// TestHoldInAReadOnlyFolder: the lock needs no room beside the file.
func TestHoldInAReadOnlyFolder(t *testing.T) {
	name := put(t, "there", precious)
	folder := filepath.Dir(name)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Skip(err)
	}
	defer os.Chmod(folder, 0o755)
	file, err := Resume(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := Hold(filepath.Join(folder, "new")); err != nil && !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
}
