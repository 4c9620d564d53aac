package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const precious = "what the user has"

// put makes a file in a folder of the test and returns its name.
func put(t *testing.T, name, content string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(content), 0o640); err != nil {
		t.Fatal(err)
	}
	return name
}

// holds fails unless the file has that content and nothing was left beside it.
func holds(t *testing.T, name, content string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != content {
		t.Errorf("%s holds %q, %v, want %q", filepath.Base(name), got, err, content)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*.part")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func write(name string, check Check, content string) error {
	_, err := Write(name, check, func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	})
	return err
}

// isOurs recognizes what begins with "ours".
func isOurs(r io.Reader) bool {
	head := make([]byte, 4)
	_, err := io.ReadFull(r, head)
	return err == nil && string(head) == "ours"
}

func TestChecks(t *testing.T) {
	folder := t.TempDir()
	only := Only("one of ours", isOurs)
	tests := []struct {
		name  string
		check Check
		file  string
		want  string // in the error; "": there is none
	}{
		{"absent", Absent, filepath.Join(folder, "new"), ""},
		{"absent, empty", Absent, put(t, "empty", ""), ""},
		{"absent, there", Absent, put(t, "there", precious), "there: the file exists"},
		{"absent, a folder", Absent, folder, "a folder"},
		{"absent, no folder", Absent, filepath.Join(folder, "none", "new"), "none"},
		{"absent, no folder but a file", Absent, filepath.Join(put(t, "there", precious), "new"), "there"},
		{"anything", Anything, put(t, "there", precious), ""},
		{"anything, a folder", Anything, folder, "a folder"},
		{"only, none", only, filepath.Join(folder, "new"), ""},
		{"only, ours", only, put(t, "there", "ours it is"), ""},
		{"only, other", only, put(t, "there", precious), "there: the file exists and is not one of ours"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.check(tt.file)
			if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func TestWriteReplacesAndKeepsTheMode(t *testing.T) {
	name := put(t, "there", precious)
	if err := write(name, Anything, "new"); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "new")
	info, err := os.Stat(name)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestWriteThatFailsChangesNothing(t *testing.T) {
	name := put(t, "there", precious)
	broken := errors.New("broken")
	_, err := Write(name, Anything, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half of "); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	holds(t, name, precious)
}

// TestCommitLooksAgain makes the file that was absent at first.
func TestCommitLooksAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new")
	f, err := Create(name, Absent)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(precious), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("it was replaced")
	}
	holds(t, name, precious)
}

func TestWriteBehindALink(t *testing.T) {
	name := put(t, "there", precious)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	if err := write(link, Absent, "new"); err == nil {
		t.Error("a file behind a link was replaced")
	}
	if err := write(link, Anything, "new"); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is now %v, %v", info.Mode(), err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := write(link, Anything, "new"); err == nil {
		t.Error("a link to nothing was replaced")
	}
}

func TestWriteToADevice(t *testing.T) {
	info, err := os.Stat(os.DevNull)
	if err != nil || info.Mode().IsRegular() {
		t.Skip("no device", err)
	}
	if err := write(os.DevNull, Absent, "lost"); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&fs.ModeDevice == 0 {
		t.Errorf("it is now %v, %v", info.Mode(), err)
	}
}

func TestWriteProtected(t *testing.T) {
	name := put(t, "there", precious)
	if err := os.Chmod(name, 0o440); err != nil {
		t.Fatal(err)
	}
	if file, err := os.OpenFile(name, os.O_WRONLY, 0); err == nil {
		file.Close()
		t.Skip("this user may write anything")
	}
	if err := write(name, Anything, "new"); !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
	holds(t, name, precious)
}

func TestAppend(t *testing.T) {
	for _, tt := range []struct{ before, want string }{
		{"", "one\ntwo\n"},
		{"ours\n", "ours\none\ntwo\n"},
		{"ours, cut off", "ours, cut off\none\ntwo\n"},
	} {
		name := put(t, "there", tt.before)
		a, err := Append(name, Only("one of ours", isOurs), WholeLines)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, name, tt.before)
		for _, line := range []string{"one\n", "two\n"} {
			if n, err := a.Write([]byte(line)); n != len(line) || err != nil {
				t.Errorf("%d, %v", n, err)
			}
		}
		if err := errors.Join(a.Sync(), a.Close()); err != nil {
			t.Error(err)
		}
		holds(t, name, tt.want)
	}
	name := put(t, "there", precious)
	if _, err := Append(name, Only("one of ours", isOurs), WholeLines); err == nil {
		t.Error("added to the file of another")
	}
	holds(t, name, precious)
}

// A smallDisk has room for a few more bytes.
type smallDisk struct {
	Handle
	left int
}

func (d *smallDisk) Write(b []byte) (int, error) {
	fits := min(len(b), d.left)
	d.left -= fits
	n, err := d.Handle.Write(b[:fits])
	if err == nil && n < len(b) {
		err = errors.New("the disk is full")
	}
	return n, err
}

func TestBeside(t *testing.T) {
	plain := put(t, "out", "ours")
	for _, tt := range []struct{ name, want string }{
		{plain, plain + ".journal"},
		{plain + "2", plain + "2.journal"},
		{"/dev/stdout", ""}, // whatever it is
		{os.DevNull, ""},
	} {
		if got := Beside(tt.name, ".journal"); got != tt.want {
			t.Errorf("beside %s: %q, not %q", tt.name, got, tt.want)
		}
	}
}

// TestAppendLooksAgain appends to a file that another process has appended to since it
// was opened.
func TestAppendLooksAgain(t *testing.T) {
	name := put(t, "there", "ours\n")
	a, err := Append(name, Anything, WholeLines)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := os.WriteFile(name, []byte("ours\ntheirs, cut"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Write([]byte("one\n")); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "ours\ntheirs, cut\none\n")
}

func TestAppendToAFullDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open for appending cannot be truncated")
	}
	name := put(t, "there", "ours\n")
	a, err := Append(name, Anything, WholeLines)
	if err != nil {
		t.Fatal(err)
	}
	a.file = &smallDisk{a.file, 6}
	if _, err := a.Write([]byte("fits\n")); err != nil {
		t.Error(err)
	}
	if _, err := a.Write([]byte("does not\n")); err == nil {
		t.Error("no error")
	}
	a.Close()
	holds(t, name, "ours\nfits\n")
}

// TestLimit writes whole lines while there is room for the one that says there is no more.
func TestLimit(t *testing.T) {
	var log strings.Builder
	const line = "one line of many\n"
	l := Limit(&log, int64(2*len(line)+len(rest)))
	for i, want := range []error{nil, nil, ErrFull, ErrFull, ErrFull} {
		if _, err := io.WriteString(l, line); err != want {
			t.Errorf("line %d: got %v, want %v", i, err, want)
		}
	}
	if got := log.String(); got != line+line+rest {
		t.Errorf("got %q", got)
	}
}
