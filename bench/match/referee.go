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
	timeMargin   time.Duration // by how much a limit may be overstepped
	moveTimeout  time.Duration // how long to wait for a move without a time limit
	adjudication Adjudication
	prober       *endgame.Prober // for the adjudication; nil: none
	onPly        func(*Game)     // nil: nobody watches
}

// crashPause is how long the referee waits before an engine that is gone forfeits the
// game. A batch system that ends a match may send SIGTERM to its engines as well, and
// what they then do is no result: ctx will be done soon.
const crashPause = 200 * time.Millisecond

// A side is a player with its clock in one game.
type side struct {
	player Player
	clock  clock
}

// play plays g to its end between two sides, White first, which are ready for a
// new game, and completes the record. A forfeit is a result and no error. An error
// means that there is no result: ctx is done, a player could not begin the game
// (*startError), or something of our own failed.
func (r *referee) play(ctx context.Context, g *movegen.Game, sides [2]*side, record *Game) error {
	for !r.over(g, record) {
		r.tell(record)
		mover := g.Position().Turn
		err := r.move(ctx, g, sides[mover], record)
		if forfeit := (*Forfeit)(nil); errors.As(err, &forfeit) {
			if forfeit.Kind == Crash && pause(ctx, crashPause) != nil {
				return ctx.Err()
			}
			record.forfeit(mover, forfeit)
			return nil
		}
		if claim := Claim(""); errors.As(err, &claim) {
			claim.settle(g, record)
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tell tells who watches how far a game has come.
func (r *referee) tell(record *Game) {
	if r.onPly != nil {
		r.onPly(record)
	}
}

// over reports whether g is over, by its rules or by adjudication, and records
// the result.
func (r *referee) over(g *movegen.Game, record *Game) bool {
	result := g.Result()
	if result.Outcome == movegen.Ongoing {
		result = r.adjudication.result(g, record)
	}
	if result.Outcome == movegen.Ongoing && r.prober != nil {
		result = r.prober.Settled(g)
	}
	if result.Outcome == movegen.Ongoing {
		return false
	}
	record.setResult(result)
	return true
}

// move asks the side for a move and plays it.
func (r *referee) move(ctx context.Context, g *movegen.Game, s *side, record *Game) error {
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
		return &Forfeit{IllegalMove, text}
	}
	s.clock.spend(used)
	record.addMove(text, answer, used, forced)
	return nil
}

// begin calls Begin if the player has it.
func (s *side) begin(ctx context.Context, g *movegen.Game) error {
	b, ok := s.player.(gameStarter)
	if !ok {
		return nil
	}
	err := b.Begin(ctx, g, s.clock.search())
	if err != nil && ctx.Err() == nil {
		return &startError{g.Position().Turn, err}
	}
	return err
}

// startError is the error of a player that could not begin a game.
type startError struct {
	color movegen.Color
	err   error
}

// Error returns the reason.
func (e *startError) Error() string { return e.err.Error() }

// ask asks the side for a move and returns the answer and the time it took.
func (r *referee) ask(ctx context.Context, g *movegen.Game, s *side) (Answer, time.Duration, error) {
	allowed, timed := s.clock.allowed()
	most, timeout := max(allowed+r.timeMargin, 0), r.moveTimeout
	if timed && s.clock.limits.Pace == 0 {
		timeout = most
	}
	asked, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	began := time.Now()
	answer, err := s.player.Move(asked, g, s.clock.search())
	waited := time.Since(began)
	used := s.clock.spent(waited, answer.Nodes)
	switch {
	case ctx.Err() != nil:
		return Answer{}, used, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return Answer{}, used, &Forfeit{TimeLoss, fmt.Sprintf("no move after %v", waited.Round(time.Millisecond))}
	case timed && used > allowed && errors.Is(err, ClaimNothing):
		return Answer{}, used, &Forfeit{TimeLoss, fmt.Sprintf("it ended the game after %v of %v", used.Round(time.Millisecond), allowed)}
	case err == nil && timed && used > most:
		return Answer{}, used, &Forfeit{TimeLoss, fmt.Sprintf("took %v of %v", used.Round(time.Millisecond), allowed)}
	}
	return answer, used, err
}
