package spsa

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"stupol/bench/match"
	"stupol/book/endgame"
	"stupol/eval/files/output"
	"stupol/eval/files/output/journal"
	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/protocol/words"
	"stupol/search"
	"stupol/search/balanced"
)

// Settings are all that the course of a tuning depends on: the header of its
// journal.
type Settings struct {
	Engine  string `json:"engine"` // version of the program
	Variant string `json:"variant"`
	Nodes   int64  `json:"nodes"` // searched for a move
	Pairs   int    `json:"pairs"` // of games with the same opening, an iteration
	Plan
}

// A Tuning is a run of matches, one an iteration. The entries of its journal
// are their results, from the side of the engine with the plus values.
type Tuning struct {
	Settings
	Concurrency int    // games at a time; 0: one
	OnGame      func() // called after every game; nil: none

	rules    *movegen.Rules
	openings *match.RandomOpenings
	state    *state
}

// New returns a tuning before its first iteration. It fails if the settings
// make no sense.
func New(s Settings) (*Tuning, error) {
	rules, err := movegen.Lookup(s.Variant)
	if err != nil {
		return nil, err
	}
	if s.Pairs < 1 {
		return nil, errors.New("an iteration needs at least one pair of games")
	}
	if err := s.Plan.Validate(); err != nil {
		return nil, err
	}
	t := &Tuning{Settings: s, rules: rules}
	t.state = newState(&t.Plan)
	t.openings = &match.RandomOpenings{
		Rules: rules, Seed: s.Seed, Plies: balanced.UsualPlies(rules), Balance: balanced.UsualBalance, Nodes: balanced.UsualNodes,
	}
	next := t.match()
	return t, next.Validate()
}

// Open begins the journal of t in an empty file or takes up the one that is
// there. It fails if that has other settings.
func (t *Tuning) Open(file output.Handle) (*journal.Journal[match.Tally], error) {
	return journal.Open(file, t.Settings, t.add)
}

// Run plays the iterations that are left. If it is interrupted within one, that
// one is lost.
func (t *Tuning) Run(ctx context.Context, j *journal.Journal[match.Tally]) error {
	for t.Done() < t.Iterations {
		m := t.match()
		standings := m.Standings()
		if err := m.Run(ctx, standings, nil); err != nil {
			return err
		}
		result := standings.Pairings[0].Games
		if err := j.Add(&result); err != nil {
			return err
		}
		if err := t.add(&result); err != nil {
			return err
		}
	}
	return nil
}

// Done returns the number of iterations that are over.
func (t *Tuning) Done() int { return t.state.done }

// Values returns the present value of each of Params.
func (t *Tuning) Values() []float64 { return t.state.values }

// Tuned returns the constants, by name, whose present value rounded is another
// than at the start.
func (t *Tuning) Tuned() map[string]int {
	changed := map[string]int{}
	for i, p := range t.Params {
		if v := int(math.Round(t.state.values[i])); v != p.Start {
			changed[p.Name] = v
		}
	}
	return changed
}

// add ends an iteration with that result.
func (t *Tuning) add(result *match.Tally) error {
	if result.Games() != 2*t.Pairs || t.Done() >= t.Iterations {
		return fmt.Errorf("a result of %s for iteration %d: want %s, %s",
			words.Count(result.Games(), "game"), t.Done()+1, words.Count(2*t.Pairs, "game"), words.Count(t.Iterations, "iteration"))
	}
	t.state.update(t.state.perturb(), float64(result.Wins-result.Losses)/float64(result.Games()))
	return nil
}

// match returns the match of the next iteration.
func (t *Tuning) match() *match.Match {
	next := t.state.perturb()
	m := &match.Match{
		Rules: t.rules, Engines: []peer.EngineConfig{t.engine("plus", next.plus), t.engine("minus", next.minus)},
		Rounds: t.Pairs, Openings: openingsFrom{t.openings, t.Done() * t.Pairs},
		Adjudication: match.Adjudication{Endgames: endgame.Embedded(t.rules).Pieces()},
		Concurrency:  t.Concurrency,
	}
	if t.OnGame != nil {
		m.OnGame = func(*match.Game) error { t.OnGame(); return nil }
	}
	return m
}

// engine returns an engine with those values of the constants.
func (t *Tuning) engine(name string, values []int) peer.EngineConfig {
	params := map[string]string{}
	for i, p := range t.Params {
		params[peer.ConstantPrefix+p.Name] = strconv.Itoa(values[i])
	}
	return peer.EngineConfig{Name: name, Protocol: peer.Self, Params: params, Limits: peer.Limits{Nodes: t.Nodes}}
}

// openingsFrom are openings without those before the first.
type openingsFrom struct {
	match.Openings
	first int
}

// At returns an opening.
func (o openingsFrom) At(ctx context.Context, i int) (match.Opening, error) {
	return o.Openings.At(ctx, o.first+i)
}

// ParamOf returns what tunes a constant within its range.
func ParamOf(c search.Constant) Param {
	return Param{Name: c.Name, Start: c.Value, Min: c.Min, Max: c.Max}
}

// WriteReport writes what has become of the constants, and how to test it.
func (t *Tuning) WriteReport(w io.Writer) {
	words.Fprintf(w, "%d of %s, %s\n", t.Done(), words.Count(t.Iterations, "iteration"), words.Count(2*t.Pairs*t.Done(), "game"))
	table := output.NewTable(w)
	fmt.Fprintln(table, "constant\trange\tstart\tmean\ttuned\t")
	tuned := t.Tuned()
	for i, p := range t.Params {
		value, changed := tuned[p.Name]
		if !changed {
			value = p.Start
		}
		fmt.Fprintf(table, "%s\t%d..%d\t%d\t%.2f\t%d\t\n", p.Name, p.Min, p.Max, p.Start, t.Values()[i], value)
	}
	table.Flush()
	if len(tuned) == 0 {
		fmt.Fprintln(w, "Rounded, all are as they were.")
		return
	}
	player := "name=new"
	for _, name := range slices.Sorted(maps.Keys(tuned)) {
		player += fmt.Sprintf(",param.%s%s=%d", peer.ConstantPrefix, name, tuned[name])
	}
	fmt.Fprintf(w, "stupol match --self %s name=old --variant %s --nodes %d --sprt elo0=0 elo1=5 --games 20000\n", player, t.Variant, t.Nodes)
}
