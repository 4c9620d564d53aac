package params

import (
	"math/rand/v2"

	"stupol/eval"
	"stupol/movegen"
	"stupol/search"
)

// A Maker makes the engines that people and programs play with.
type Maker struct {
	EvalFile string // the evaluation, as for eval.Named
	AnyGame  bool   // EvalFile is of one game; engines of others have their own evaluation
	MaxTable int64  // bytes of the largest transposition table; 0: no limit
}

// Evaluator returns the evaluation of r.
func (m Maker) Evaluator(r *movegen.Rules) (*eval.Evaluator, error) {
	e, err := eval.Named(r, m.EvalFile)
	if err != nil && m.AnyGame {
		return eval.Default(r), nil
	}
	return e, err
}

// Engine makes an engine with the table asked for, or a smaller one if that is more than
// MaxTable or cannot be had. The evaluation is that of o, if it has one. An engine that is to
// play badly makes other mistakes every time.
func (m Maker) Engine(o search.Options) (*search.Engine, error) {
	const smallest = 1 << 20
	if o.Seed == 0 {
		o.Seed = rand.Uint64()
	}
	if o.Eval == nil {
		var err error
		if o.Eval, err = m.Evaluator(o.Rules); err != nil {
			return nil, err
		}
	}
	if m.MaxTable > 0 {
		o.TableBytes = min(o.TableBytes, m.MaxTable)
	}
	for {
		e, err := search.New(o)
		if err == nil || o.TableBytes <= smallest {
			return e, err
		}
		o.TableBytes /= 2
	}
}
