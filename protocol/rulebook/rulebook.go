// Package rulebook has the rules of every game for people: some ten short sentences, and two
// positions that show them.
//
// A sentence is said of all games that it holds for, so that there are few to translate. Which
// those are, and every number, comes from movegen; the tests try each sentence on the moves and
// the draws that movegen has. All is in English; package words says it in other languages, by
// Language.Heard.
package rulebook

import (
	"fmt"
	"slices"

	"stupol/movegen"
	"stupol/protocol/words"
)

// The sentences. What stands in braces is a number of the game, or the size of its board.
const (
	leftBoard  = "The board has {board} squares, with a dark corner at each player's left; each side begins with {n} men on the dark squares nearest to it, and White moves first."
	blackFirst = "The board has {board} squares, with a dark corner at each player's left; each side begins with {n} men on the dark squares nearest to it, and Black moves first."
	rightBoard = "The board has {board} squares, with a dark corner at each player's right; each side begins with {n} men on the dark squares nearest to it, and White moves first."

	blockWins = "A player to move who has no pieces left, or can move none of them, has lost."
	loseWins  = "The aim is to lose all pieces: a player to move who has none left, or can move none of them, has won."
	kingWins  = "Whoever gets a king first has won; a player who is to move and cannot has lost."

	manMoves   = "A man moves one square diagonally forward."
	manBoth    = "A man captures a piece next to it, diagonally forward or backward, by jumping to the empty square right behind it."
	manForward = "A man captures a piece diagonally in front of it by jumping to the empty square right behind it; it does not capture backward."
	manSpares  = "A man captures a man diagonally in front of it by jumping to the empty square right behind it; it takes no king, and does not capture backward."
	manAll     = "A man captures forward, backward and sideways, by jumping over a piece to the empty dark square right behind it: diagonally, and straight along rows and columns, where the next dark square is two squares away."

	kingFlies  = "A king moves any distance along a free diagonal, and captures a piece at any distance, landing on any of the empty squares behind it."
	kingGoesOn = "A king moves any distance along a free diagonal, and captures a piece at any distance, landing on any of the empty squares behind it; it must choose one from which it can take another piece, if there is one."
	kingAll    = "A king moves any distance along a free diagonal, and captures at any distance both diagonally and straight, landing on any of the empty squares behind the piece."
	kingSteps  = "A king moves one square diagonally, forward or backward, and captures a piece next to it in the same directions, by jumping to the empty square right behind it."

	compulsory = "Capturing is compulsory, and a capture goes on with the same piece for as long as it can take another."

	anyCapture    = "Of several captures the player may choose any, not only the one that takes the most."
	mostPieces    = "Of several captures, one that takes the most pieces must be chosen; a king counts as much as a man."
	mostThenKings = "Of several captures, one that takes the most pieces must be chosen, and among these one that takes the most kings."
	kingMust      = "If a king can capture, a king must do so; apart from that the player may choose any capture, not only the one that takes the most."
	italianOrder  = "Of several captures, one that takes the most pieces must be chosen; among these one by a king, then one that takes the most kings, then the one in which kings are met first."
	mostValue     = "Of several captures, one of the greatest value must be chosen, where a king is worth a little less than two men; among equals it must be one by a king."

	removed = "Captured pieces are removed after the whole move; until then they stand in the way, and none can be jumped twice."

	passAsMan  = "A man that ends its move on the last row becomes a king; one that only passes over it in a capture stays a man."
	passAsKing = "A man that reaches the last row becomes a king, in the middle of a capture too: if it can take more as a king, it goes on in the same move."
	stopThere  = "A man that reaches the last row becomes a king and its move ends, even if it could take more."

	killerStop = "A king whose last captured piece is a king must stop on the square right behind it."
	kingRun    = "A player who still has men may move the same king at most {n} times in a row; captures do not count."

	noDraws      = "There are no draws: with men alone, every game comes to an end."
	third        = "The game is drawn when a position occurs for the third time with the same player to move."
	thirdOrKings = "The game is drawn when a position occurs for the third time with the same player to move, and when both sides have kings and make {n} moves each without a capture or a move of a man."
	loneKing     = "A lone king draws by lasting {n} moves against three pieces, or {few} against one or two, if there is a king among them."
	frisianEnds  = "Two kings against one are a draw after {n} moves each, one against one after {few}."
	balance64    = "When both sides have kings, {n} moves each without a capture or a move of a man are a draw; with four or five pieces on the board it takes {more} moves each without a capture or a new king, with six or seven {most}."
	loneKing64   = "A lone king draws by lasting {n} moves against three kings or more, {line} against three pieces while it stands on the long diagonal, or {few} against one or two, if there is a king among them."
	threeKings   = "Three kings against one are a draw after {n} moves each."
)

// A value is what stands in a text for a name: how many moves a count of the draw rules has.
type value struct {
	name  string
	count int // its index
}

// said is a text about draws, with its numbers.
type said struct {
	text   string
	values []value
}

