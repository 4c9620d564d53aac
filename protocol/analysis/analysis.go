package analysis

import (
	"context"
	"fmt"
	"time"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
)

// Knowledge is what is known of a variant besides its rules.
type Knowledge struct {
	Eval     *eval.Evaluator   // required
	Endgames *endgame.Database // nil: none
	Book     *book.Book        // nil: none
}

// An Analysis searches positions of games.
type Analysis struct {
	// The budget of a search of the second pass: nodes or, if that is 0, time.
	Nodes    int64
	MoveTime time.Duration

	TableBytes int64 // of the transposition table of each thread; 0 is a default
	Threads    int   // searches at a time; 0: one

	// OnFinding, if not nil, is called with every finding of a search, from one
	// goroutine at a time. An error ends the analysis.
	OnFinding func(*Finding) error

	// OnProgress, if not nil, is called after every search, in the same way: done
	// of the total searches of a pass are over. There may be more than one round of a pass.
	OnProgress func(pass, done, total int)

	games     []*Game
	byNumber  map[int]*Game
	knowledge map[*movegen.Rules]Knowledge
	earlier   map[place]*Finding
}

// New returns an analysis of games, with what is known of each of their variants.
func New(games []*Game, knowledge map[*movegen.Rules]Knowledge) *Analysis {
	byNumber := map[int]*Game{}
	for _, g := range games {
		byNumber[g.Number] = g
		g.Know(knowledge[g.Rules])
	}
	return &Analysis{games: games, byNumber: byNumber, knowledge: knowledge, earlier: map[place]*Finding{}}
}

// look finds what is certain of the positions.
func (g *Game) look() {
	var prober *endgame.Prober
	most := 0
	if g.knowledge.Endgames != nil {
		prober, most = g.knowledge.Endgames.Prober(), g.knowledge.Endgames.MostPieces()
	}
	for i := range g.positions {
		p := &g.positions[i]
		if g.final(i) {
			p.value = valueByRules(g.at(p).Result(), p.Turn)
		}
		if p.value.rule != "" {
			g.followForced(i, &Finding{Pass: passes, Score: g.scoreOf(p)})
		}
		if p.value.Value != endgame.Unknown || p.Occupied().Len() > most {
			continue
		}
		if v := prober.Probe(&p.Position); v != endgame.Unknown && endgame.Certain(g.Rules, &p.Position, v) {
			p.value = value{Value: v, byDatabase: true}
		}
	}
}

// valueByRules returns the value of a position with that result for a side.
func valueByRules(r movegen.Result, c movegen.Color) value {
	v := value{rule: r.Reason}
	switch {
	case r.Outcome == movegen.Ongoing:
	case r.Outcome == movegen.Drawn:
		v.Value = endgame.Draw
	case (r.Outcome == movegen.WhiteWins) == (c == movegen.White):
		v.Value = endgame.Win
	default:
		v.Value = endgame.Loss
	}
	return v
}

// Add adds a finding of an interrupted analysis of the same games and settings. It
// fails if there is no such position or the line is not legal. Findings of games that
// are not to be analyzed are left aside.
func (a *Analysis) Add(f *Finding) error {
	g := a.byNumber[f.Game]
	if g == nil {
		return nil
	}
	err := g.read(f)
	switch {
	case err != nil:
		return err
	case f.Pass == 0 || len(f.Line) == 0:
		return fmt.Errorf("game %d, position %d: no move was found", f.Game, f.Position)
	}
	a.earlier[f.place()] = f
	return nil
}

// Run searches all that is to be searched. An interrupted run can be taken up by
// another analysis, to which the findings are added first.
func (a *Analysis) Run(ctx context.Context) error {
	for {
		var round []task
		for _, g := range a.games {
			round = g.tasks(round)
		}
		if len(round) == 0 {
			return nil
		}
		findings, err := a.search(ctx, round)
		if err != nil {
			return err
		}
		for i, f := range findings {
			round[i].keep(f)
		}
	}
}
