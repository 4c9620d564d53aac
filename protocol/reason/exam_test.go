package reason_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/reason"
)

// mistakes reads mistakes: the game, the position, the move played, the line of the better move, the
// line in reply, and the chances with both moves.
func mistakes(t *testing.T, file string) (cases []*reason.Case) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader := csv.NewReader(f)
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		r, err := movegen.Lookup(row[0])
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.ParseFEN(row[1])
		if err != nil {
			t.Fatalf("%s: %v", row[1], err)
		}
		c := &reason.Case{Rules: r, Before: p, Better: movesOf(t, r, p, row[3])}
		c.Played = movesOf(t, r, p, row[2])[0]
		c.Reply = movesOf(t, r, r.Play(&p, c.Played), row[4])
		c.Chance, _ = strconv.ParseFloat(row[5], 64)
		c.PlayedChance, _ = strconv.ParseFloat(row[6], 64)
		ask(c)
		cases = append(cases, c)
	}
	return cases
}

// movesOf reads the moves of a line.
func movesOf(t *testing.T, r *movegen.Rules, p movegen.Position, text string) (line []movegen.Move) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		m, err := r.ParsePDNMove(&p, word)
		if err != nil {
			t.Fatalf("%s in %s: %v", word, text, err)
		}
		line = append(line, m)
		p = r.Play(&p, m)
	}
	return line
}

// ask adds what the databases in the program know.
func ask(c *reason.Case) {
	db := endgame.Embedded(c.Rules)
	if db == nil {
		return
	}
	prober := db.Prober()
	c.Probe = func(p *movegen.Position) endgame.Value {
		if p.Occupied().Len() > db.MostPieces() {
			return endgame.Unknown
		}
		if v := prober.Probe(p); v == endgame.Unknown || endgame.Certain(c.Rules, p, v) {
			return v
		}
		return endgame.Unknown
	}
	after := c.Rules.Play(&c.Before, c.Played)
	was, now := c.Probe(&c.Before), c.Probe(&after)
	if was != endgame.Unknown && now != endgame.Unknown {
		c.Was, c.Now = was, now
		switch now {
		case endgame.Win:
			c.Now = endgame.Loss
		case endgame.Loss:
			c.Now = endgame.Win
		}
		c.WasPlies, _ = prober.Distance(&c.Before)
		c.NowPlies, _ = prober.Distance(&after)
	}
}

// TestExam looks at the mistakes in testdata, or at those of another file: EXAM=mistakes.csv.
func TestExam(t *testing.T) {
	file := os.Getenv("EXAM")
	if file == "" {
		file = "testdata/mistakes.csv"
	}
	counts := map[string]int{}
	cases := mistakes(t, file)
	if os.Getenv("EXAM") == "" && testing.Short() {
		cases = cases[:len(cases)/3]
	}
	said, untrue := 0, 0
	for _, c := range cases {
		re := reason.Find(c)
		key := re.Kind.String()
		if re.Missed {
			key += " missed"
		}
		counts[key]++
		if re.Kind != reason.Worse {
			said++
		}
		if err := re.Check(c); err != nil {
			t.Errorf("%s %s: %s: %v", c.Rules.Name, c.Rules.FEN(&c.Before), key, err)
		}
		x := &examiner{Case: c}
		if err := x.examine(&re); err != nil {
			t.Logf("%s %s %s: %s: %v", c.Rules.Name, c.Rules.FEN(&c.Before), c.Rules.HubMove(c.Played), key, err)
			untrue++
		}
	}
	var list []string
	for key, n := range counts {
		list = append(list, fmt.Sprintf("%4d %s", n, key))
	}
	slices.Sort(list)
	t.Logf("%d of %d have a reason; %d untrue or undecided\n%s", said, len(cases), untrue, strings.Join(list, "\n"))
	if 20*untrue > said || 2*said < len(cases) {
		t.Errorf("of %d reasons for %d mistakes %d are untrue", said, len(cases), untrue)
	}
}

// TestFalseReasonsAreNoticed: both the predicate and the examiner see that another count, a line of
// other moves or another kind is untrue.
func TestFalseReasonsAreNoticed(t *testing.T) {
	seen := 0
	for _, c := range mistakes(t, "testdata/mistakes.csv") {
		if seen == 3 {
			break
		}
		re := reason.Find(c)
		if re.Takes == 0 || re.Kind == reason.Ended {
			continue
		}
		seen++
		for what, change := range map[string]func(*reason.Reason){
			"another count":  func(re *reason.Reason) { re.Takes++ },
			"nothing given":  func(re *reason.Reason) { re.Gives-- },
			"half the line":  func(re *reason.Reason) { re.Line = re.Line[:len(re.Line)-1] },
			"the other side": func(re *reason.Reason) { re.Missed = !re.Missed },
		} {
			wrong := re
			change(&wrong)
			if err := wrong.Check(c); err == nil {
				t.Errorf("%s: Check does not see %s of %v", c.Rules.FEN(&c.Before), what, re.Kind)
			}
			if err := (&examiner{Case: c}).examine(&wrong); err == nil {
				t.Errorf("%s: the examiner does not see %s of %v", c.Rules.FEN(&c.Before), what, re.Kind)
			}
		}
	}
	if seen < 3 {
		t.Errorf("%d reasons count pieces", seen)
	}
}
