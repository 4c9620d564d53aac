package pdn

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stupol/movegen"
)

// TestNumbered compares the numbers of Numbered with those in the text of moves.
func TestNumbered(t *testing.T) {
	turned := 0
	for _, r := range movegen.Variants() {
		numbered, p := Numbered(r), r.Start()
		if numbered != r {
			turned++
		}
		for _, m := range r.Moves(nil, &p) {
			if got, want := numbered.PDNMove(&p, m), Numeric.Move(r, &p, m); got != want {
				t.Errorf("%s: %s, want %s", r.Name, got, want)
			}
		}
	}
	if turned != 1 {
		t.Errorf("%d games are numbered from elsewhere, want Spanish alone", turned)
	}
}

// TestToldNumbering replays games whose squares are numbered as GameType says: from each corner
// as the side that begins sees it, by either colour, on boards that are mirrored or not.
func TestToldNumbering(t *testing.T) {
	for _, name := range []string{"international", "frisian", "english", "italian", "spanish", "czech"} {
		r, err := movegen.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 32 {
			corner, first, inverted, withFEN := i%4, movegen.Color(i/4%2), i/8%2 == 1, i/16 == 1
			begin := r.Start()
			begin = movegen.NewPosition(first, begin.Pieces[movegen.White], begin.Pieces[movegen.Black], 0)
			played := movegen.NewGameFrom(r, begin, nil)
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			if withFEN {
				played.PlayRandom(6, rng)
				if played.Position().Turn != first {
					played.PlayRandom(1, rng)
				}
				played = movegen.NewGameFrom(r, *played.Position(), nil)
			}
			played.PlayRandom(24, rng)
			checkTold(t, played, first, corner, inverted, withFEN)
		}
	}
}

// checkTold writes a game with numbers that begin in a corner, and replays it.
func checkTold(t *testing.T, played *movegen.Game, first movegen.Color, corner int, inverted, withFEN bool) {
	t.Helper()
	r := played.Rules()
	numbers := numbersFrom(r, first, corner, inverted != r.Mirrored)
	p := played.Start()
	flag := map[bool]string{true: "1", false: "0"}[inverted]
	text := fmt.Sprintf("[GameType \"%s,%s,%d,%d,N%d,%s\"]\n", numberOf(r.GameType), first.String()[:1], r.Size, r.Size, corner, flag)
	if withFEN {
		var sides []string
		for c, letter := range map[movegen.Color]string{movegen.White: "W", movegen.Black: "B"} {
			var squares []string
			for n := 1; n <= r.Squares(); n++ {
				s := r.SquareOf(n)
				king := map[bool]string{true: "K", false: ""}[p.Kings.Has(s)]
				if p.Pieces[c].Has(s) {
					squares = append(squares, king+numbers[n])
				}
			}
			sides = append(sides, letter+strings.Join(squares, ","))
		}
		text += "[FEN \"" + first.String()[:1] + ":" + strings.Join(sides, ":") + "\"]\n"
	}
	text += "\n"
	for _, m := range played.Moves() {
		path := strings.FieldsFunc(r.PDNMoveLong(&p, m), func(c rune) bool { return c == '-' || c == 'x' })
		for i, square := range path {
			n, _ := strconv.Atoi(square)
			path[i] = numbers[n]
		}
		text += strings.Join(path, map[bool]string{true: "x", false: "-"}[m.Captured != 0]) + " "
		p = r.Play(&p, m)
	}
	games, err := ReadAll(strings.NewReader(text + "*"))
	if err != nil || len(games) != 1 {
		t.Fatal(games, err)
	}
	replay := games[0].Replay(r)
	if got := replay.Positions(); replay.Err() != nil || got[len(got)-1] != p {
		t.Errorf("%s: %v, in\n%s", r.Name, replay.Err(), text)
	}
}

// numbersFrom returns what is written for each number of movegen's, where squares are numbered
// along the rows from a corner that a side sees; flipped if its board is mirrored to that of r.
func numbersFrom(r *movegen.Rules, seenBy movegen.Color, corner int, flipped bool) map[int]string {
	place := func(n int) (up, right int) { // from the bottom left of the side
		row, column := r.RowAndColumn(r.SquareOf(n))
		up, right = r.Size-1-row, column
		if flipped {
			right = r.Size - 1 - right
		}
		if seenBy == movegen.Black {
			up, right = r.Size-1-up, r.Size-1-right
		}
		return up, right
	}
	order := make([]int, r.Squares())
	for i := range order {
		order[i] = i + 1
	}
	slices.SortFunc(order, func(a, b int) int {
		upA, rightA := place(a)
		upB, rightB := place(b)
		if corner >= 2 {
			upA, upB = -upA, -upB
		}
		if corner%2 == 1 {
			rightA, rightB = -rightA, -rightB
		}
		return cmp.Or(cmp.Compare(upA, upB), cmp.Compare(rightA, rightB))
	})
	numbers := map[int]string{}
	for i, n := range order {
		numbers[n] = strconv.Itoa(i + 1)
	}
	return numbers
}

// TestKurnik reads a game whose GameType tells the other end of the board than its moves, and one
// whose moves begin there: in both White begins, as the tag says.
func TestKurnik(t *testing.T) {
	for _, moves := range []string{"1. 32-28 19-23", "1. 19-23 32-28"} {
		games, err := ReadAll(strings.NewReader("[GameType \"20,W,10,10,N1,0\"]\n\n" + moves + " *"))
		if err != nil {
			t.Fatal(err)
		}
		normal := games[0].Replay(nil).Normal(Usual)
		if got := normal.Tag("GameType"); got != "20,W,10,10,N2,0" || normal.Plies[0].Text != "32-28" || normal.Plies[1].Text != "19-23" {
			t.Errorf("%s becomes %s", moves, normal)
		}
	}
}
