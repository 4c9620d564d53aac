package statistics

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// collect returns the statistics of the databases of r in the program, of so few pieces.
func collect(t *testing.T, r *movegen.Rules, pieces int) Game {
	t.Helper()
	games, err := Collect(t.Context(), []*endgame.Database{endgame.Embedded(r).UpTo(pieces)}, 2, func(uint64) {})
	if err != nil {
		t.Fatal(err)
	}
	return games[0]
}

// TestLongest compares the longest wins and losses with the distances of all positions, and
// plays their lines.
func TestLongest(t *testing.T) {
	for name, pieces := range map[string]int{"english": 3, "losing": 2, "russian": 3, "frisian": 2, "breakthrough": 3} {
		t.Run(name, func(t *testing.T) {
			r, err := movegen.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			pr := endgame.Embedded(r).Prober()
			for _, m := range collect(t, r, pieces).Materials {
				x := endgame.NewLayout(r, m.Slice)
				var most [4]int
				for i := range x.Size() {
					p := x.Position(i)
					v := pr.Probe(&p)
					plies, _ := pr.Distance(&p)
					most[v] = max(most[v], plies)
				}
				for v, l := range map[endgame.Value]*Longest{endgame.Win: m.Win, endgame.Loss: m.Loss} {
					if l == nil && most[v] == 0 {
						continue
					}
					if l == nil || l.Plies() != most[v] {
						t.Fatalf("%v: the longest %v is %+v, want %d plies", m.Slice, v, l, most[v])
					}
					checkLine(t, pr, v, l)
				}
			}
		})
	}
}

// checkLine plays l from its position, whose value is v.
func checkLine(t *testing.T, pr *endgame.Prober, v endgame.Value, l *Longest) {
	t.Helper()
	r := pr.Rules()
	p, err := r.ParseFEN(l.FEN)
	if err != nil {
		t.Fatal(err)
	}
	var winners, only int
	for i, text := range l.Line {
		if plies, ok := pr.Distance(&p); !ok || plies != l.Plies()-i {
			t.Fatalf("%s, ply %d: %d plies to the end", l.FEN, i, plies)
		}
		if v == endgame.Win {
			winners++
			wins, moves := 0, r.Moves(nil, &p)
			for _, m := range moves {
				if next := r.Play(&p, m); pr.Probe(&next) == endgame.Loss {
					wins++
				}
			}
			if wins == 1 && len(moves) > 1 {
				only++
			}
		}
		m, err := r.ParsePDNMove(&p, text)
		if err != nil {
			t.Fatalf("%s: %v", l.FEN, err)
		}
		p, v = r.Play(&p, m), v.Flipped()
		p.Runs = [2]movegen.KingRun{}
	}
	over := len(r.Moves(nil, &p)) == 0 || r.Goal == movegen.FirstKing && p.Kings != 0
	if !over || winners != l.WinnerMoves || only != l.OnlyMoves {
		t.Errorf("%s: over %v, %d of %d only moves, but %+v", l.FEN, over, only, winners, l)
	}
}

func TestCollectStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	db := endgame.Embedded(movegen.International())
	if _, err := Collect(ctx, []*endgame.Database{db}, 2, func(uint64) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// page returns the page, and the part of it about each game.
func page(t *testing.T) (text string, sections map[string]string) {
	t.Helper()
	b, err := os.ReadFile("../STATISTICS.md")
	if err != nil {
		t.Fatal(err)
	}
	sections = map[string]string{}
	for _, s := range strings.Split(string(b), "\n## ")[1:] {
		title, rest, _ := strings.Cut(s, "\n")
		sections[title] = rest
	}
	return string(b), sections
}

// TestPage checks that the page has what the command makes of the databases in the program: all
// counts, and of few pieces all else.
func TestPage(t *testing.T) {
	pieces := 3
	if testing.Short() {
		pieces = 2
	}
	text, sections := page(t)
	if !strings.HasPrefix(text, introduction) {
		t.Error("the page begins otherwise")
	}
	if got, want := len(sections), len(Games())+1; got != want {
		t.Errorf("%d sections, want %d", got, want)
	}
	for _, r := range Games() {
		t.Run(r.Name, func(t *testing.T) {
			g := counted(endgame.Embedded(r))
			section := sections[g.title()]
			if got, want := drawishRow(t, text, g), g.drawish(); !slices.Equal(slices.Delete(got, pagePieces-1, pagePieces), slices.Delete(want, pagePieces-1, pagePieces)) {
				t.Errorf("the page has %q of draws, want %q", got, want)
			}
			for _, m := range g.Materials {
				if want := "\n| " + strings.Join(m.row()[:6], " | ") + " |"; !strings.Contains(section, want) {
					t.Errorf("the page has no row %s", want)
				}
			}
			var made strings.Builder
			p := &pageWriter{w: &made}
			p.game(collect(t, r, pieces))
			for line := range strings.Lines(made.String()) {
				if !strings.Contains(text, line) {
					t.Errorf("the page has no line %s", line)
				}
			}
		})
	}
}

// drawishRow returns the row of g in the table of draws.
func drawishRow(t *testing.T, text string, g Game) []string {
	t.Helper()
	_, row, found := strings.Cut(text, "\n| "+g.title()+" | ")
	if !found {
		t.Fatalf("the page has no row of %s", g.title())
	}
	row, _, _ = strings.Cut(row, " |\n")
	return append([]string{g.title()}, strings.Split(row, " | ")...)
}

// TestPageOfMorePieces checks that the page has all materials of five pieces, and of Breakthrough of six and seven,
// which are not in the program: each with as many positions as there are, all of them won, drawn
// or lost.
func TestPageOfMorePieces(t *testing.T) {
	text, sections := page(t)
	for _, r := range Games() {
		t.Run(r.Name, func(t *testing.T) {
			g := Game{Rules: r}
			var drawn, all int
			of := endgame.Slices(r, pagePieces)
			if r.Goal == movegen.FirstKing {
				of = slices.Concat(of, endgame.Slices(r, pagePieces+1), endgame.Slices(r, pagePieces+2))
			}
			for _, s := range of {
				_, row, _ := strings.Cut(sections[g.title()], "\n| "+s.String()+" | ")
				var positions, won, draws, lost int
				if _, err := fmt.Sscanf(row, "%d | %d | %d | %d |", &positions, &won, &draws, &lost); err != nil {
					t.Errorf("%v: %v", s, err)
				}
				if want := int(endgame.NewLayout(r, s).Size()); positions != want || won+draws+lost != want {
					t.Errorf("%v: %d positions, %d won, %d drawn and %d lost, want %d", s, positions, won, draws, lost, want)
				}
				if r.Goal == movegen.FirstKing && draws != 0 {
					t.Errorf("%v: %d drawn, but that game has no draws", s, draws)
				}
				if s.Pieces() == pagePieces {
					drawn, all = drawn+draws, all+positions
				}
			}
			if got, want := drawishRow(t, text, g)[pagePieces-1], percent(uint64(drawn), uint64(all)); got != want {
				t.Errorf("%s %% of five pieces are drawn, want %s", got, want)
			}
		})
	}
}
