package match

import (
	"context"
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
	schedule *schedule
	referee  referee
	players  map[int]Player // by index of engine
}

func newWorker(m *Match, s *schedule) *worker {
	w := &worker{match: m, schedule: s, players: map[int]Player{}}
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

// play plays one game.
func (w *worker) play(ctx context.Context, pair, leg int, opening Opening) (*Game, error) {
	engines := w.schedule.colors(pair, leg)
	record := w.newRecord(pair, leg, opening)
	var seats [2]*seat
	for i, e := range engines {
		player, err := w.player(ctx, e)
		if err != nil {
			return nil, fmt.Errorf("engine %s: %w", w.match.Engines[e].Name, err)
		}
		seats[i] = &seat{player, newClock(w.match.Engines[e].Limits)}
	}
	if err := w.referee.play(ctx, opening.Game.Clone(), seats, record); err != nil {
		return nil, err
	}
	record.Date = time.Now().Format("2006.01.02")
	if record.Fault != "" && record.Fault != Resignation {
		w.dismiss(engines[record.loser()])
	}
	return record, nil
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
	p, err := w.start(ctx, engine)
	if err != nil {
		return nil, err
	}
	w.players[engine] = p
	return p, p.NewGame(ctx)
}

func (w *worker) start(ctx context.Context, engine int) (Player, error) {
	e := &w.match.Engines[engine]
	if w.match.start != nil {
		return w.match.start(ctx, e)
	}
	return e.start(ctx, w.match.Rules, &w.match.databases)
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
