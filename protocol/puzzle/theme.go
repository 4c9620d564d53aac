package puzzle

import "stupol/movegen"

// A Theme is what a line is about.
type Theme string

// The themes.
const (
	Shot         Theme = "shot"         // pieces are given, and more are taken back
	Breakthrough Theme = "breakthrough" // a man becomes a king
	Endgame      Theme = "endgame"      // few pieces
	Gain         Theme = "gain"         // anything else
)

// Themes are all of them.
var Themes = []Theme{Shot, Breakthrough, Endgame, Gain}

// endgamePieces is the largest number of pieces of an endgame.
const endgamePieces = 6

// themeOf returns the theme of a line of the side to move, "" if it is empty.
func themeOf(r *movegen.Rules, start movegen.Position, line []movegen.Move) Theme {
	if len(line) == 0 {
		return ""
	}
	gives, takes, promotes := sums(line)
	switch {
	case start.Occupied().Len() <= endgamePieces:
		return Endgame
	case r.Goal == movegen.LoseAll && gives > 0 && takes > 0, r.Goal != movegen.LoseAll && gives > 0 && takes > gives:
		return Shot
	case promotes:
		return Breakthrough
	}
	return Gain
}

// sums returns how many pieces the side to move gives in a line by moves that capture
// nothing, how many it takes, and whether one of its men becomes a king.
func sums(line []movegen.Move) (gives, takes int, promotes bool) {
	gave := false
	for i, m := range line {
		switch {
		case i%2 == 1 && gave:
			gives += m.Captured.Len()
		case i%2 == 0:
			takes += m.Captured.Len()
			promotes = promotes || m.Promotes
			gave = !m.IsCapture()
		}
	}
	return gives, takes, promotes
}
