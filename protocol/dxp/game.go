package dxp

import (
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A game is a game in progress.
type game struct {
	Record
	result       movegen.Result // by our rules; a draw stays one
	turnBegan    time.Time
	expected     *movegen.Move // the peer's next move, if we have an idea
	illegalMoves int           // illegal moves of the peer in this turn
	backs        int           // times that moves were taken back
}

// newGame returns the game that starts from p.
func newGame(r Record, rules *movegen.Rules, draws *movegen.DrawRules, p movegen.Position) *game {
	r.Began = time.Now()
	r.Game = movegen.NewGameFrom(rules, p, draws)
	return &game{Record: r, turnBegan: r.Began}
}

// ourTurn reports whether it is our turn.
func (g *game) ourTurn() bool { return g.Game.Position().Turn == g.Us }

// play plays m, made at that time, and passes the turn. A move that was under
// way before its turn began took no time.
func (g *game) play(m movegen.Move, at time.Time, ply Ply) {
	if at.Before(g.turnBegan) {
		at = g.turnBegan
	}
	ply.Spent = at.Sub(g.turnBegan)
	g.Game.Push(m)
	g.Plies = append(g.Plies, ply)
	g.turnBegan, g.illegalMoves, g.expected = at, 0, nil
	if g.result.Outcome == movegen.Ongoing {
		g.result = g.Game.Result()
	}
}

// rewind takes back all moves after the first plies.
func (g *game) rewind(plies int) {
	for len(g.Plies) > plies {
		g.Game.Pop()
		g.Plies = g.Plies[:len(g.Plies)-1]
	}
	g.result = g.Game.Result()
	g.turnBegan, g.illegalMoves, g.expected = time.Now(), 0, nil
	g.backs++
}

// plyOf returns how many plies were played when c was to make that move, and
// whether the game has been there.
func (g *game) plyOf(move int, c movegen.Color) (plies int, ok bool) {
	plies = 2 * (move - 1)
	if c == movegen.Black {
		plies++
	}
	if g.Game.Start().Turn == movegen.Black {
		plies--
	}
	return plies, plies >= 0 && plies <= len(g.Plies)
}

// claim returns the reason to end the game in place of our move, if there is
// one.
func (g *game) claim() (r Reason, why string, ok bool) {
	switch {
	case g.result.Outcome != movegen.Ongoing:
		return reasonOf(g.result.Outcome, g.Us), g.result.Reason, true
	case !g.movesAgain():
		return Unknown, "move limit", true
	}
	return Unknown, "", false
}

// clock returns our clock as the peer sees it: on its clock each of our moves
// took overhead longer than on ours.
func (g *game) clock(overhead time.Duration) *search.Clock {
	moves := g.movesBy(g.Us)
	c := &search.Clock{Remaining: g.Time - g.Used(g.Us) - time.Duration(moves)*overhead}
	if g.ourTurn() {
		c.Remaining -= time.Since(g.turnBegan)
	}
	if g.MoveLimit > 0 {
		c.Moves = g.MoveLimit - moves
	}
	return c
}

// movesAgain reports whether we have another move before the limit.
func (g *game) movesAgain() bool { return g.MoveLimit == 0 || g.movesBy(g.Us) < g.MoveLimit }

// moveTimeout returns how long to wait for the peer's move: twice the time it has left
// and moveGrace. If the game is over it only has to end it, in moveGrace.
func (g *game) moveTimeout() time.Duration {
	if o := g.result.Outcome; o == movegen.WhiteWins || o == movegen.BlackWins {
		return moveGrace
	}
	return 2*max(g.Time-g.Used(g.Us.Opponent()), 0) + moveGrace
}

// reasonOf returns the reason for a game of that outcome as side c sees it.
func reasonOf(o movegen.Outcome, c movegen.Color) Reason {
	switch {
	case o == movegen.Drawn:
		return Draw
	case o == movegen.Ongoing:
		return Unknown
	case (o == movegen.WhiteWins) == (c == movegen.White):
		return Win
	}
	return Loss
}

// outcomeOf returns the outcome for which side c gives reason r.
func outcomeOf(r Reason, c movegen.Color) movegen.Outcome {
	switch {
	case r == Draw:
		return movegen.Drawn
	case r == Unknown:
		return movegen.Ongoing
	case (r == Win) == (c == movegen.White):
		return movegen.WhiteWins
	}
	return movegen.BlackWins
}
