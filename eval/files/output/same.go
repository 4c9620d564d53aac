package output

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// SameFile reports whether two names are of the same file, whichever way it is
// reached. The name - is standard input.
func SameFile(a, b string) bool {
	infoA, errA := statNamed(a)
	infoB, errB := statNamed(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB) && infoA.Mode().IsRegular()
	}
	placeA, placeB := place(a), place(b)
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.EqualFold(placeA, placeB)
	}
	return placeA == placeB
}

func statNamed(name string) (os.FileInfo, error) {
	if name == "-" {
		return os.Stdin.Stat()
	}
	return os.Stat(name)
}

// place returns the full name of a file in a folder reached without links.
func place(name string) string {
	full, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(full))
	if err != nil {
		return full
	}
	return filepath.Join(folder, filepath.Base(full))
}
