package eval

import (
	"os"
	"testing"

	"stupol/movegen"
)

// TestInfo compares what the headers say with the weights, and the sizes with the files.
func TestInfo(t *testing.T) {
	kinds := map[string]int{}
	for _, r := range movegen.Variants() {
		w, err := embedded(r)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Stat(shippedFile(r))
		if err != nil {
			t.Fatal(err)
		}
		want := Info{"patterns", int(file.Size())}
		if w.Network != nil {
			want.Kind = "network"
		}
		if got := InfoOf(r); got != want {
			t.Errorf("%s: got %v, want %v", r.Name, got, want)
		}
		kinds[want.Kind]++
	}
	if len(kinds) != 2 {
		t.Errorf("only one kind of evaluation in the program: %v", kinds)
	}
	none := &movegen.Rules{Name: "halma"}
	if got, want := InfoOf(none), (Info{"hand", 0}); got != want {
		t.Errorf("without weights: got %v, want %v", got, want)
	}
}
