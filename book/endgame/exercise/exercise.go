// Package exercise has endings to be played out: positions of few pieces that are won, against a
// defence that lasts as long as can be. The databases say whether each move keeps the win.
package exercise

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"stupol/book/endgame"
	"stupol/movegen"
)

// An Exercise is a position that the side to move wins.
type Exercise struct {
	Start movegen.Position
	Plies int    // to the end of the game, with best play
	Only  int    // how many moves of the winner on that way are the only ones that win, though there are others
	Name  string // by which players know it, "first-position" or "petrov"; mostly none
}

// String returns the exercise as a line of a list: "FEN; plies; only moves; name".
func (e Exercise) String(r *movegen.Rules) string {
	return strings.TrimSuffix(fmt.Sprintf("%s; %d; %d; %s", r.FEN(&e.Start), e.Plies, e.Only, e.Name), "; ")
}

// Parse reads what String writes.
func Parse(r *movegen.Rules, line string) (e Exercise, err error) {
	fields := strings.Split(line, "; ")
	if len(fields) < 3 || len(fields) > 4 {
		return e, fmt.Errorf("%q: want a position, two numbers and perhaps a name", line)
	}
	if e.Start, err = r.ParseFEN(fields[0]); err != nil {
		return e, err
	}
	if e.Plies, err = strconv.Atoi(fields[1]); err != nil {
		return e, err
	}
	if e.Only, err = strconv.Atoi(fields[2]); err != nil {
		return e, err
	}
	e.Name = strings.Join(fields[3:], "")
	return e, nil
}

// sets has a list for each game, sets/NAME.fen, as `stupol endgame exercises` makes it.
//
//go:embed sets
var sets embed.FS

// Set returns the exercises of a game that are in the program, from easy to hard.
func Set(r *movegen.Rules) (all []Exercise) {
	list, err := sets.ReadFile("sets/" + r.Name + ".fen")
	if err != nil {
		return nil // there are none of this game
	}
	for line := range strings.Lines(string(list)) {
		e, err := Parse(r, strings.TrimSpace(line))
		if err != nil {
			panic(fmt.Sprintf("the exercises of %s: %v", r.Name, err)) // TestSets reads them all
		}
		all = append(all, e)
	}
	return all
}

// longestLine is how many plies are told of what a wrong move leads to.
const longestLine = 9

// An Answer is what the databases say of a move, and do.
type Answer struct {
	Wins bool           // the move still wins, within the draw rules if both sides play the best moves, or has won
	Line []movegen.Move // how the opponent defends longest, and how it goes on; none: the game is over
	Left int            // moves of the winner with best play behind the first of Line; 0: the game is over, or not won
}

// Judge says of the last move of a game whether it still wins, and what the opponent does. It fails
// where the databases do not know.
func Judge(pr *endgame.Prober, g *movegen.Game) (a Answer, err error) {
	winner := g.Position().Turn.Opponent()
	play := g.Clone()
	lost := false // by the databases
	for plies := 0; ; plies++ {
		if end := play.Result(); end.Outcome != movegen.Ongoing {
			a.Wins = wonBy(end, winner)
			break
		}
		best, v, left := pr.BestOf(play)
		switch {
		case v == endgame.Unknown:
			return Answer{}, fmt.Errorf("%s: the databases do not know", g.Rules().FEN(play.Position()))
		case plies == 0:
			lost, a.Left = v == endgame.Loss, left/2
		case plies == longestLine && !lost:
			return Answer{Line: a.Line}, nil
		}
		if plies < longestLine {
			a.Line = append(a.Line, best[0])
		}
		play.Push(best[0])
	}
	if !a.Wins {
		a.Left = 0
	}
	return a, nil
}

// wonBy reports whether a side has won.
func wonBy(end movegen.Result, side movegen.Color) bool {
	return end.Outcome == movegen.WhiteWins && side == movegen.White || end.Outcome == movegen.BlackWins && side == movegen.Black
}
