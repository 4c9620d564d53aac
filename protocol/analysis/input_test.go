package analysis

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stupol/eval"
	"stupol/protocol/pdn"
)

// TestSelection reads some games of a file: one is faulty, and the rules of one are not
// known.
func TestSelection(t *testing.T) {
	file := internationalGame + "\n" + russianGame + "\n" +
		"[GameType \"20\"]\n\n1. 32-28 1-2 *\n\n" + "[GameType \"999\"]\n\n1. 32-28 *\n\n" + englishGame
	survey := pdn.NewSurvey(nil)
	for g, err := range pdn.NewReader(strings.NewReader(file)).Games() {
		if err != nil {
			t.Fatal(err)
		}
		survey.Add(g)
	}
	var faults []string
	selection := Selection{
		Survey: survey, Has: func(n int) bool { return n != 2 },
		OnFault: func(number int, fault *pdn.Error) { faults = append(faults, fmt.Sprint(number, " ", fault.Text)) },
	}
	in, err := selection.Read(pdn.NewReader(strings.NewReader(file)).Games())
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var names []string
	for _, r := range in.Rules {
		names = append(names, r.Name)
		in.Knowledge[r] = Knowledge{Eval: eval.Hand(r)}
	}
	var numbers []int
	for _, g := range in.Games() {
		numbers = append(numbers, g.Number)
	}
	if in.Total != 5 || in.Selected != 4 || in.Faulty != 2 || !slices.Equal(numbers, []int{1, 3, 5}) {
		t.Errorf("%d games, %d selected, %d faulty; %v are analyzed", in.Total, in.Selected, in.Faulty, numbers)
	}
	if want := []string{"3 1-2", "4 GameType"}; !slices.Equal(faults, want) {
		t.Errorf("faults %q, want %q", faults, want)
	}
	if want := []string{"international", "russian", "english"}; !slices.Equal(names, want) {
		t.Errorf("rules %q, want %q", names, want)
	}
	var out strings.Builder
	if err := in.Write(&out); err != nil || strings.Count(out.String(), "[GameType ") != 4 || !strings.Contains(out.String(), `"999"`) {
		t.Errorf("error %v, written\n%s", err, out.String())
	}
	if err := in.Write(fullWriter{}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

// TestSelectionFails fails while the games are read.
func TestSelectionFails(t *testing.T) {
	games := func(yield func(*pdn.Game, error) bool) {
		g, err := pdn.NewReader(strings.NewReader(russianGame)).Read()
		_ = yield(g, err) && yield(nil, errFull)
	}
	s := Selection{Survey: pdn.NewSurvey(nil), Has: func(int) bool { return true }}
	if _, err := s.Read(games); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

var errFull = errors.New("full")

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }
