package main

import (
	"bytes"
	"fmt"
	"time"

	"stupol/bench/match"
)

// A live display shows how a match stands while it is played.
type live struct {
	*display
	began   time.Time
	counted int // the games there were when it began
}

func newLive(s *match.Standings) *live {
	d := newDisplay(false, s.Counted())
	d.byTenths, d.tenths = true, 10*s.Counted()/s.Total()
	return &live{d, time.Now(), s.Counted()}
}

// update shows the standings after a game: the tables on a terminal, else a line.
func (l *live) update(s *match.Standings) {
	l.show(s.Counted(), s.Total(), func() string {
		games := fmt.Sprintf("%d of %d games", s.Counted(), s.Total())
		if !l.terminal {
			return games + standingsLine(s)
		}
		var text bytes.Buffer
		printResults(&text, s)
		return text.String() + games
	})
}

// standingsLine returns the results of a match of two, and the LLR of its SPRT.
func standingsLine(s *match.Standings) (text string) {
	if p := s.Pairings[0]; len(s.Pairings) == 1 {
		text = fmt.Sprintf(": +%d =%d -%d, Elo %s", p.Games.Wins, p.Games.Draws, p.Games.Losses, interval(p.Pentanomial.Elo()))
	}
	if s.SPRT != nil {
		text += fmt.Sprintf(", LLR %.2f", s.SPRT.LLR(s.Pairings[0].Pentanomial))
	}
	return text
}

// speed returns how many games were played in what time.
func (l *live) speed(s *match.Standings) string {
	took := time.Since(l.began)
	games := s.Counted() - l.counted
	return fmt.Sprintf("%d games in %v, %.0f a minute", games, took.Round(time.Second), float64(games)/took.Minutes())
}
