package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"stupol/movegen"
)

// A task is a pair of games to be played, or what is missing of it.
type task struct {
	pair int
	legs []int
}

// A worker plays one game at a time. It keeps its players from game to game.
type worker struct {
	match    *Match
	host     host
	schedule *schedule
	referee  referee
	starts   *starts
	players  map[int]Player // by index of engine
	fresh    map[int]bool   // players that have not begun a game yet
}

// newWorker returns worker n of m, counted from 1.
func newWorker(m *Match, s *schedule, r *sharing, n int) *worker {
	w := &worker{match: m, schedule: s, starts: &r.starts, players: map[int]Player{}, fresh: map[int]bool{}}
	w.host = host{
		rules: m.Rules, databases: &m.databases, maxMoves: m.Adjudication.MaxMoves, protocol: r.protocol, stderr: r.stderr,
	}
	if m.Concurrency > 1 {
		w.host.worker = fmt.Sprintf("#%d", n)
	}
	w.referee = referee{margin: m.Margin, patience: m.Patience, adjudication: m.Adjudication, prober: m.Adjudication.prober(m.Rules)}
	if w.referee.patience == 0 {
		w.referee.patience = DefaultPatience
	}
	return w
}

// work plays tasks until there are no more.
func (w *worker) work(ctx context.Context, tasks <-chan task, finished chan<- *Game) error {
	for t := range tasks {
		opening, err := w.match.Openings.At(w.schedule.round(t.pair))
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
	engines := w.schedule.colors(pair, leg)
	for {
		record := w.newRecord(pair, leg, opening)
		err := w.attempt(ctx, engines, opening, record)
		var u *unready
		if errors.As(err, &u) {
			if w.hasPlayed(engines[u.color]) {
				w.dismiss(engines[u.color])
				continue
			}
			err = w.notStarted(engines[u.color], u, record)
		}
		if err != nil {
			return nil, err
		}
		record.Date = time.Now().Format("2006.01.02")
		if record.Fault != "" && record.Fault != Resignation {
			w.dismiss(engines[record.loser()])
		}
		w.log(record, cmp.Or(record.Winner, "nobody")+" wins: "+record.Reason)
		return record, nil
	}
}

// attempt plays one game. The error is of type *unready if a player does not
// begin it.
func (w *worker) attempt(ctx context.Context, engines [2]int, opening Opening, record *Game) error {
	var seats [2]*seat
	for i, e := range engines {
		player, err := w.player(ctx, e)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return &unready{movegen.Color(i), err}
		}
		seats[i] = &seat{player, newClock(w.match.Engines[e].Agreed())}
	}
	w.log(record, "begins with "+opening.Name)
	before := processorTimes(seats)
	if err := w.referee.play(ctx, opening.Game.Clone(), seats, record); err != nil {
		return err
	}
	record.addProcessorTimes(before, processorTimes(seats))
	record.WhiteProgram, record.BlackProgram = programOf(seats[movegen.White]), programOf(seats[movegen.Black])
	for _, e := range engines {
		w.fresh[e] = false
		w.starts.succeeded(e)
	}
	return nil
}

// hasPlayed reports whether there is a player of the engine, and it has begun a
// game.
func (w *worker) hasPlayed(engine int) bool { return w.players[engine] != nil && !w.fresh[engine] }

// notStarted gives the game to the opponent of an engine that could not be
// started for it, or ends the match with an error.
func (w *worker) notStarted(engine int, u *unready, record *Game) error {
	w.dismiss(engine)
	name := w.match.Engines[engine].Name
	failures, goOn := w.starts.failed(engine)
	switch {
	case goOn:
		record.lose(u.color, &Fault{NoStart, u.Error()})
		return nil
	case failures > 1:
		return fmt.Errorf("engine %s: %d times in a row it did not begin a game: %w", name, failures, u.err)
	}
	return fmt.Errorf("engine %s: %w", name, u.err)
}

// log writes to the protocol log what becomes of a game.
func (w *worker) log(record *Game, what string) {
	w.host.protocol.line("match"+w.host.worker, "-", fmt.Sprintf("game %s, %s against %s, %s", record.Number(), record.White, record.Black, what))
}

// newRecord returns the record of a game before its first move.
func (w *worker) newRecord(pair, leg int, o Opening) *Game {
	engines := w.schedule.colors(pair, leg)
	start := o.Game.Start()
	record := &Game{
		Pair: pair, Leg: leg, Opening: o.Name, Start: o.Game.Rules().FEN(&start),
		White: w.match.Engines[engines[movegen.White]].Name,
		Black: w.match.Engines[engines[movegen.Black]].Name,
	}
	for _, m := range o.Game.Moves() {
		record.addBook(o.Game.Rules().HubMove(m))
		record.Book++
	}
	return record
}

// player returns a player of the engine that is ready for a new game. One that
// has died since its last game is replaced.
func (w *worker) player(ctx context.Context, engine int) (Player, error) {
	if p := w.players[engine]; p != nil {
		if p.NewGame(ctx) == nil {
			return p, nil
		}
		w.dismiss(engine)
	}
	if err := pause(ctx, time.Duration(w.starts.failures(engine))*restartPause); err != nil {
		return nil, err
	}
	p, err := w.start(ctx, engine)
	if err != nil {
		return nil, err
	}
	w.players[engine], w.fresh[engine] = p, true
	return p, p.NewGame(ctx)
}

func (w *worker) start(ctx context.Context, engine int) (Player, error) {
	e := &w.match.Engines[engine]
	if w.match.start != nil {
		return w.match.start(ctx, e)
	}
	return e.start(ctx, &w.host)
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

// dismiss ends the player of the engine. The next game gets another. How it
// takes its leave does not matter any more.
func (w *worker) dismiss(engine int) {
	if p := w.players[engine]; p != nil {
		_ = p.Close()
		delete(w.players, engine)
	}
}

// close ends all players.
func (w *worker) close() {
	for engine := range w.players {
		w.dismiss(engine)
	}
}
