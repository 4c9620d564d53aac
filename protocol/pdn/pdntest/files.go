package pdntest

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/protocol/pdn/plain"
)

// EachFile calls check with the text of each file of games in the folder that the environment
// variable STUPOL_PDN names, as UTF-8.
func EachFile(t *testing.T, check func(t *testing.T, text string)) {
	folder := os.Getenv("STUPOL_PDN")
	if folder == "" {
		t.Skip("STUPOL_PDN names no folder with files of games")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", folder, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text, err := Plain(string(content))
			if err != nil {
				t.Skip(err)
			}
			check(t, text)
		})
	}
}

// Plain returns a text as UTF-8.
func Plain(text string) (string, error) {
	b, err := io.ReadAll(plain.NewReader(strings.NewReader(text), plain.Auto))
	return string(b), err
}
