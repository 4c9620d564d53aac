package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"stupol/movegen"
)

// TestFingerprint tells weights from others by what is in their file, not by its
// name.
func TestFingerprint(t *testing.T) {
	r := movegen.International()
	shipped, err := os.ReadFile("weights/international.weights")
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(copied, shipped, 0o666); err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(shipped)
	for name, want := range map[string]string{
		"": hex.EncodeToString(hash[:8]), "shipped": hex.EncodeToString(hash[:8]), copied: hex.EncodeToString(hash[:8]), "hand": "hand",
	} {
		if got, err := Fingerprint(r, name); err != nil || got != want {
			t.Errorf("%q: got %q, %v; want %q", name, got, err, want)
		}
	}
	if got, err := Fingerprint(r, "no such file"); err == nil {
		t.Errorf("got %q of a file that is not there", got)
	}
}
