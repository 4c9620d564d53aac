package match

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/peer"
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
	Start   string      `json:"start"` // FEN

	Book  []string `json:"-"` // the moves of the opening, in Hub notation
	Plies []Ply    `json:"-"` // the moves of the players

	// CPU is the processor time, in microseconds, that the programs of White and
	// Black used during the game: 0 if it is not known, and for engines in this
	// process.
	CPU [2]int64 `json:"cpu,omitzero"`

	// What the programs call themselves, those that say so in the game.
	WhiteProgram string `json:"white_program,omitempty"`
	BlackProgram string `json:"black_program,omitempty"`

	damaged bool // the line that it was read from
}

// A Ply is a move of a player, with what the player said of it and the time it took, as the
// referee saw it. The clock is not kept: it follows from the limits.
type Ply struct {
	pdn.Remark
	Move   string // in Hub notation
	Forced bool   // it was the only legal one
}

// Number returns the number of g in the match, as in "12.2": that of its pair,
// and which of the two it is.
func (g *Game) Number() string { return fmt.Sprintf("%d.%d", g.Pair+1, g.Leg+1) }

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
func (g *Game) complete() bool { return g.Start != "" && !g.damaged }

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

// Mover returns which side made a move of Plies, or will make the next.
func (g *Game) Mover(ply int) movegen.Color {
	ply += len(g.Book)
	if strings.HasPrefix(g.Start, "B") {
		ply++
	}
	return movegen.Color(ply % 2)
}

// addMove appends the move of a player. Forced: it was the only legal one.
func (g *Game) addMove(text string, a Answer, used time.Duration, forced bool) {
	ply := Ply{Move: text, Forced: forced}
	ply.Scored, ply.Score = a.Scored, a.Score.ForWhite(g.Mover(len(g.Plies)))
	ply.Depth, ply.Nodes = a.Depth, a.Nodes
	ply.Timed, ply.Spent = true, used.Truncate(time.Microsecond) // as the journal has it
	g.Plies = append(g.Plies, ply)
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

// moves returns all moves.
func (g *Game) moves() []string {
	moves := slices.Clone(g.Book)
	for _, ply := range g.Plies {
		moves = append(moves, ply.Move)
	}
	return moves
}

// Replay returns the game as the rules see it.
func (g *Game) Replay(r *movegen.Rules, d *movegen.DrawRules) (*movegen.Game, error) {
	p, err := r.ParseFEN(g.Start)
	if err != nil {
		return nil, err
	}
	game := movegen.NewGameFrom(r, p, d)
	for _, text := range g.moves() {
		m, err := r.ParseHubMove(game.Position(), text)
		if err != nil {
			return nil, err
		}
		game.Push(m)
	}
	return game, nil
}

// PDN returns a game of m in Portable Draughts Notation. The comment on a move is a
// pdn.Remark with the player's score, the clock, the time taken, and the search.
func (m *Match) PDN(g *Game) (*pdn.Game, error) {
	game, err := g.Replay(m.Rules, m.Draws)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", g.Number(), err)
	}
	record := pdn.Record{
		Game: game, Remarks: m.Remarks(g), Outcome: g.outcome(), Termination: g.Reason,
		Players: [2]string{g.White, g.Black},
	}
	record.Tags = []pdn.Tag{
		{Name: "Event", Value: "Engine match"},
		{Name: "Date", Value: g.Date},
		{Name: "Round", Value: g.Number()},
		{Name: "WhiteType", Value: "program"},
		{Name: "BlackType", Value: "program"},
		{Name: "WhiteLimits", Value: m.limitsOf(g.White).String()},
		{Name: "BlackLimits", Value: m.limitsOf(g.Black).String()},
		{Name: "Opening", Value: g.Opening},
	}
	return record.PDN(), nil
}

// limitsOf returns the limits that the engine with that name has.
func (m *Match) limitsOf(name string) peer.Limits {
	i := slices.IndexFunc(m.Engines, func(e peer.EngineConfig) bool { return e.Name == name })
	if i < 0 {
		return peer.Limits{}
	}
	return m.Engines[i].EffectiveLimits()
}

// outcome returns who won, in the words of the rules.
func (g *Game) outcome() movegen.Outcome {
	switch g.Winner {
	case whiteWon:
		return movegen.WhiteWins
	case blackWon:
		return movegen.BlackWins
	}
	return movegen.Drawn
}

// Clocks returns what the clocks of White and Black show after the moves of g; timed is false for who
// has none.
func (m *Match) Clocks(g *Game) (clocks [2]time.Duration, timed [2]bool) {
	for i, name := range []string{g.White, g.Black} {
		l := m.limitsOf(name)
		clocks[i], timed[i] = l.Time, l.Time != 0
	}
	for i, r := range m.Remarks(g)[len(g.Book):] {
		clocks[g.Mover(i)] = r.Clock
	}
	return clocks, timed
}

// Remarks returns what is known of each move of the game, those of the opening included.
func (m *Match) Remarks(g *Game) []pdn.Remark {
	remarks := make([]pdn.Remark, len(g.Book), len(g.Book)+len(g.Plies))
	clocks := [2]clock{newClock(m.limitsOf(g.White)), newClock(m.limitsOf(g.Black))}
	for i, ply := range g.Plies {
		c, r := &clocks[g.Mover(i)], ply.Remark
		c.spend(r.Spent)
		r.Clocked, r.Clock = c.limits.Time != 0, c.Remaining
		remarks = append(remarks, r)
	}
	return remarks
}
