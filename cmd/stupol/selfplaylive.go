package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"stupol/eval/selfplay"
	"stupol/movegen"
)

// selfplayProgress shows the progress of self-play: on a terminal in a line that
// changes, elsewhere in a line now and then.
type selfplayProgress struct {
	out      io.Writer
	terminal bool
	before   int // games of earlier runs
	total    int
	began    time.Time
	shown    time.Time

	played, plies int
	outcomes      [movegen.Drawn + 1]int
}

func newSelfplayProgress(out *os.File, before, total int) *selfplayProgress {
	now := time.Now()
	return &selfplayProgress{out: out, terminal: isTerminal(out), before: before, total: total, began: now, shown: now}
}

// add counts a game.
func (p *selfplayProgress) add(g *selfplay.Game) {
	p.played++
	p.plies += len(g.Moves)
	p.outcomes[g.Outcome]++
}

// show shows the progress if it was last shown long enough ago.
func (p *selfplayProgress) show() {
	const linePause = 10 * time.Second
	switch {
	case p.terminal && time.Since(p.shown) >= drawingPause:
		fmt.Fprintf(p.out, "\r%s, %v left\x1b[K", p, p.left())
	case !p.terminal && time.Since(p.shown) >= linePause:
		fmt.Fprintf(p.out, "%s, %v left\n", p, p.left())
	default:
		return
	}
	p.shown = time.Now()
}

// left estimates the time for the rest.
func (p *selfplayProgress) left() time.Duration {
	left := time.Since(p.began) / time.Duration(p.played) * time.Duration(p.total-p.before-p.played)
	return left.Round(time.Second)
}

// String returns the progress as one line.
func (p *selfplayProgress) String() string {
	text := fmt.Sprintf("%d of %d games", p.before+p.played, p.total)
	if p.played == 0 {
		return text
	}
	played := float64(p.played)
	percent := func(o movegen.Outcome) float64 { return 100 * float64(p.outcomes[o]) / played }
	return fmt.Sprintf("%s, %.1f/s, %.1f plies, White %.0f %%, draws %.0f %%, Black %.0f %%",
		text, played/time.Since(p.began).Seconds(), float64(p.plies)/played,
		percent(movegen.WhiteWins), percent(movegen.Drawn), percent(movegen.BlackWins))
}

// close removes the line that changes.
func (p *selfplayProgress) close() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
