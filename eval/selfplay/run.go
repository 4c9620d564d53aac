package selfplay

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"stupol/book/endgame"
	"stupol/eval/ballot"
	"stupol/eval/work/inorder"
	"stupol/movegen"
)

// A Run says which games to play and with what.
type Run struct {
	Header
	Endgames    *endgame.Database // of the variant, as the searchers have them; nil: none
	Games       int               // of all shards together
	Concurrency int               // games at a time; 0: one

	// NewSearcher returns a searcher that does what the header says, with a table of
	// TableBytes. Its searches tell the observer, if it is not nil, what they come to.
	NewSearcher func(Observer) (Searcher, error)

	// Played, if any, are games that others have played. They are not played but only
	// searched for leaves: at each of their positions that has a score, OpeningNodes nodes.
	Played []*Game

	// OnGame, if not nil, is called with each game once it is written, in the
	// order of the numbers and from one goroutine.
	OnGame func(*Game)
}

// Total returns the number of games of the shard.
func (r *Run) Total() int { return r.Part().Share(r.Games) }

// Play plays the games that w lacks and writes them. When ctx is done it drops the games
// in progress, writes those before them and returns the error of ctx.
func (r *Run) Play(ctx context.Context, w *Writer) error {
	if err := r.Validate(); err != nil {
		return err
	}
	openings, err := r.openings()
	if err != nil {
		return err
	}
	flushed := time.Now()
	var failed error // to write
	work := inorder.Work[*player, *Game]{
		First: w.Games(), End: r.Total(), Threads: r.Concurrency,
		NewWorker: func() (*player, error) { return r.player(openings) },
		Do: func(ctx context.Context, p *player, i int) (*Game, error) {
			g, err := r.game(ctx, p, r.Part().Nth(i))
			if err == nil && r.Endgames != nil {
				err = r.Endgames.Err() // the game is another than with all databases
			}
			return g, err
		},
		Done: func(_ int, g *Game) (goesOn bool, err error) {
			if failed = r.write(w, g); failed == nil && time.Since(flushed) >= flushPause {
				failed, flushed = w.Flush(), time.Now()
			}
			return true, failed
		},
	}
	err = work.Run(ctx)
	if failed != nil {
		return failed
	}
	return cmp.Or(w.Flush(), err)
}

// game returns the game of that number.
func (r *Run) game(ctx context.Context, p *player, number int) (*Game, error) {
	if len(r.Played) > 0 {
		return p.replay(ctx, r.Played[number], number)
	}
	return p.play(ctx, number)
}

// openings returns the openings of all players.
func (r *Run) openings() (*ballot.Box, error) {
	rules, err := movegen.Lookup(r.Variant)
	if err != nil {
		return nil, err
	}
	draws, err := rules.DrawRulesNamed(r.Draws)
	if err != nil {
		return nil, err
	}
	return ballot.New(ballot.Settings{
		Rules: rules, Draws: draws, Seed: r.Seed, MinPlies: r.MinOpening, MaxPlies: r.MaxOpening, Again: true,
	}), nil
}

// player returns a new player.
func (r *Run) player(openings *ballot.Box) (*player, error) {
	p := &player{Header: r.Header, rules: openings.Rules, draws: openings.Draws, openings: openings, scores: codesOf(r.Header.Scale)}
	var err error
	if r.Endgames != nil {
		p.prober = r.Endgames.Prober()
	}
	if p.leafSearcher, err = r.NewSearcher(nil); err != nil {
		return nil, err
	}
	if p.searcher, err = r.NewSearcher(&p.sampler); err != nil {
		p.leafSearcher.Close()
		return nil, err
	}
	return p, nil
}

// flushPause is how often an incomplete chunk is written. A crash costs the games since
// then; if it comes while the chunk is being replaced, all of that chunk.
const flushPause = time.Minute

// write writes a game.
func (r *Run) write(w *Writer, g *Game) error {
	if err := w.Add(g); err != nil {
		return fmt.Errorf("game %d: %w", g.Number, err)
	}
	if r.OnGame != nil {
		r.OnGame(g)
	}
	return nil
}

// A Searcher finds moves for a player. Equal searches after Clear find the same. The
// caller of this package supplies it: a search is above what learns from its games.
type Searcher interface {
	// Search visits that many positions below the present one of g.
	Search(ctx context.Context, g *movegen.Game, nodes int64) (Found, error)
	Clear() // forgets all searches
	Close()
}

// An Observer sees what a Searcher comes to.
type Observer interface {
	// Evaluated is called with every position that the evaluation is asked about.
	// The position is the observer's for the duration of the call only.
	Evaluated(p *movegen.Position)
}

// Found is what a search has found.
type Found struct {
	Any   bool         // there is a legal move; if not, nothing else is meaningful
	Move  movegen.Move // the best
	Score int          // for the side to move, in hundredths of a man
	Proof string       // ReasonProven or ReasonEndgame if the side that is ahead has won; "": the game goes on
}

// result returns the result of a game in which the side to move has found f; it is
// ongoing unless f says who wins.
func (f *Found) result(turn movegen.Color) movegen.Result {
	switch {
	case f.Proof == "":
		return movegen.Result{}
	case f.Score < 0:
		turn = turn.Opponent()
	}
	return movegen.Result{Outcome: movegen.WinFor(turn), Reason: f.Proof}
}

// A Tally counts the games of a run while it goes on.
type Tally struct {
	before int // games of earlier runs
	total  int
	began  time.Time

	played, plies int
	again         int // games whose opening other games have had
	outcomes      [movegen.Drawn + 1]int
}

// NewTally returns the tally of a run that has so many of its games already.
func NewTally(before, total int) *Tally {
	return &Tally{before: before, total: total, began: time.Now()}
}

// Add counts a game.
func (t *Tally) Add(g *Game) {
	t.played++
	t.plies += len(g.Moves)
	if g.Again {
		t.again++
	}
	t.outcomes[g.Outcome]++
}

// String returns the counts as one line.
func (t *Tally) String() string {
	text := fmt.Sprintf("%d of %d games", t.before+t.played, t.total)
	if t.played == 0 {
		return text
	}
	played := float64(t.played)
	percent := func(o movegen.Outcome) float64 { return 100 * float64(t.outcomes[o]) / played }
	text = fmt.Sprintf("%s, %.1f/s, %.1f plies, White %.0f %%, draws %.0f %%, Black %.0f %%",
		text, played/time.Since(t.began).Seconds(), float64(t.plies)/played,
		percent(movegen.WhiteWins), percent(movegen.Drawn), percent(movegen.BlackWins))
	if t.outcomes[movegen.Ongoing] > 0 {
		text += fmt.Sprintf(", stopped %.0f %%", percent(movegen.Ongoing))
	}
	if t.again > 0 {
		text += fmt.Sprintf(", %d openings repeated", t.again)
	}
	return text
}
