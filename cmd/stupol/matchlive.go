package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"stupol/bench/match"
)

// A live display shows how a match stands while it is played: on a terminal a
// table that is drawn again and again, elsewhere a line now and then. Several
// goroutines may use it.
type live struct {
	mu       sync.Mutex
	out      io.Writer
	terminal bool
	began    time.Time
	counted  int // the games there were when it began
	drawn    time.Time
	lines    int // of the last drawing, which the next is drawn over
	tenths   int // of the match, that a line has been printed for
}

// drawingPause is the least time between two drawings.
const drawingPause = 200 * time.Millisecond

func newLive(out *os.File, s *match.Standings) *live {
	return &live{
		out: out, terminal: isTerminal(out), began: time.Now(),
		counted: s.Counted(), tenths: 10 * s.Counted() / s.Total(),
	}
}

// update shows the standings after a game.
func (l *live) update(s *match.Standings) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.terminal {
		l.print(s)
		return
	}
	if time.Since(l.drawn) >= drawingPause {
		l.draw(s)
	}
}

// Write writes lines that are to stay.
func (l *live) Write(lines []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.erase(l.out)
	return l.out.Write(lines)
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
		fmt.Fprintf(l.out, ": +%d =%d -%d, Elo %s", p.Games.Wins, p.Games.Draws, p.Games.Losses, interval(p.Pentanomial.Elo()))
	}
	if s.SPRT != nil {
		fmt.Fprintf(l.out, ", LLR %.2f", s.SPRT.LLR(s.Pairings[0].Pentanomial))
	}
	fmt.Fprintln(l.out)
}

// draw draws the table over the last one.
func (l *live) draw(s *match.Standings) {
	var text bytes.Buffer
	l.erase(&text)
	printResults(&text, s)
	fmt.Fprintln(&text, l.bar(s))
	l.lines = bytes.Count(text.Bytes(), []byte("\n"))
	_, _ = l.out.Write(text.Bytes())
	l.drawn = time.Now()
}

// bar returns how far the match has come.
func (l *live) bar(s *match.Standings) string {
	const width = 40
	done := width * s.Counted() / s.Total()
	text := fmt.Sprintf("[%s%s] %d of %d games", strings.Repeat("#", done), strings.Repeat(".", width-done), s.Counted(), s.Total())
	if played := s.Counted() - l.counted; played > 0 {
		left := time.Since(l.began) / time.Duration(played) * time.Duration(s.Total()-s.Counted())
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return text
}

// speed returns how many games were played in what time.
func (l *live) speed(s *match.Standings) string {
	took := time.Since(l.began)
	games := s.Counted() - l.counted
	return fmt.Sprintf("%d games in %v, %.0f a minute", games, took.Round(time.Second), float64(games)/took.Minutes())
}

// erase removes the last drawing.
func (l *live) erase(w io.Writer) {
	if l.lines > 0 {
		fmt.Fprintf(w, "\x1b[%dA\x1b[J", l.lines)
		l.lines = 0
	}
}

// close removes the drawing to make room for the report.
func (l *live) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.erase(l.out)
}
