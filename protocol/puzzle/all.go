package puzzle

import (
	"context"

	"stupol/eval/work/inorder"
	"stupol/movegen"
)

// CheckAll checks problems, several at a time, and calls report with the reports in their
// order. Checkers are made by newChecker, for each game one a thread.
func CheckAll(ctx context.Context, problems []Problem, threads int, newChecker func(*movegen.Rules) (*Checker, error), report func(number int, r Report) error) error {
	work := inorder.Work[checkers, Report]{
		End: len(problems), Threads: threads,
		NewWorker: func() (checkers, error) { return checkers{newChecker, map[*movegen.Rules]*Checker{}}, nil },
		Do: func(ctx context.Context, all checkers, number int) (Report, error) {
			c, err := all.of(problems[number].Rules)
			if err != nil {
				return Report{}, err
			}
			return c.Check(ctx, problems[number])
		},
		Done: func(number int, r Report) (bool, error) { return true, report(number, r) },
	}
	return work.Run(ctx)
}

// checkers are those of a thread, one for each game.
type checkers struct {
	newChecker func(*movegen.Rules) (*Checker, error)
	made       map[*movegen.Rules]*Checker
}

// of returns the checker for a game.
func (all checkers) of(r *movegen.Rules) (*Checker, error) {
	if c := all.made[r]; c != nil {
		return c, nil
	}
	c, err := all.newChecker(r)
	if err == nil {
		all.made[r] = c
	}
	return c, err
}

// Close closes them.
func (all checkers) Close() {
	for _, c := range all.made {
		c.Close()
	}
}
