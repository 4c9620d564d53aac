package names

import (
	"strings"
	"testing"

	"stupol/movegen"
)

// international is the game of the structures.
var international = movegen.International()

// inSources are positions in which the sources of the table say that the structure is there: moves from the
// start, or diagrams, to those of a few men with others that can move meanwhile.
var inSources = map[string][]string{
	"classical":                     {"33-28 18-23 31-27 20-24"},
	"fork lock":                     {"32-28 18-22 37-32 12-18 31-26 7-12 36-31 1-7 41-36 19-23 28x19 14x23 32-28 23x32 38x27", "33-29 20-25 39-33 14-20 44-39 19-24"},
	"faux marchand de bois":         {"34-30 19-23 32-28 23x32 37x28 14-19 41-37 17-22 28x17 11x22 37-32 10-14 32-27"},
	"marchand de bois incomplet":    {"32-28 18-23 33-29 23x32 37x28 20-25 41-37 17-21 37-32 15-20 39-33 19-24 44-39 21-26 50-44 26x37 42x31 14-19 46-41"},
	"tenailles":                     {"32-28 18-22 37-32 20-24 34-30 12-18 32-27"},
	"enchaînement Weiss":            {"34-30 20-25 39-34 15-20 44-39 20-24", "32-28 16-21 31-26 11-16 37-32 7-11 36-31 19-23 28x19 14x23 33-28 9-14 28x19 14x23 31-27"},
	"double pion kerkhof":           {"33-28 18-23 39-33 12-18 44-39 7-12 31-27 20-24 37-31 14-20 41-37 2-7 27-22 18x27 31x22 10-14 34-30 24-29 33x24 20x29"},
	"système Roozenburg":            {"33-29 19-23 35-30 20-25 30-24"},
	"pion taquin épaulé et soutenu": {"W:W24,29,34,46,47,48:B1,2,3,15,20,25"},
	"jeu central 23-24-27":          {"W:W23,24,27,29,34,46,47,48:B1,2,3,15,16,20,25,26"},
	"batterie Chizhov":              {"31-27 17-21 37-31 21-26 41-37 18-23 33-28 12-17 39-33"},
	"partie du trèfle":              {"31-27 17-21 37-31 21-26 41-37 18-23 33-28 12-17 39-33 17-21"},
	"trèfle":                        {"31-27 17-21 37-31 21-26 41-37 18-23 33-28 12-17 39-33 17-21"},
	"grand triangle latéral":        {"W:W25,27,28,30,32,33,34,35,36,37,38,40,42,45,47,48:B1,3,6,8,9,11,13,14,15,16,18,19,21,23,24,26"},
}

// after returns the position of a text of inSources, and the moves that lead to it.
func after(t *testing.T, text string) (p movegen.Position, moves []movegen.Move) {
	t.Helper()
	if strings.Contains(text, ":") {
		p, err := international.ParseFEN(text)
		if err != nil {
			t.Fatal(err)
		}
		return p, nil
	}
	p, moves = international.Start(), line(t, international, text)
	for _, m := range moves {
		p = international.Play(&p, m)
	}
	return p, moves
}

// side returns on which side s stands in a position, -1 if on none.
func (s *structure) side(p *movegen.Position) int {
	for side := range s.sides {
		if s.sides[side].Fits(p) {
			return side
		}
	}
	return -1
}

// TestStructures: each stands where its source says so, and no longer when one of its squares is held
// otherwise.
func TestStructures(t *testing.T) {
	all := structures()[international.Name]
	if len(all) != len(inSources) {
		t.Errorf("%d structures, %d have positions", len(all), len(inSources))
	}
	for _, s := range all {
		for _, text := range inSources[s.name.Own] {
			p, _ := after(t, text)
			side := s.side(&p)
			if side < 0 {
				t.Errorf("%s: not in %s", s.name.Own, international.FEN(&p))
				continue
			}
			for n := 1; n <= international.Squares(); n++ {
				at := international.SquareOf(n)
				if !s.sides[side].Squares().Has(at) {
					continue
				}
				q := p
				if q.Occupied().Has(at) {
					q.Pieces[movegen.White] &^= at.Bit()
					q.Pieces[movegen.Black] &^= at.Bit()
				} else {
					q.Pieces[movegen.White] |= at.Bit()
				}
				if s.side(&q) >= 0 {
					t.Errorf("%s: in %s, where %d is held otherwise", s.name.Own, international.FEN(&q), n)
				}
			}
		}
	}
}

