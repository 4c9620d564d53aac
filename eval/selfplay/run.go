package selfplay

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
	"stupol/search"
)

// A Run says which games to play and with what.
type Run struct {
	Header
	Eval        *eval.Evaluator   // nil: eval.Default of the variant
	Endgames    *endgame.Database // of the variant, for the search as well; nil: none
	Games       int               // of all shards together
	Concurrency int               // games at a time; 0: one

	// OnGame, if not nil, is called with each game once it is written, in the
	// order of the numbers and from one goroutine.
	OnGame func(*Game)
}

// Total returns the number of games of the shard.
func (r *Run) Total() int { return (r.Games - r.Shard + r.Shards - 1) / r.Shards }

// Play plays the games that w lacks and writes them. When ctx is done it drops the games
// in progress, writes those before them and returns the error of ctx.
func (r *Run) Play(ctx context.Context, w *Writer) error {
	if err := r.Validate(); err != nil {
		return err
	}
	players, err := r.players()
	for _, p := range players {
		defer p.close()
	}
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	played := make(chan *Game)
	var next atomic.Int64
	next.Store(int64(w.Games()))
	for _, p := range players {
		group.Go(func() error { return r.work(ctx, p, &next, played) })
	}
	failed := make(chan error, 1)
	go func() {
		failed <- group.Wait()
		close(played)
	}()
	written := r.collect(w, played, stop)
	return cmp.Or(written, <-failed)
}

// players returns a new player for each game at a time. If it fails, it returns those
// made before as well.
func (r *Run) players() ([]*player, error) {
	var all []*player
	for range max(r.Concurrency, 1) {
		p, err := r.player()
		if err != nil {
			return all, err
		}
		all = append(all, p)
	}
	return all, nil
}

// player returns a new player.
func (r *Run) player() (*player, error) {
	rules, err := movegen.Lookup(r.Variant)
	if err != nil {
		return nil, err
	}
	p := &player{Header: r.Header, rules: rules}
	if p.draws, err = rules.DrawRulesNamed(r.Draws); err != nil {
		return nil, err
	}
	if r.Endgames != nil {
		p.prober = r.Endgames.Prober()
	}
	options := search.Options{Rules: rules, TableBytes: r.TableBytes, Eval: r.Eval, Endgames: r.Endgames}
	if p.leafEngine, err = search.New(options); err != nil {
		return nil, err
	}
	options.Observer = &p.sampler
	if p.engine, err = search.New(options); err != nil {
		p.leafEngine.Close()
		return nil, err
	}
	return p, nil
}

// work plays one game after the other until there are no more.
func (r *Run) work(ctx context.Context, p *player, next *atomic.Int64, played chan<- *Game) error {
	for {
		i := int(next.Add(1) - 1)
		if i >= r.Total() {
			return nil
		}
		g, err := p.play(ctx, r.Shard+i*r.Shards)
		if err != nil {
			return err
		}
		if r.Endgames != nil && r.Endgames.Err() != nil {
			return r.Endgames.Err() // the game is another than with all databases
		}
		played <- g
	}
}

// flushPause is how often an incomplete chunk is written. A crash costs the games since
// then; if it comes while the chunk is being replaced, all of that chunk.
const flushPause = time.Minute

// collect writes the games in the order of their numbers. It calls stop when it fails.
func (r *Run) collect(w *Writer, played <-chan *Game, stop func()) error {
	pending, flushed := map[int]*Game{}, time.Now()
	var failed error
	for g := range played {
		pending[g.Number] = g
		if failed != nil {
			continue
		}
		failed = r.write(w, pending)
		if failed == nil && time.Since(flushed) >= flushPause {
			failed, flushed = w.Flush(), time.Now()
		}
		if failed != nil {
			stop()
		}
	}
	if failed != nil {
		return failed
	}
	return w.Flush()
}

// write moves the games that are next from pending to the file.
func (r *Run) write(w *Writer, pending map[int]*Game) error {
	for {
		number := r.Shard + w.Games()*r.Shards
		g := pending[number]
		if g == nil {
			return nil
		}
		delete(pending, number)
		if err := w.Add(g); err != nil {
			return fmt.Errorf("game %d: %w", number, err)
		}
		if r.OnGame != nil {
			r.OnGame(g)
		}
	}
}
