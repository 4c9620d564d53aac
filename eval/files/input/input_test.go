package input

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOpen tries what cannot be read as a file. None of it is waited for.
func TestOpen(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	if err := os.WriteFile(name, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{folder: "a folder, not a file", os.DevNull: "a device, not a file"}
	if pipe := filepath.Join(folder, "pipe"); makePipe(pipe) == nil {
		kinds[pipe] = "a pipe, not a file"
	}
	if socket := filepath.Join(folder, "socket"); len(socket) < 100 {
		if l, err := net.Listen("unix", socket); err == nil {
			defer l.Close()
			kinds[socket] = "a socket, not a file"
		}
	}
	for name, want := range kinds {
		if _, err := Open(name); err == nil || !strings.Contains(err.Error(), name+": "+want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if name == folder {
			continue
		}
		files := Folder(filepath.Dir(name))
		if _, err := files.Open(filepath.Base(name)); err == nil || !strings.Contains(err.Error(), name+": "+want) {
			t.Errorf("%s in its folder: %v, want %q", name, err, want)
		}
	}
	if _, err := Open(filepath.Join(folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Folder(folder).Open("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, open := range []func() (fs.File, error){
		func() (fs.File, error) { return Open(name) },
		func() (fs.File, error) { return Folder(folder).Open("file") },
		func() (fs.File, error) { return Folder(folder).Open(".") },
	} {
		file, err := open()
		if err != nil {
			t.Error(err)
			continue
		}
		file.Close()
	}
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(name, 4); err != nil || string(got) != "text" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := ReadFile(name, 3); err == nil || !strings.Contains(err.Error(), "file: larger than 0 MB") {
		t.Error(err)
	}
	if err := os.Truncate(name, 1<<40); err != nil { // a file of holes
		t.Skip(err)
	}
	if _, err := ReadFile(name, 1<<20); err == nil || !strings.Contains(err.Error(), "larger than 1 MB") {
		t.Error(err)
	}
}

// TestFolderWithAnyBytes opens a file whose name is not UTF-8, and nothing outside the folder.
func TestFolderWithAnyBytes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "b\xe9")
	if err := os.WriteFile(name, []byte("text"), 0o666); err != nil {
		t.Skip(err) // no such names there
	}
	if got, err := fs.ReadFile(Folder(filepath.Dir(name)), "b\xe9"); string(got) != "text" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, outside := range []string{"../" + filepath.Base(filepath.Dir(name)) + "/b\xe9", name, ""} {
		if _, err := Folder(filepath.Dir(name)).Open(outside); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q: %v", outside, err)
		}
	}
}

// TestSource reads a file and standard input twice, and their hashes.
func TestSource(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("abc"), 0o666); err != nil {
		t.Fatal(err)
	}
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-4
	for _, name := range []string{name, "-"} {
		source, err := NewSource(name, strings.NewReader("abc"))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			in, err := source.Open()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(in); string(got) != "abc" || err != nil {
				t.Errorf("%s: read %q, %v", name, got, err)
			}
			in.Close()
		}
		if got, err := source.Hash(); got != want || err != nil {
			t.Errorf("%s: hash %s, %v", name, got, err)
		}
	}
	if _, err := (Source{Name: filepath.Join(name, "none")}).Hash(); err == nil {
		t.Error("a file that is not there has a hash")
	}
}
