package movegen

// Outcome is how a game stands.
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	WhiteWins
	BlackWins
	Drawn
)

// String returns "ongoing", "White wins", "Black wins" or "draw".
func (o Outcome) String() string {
	return [...]string{"ongoing", "White wins", "Black wins", "draw"}[o&3]
}

// WinFor returns the outcome in which side c has won.
func WinFor(c Color) Outcome { return WhiteWins + Outcome(c&1) }

// Result is how a game stands, and why.
type Result struct {
	Outcome Outcome
	Reason  string // "16-move rule"; empty while the game goes on

	// Advantage is +1 for a draw with advantage to White, -1 for one with
	// advantage to Black, which tournament tables write 1+ and 1-. It is 0
	// for every other result, and always under rules without such draws.
	Advantage int
}

// The reasons for which a game ends. Draws by counting moves have a reason
// each, named after the number of moves: see Count.
const (
	ReasonNoMove    = "no legal move"
	ReasonFirstKing = "first king"
	ReasonThreefold = "threefold repetition"
	ReasonFourfold  = "fourfold repetition"
)

// goal returns the result if the goal of the game has been reached in p,
// whose legal moves number moves, and an ongoing one if not.
func (r *Rules) goal(p *Position, moves int) Result {
	them := p.Turn.Opponent()
	switch {
	case r.Goal == FirstKing && p.KingsOf(them) != 0:
		return Result{Outcome: WinFor(them), Reason: ReasonFirstKing}
	case r.Goal == FirstKing && p.KingsOf(p.Turn) != 0:
		return Result{Outcome: WinFor(p.Turn), Reason: ReasonFirstKing}
	case moves == 0 && r.Goal == LoseAll:
		return Result{Outcome: WinFor(p.Turn), Reason: ReasonNoMove}
	case moves == 0:
		return Result{Outcome: WinFor(them), Reason: ReasonNoMove}
	}
	return Result{}
}