// hold returns moves after which a structure has stood in so many more positions, nil if it cannot.
func hold(s *structure, p movegen.Position, positions int) []movegen.Move {
	if positions == 0 {
		return []movegen.Move{}
	}
	for _, m := range international.Moves(nil, &p) {
		q := international.Play(&p, m)
		if s.side(&q) < 0 {
			continue
		}
		if rest := hold(s, q, positions-1); rest != nil {
			return append([]movegen.Move{m}, rest...)
		}
	}
	return nil
}

// TestStructuresOfGames goes on from the positions of the sources while the structure stands: a game has
// it as soon as it has stood long enough on one side, and no sooner.
func TestStructuresOfGames(t *testing.T) {
	for _, s := range structures()[international.Name] {
		for _, text := range inSources[s.name.Own] {
			p, moves := after(t, text)
			start := p
			if moves != nil {
				start = international.Start()
			}
			more := hold(&s, p, standing-1)
			if more == nil {
				t.Errorf("%s: cannot stand after %s", s.name.Own, text)
			}
			moves = append(moves, more...)
			p = start
			has := false
			var stood [2]int
			for ply := 0; ; ply++ {
				for side := range s.sides {
					stood[side]++
					if !s.sides[side].Fits(&p) {
						stood[side] = 0
					}
					has = has || stood[side] == 6
				}
				if got := Of(international, start, moves[:ply]); got.Has(s.name.Own) != has {
					t.Errorf("%s: after %d of %d moves the names are %s", s.name.Own, ply, len(moves), got)
				}
				if ply == len(moves) {
					break
				}
				p = international.Play(&p, moves[ply])
			}
			if !has {
				t.Errorf("%s: not at the end of %s", s.name.Own, text)
			}
		}
	}
}

// TestNamesOfStructures: they come in order, and each in the language that is asked for, if it has one.
func TestNamesOfStructures(t *testing.T) {
	all := structures()[international.Name]
	p, moves := after(t, inSources["partie du trèfle"][0])
	for i := range all {
		if all[i].name.Own == "partie du trèfle" {
			moves = append(moves, hold(&all[i], p, standing-1)...)
		}
	}
	names := Of(international, international.Start(), moves)
	if got, want := names.String(), "batterie Chizhov, partie du trèfle, trèfle"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for language, want := range map[string]string{"nl": "klaverblad", "fr": "partie du trèfle", "en": "partie du trèfle", "pt-BR": "partie du trèfle"} {
		if got := names[1].In(language); got != want || !names[1].Structure {
			t.Errorf("%s: got %+v, want %s", language, names[1], want)
		}
	}
	for part, want := range map[string]bool{"": true, "TSJIZJOV": true, "chizhov, partie": false, "klaverblad": true, "hekstelling": false} {
		if got := names.Has(part); got != want {
			t.Errorf("%q: got %v", part, got)
		}
	}
	if got := Of(english(t), international.Start(), nil); got != nil {
		t.Errorf("structures of English draughts: %s", got)
	}
}

// TestWrongStructures: what is wrong in a row is said, and in which.
func TestWrongStructures(t *testing.T) {
	for row, want := range map[string]string{
		"international,en a,W27":                     "wrong number of fields",
		"nowhere,en a,W27,x":                         "structures, row 2, en a: ",
		"international,,W27,x":                       "each after its language",
		"international,fork lock,W27,x":              "each after its language",
		"international,en,W27,x":                     "each after its language",
		"international,en a; en b,W27,x":             "two names in en",
		"international,en a,,x":                      "a pattern has the form",
		"international,en a,\"W27,28:B51\",x":        "\"51\" is no square of the board",
		"international,en a,\"W27:B27\",x":           "the square 27 is named twice",
		"international,en a,\"W34,35,40,45\",x":      "row 2, en a: the squares are held at the start of the game",
		"international,en a,\"W34,35,40,45:B6\",\"x": "parse error",
	} {
		if _, err := readStructures([]byte("game,names,squares,source\n" + row + "\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", row, err, want)
		}
	}
}

func FuzzReadStructures(f *testing.F) {
	f.Add(structureTable[:400])
	f.Add([]byte("game,names,squares,source\nrussian,en x,Wc3:Bd6,y\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		all, err := readStructures(file)
		if err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
		for _, of := range all {
			for _, s := range of {
				if s.name.Own == "" || s.name.In("") != s.name.Own || s.sides[0].IsZero() {
					t.Errorf("%+v", s)
				}
			}
		}
	})
}
