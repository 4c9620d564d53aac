package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"stupol/bench/match"
)

// A live display shows how a match stands while it is played: on a terminal a
// table that is drawn again and again, elsewhere a line now and then.
type live struct {
	out      io.Writer
	terminal bool
	bar      *progressbar.ProgressBar
	drawn    time.Time
	lines    int // of the last drawing, which the next is drawn over
	tenths   int // of the match, that a line has been printed for
}

// drawingPause is the least time between two drawings.
const drawingPause = 200 * time.Millisecond

func newLive(out *os.File, s *match.Standings) *live {
	l := &live{out: out, terminal: isTerminal(out)}
	l.tenths = 10 * s.Counted() / s.Total()
	l.bar = progressbar.NewOptions(s.Total(),
		progressbar.OptionSetWriter(io.Discard),
		progressbar.OptionSetWidth(40),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetDescription("games"),
	)
	return l
}

// update shows the standings after a game.
func (l *live) update(_ *match.Game, s *match.Standings) {
	if !l.terminal {
		l.print(s)
		return
	}
	if time.Since(l.drawn) >= drawingPause {
		l.draw(s)
	}
}

// print prints a line for every tenth of the match.
func (l *live) print(s *match.Standings) {
	tenths := 10 * s.Counted() / s.Total()
	if tenths == l.tenths {
		return
	}
	l.tenths = tenths
	fmt.Fprintf(l.out, "%d of %d games", s.Counted(), s.Total())
	if p := s.Pairings[0]; len(s.Pairings) == 1 {
		fmt.Fprintf(l.out, ": +%d =%d -%d, Elo %s", p.Games.Wins, p.Games.Draws, p.Games.Losses, interval(p.Pairs.Elo()))
	}
	if s.SPRT != nil {
		fmt.Fprintf(l.out, ", LLR %.2f", s.SPRT.LLR(s.Pairings[0].Pairs))
	}
	fmt.Fprintln(l.out)
}

// draw draws the table over the last one.
func (l *live) draw(s *match.Standings) {
	var text bytes.Buffer
	l.erase(&text)
	printResults(&text, s)
	_ = l.bar.Set(s.Counted())
	fmt.Fprintln(&text, l.bar.String())
	l.lines = bytes.Count(text.Bytes(), []byte("\n"))
	_, _ = l.out.Write(text.Bytes())
	l.drawn = time.Now()
}

// erase removes the last drawing.
func (l *live) erase(w io.Writer) {
	if l.lines > 0 {
		fmt.Fprintf(w, "\x1b[%dA\x1b[J", l.lines)
		l.lines = 0
	}
}

// close removes the drawing to make room for the report.
func (l *live) close() { l.erase(l.out) }
