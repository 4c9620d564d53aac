package reason

import (
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
)

// lineOf returns the moves of a text after those that lead to where it begins.
func lineOf(t *testing.T, r *movegen.Rules, p movegen.Position, text string) (line []movegen.Move) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		m, err := r.ParsePDNMove(&p, word)
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		line = append(line, m)
		p = r.Play(&p, m)
	}
	return line
}

// positionOf returns a position by its FEN, or the one after moves from the beginning.
func positionOf(t *testing.T, r *movegen.Rules, text string) movegen.Position {
	t.Helper()
	if strings.Contains(text, ":") {
		p, err := r.ParseFEN(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := r.Start()
	for _, m := range lineOf(t, r, p, text) {
		p = r.Play(&p, m)
	}
	return p
}

// The ricochet is the line of fr.wikipedia.org/wiki/Coup_de_ricochet; the others are made up after
// the definitions.
func TestNames(t *testing.T) {
	tests := []struct {
		position, line string
		want           Name
	}{
		{"W:W27,28,32,38,39,40,45:B12,13,14,16,18,19,23,24", "27-22 18x27 32x21 23x34 40x7", RoyalShot},
		{"W:W27,32,34,38,40,45:B11,12,16,18,23,25", "27-22 18x27 32x21 16x27 34-30 25x34 40x16", PhilippeShot},
		{"33-28 18-23 39-33 12-18 44-39 17-21 31-27 20-25", "27-22 18x27 34-30 25x34 40x18 13x22 28x26", RicochetShot},
	}
	r := movegen.International()
	for _, tt := range tests {
		p := positionOf(t, r, tt.position)
		m, ok := Mechanics(r, p, lineOf(t, r, p, tt.line))
		if m.Name != tt.want || !ok {
			t.Errorf("%s: %v, want %v (%+v)", tt.line, m.Name, tt.want, m)
		}
		// The same with the colours exchanged.
		turned := r.Turned(&p)
		var line []movegen.Move
		for _, move := range lineOf(t, r, p, tt.line) {
			line = append(line, r.TurnedMove(move))
		}
		if other, _ := Mechanics(r, turned, line); other.Name != tt.want {
			t.Errorf("%s for Black: %v, want %v", tt.line, other.Name, tt.want)
		}
	}
}

func TestMechanism(t *testing.T) {
	r := movegen.International()
	p := positionOf(t, r, "W:W27,32,34,38,40,45:B11,12,16,18,23,25")
	m, ok := Mechanics(r, p, lineOf(t, r, p, "27-22 18x27 32x21 16x27 34-30 25x34 40x16"))
	if !ok || m.Final != 6 || m.Takes != 4 || m.RoundTrip || m.BroughtIn != 1 || !m.Opened {
		t.Errorf("got %+v", m)
	}
	var path []int
	for _, sq := range m.Path {
		path = append(path, r.Number(sq))
	}
	if want := []int{40, 29, 18, 7, 16}; !slices.Equal(path, want) {
		t.Errorf("the path is %v, want %v", path, want)
	}
	for ply, want := range map[int][]Element{0: {Offer, Forcing}, 2: {Exchanging}, 4: {Offer, Forcing}} {
		if !slices.Equal(m.Elements[ply], want) {
			t.Errorf("ply %d: %v, want %v", ply, m.Elements[ply], want)
		}
	}
}
