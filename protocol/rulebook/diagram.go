package rulebook

import (
	"fmt"

	"stupol/movegen"
)

// A Diagram is a position with a move that shows a rule.
type Diagram struct {
	Position movegen.Position
	Move     movegen.Move
	Caption  string // what is to be seen
}

// The captions.
const (
	threeMust      = "White must take three pieces, not one."
	oneOrThree     = "White may take one piece, though three can be taken."
	staysMan       = "The man passes over the last row, takes on, and stays a man."
	staysMan2      = "The man passes over the last row and takes on: it stays a man, and White has not won yet."
	becomesKing    = "The man becomes a king on the last row and takes on as a king."
	crownStops     = "The man becomes a king and its move ends, though a king could take the other piece."
	behindKing     = "The last piece taken is a king: White's king must stop right behind it."
	behindMan      = "The last piece taken is a man: White's king may stop on any square behind it."
	reachesLastRow = "The man reaches the last row: White has won."
	givesAway      = "White gives the last man away: Black must take it, and White has won."
	straight       = "The man takes along the row, along the column and diagonally in one move."
	kingsAreMore   = "Two kings are worth more than three men: White must take the kings."
	fiveMen        = "The game begins with five men a side."
	kingStraight   = "The king takes along the column, from a distance."
	notBackward    = "The man takes two pieces; it cannot take the third, because men do not capture backward."
	manBackward    = "The man takes forward and backward in one move."
	sparesKing     = "The man must take the man: it cannot take the king."
	byKing         = "The man and the king can take two pieces each: it must be done by the king."
	kingFirst      = "The king must capture, though the man could take two pieces."
	withKing       = "Each man can take two pieces: the capture that has a king among them must be chosen."
)

// A drawing is a diagram as it is written here, the move as Hub has it.
type drawing struct{ fen, move, caption string }

// The drawings that several games have.
var (
	majority   = drawing{"W:W33,36:B18,19,28,31", "33x24x18x19x28", threeMust}
	passing    = drawing{"W:W12,47:B8,9,26", "12x14x8x9", staysMan}
	promotion8 = drawing{"W:W9,32:B6,13,16", "9x20x6x16", becomesKing}
)

var drawings = map[string][2]drawing{
	"international": {majority, passing},
	"killer":        {{"W:W48,K46:B6,K23", "46x19x23", behindKing}, {"W:W48,K46:B12,35,K32", "46x1x12x32", behindMan}},
	"breakthrough":  {{"W:W8,38,43:B16,20,24", "8-3", reachesLastRow}, {passing.fen, passing.move, staysMan2}},
	"losing":        {{"W:W28:B8,14,19", "28-23", givesAway}, majority},
	"frisian":       {{"W:W33:B20,25,34", "33x24x20x25x34", straight}, {"W:W47,50:B14,29,44,K26,K41", "47x16x26x41", kingsAreMore}},
	"frysk":         {{"", "48-42", fiveMen}, {"W:W47,K48:B5,28", "48x8x28", kingStraight}},
	"brazilian":     {{"W:W26,31:B14,15,22,27", "26x19x14x15x22", threeMust}, {"W:W10,29:B7,8,13", "10x12x7x8", staysMan}},
	"russian":       {{"W:W26,31:B14,15,22,27", "31x24x27", oneOrThree}, promotion8},
	"poddavki":      {{"W:W22:B1,8,15", "22-18", givesAway}, promotion8},
	"english":       {{"W:W26:B14,15,22", "26x10x14x22", notBackward}, {"W:W9,32:B6,7", "9x2x6", crownStops}},
	"pool":          {{"W:W26:B14,15,22", "26x19x14x15x22", manBackward}, {"W:W10,29:B7,8,13", "10x12x7x8", staysMan}},
	"italian":       {{"W:W27:BK22,23", "27x20x23", sparesKing}, {"W:W27,K25:B13,15,21,23", "25x9x13x21", byKing}},
	"czech":         {{"W:W28,K21:B15,24,25", "21x30x25", kingFirst}, {"W:W9,32:B6,7", "9x2x6", crownStops}},
	"spanish":       {{"W:W25,27:BK13,15,21,23", "25x9x13x21", withKing}, {"W:W12,29:B6,7", "12x3x7", crownStops}},
}

// Diagrams returns two positions: a capture as it is usual in the game, and what is special. A
// game that the table drawings does not have has none; it fails if one is not of the game.
func Diagrams(r *movegen.Rules) ([]Diagram, error) {
	drawn, ok := drawings[r.Name]
	if !ok {
		return nil, nil
	}
	var list []Diagram
	for _, d := range drawn {
		p, err := r.Start(), error(nil)
		if d.fen != "" {
			p, err = r.ParseFEN(d.fen)
		}
		var m movegen.Move
		if err == nil {
			m, err = r.ParseHubMove(&p, d.move)
		}
		if err != nil {
			return nil, fmt.Errorf("the rules of %s: the table drawings of package rulebook: %q: %w", r.Name, d.caption, err)
		}
		list = append(list, Diagram{p, m, d.caption})
	}
	return list, nil
}
