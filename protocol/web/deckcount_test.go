package web

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
	"stupol/search"
)

// mechanismNames are what the page calls the kinds of reasons.
var mechanismNames = map[string]string{
	"taken": "loose piece", "attack": "loose piece", "exchange": "exchange", "wrong-capture": "exchange", "shot": "shot",
	"king-caught": "king caught", "king-locked": "king caught", "breakthrough": "breakthrough", "database": "endgame", "into-database": "endgame",
	"zugzwang": "short of moves", "bind": "short of moves", "freer": "short of moves", "long-run": "long line", "later": "long line",
}

// A count is what the mistakes of a kind come to.
type count struct {
	games    map[int]bool
	cards    map[string]bool // moves in positions
	mistakes int
}

// TestDeckCounts has the games of a player in a library looked through, and counts the same by
// stupol analyze: the profile says no more and no less. STUPOL_DECK_GAMES says how many games.
func TestDeckCounts(t *testing.T) {
	t.Parallel()
	games, _ := strconv.Atoi(cmp.Or(os.Getenv("STUPOL_DECK_GAMES"), "3"))
	texts := weakGames(t, games)
	w := open(t, serveLibrary(t, strings.Join(texts, "\n")), "")
	evaluate[any](w, `void document.querySelector("#budget").dispatchEvent(new Event("change", void (document.querySelector("#budget").value = "quick")))`)
	w.openDeck()
	w.enter("#deck-player", "Novice")
	evaluate[any](w, `void document.querySelector("#deck-player").dispatchEvent(new Event("change"))`)
	w.click("#deck-collect")
	done := fmt.Sprintf("%d games looked through.", games)
	eventuallyWithin(time.Duration(games)*time.Minute, func() bool { return w.notice() == done })
	w.await(fmt.Sprintf(`document.querySelector("#notice-text").textContent === %q`, done))
	got := evaluate[[]string](w, `[...document.querySelectorAll("#deck-profile li, #deck-kind option:not([value=''])")].map((e) => e.textContent).sort()`)
	want := profileByScript(t, texts)
	if !slices.Equal(got, want) {
		t.Errorf("the page says\n%s\ncounted:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(got) == 0 {
		t.Error("nobody makes mistakes")
	}
	t.Logf("%d games: %s", games, strings.Join(got, " "))
}

// eventuallyWithin waits for something to happen, no longer than that.
func eventuallyWithin(limit time.Duration, happens func() bool) {
	for begun := time.Now(); time.Since(begun) < limit && !happens(); {
		time.Sleep(200 * time.Millisecond)
	}
}

// A profile is what the mistakes of Novice come to. Of two numbers the
// first is of what is before the ending, the second of the ending.
type profile struct {
	kinds, squares        map[string]*count
	moves, mistakes       [2]int
	withEnding, badEnding int // games
}

// profileByScript returns what the page is to say of Novice, and how many mistakes of each kind it is to
// have, in order.
func profileByScript(t *testing.T, texts []string) []string {
	t.Helper()
	p := profile{kinds: map[string]*count{}, squares: map[string]*count{}}
	for i, text := range texts {
		g, _ := analyzed(t, text, analysis.QuickNodes, 16<<20)
		p.add(g, i)
	}
	said := append(p.mechanisms(), p.endings()...)
	slices.Sort(said)
	return said
}

// add counts the moves of Novice in a game.
func (p *profile) add(g *analysis.Game, number int) {
	side := movegen.White
	if g.Record.Tag("Black") == "Novice" {
		side = movegen.Black
	}
	seen := map[string]bool{}
	var moves, mistakes [2]int
	played := g.Record.Replay(g.Rules).Game(nil).Moves()
	now, ply := g.Rules.Start(), 0
	for _, j := range g.Judgements() {
		for ; ply < j.Ply; ply++ {
			now = g.Rules.Play(&now, played[ply])
		}
		if j.Color != side || !j.Counts {
			continue
		}
		phase := 0
		if now.Occupied().Len() <= 10 {
			phase = 1
		}
		moves[phase]++
		if j.Verdict >= analysis.Mistake {
			mistakes[phase]++
			p.mistake(g, &j, number, seen)
		}
	}
	for phase := range 2 {
		p.moves[phase] += moves[phase]
		p.mistakes[phase] += mistakes[phase]
	}
	if moves[1] > 0 {
		p.withEnding++
	}
	if mistakes[1] > 0 {
		p.badEnding++
	}
}

// mistake counts a mistake by why it is one, unless it was seen in the game before.
func (p *profile) mistake(g *analysis.Game, j *analysis.Judgement, number int, seen map[string]bool) {
	re, of := g.Reason(j)
	id := g.Rules.FEN(&of.Before) + g.Rules.HubMove(of.Played)
	if seen[id] {
		return
	}
	seen[id] = true
	add(p.kinds, cmp.Or(mechanismNames[re.Kind.String()], "other"), number, id)
	if re.Shot == nil {
		return
	}
	through := map[string]bool{}
	for _, sq := range re.Shot.Path[1:] {
		through[g.Rules.UsualSquare(sq)] = true
	}
	for square := range through {
		add(p.squares, square, number, id)
	}
}

// mechanisms returns what is said of kinds and squares.
func (p *profile) mechanisms() (said []string) {
	for name, c := range p.kinds {
		said = append(said, fmt.Sprintf("%s (%d)", name, len(c.cards)))
		if len(c.games) >= 3 {
			said = append(said, fmt.Sprintf("%s. Games: %d, mistakes: %d.", name, len(c.games), c.mistakes))
		}
	}
	most := 0
	for _, c := range p.squares {
		most = max(most, len(c.games))
	}
	var through []string
	for square, c := range p.squares {
		if len(c.games) == most && most >= 3 {
			through = append(through, square)
		}
	}
	if slices.Sort(through); len(through) > 0 {
		said = append(said, fmt.Sprintf("You overlook shots through %s. Games: %d.", through[0], most))
	}
	return said
}

// endings returns what is said of endings.
func (p *profile) endings() []string {
	before, in := float64(p.mistakes[0])/float64(p.moves[0]), float64(p.mistakes[1])/float64(p.moves[1])
	facts := fmt.Sprintf("Games: %d, moves: %d, mistakes: %d.", p.withEnding, p.moves[1], p.mistakes[1])
	switch {
	case p.withEnding >= 3 && 2*in <= before && before > 0:
		return []string{"In endings you hold. " + facts}
	case p.badEnding >= 3 && in >= 2*before:
		return []string{"In endings you go wrong. " + facts}
	}
	return nil
}

// add counts a mistake of a game.
func add(to map[string]*count, name string, game int, card string) {
	c := to[name]
	if c == nil {
		c = &count{games: map[int]bool{}, cards: map[string]bool{}}
		to[name] = c
	}
	c.games[game], c.cards[card] = true, true
	c.mistakes++
}

// weakGames are games of Novice, White in every other one, against somebody who is better.
func weakGames(t *testing.T, games int) (texts []string) {
	t.Helper()
	r := movegen.International()
	for i := range games {
		novice := i % 2
		g := movegen.NewGame(r)
		var engines [2]*search.Engine
		for side := range engines {
			skill := 6
			if side == novice {
				skill = 2
			}
			e, err := search.New(search.Options{Rules: r, Skill: skill, Seed: uint64(2*i + side + 1)})
			must(t, err)
			engines[side] = e
			defer e.Close()
		}
		for g.Result().Outcome == movegen.Ongoing && len(g.Moves()) < 100 {
			result, err := engines[len(g.Moves())%2].Search(t.Context(), g, search.Limits{}, nil)
			must(t, err)
			g.Push(result.Move)
		}
		players := [2]string{"Master", "Master"}
		players[novice] = "Novice"
		record := pdn.Record{Game: g, Players: players, Outcome: g.Result().Outcome, Tags: []pdn.Tag{{Name: "Event", Value: fmt.Sprint("Game ", i+1)}}}
		texts = append(texts, record.PDN().String())
	}
	return texts
}
