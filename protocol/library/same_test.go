package library

import (
	"strings"
	"testing"
)

// TestSameGame adds games that are equal but for their round or result, twice: they are other
// games where both say it.
func TestSameGame(t *testing.T) {
	game := func(round, result string) string {
		return "[White \"Ana\"]\n[Black \"Eva\"]\n[Date \"2006.03.17\"]\n[Round \"" + round + "\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 " + result + "\n\n"
	}
	file := game("1", "2-0") + game("2", "2-0") + game("1", "0-2") + game("?", "2-0") + game("1", "*") + game("1", "2-0")
	l := newLibrary(t)
	for i, want := range []int{3, 0} {
		added, err := l.Add(t.Context(), sourceOf("games", []byte(strings.Repeat(" ", i)+file)), nil, nil)
		if err != nil || added.Added != want || added.Known != 6-want {
			t.Errorf("%d added, %d known, %v; want %d and %d", added.Added, added.Known, err, want, 6-want)
		}
	}
}

func TestYearOf(t *testing.T) {
	for date, want := range map[string]int{
		"2006.03.17": 2006, "17-3-2006": 2006, "20060317": 2006, "20061317": 0, "97.03.17": 1997, "17/03/97": 1997, "06.03.17": 0, "1970": 1970, "": 0, "??": 0,
	} {
		if got := yearOf(date); got != want {
			t.Errorf("%q: %d, want %d", date, got, want)
		}
	}
}
