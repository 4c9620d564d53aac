package movegen

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A trap is a row of testdata/rules_traps.csv: a position in which a certain
// misreading of the rules shows.
type trap struct {
	variant, name, why, fen string

	count             int
	hub, pdn, crowned []string // all moves in Hub form and in PDN form, and those that promote in Hub form
}

func readTraps(t *testing.T) []trap {
	t.Helper()
	f, err := os.Open("testdata/rules_traps.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var traps []trap
	for _, row := range rows[1:] {
		count, err := strconv.Atoi(row[4])
		if err != nil {
			t.Fatal(err)
		}
		traps = append(traps, trap{
			variant: row[0], name: row[1], why: row[2], fen: row[3], count: count,
			hub: sortedWords(row[5]), pdn: sortedWords(row[6]), crowned: sortedWords(row[7]),
		})
	}
	return traps
}

func sortedWords(s string) []string {
	words := strings.Fields(s)
	slices.Sort(words)
	return words
}

// TestTraps holds the generator and the referee to the same lists.
func TestTraps(t *testing.T) {
	for _, trap := range readTraps(t) {
		t.Run(trap.variant+"/"+trap.name, func(t *testing.T) {
			r, err := Lookup(trap.variant)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.ParseFEN(trap.fen)
			if err != nil {
				t.Fatal(err)
			}
			trap.check(t, r, &p, r.Moves(nil, &p))
			trap.check(t, r, &p, referenceMoves(r, referenceFor(t, r), &p))
		})
	}
}

// check compares a list of legal moves with the trap's.
func (tr trap) check(t *testing.T, r *Rules, p *Position, moves []Move) {
	t.Helper()
	hub, pdn, crowned := []string{}, []string{}, []string{}
	for _, m := range moves {
		hub = append(hub, r.HubMove(m))
		pdn = append(pdn, r.PDNMoveLong(p, m))
		if m.Promotes {
			crowned = append(crowned, r.HubMove(m))
		}
	}
	if len(moves) != tr.count {
		t.Errorf("%s: %d moves, want %d (%s)", tr.fen, len(moves), tr.count, tr.why)
	}
	for _, list := range []struct {
		what      string
		got, want []string
	}{
		{"Hub moves", hub, tr.hub},
		{"PDN moves", pdn, tr.pdn},
		{"promoting moves", crowned, tr.crowned},
	} {
		slices.Sort(list.got)
		if !slices.Equal(list.got, list.want) {
			t.Errorf("%s: %s\n got %q\nwant %q (%s)", tr.fen, list.what, list.got, list.want, tr.why)
		}
	}
}
