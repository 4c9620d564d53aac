package puzzle

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/pdn/archive"
)

// readFile reads a file with that content: the problems, and the places of those with faults.
func readFile(t *testing.T, content string, r *movegen.Rules) (problems []Problem, faulty []string, first error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "problems")
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	source, err := input.NewSource(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = Read(source, archive.Reading{Rules: r}, func(p Problem, err error) error {
		if err != nil {
			faulty = append(faulty, p.Place)
			if first == nil {
				first = err
			}
			return nil
		}
		problems = append(problems, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return problems, faulty, first
}

func TestReadList(t *testing.T) {
	const list = "\ufeff# two problems\n\n" +
		"W:W8,20,39,40,41:B7,16,22,25,28,32 ; 1. 39-33 25x14 2. 8-3 ; a shot\n" +
		"nonsense\n" +
		"b : W31:B2;\n" +
		"W:W31:B2; 31-22\n"
	problems, faulty, _ := readFile(t, list, nil)
	if len(problems) != 2 || !slices.Equal(faulty, []string{"line 4", "line 6"}) {
		t.Fatalf("%v, %v", problems, faulty)
	}
	first, second := problems[0], problems[1]
	if first.Place != "line 3" || first.Title != "a shot" || len(first.Solution) != 3 || first.Rules != movegen.International() {
		t.Errorf("%+v", first)
	}
	if second.Place != "line 5" || second.Start.Turn != movegen.Black || len(second.Solution) != 0 {
		t.Errorf("%+v", second)
	}
	russian, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	if problems, _, _ = readFile(t, "W:Wc3:Bh8; c3-d4", russian); len(problems) != 1 || problems[0].Rules != russian {
		t.Errorf("%v", problems)
	}
}

func TestReadGames(t *testing.T) {
	const games = `[Event "Shot"]
[GameType "20"]
[FEN "W:W8,20,39,40,41:B7,16,22,25,28,32"]

1. 39-33 25x14 2. 8-3 2-0

[GameType "25"]
[Result "1/2-1/2"]
[FEN "W:WKc3:BKh8"]

1/2-1/2

[GameType "20"]
[FEN "W:W31:B2"]

0-2

[GameType "20"]

1. 32-28 *

[GameType "20"]
[FEN "W:W31:B2"]

1. 31-22 *
`
	problems, faulty, first := readFile(t, games, nil)
	if len(problems) != 2 || !slices.Equal(faulty, []string{"game 3", "game 4", "game 5"}) || !errors.Is(first, ErrLost) {
		t.Fatalf("%v, %v, %v", problems, faulty, first)
	}
	if p := problems[0]; p.Title != "Shot" || p.Goal != ToWin || len(p.Solution) != 3 || p.Place != "game 1" {
		t.Errorf("%+v", p)
	}
	if p := problems[1]; p.Goal != ToDraw || p.Rules.Name != "russian" {
		t.Errorf("%+v", p)
	}
}

// TestResultOfBlackFirst reads problems to win whose result has Black first, or White.
func TestResultOfBlackFirst(t *testing.T) {
	const games = "[GameType \"21\"]\n[FEN \"W:W31,27,19:B17,12,5\"]\n\n0-1\n\n[GameType \"21\"]\n[FEN \"W:W31,27,19:B17,12,5\"]\n\n1-0\n"
	problems, faulty, err := readFile(t, games, nil)
	if len(problems) != 2 || len(faulty) != 0 || problems[0].Goal != ToWin || problems[1].Goal != ToWin {
		t.Errorf("%v, %v, %v", problems, faulty, err)
	}
}

// FuzzReadFENs reads all sorts of lists: each problem has a legal solution, and reads the same
// again as it is written.
func FuzzReadFENs(f *testing.F) {
	f.Add("W:W8,20,39,40,41:B7,16,22,25,28,32 ; 1. 39-33 25x14 2. 8-3 ; a shot", false)
	f.Add("# x\nW:Wc3:Bh8; c3-d4 h8-g7;;\n\n;;;\nB:;1-1", true)
	f.Fuzz(func(t *testing.T, text string, small bool) {
		r := movegen.International()
		if small {
			r, _ = movegen.Lookup("russian")
		}
		err := ReadFENs(strings.NewReader(text), r, func(p Problem, err error) error {
			if err != nil {
				return nil
			}
			line := r.FEN(&p.Start) + "; " + strings.Join(longTexts(p), " ")
			again, err := parseLine(line, r)
			if err != nil || again.Start != p.Start || !slices.Equal(again.Solution, p.Solution) {
				t.Errorf("%s: %+v, %v", line, again, err)
			}
			return nil
		})
		_ = err // a line that is too long
	})
}

// longTexts returns the moves of a solution in full.
func longTexts(p Problem) (texts []string) {
	now := p.Start
	for _, m := range p.Solution {
		texts = append(texts, p.Rules.HubMove(m))
		now = p.Rules.Play(&now, m)
	}
	return texts
}
