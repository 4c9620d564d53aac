package analysis

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/archive"
	"stupol/protocol/pdn/pdntest"
)

// checkOutput checks that nothing of a text is lost in what stupol analyze writes of it.
func checkOutput(t *testing.T, text string, r *movegen.Rules, search bool) {
	t.Helper()
	file, err := input.NewSource("-", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	source, err := archive.SourceOf(file, archive.Reading{Rules: r})
	if err != nil {
		return // refused by name
	}
	var told, out strings.Builder
	selection := Selection{
		Survey: source.Survey, Has: func(int) bool { return true },
		OnFault: func(number int, fault *pdn.Error) { fmt.Fprintln(&told, source.Place(number, fault)) },
	}
	in, err := selection.Read(source.Games())
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if search {
		a := newAnalysis(in.Games())
		a.Nodes = 1
		if err := a.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.Write(&out); err != nil {
		t.Fatal(err)
	}
	forms := []pdntest.Form{func() (string, string) { return out.String(), told.String() }}
	for _, n := range []pdn.Notation{pdn.Numeric, pdn.Algebraic} {
		forms = append(forms, func() (string, string) { return noted(t, out.String(), n), told.String() })
	}
	plainText, err := pdntest.Plain(text)
	if err != nil {
		t.Fatal(err)
	}
	if lost, written, reports := pdntest.Lost(plainText, forms...); len(lost) > 0 {
		t.Errorf("%q\nwritten as\n%s\ntold\n%s\nlost: %q", text, written, reports, lost)
	}
}

// noted returns games in a notation.
func noted(t *testing.T, text string, n pdn.Notation) string {
	t.Helper()
	games, err := pdn.ReadAll(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, g := range games {
		r, _ := g.Rules()
		text, _ := archive.Form{Notation: n}.Text(g, r, true)
		b.WriteString(text)
	}
	return b.String()
}

// TestNothingIsLostInAnAnalysis analyzes texts that are made of pieces by chance: as many as the
// environment variable STUPOL_TEXTS says. Some are searched, which is slow.
func TestNothingIsLostInAnAnalysis(t *testing.T) {
	many, seed := 200, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("STUPOL_TEXTS")); err == nil {
		many, seed = n, rand.Uint64()
	}
	rng := rand.New(rand.NewPCG(seed, 2))
	for n := range many {
		text, r := pdntest.Composed(rng), pdntest.RulesFor(uint8(rng.IntN(256)))
		if checkOutput(t, text, r, n%20 == 0); t.Failed() {
			t.Fatalf("text %d of seed %d", n, seed)
		}
	}
}

// TestCollections writes the files of games in a folder that the environment variable STUPOL_PDN
// names as an analysis does that has searched nothing yet.
func TestCollections(t *testing.T) {
	pdntest.EachFile(t, func(t *testing.T, text string) { checkOutput(t, text, nil, false) })
}
