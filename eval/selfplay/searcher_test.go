package selfplay

import (
	"context"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// searchers returns what makes the searchers of runs with header h and databases d.
func searchers(h Header, d *endgame.Database) func(Observer) (Searcher, error) {
	return func(o Observer) (Searcher, error) {
		rules, err := movegen.Lookup(h.Variant)
		if err != nil {
			return nil, err
		}
		engine, err := search.New(search.Options{Rules: rules, TableBytes: h.TableBytes, Endgames: d, Observer: o})
		return engineSearcher{engine}, err
	}
}

// An engineSearcher searches with an engine.
type engineSearcher struct{ *search.Engine }

func (s engineSearcher) Search(ctx context.Context, g *movegen.Game, nodes int64) (Found, error) {
	r, err := s.Engine.Search(ctx, g, search.Limits{Nodes: nodes, Analyze: true}, nil)
	f := Found{Any: r.Found, Move: r.Move, Score: int(r.Score)}
	switch {
	case r.Score.IsProven():
		f.Proof = ReasonProven
	case max(r.Score, -r.Score) > search.MaxEval:
		f.Proof = ReasonEndgame
	}
	return f, err
}

func TestFoundDecides(t *testing.T) {
	tests := []struct {
		name string
		f    Found
		turn movegen.Color
		want movegen.Result
	}{
		{"no proof", Found{Score: 7000}, movegen.White, movegen.Result{}},
		{"White sees a win", Found{Score: 9991, Proof: ReasonProven}, movegen.White, movegen.Result{Outcome: movegen.WhiteWins, Reason: ReasonProven}},
		{"Black sees a win", Found{Score: 9991, Proof: ReasonProven}, movegen.Black, movegen.Result{Outcome: movegen.BlackWins, Reason: ReasonProven}},
		{"White sees a loss", Found{Score: -8980, Proof: ReasonEndgame}, movegen.White, movegen.Result{Outcome: movegen.BlackWins, Reason: ReasonEndgame}},
		{"Black sees a loss", Found{Score: -8980, Proof: ReasonEndgame}, movegen.Black, movegen.Result{Outcome: movegen.WhiteWins, Reason: ReasonEndgame}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.f.result(tt.turn); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// A forgetful searcher counts the searches that knew something of another.
type forgetful struct {
	Searcher
	knows bool
	stale int
}

func (s *forgetful) Search(ctx context.Context, g *movegen.Game, nodes int64) (Found, error) {
	if s.knows {
		s.stale++
	}
	s.knows = true
	return s.Searcher.Search(ctx, g, nodes)
}

func (s *forgetful) Clear() {
	s.knows = false
	s.Searcher.Clear()
}

// Whether an opening is balanced does not depend on what was searched before: any player may
// be asked.
func TestJudgeForgets(t *testing.T) {
	r := quick(t, "russian", 1)
	openings, err := r.openings()
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.player(openings)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s := &forgetful{Searcher: p.searcher}
	p.searcher = s
	for i := range 5 {
		if _, err := openings.Draw(t.Context(), i, p.judge); err != nil {
			t.Fatal(err)
		}
	}
	if !s.knows || s.stale != 0 {
		t.Errorf("%d searches of openings knew something of others", s.stale)
	}
}