// draws says the draw rules, by their names. Every count of them is in one of the texts.
var draws = map[string][]said{
	"none":      {{noDraws, nil}},
	"threefold": {{third, nil}},
	"25":        {{thirdOrKings, []value{{"n", 0}}}},
	"20":        {{thirdOrKings, []value{{"n", 0}}}},
	"15":        {{thirdOrKings, []value{{"n", 0}}}},
	"wcdf":      {{thirdOrKings, []value{{"n", 0}}}},
	"fid":       {{thirdOrKings, []value{{"n", 0}}}},
	"fmjd":      {{thirdOrKings, []value{{"n", 0}}}, {loneKing, []value{{"n", 1}, {"few", 2}}}},
	"apca":      {{thirdOrKings, []value{{"n", 0}}}, {threeKings, []value{{"n", 1}}}},
	"frisian":   {{third, nil}, {frisianEnds, []value{{"n", 0}, {"few", 1}}}},
	"fmjd64": {{third, nil}, {balance64, []value{{"n", 1}, {"more", 2}, {"most", 3}}},
		{loneKing64, []value{{"n", 0}, {"few", 5}, {"line", 4}}}},
}

// Sentences returns the rules of a game, with the draw rules that are usual in it. It fails
// if a game has what no table here has a sentence for, and names the table.
func Sentences(r *movegen.Rules) ([]string, error) {
	goal, priority, promotion := goals[r.Goal], priorities[r.Priority], promotions[r.Promotion]
	switch {
	case goal == "":
		return nil, lacks(r, "goals", "its goal")
	case priority == "":
		return nil, lacks(r, "priorities", "its priority of captures")
	case promotion == "":
		return nil, lacks(r, "promotions", "its promotion")
	}
	drawn, err := drawSentences(r)
	if err != nil {
		return nil, err
	}
	start := r.Start()
	list := []string{
		fill(board(r), "board", fmt.Sprintf("%d×%d", r.Size, r.Size), "n", start.Men(movegen.White).Len()),
		goal, manMoves, manCaptures(r),
	}
	if r.Goal != movegen.FirstKing {
		list = append(list, king(r))
	}
	if r.Killer {
		list = append(list, killerStop)
	}
	list = append(list, compulsory, priority, removed, promotion)
	if r.KingRunLimit > 0 {
		list = append(list, fill(kingRun, "n", r.KingRunLimit))
	}
	return append(list, drawn...), nil
}

// drawSentences returns the draw rules that are usual in a game.
func drawSentences(r *movegen.Rules) (list []string, err error) {
	if len(r.Draws) == 0 {
		return nil, fmt.Errorf("the rules of %s: it has no draw rules", r.Name)
	}
	usual := r.Draws[0]
	texts, ok := draws[usual.Name]
	if !ok {
		return nil, lacks(r, "draws", fmt.Sprintf("the draw rules %q", usual.Name))
	}
	for _, s := range texts {
		var values []any
		for _, v := range s.values {
			if v.count >= len(usual.Counts) {
				return nil, fmt.Errorf("the rules of %s: its draw rules %q have %d counts, and a sentence of the table draws wants more", r.Name, usual.Name, len(usual.Counts))
			}
			values = append(values, v.name, usual.Counts[v.count].Plies/2)
		}
		list = append(list, fill(s.text, values...))
	}
	return list, nil
}

// lacks is the error for what a table has no sentence for.
func lacks(r *movegen.Rules, table, what string) error {
	return fmt.Errorf("the rules of %s: the table %s of package rulebook has no sentence for %s", r.Name, table, what)
}

// fill puts values into a text, in English.
func fill(text string, values ...any) string {
	var english *words.Language
	return english.Say(text, values...)
}

var (
	goals      = map[movegen.Goal]string{movegen.BlockOpponent: blockWins, movegen.LoseAll: loseWins, movegen.FirstKing: kingWins}
	priorities = map[movegen.Priority]string{
		movegen.FreeChoice: anyCapture, movegen.MostPieces: mostPieces, movegen.MostThenKings: mostThenKings,
		movegen.KingMovesOnly: kingMust, movegen.ItalianOrder: italianOrder, movegen.FrisianValue: mostValue,
	}
	promotions = map[movegen.Promotion]string{movegen.PassAsMan: passAsMan, movegen.PassAsKing: passAsKing, movegen.StopThere: stopThere}
)

func board(r *movegen.Rules) string {
	switch {
	case r.Mirrored:
		return rightBoard
	case r.First == movegen.Black:
		return blackFirst
	}
	return leftBoard
}

func manCaptures(r *movegen.Rules) string {
	switch {
	case r.Orthogonal:
		return manAll
	case r.MenBackward:
		return manBoth
	case r.MenSpareKings:
		return manSpares
	}
	return manForward
}

// king says what kings do. Where the most must be taken, a king that could go on and does not
// takes too few.
func king(r *movegen.Rules) string {
	switch {
	case r.Orthogonal:
		return kingAll
	case !r.Flying:
		return kingSteps
	case slices.Contains([]movegen.Priority{movegen.FreeChoice, movegen.KingMovesOnly}, r.Priority):
		return kingGoesOn
	}
	return kingFlies
}
