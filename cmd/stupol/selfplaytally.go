package main

import (
	"fmt"
	"time"

	"stupol/eval/selfplay"
	"stupol/movegen"
)

// A selfplayTally counts the games of self-play.
type selfplayTally struct {
	before int // games of earlier runs
	total  int
	began  time.Time

	played, plies int
	outcomes      [movegen.Drawn + 1]int
}

// add counts a game.
func (t *selfplayTally) add(g *selfplay.Game) {
	t.played++
	t.plies += len(g.Moves)
	t.outcomes[g.Outcome]++
}

// String returns the counts as one line.
func (t *selfplayTally) String() string {
	text := fmt.Sprintf("%d of %d games", t.before+t.played, t.total)
	if t.played == 0 {
		return text
	}
	played := float64(t.played)
	percent := func(o movegen.Outcome) float64 { return 100 * float64(t.outcomes[o]) / played }
	text = fmt.Sprintf("%s, %.1f/s, %.1f plies, White %.0f %%, draws %.0f %%, Black %.0f %%",
		text, played/time.Since(t.began).Seconds(), float64(t.plies)/played,
		percent(movegen.WhiteWins), percent(movegen.Drawn), percent(movegen.BlackWins))
	if t.outcomes[movegen.Ongoing] > 0 {
		text += fmt.Sprintf(", stopped %.0f %%", percent(movegen.Ongoing))
	}
	return text
}
