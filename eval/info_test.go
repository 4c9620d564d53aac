package eval

import (
	"os"
	"testing"

	"stupol/movegen"
)

// TestInfo compares sizes with those of the files.
func TestInfo(t *testing.T) {
	for _, r := range movegen.Variants() {
		file, err := os.Stat("weights/" + shippedFile(r))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := InfoOf(r), (Info{"network", int(file.Size())}); got != want {
			t.Errorf("%s: got %v, want %v", r.Name, got, want)
		}
	}
	none := &movegen.Rules{Name: "halma"}
	if got, want := InfoOf(none), (Info{"hand", 0}); got != want {
		t.Errorf("without weights: got %v, want %v", got, want)
	}
}
