package movegen

import "testing"

func TestPerftSuiteIsWellFormed(t *testing.T) {
	suite, err := PerftSuite()
	if err != nil {
		t.Fatal(err)
	}
	variants := map[string]int{}
	for i, c := range suite {
		if _, err := Lookup(c.Variant); err != nil {
			t.Errorf("case %d: %v", i, err)
		}
		variants[c.Variant]++
		if c.FEN == "" || c.Source == "" || c.Nodes < 0 {
			t.Errorf("case %d is incomplete: %+v", i, c)
		}
		follows := i > 0 && c.Variant == suite[i-1].Variant && c.Name == suite[i-1].Name
		if follows && (c.FEN != suite[i-1].FEN || c.Depth != suite[i-1].Depth+1) || !follows && c.Depth != 1 {
			t.Errorf("case %d (%s %s depth %d) is out of order", i, c.Variant, c.Name, c.Depth)
		}
	}
	for _, r := range Variants() {
		if variants[r.Name] == 0 {
			t.Errorf("no case for %s", r.Name)
		}
	}
}

func TestPerftCaseRejectsBadNumbers(t *testing.T) {
	for _, row := range [][]string{
		{"international", "start", "", "one", "9", "", ""},
		{"international", "start", "", "1", "9.5", "", ""},
	} {
		if c, err := perftCase(row); err == nil {
			t.Errorf("perftCase(%q) = %+v, want an error", row, c)
		}
	}
}
