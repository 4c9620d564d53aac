package match

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// Game is the record of a finished game: a line of the journal.
type Game struct {
	Pair int `json:"pair"` // its place in the schedule, from 0
	Leg  int `json:"leg"`  // 0, or 1 for the game with colours swapped

	Date string `json:"date"` // when it ended, as 2026.01.31

	White   string      `json:"white"` // names of engines
	Black   string      `json:"black"`
	Winner  string      `json:"winner,omitempty"`  // "white", "black", or nothing for a draw
	Reason  string      `json:"reason"`            // why it ended: a rule, an adjudication or a forfeit
	Forfeit ForfeitKind `json:"forfeit,omitempty"` // how the loser forfeited it, if so
	Opening string      `json:"opening"`
	Start   string      `json:"start"`          // FEN
	Book    int         `json:"book,omitempty"` // how many of the moves belong to the opening
	Moves   string      `json:"moves"`          // in Hub notation, separated by spaces

	// What the players said and took for each move after those of the opening.
	Scores []Eval  `json:"scores"` // for the mover
	Depths []int   `json:"depths"`
	Nodes  []int64 `json:"nodes"`
	Micros []int64 `json:"micros"`           // time taken, in microseconds, as the referee saw it
	Forced []int   `json:"forced,omitempty"` // indices of the moves that were the only legal ones

	// CPU is the processor time, in microseconds, that the programs of White and
	// Black used during the game: 0 if it is not known, and for engines in this
	// process.
	CPU [2]int64 `json:"cpu,omitzero"`

	// What the programs call themselves, those that say so in the game.
	WhiteProgram string `json:"white_program,omitempty"`
	BlackProgram string `json:"black_program,omitempty"`
}

// Number returns the number of g in the match, as in "12.2": that of its pair,
// and which of the two it is.
func (g *Game) Number() string { return fmt.Sprintf("%d.%d", g.Pair+1, g.Leg+1) }

// Eval is a score. It is not known where a player gave none.
type Eval struct {
	Score search.Score
	Known bool
}

// MarshalJSON writes hundredths of a man, or null.
func (e Eval) MarshalJSON() ([]byte, error) {
	if !e.Known {
		return []byte("null"), nil
	}
	return json.Marshal(int32(e.Score))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Eval) UnmarshalJSON(text []byte) error {
	e.Known = string(text) != "null"
	return json.Unmarshal(text, (*int32)(&e.Score))
}

// The winners.
const (
	whiteWon = "white"
	blackWon = "black"
	noWinner = ""
)

// winner returns Winner for a game that c has won.
func winner(c movegen.Color) string {
	if c == movegen.White {
		return whiteWon
	}
	return blackWon
}

// Incident returns what went wrong in g, for people, or "" if nothing did:
//
//	game 12.2, scan with White: time loss: took 2s of 1s
//
// A resignation is no incident.
func (g *Game) Incident() string {
	if g.Forfeit == "" || g.Forfeit == Resignation {
		return ""
	}
	name, color := g.White, movegen.White
	if g.loser() == 1 {
		name, color = g.Black, movegen.Black
	}
	return fmt.Sprintf("game %s, %s with %s: %s", g.Number(), name, color, strings.TrimSuffix(g.Reason, bySide(color)))
}

// bySide is the end of the reason of a game that c has forfeited.
func bySide(c movegen.Color) string { return fmt.Sprintf(" by %s", c) }

// complete reports whether g has all values of every move: a journal may have
// been edited.
func (g *Game) complete() bool {
	plies := g.Plies()
	for _, i := range g.Forced {
		if i < 0 || i >= plies {
			return false
		}
	}
	return g.Start != "" && g.Book >= 0 && len(g.Scores) == plies && len(g.Depths) == plies && len(g.Nodes) == plies
}

// programs returns what the engines call themselves, by engine, where it is known.
func (g *Game) programs() map[string]string {
	known := map[string]string{}
	for engine, program := range map[string]string{g.White: g.WhiteProgram, g.Black: g.BlackProgram} {
		if program != "" {
			known[engine] = program
		}
	}
	return known
}

// setResult records the result, which must not be Ongoing.
func (g *Game) setResult(result movegen.Result) {
	switch result.Outcome {
	case movegen.WhiteWins:
		g.Winner = whiteWon
	case movegen.BlackWins:
		g.Winner = blackWon
	}
	g.Reason = result.Reason
}

// forfeit records that c has forfeited the game.
func (g *Game) forfeit(c movegen.Color, f *Forfeit) {
	g.Winner, g.Forfeit = winner(c.Opponent()), f.Kind
	g.Reason = f.Error() + bySide(c)
}

// halfPoints returns what the game gave the first engine of its pairing, which
// has White in the first game of a pair: 0, 1 or 2 half points.
func (g *Game) halfPoints() int {
	first := whiteWon
	if g.Leg == 1 {
		first = blackWon
	}
	switch g.Winner {
	case noWinner:
		return 1
	case first:
		return 2
	}
	return 0
}

// loser returns which side lost: 0 for White, 1 for Black.
func (g *Game) loser() int {
	if g.Winner == whiteWon {
		return 1
	}
	return 0
}

// firstMover returns which side, 0 for White, made the first move after those
// of the opening.
func (g *Game) firstMover() int {
	mover := g.Book
	if g.Start[0] == 'B' {
		mover++
	}
	return mover % 2
}

// Plies returns the number of moves played by the engines.
func (g *Game) Plies() int { return len(g.Micros) }

// addMove appends the move of a player. Forced: it was the only legal one.
func (g *Game) addMove(text string, a Answer, used time.Duration, forced bool) {
	if forced {
		g.Forced = append(g.Forced, g.Plies())
	}
	g.addText(text)
	g.Scores = append(g.Scores, Eval{a.Score, a.Scored})
	g.Depths = append(g.Depths, a.Depth)
	g.Nodes = append(g.Nodes, a.Nodes)
	g.Micros = append(g.Micros, used.Microseconds())
}

// addProcessorTimes adds the difference of two times for White and Black each,
// where both are known.
func (g *Game) addProcessorTimes(before, after [2]time.Duration) {
	for i := range g.CPU {
		if before[i] >= 0 && after[i] >= before[i] {
			g.CPU[i] = (after[i] - before[i]).Microseconds()
		}
	}
}

// addText appends a move in Hub notation.
func (g *Game) addText(text string) {
	if g.Moves != "" {
		g.Moves += " "
	}
	g.Moves += text
}

// Replay returns the game as the rules see it.
func (g *Game) Replay(r *movegen.Rules, d *movegen.DrawRules) (*movegen.Game, error) {
	p, err := r.ParseFEN(g.Start)
	if err != nil {
		return nil, err
	}
	game := movegen.NewGameFrom(r, p, d)
	for text := range strings.FieldsSeq(g.Moves) {
		m, err := r.ParseHubMove(game.Position(), text)
		if err != nil {
			return nil, err
		}
		game.Push(m)
	}
	return game, nil
}
