package match

import (
	"strings"
	"testing"

	"stupol/movegen"
)

func TestBallots(t *testing.T) {
	list, err := Ballots(movegen.International(), nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[movegen.Position]bool{}
	for _, o := range list {
		seen[*o.Game.Position()] = true
	}
	if len(list) != 79 || len(seen) != 79 {
		t.Errorf("got %d ballots, %d different; want 79", len(list), len(seen))
	}
	if list[78].Name != "ballot 79" {
		t.Errorf("the last is called %q, want ballot 79", list[78].Name)
	}
	russian, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Ballots(russian, nil); err == nil {
		t.Error("there are ballots for 8x8, want an error")
	}
}

func TestReadFENs(t *testing.T) {
	tests := []struct {
		name, text string
		want       int
		err        string
	}{
		{"comments and blanks", "# two\n\nW:W31:B20\n  B:W31:B20 \n", 2, ""},
		{"nonsense", "W:W31:B20\nW:W51:B1\n", 0, "line 2"},
		{"game over", "W:WK46:B\n\nB:W31:B\n", 0, "line 3: the game is over"},
		{"nothing", "# nothing\n", 0, "no openings"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := ReadFENs(strings.NewReader(tt.text), "x", movegen.International(), nil)
			if len(list) != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %d openings, %v; want %d, %q", len(list), err, tt.want, tt.err)
			}
		})
	}
}

// TestRandomOpeningsAreReproducible makes openings twice, backwards the second
// time.
func TestRandomOpeningsAreReproducible(t *testing.T) {
	const count = 12
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			o := RandomOpenings{Rules: r, Seed: 7, Plies: 6, Balance: 50, Nodes: 500}
			other := o
			other.Seed++
			var first [count]movegen.Position
			differ := 0
			for i := range count {
				first[i] = positionOf(t, &o, i)
				if first[i] != positionOf(t, &other, i) {
					differ++
				}
			}
			for i := count - 1; i >= 0; i-- {
				if again := positionOf(t, &o, i); again != first[i] {
					t.Errorf("opening %d: got %v, then %v", i, first[i], again)
				}
			}
			if differ < count/2 {
				t.Errorf("%d of %d openings differ with another seed", differ, count)
			}
		})
	}
}

func positionOf(t *testing.T, o Openings, i int) movegen.Position {
	t.Helper()
	opening, err := o.At(i)
	if err != nil {
		t.Fatal(err)
	}
	return *opening.Game.Position()
}

// TestHopelessBalance gives up instead of searching for ever.
func TestHopelessBalance(t *testing.T) {
	o := RandomOpenings{Rules: movegen.International(), Plies: 1, Balance: -1, Nodes: 1}
	if _, err := o.At(0); err == nil || !strings.Contains(err.Error(), "balanced") {
		t.Errorf("got %v, want an error about balance", err)
	}
}
