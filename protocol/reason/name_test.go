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

// The ricochet is the line of fr.wikipedia.org/wiki/Coup_de_ricochet, the royal and the Philippe are
// made up after the definitions, and the others are random positions, not all of them of use to who
// plays so. examineName (shots_test.go) looks at the same definitions in another way.
func TestNames(t *testing.T) {
	tests := []struct {
		position, line string
		want           Name
	}{
		{"W:W27,28,32,38,39,40,45:B12,13,14,16,18,19,23,24", "27-22 18x27 32x21 23x34 40x7", RoyalShot},
		{"W:W27,32,34,38,40,45:B11,12,16,18,23,25", "27-22 18x27 32x21 16x27 34-30 25x34 40x16", PhilippeShot},
		{"33-28 18-23 39-33 12-18 44-39 17-21 31-27 20-25", "27-22 18x27 34-30 25x34 40x18 13x22 28x26", RicochetShot},
		{"W:W6,12,15,17,19,24,25,28,29,37,38,43,45:B1,K3", "12-8 3x32 38x27", TurkishShot},
		{"W:W9,10,11,14,16,26,29,33,34,36,38,39,41:B1,8,K45", "29-24 45x43 39x48", HalfTurkishShot},
		{"W:W33,35,38,39,41,43,49:B1,3,6,9,13,19,24,27,29,30,31,K50", "41-37 31x42 38x47 29x38 43x21", HeelShot},
		{"W:W21,22,24,26,27,28,36,47:B5,7,11,12,K16,17", "22-18 12x32 21x1 32x21 26x6", TrapDoorShot},
		{"W:W25,26,29,30,31,38,39,40,42,47,48:BK1,8,9,16,17,18", "29-23 18x29 30-24 29x20 25x21", RecallShot},
		{"W:W21,24,26,27,28,29,31,40,43,47,49:B1,5,6,7,8,12,15,16,17,18", "27-22 16x36 22x22", TurnstileShot},
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
