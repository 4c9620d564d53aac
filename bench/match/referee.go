package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stupol/book/endgame"
	"stupol/movegen"
)

// A referee watches games: it keeps the clocks, checks the moves and says when
// a game is over and who has won.
type referee struct {
	margin       time.Duration // by how much a limit may be overstepped
	patience     time.Duration // how long to wait for a move without a time limit
	adjudication Adjudication
	prober       *endgame.Prober // for the adjudication; nil: none
}

// A seat is one side of a game.
type seat struct {
	player Player
	clock  clock
}

// play lets the two seats, White's first, play g to its end, each player being
// ready for a new game, and completes the record. The error is not for the fault
// of a player but for what makes a result impossible: ctx is done, a player does
// not begin (an error of type *unready), or something of our own is broken.
func (r *referee) play(ctx context.Context, g *movegen.Game, seats [2]*seat, record *Game) error {
	for !r.over(g, record) {
		mover := g.Position().Turn
		err := r.move(ctx, g, seats[mover], record)
		if fault := (*Fault)(nil); errors.As(err, &fault) {
			record.lose(mover, fault)
			return nil
		}
		if claim := Claim(""); errors.As(err, &claim) {
			claim.judge(g, record)
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// over reports whether g is over, by its rules or by adjudication, and writes
// the result down.
func (r *referee) over(g *movegen.Game, record *Game) bool {
	result := g.Result()
	if result.Outcome == movegen.Ongoing {
		result = r.adjudication.judge(g, record)
	}
	if result.Outcome == movegen.Ongoing && r.prober != nil {
		result = known(r.prober, g)
	}
	if result.Outcome == movegen.Ongoing {
		return false
	}
	record.end(result)
	return true
}

// move asks the seat for a move and plays it.
func (r *referee) move(ctx context.Context, g *movegen.Game, s *seat, record *Game) error {
	if err := s.begin(ctx, g); err != nil {
		return err
	}
	answer, used, err := r.ask(ctx, g, s)
	if err != nil {
		return err
	}
	text := g.Rules().HubMove(answer.Move)
	forced := len(g.LegalMoves(nil)) == 1
	if err := g.Play(answer.Move); err != nil {
		return &Fault{IllegalMove, text}
	}
	s.clock.spend(used)
	record.add(text, answer, used, forced)
	return nil
}

// begin tells the player of g, if it has to be told.
func (s *seat) begin(ctx context.Context, g *movegen.Game) error {
	b, ok := s.player.(beginner)
	if !ok {
		return nil
	}
	err := b.Begin(ctx, g, s.clock.search())
	if err != nil && ctx.Err() == nil {
		return &unready{g.Position().Turn, err}
	}
	return err
}

// unready is the error of a player that does not begin a game.
type unready struct {
	color movegen.Color
	err   error
}

// Error returns the reason.
func (u *unready) Error() string { return u.err.Error() }

// ask waits for the answer of the seat.
func (r *referee) ask(ctx context.Context, g *movegen.Game, s *seat) (Answer, time.Duration, error) {
	allowed, timed := s.clock.allowed()
	patience := r.patience
	if timed {
		patience = max(allowed+r.margin, 0)
	}
	asked, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	began := time.Now()
	answer, err := s.player.Move(asked, g, s.clock.search())
	used := time.Since(began)
	switch {
	case ctx.Err() != nil:
		return Answer{}, used, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return Answer{}, used, &Fault{TimeLoss, fmt.Sprintf("no move after %v", used.Round(time.Millisecond))}
	case timed && used > allowed && errors.Is(err, ClaimNothing):
		return Answer{}, used, &Fault{TimeLoss, fmt.Sprintf("it ended the game after %v of %v", used.Round(time.Millisecond), allowed)}
	case err == nil && timed && used > patience:
		return Answer{}, used, &Fault{TimeLoss, fmt.Sprintf("took %v of %v", used.Round(time.Millisecond), allowed)}
	}
	return answer, used, err
}
