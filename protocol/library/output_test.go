package library

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/archive"
	"stupol/protocol/pdn/pdntest"
)

// checkExport checks that nothing of a text is lost in a library: what its games and those that are
// kept apart say, and what was told when they were added, is all that it says. Games that are there
// already are not added again.
func checkExport(t *testing.T, text string, r *movegen.Rules) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.games")
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(name)
	defer l.Close()
	var told strings.Builder
	tell := func(r Rejected) { told.WriteString(r.String() + "\n") }
	source := sourceOf("-", []byte(text))
	source.Rules, source.Threads, source.OnOdd = r, 1, tell
	added, err := l.Add(t.Context(), source, nil, tell)
	if err != nil || added.Known > 0 {
		t.Logf("%d games known, %v", added.Known, err)
		return // refused by name, or told how many
	}
	err = l.RejectedGames(t.Context(), func(_ Rejected, text string) error {
		told.WriteString(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var forms []pdntest.Form
	for _, n := range []pdn.Notation{pdn.Usual, pdn.Numeric, pdn.Algebraic} {
		forms = append(forms, func() (written, reports string) {
			return exported(t, l, n), told.String()
		})
	}
	plainText, err := pdntest.Plain(text)
	if err != nil {
		t.Fatal(err)
	}
	if lost, written, reports := pdntest.Lost(plainText, forms...); len(lost) > 0 {
		t.Errorf("%q\nexported as\n%s\ntold\n%s\nlost: %q", text, written, reports, lost)
	}
}

// exported returns the games of a library: as it exports them, or in another notation.
func exported(t *testing.T, l *Library, n pdn.Notation) string {
	t.Helper()
	var b strings.Builder
	err := l.Export(t.Context(), Query{}, func(g *Game) error {
		if n == pdn.Usual {
			return pdn.NewWriter(&b).Write(g.PDN)
		}
		r, err := movegen.Lookup(g.Variant)
		text, _ := archive.Form{Notation: n}.Text(g.PDN, r, true)
		b.WriteString(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestNothingIsLostInALibrary adds texts that are made of pieces by chance to libraries: as many as the environment
// variable STUPOL_TEXTS says.
func TestNothingIsLostInALibrary(t *testing.T) {
	many, seed := 30, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("STUPOL_TEXTS")); err == nil {
		many, seed = n, rand.Uint64()
	}
	rng := rand.New(rand.NewPCG(seed, 2))
	for n := range many {
		text, r := pdntest.Composed(rng), pdntest.RulesFor(uint8(rng.IntN(256)))
		if checkExport(t, text, r); t.Failed() {
			t.Fatalf("text %d of seed %d", n, seed)
		}
	}
}

// TestCollections adds the files of games in a folder that the environment variable STUPOL_PDN
// names to libraries.
func TestCollections(t *testing.T) {
	pdntest.EachFile(t, func(t *testing.T, text string) { checkExport(t, text, nil) })
}

// TestGuessKeepsItsNotation exports a game that several rules fit. By those that were guessed it
// would have numbers, for which others fit.
func TestGuessKeepsItsNotation(t *testing.T) {
	l := newLibrary(t)
	addText(t, l, "x.pdn", []byte("[White \"x\"]\n\n1. f6-g5 0-1\n"))
	if text := exported(t, l, pdn.Usual); !strings.Contains(text, "1. f6-g5 0-1") || strings.Contains(text, "GameType") {
		t.Error(text)
	}
}
