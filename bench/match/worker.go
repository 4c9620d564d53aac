package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stupol/movegen"
)

// A task is a pair of games to be played, or the missing game of one.
type task struct {
	pair int
	legs []int
}

// A worker plays one game at a time. It keeps its players from game to game.
type worker struct {
	match         *Match
	env           environment
	schedule      *schedule
	referee       referee
	startFailures *startFailures
	exhausted     *exhausted
	players       map[int]Player // by index of engine
	unused        map[int]bool   // players that have not begun a game yet
}

// newWorker returns worker n of m, counted from 1.
func newWorker(m *Match, s *schedule, r *shared, n int) *worker {
	w := &worker{match: m, schedule: s, startFailures: &r.startFailures, exhausted: &r.exhausted, players: map[int]Player{}, unused: map[int]bool{}}
	w.env = environment{
		rules: m.Rules, databases: &m.databases, maxMoves: m.Adjudication.MaxMoves, protocol: r.protocol, stderr: r.stderr,
	}
	if m.Concurrency > 1 {
		w.env.worker = fmt.Sprintf("#%d", n)
	}
	w.referee = referee{timeMargin: m.TimeMargin, moveTimeout: m.MoveTimeout, adjudication: m.Adjudication, prober: m.Adjudication.prober(m.Rules)}
	if m.OnPly != nil {
		w.referee.onPly = func(g *Game) { m.OnPly(n, *g) }
	}
	if w.referee.moveTimeout == 0 {
		w.referee.moveTimeout = DefaultMoveTimeout
	}
	return w
}

// work plays tasks until there are no more, or no more openings.
func (w *worker) work(ctx context.Context, tasks <-chan task, finished chan<- *Game) error {
	for t := range tasks {
		round := w.schedule.round(t.pair)
		if w.exhausted.before(round) {
			continue
		}
		opening, err := w.match.opening(ctx, round)
		if w.exhausted.set(err) {
			continue
		}
		if err != nil {
			return err
		}
		for _, leg := range t.legs {
			g, err := w.play(ctx, t.pair, leg, opening)
			if err != nil {
				return err
			}
			finished <- g
		}
	}
	return nil
}

// play plays one game. A player that has died since its last game is replaced;
// one that cannot be, having played before, loses the game.
func (w *worker) play(ctx context.Context, pair, leg int, opening Opening) (*Game, error) {
	engines := w.schedule.engines(pair, leg)
	for {
		record := w.newRecord(pair, leg, opening)
		err := w.playOnce(ctx, engines, opening, record)
		var failure *startError
		if errors.As(err, &failure) {
			if w.hasPlayed(engines[failure.color]) {
				w.closePlayer(engines[failure.color])
				continue
			}
			err = w.countStartFailure(engines[failure.color], failure, record)
		}
		if err != nil {
			return nil, err
		}
		record.Date = time.Now().Format("2006.01.02")
		if record.Forfeit != "" && record.Forfeit != Resignation {
			w.closePlayer(engines[record.loser()])
		}
		result := "draw"
		if record.Winner != "" {
			result = record.Winner + " wins"
		}
		w.log(record, result+": "+record.Reason)
		return record, nil
	}
}

// playOnce plays one game. The error is a *startError if a player does not begin
// it.
func (w *worker) playOnce(ctx context.Context, engines [2]int, opening Opening, record *Game) error {
	var sides [2]*side
	for i, e := range engines {
		player, err := w.player(ctx, e)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return &startError{movegen.Color(i), err}
		}
		sides[i] = &side{player, newClock(w.match.Engines[e].EffectiveLimits())}
	}
	w.log(record, "begins with "+opening.Name)
	before := processorTimes(sides)
	if err := w.referee.play(ctx, opening.Game.Clone(), sides, record); err != nil {
		return err
	}
	record.addProcessorTimes(before, processorTimes(sides))
	record.WhiteProgram, record.BlackProgram = programOf(sides[movegen.White]), programOf(sides[movegen.Black])
	for _, e := range engines {
		w.unused[e] = false
		w.startFailures.succeeded(e)
	}
	return nil
}

// hasPlayed reports whether there is a player of the engine that has begun a game.
func (w *worker) hasPlayed(engine int) bool { return w.players[engine] != nil && !w.unused[engine] }

// countStartFailure counts a game that an engine could not begin: it forfeits the
// game, or the match ends with the error returned.
func (w *worker) countStartFailure(engine int, u *startError, record *Game) error {
	w.closePlayer(engine)
	name := w.match.Engines[engine].Name
	failures, playOn := w.startFailures.failed(engine)
	switch {
	case playOn:
		record.forfeit(u.color, &Forfeit{NoStart, u.Error()})
		return nil
	case failures > 1:
		return fmt.Errorf("engine %s: %d times in a row it did not begin a game: %w", name, failures, u.err)
	}
	return fmt.Errorf("engine %s: %w", name, u.err)
}

// log writes an event of a game to the protocol log.
func (w *worker) log(record *Game, what string) {
	w.env.protocol.line("match"+w.env.worker, "-", fmt.Sprintf("game %s, %s against %s, %s", record.Number(), record.White, record.Black, what))
}

// newRecord returns the record of a game before its first move.
func (w *worker) newRecord(pair, leg int, o Opening) *Game {
	engines := w.schedule.engines(pair, leg)
	start := o.Game.Start()
	return &Game{
		Pair: pair, Leg: leg, Opening: o.Name, Start: o.Game.Rules().FEN(&start),
		White: w.match.Engines[engines[movegen.White]].Name,
		Black: w.match.Engines[engines[movegen.Black]].Name,
		Book:  o.moves(),
	}
}

// player returns a player of the engine that is ready for a new game. One that
// has died since its last game is replaced.
func (w *worker) player(ctx context.Context, engine int) (Player, error) {
	if p := w.players[engine]; p != nil {
		if p.NewGame(ctx) == nil {
			return p, nil
		}
		w.closePlayer(engine)
	}
	if err := pause(ctx, time.Duration(w.startFailures.failures(engine))*restartPause); err != nil {
		return nil, err
	}
	p, err := w.start(ctx, engine)
	if err != nil {
		return nil, err
	}
	w.players[engine], w.unused[engine] = p, true
	return p, p.NewGame(ctx)
}

func (w *worker) start(ctx context.Context, engine int) (Player, error) {
	e := &w.match.Engines[engine]
	if w.match.start != nil {
		return w.match.start(ctx, e)
	}
	return startPlayer(ctx, e, &w.env)
}

// pause waits for d, or until ctx is done.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// closePlayer closes the player of the engine; the next game gets a new one. Its
// error does not matter any more.
func (w *worker) closePlayer(engine int) {
	if p := w.players[engine]; p != nil {
		_ = p.Close()
		delete(w.players, engine)
	}
}

// close ends all players.
func (w *worker) close() {
	for engine := range w.players {
		w.closePlayer(engine)
	}
}
