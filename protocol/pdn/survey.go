package pdn

import (
	"errors"
	"fmt"
	"slices"

	"stupol/movegen"
)

// Survey replays the games of a file and counts those without a fault. Games that do
// not name their rules are replayed by all rules that use the same notation; the
// rules under which most games are without a fault are then used for all of them.
// Games that have neither moves nor a position are taken for what most others say
// they are.
type Survey struct {
	given   *movegen.Rules // that the user asked for
	games   int
	named   map[*movegen.Rules]int // how many games name each
	certain tally                  // of games whose rules are known
	guesses map[bool][]tally       // of the others, algebraic or not, a tally for each candidate
}

// Problem is the first fault of a game.
type Problem struct {
	Game  int // its number in the file, 1-based
	Fault *Error
}

// Report is the result of a survey.
type Report struct {
	Games, Clean int
	Plies        int              // of main lines, before the first fault
	Problems     []Problem        // of the first faulty games, at most 100 of each kind
	Guessed      []*movegen.Rules // by which games that name no rules are clean, all that fit equally well
}

// NewSurvey returns a survey without games. If r is not nil all games are
// replayed by it, whatever their tags say.
func NewSurvey(r *movegen.Rules) *Survey {
	return &Survey{given: r, named: map[*movegen.Rules]int{}, guesses: map[bool][]tally{}}
}

// Add replays g.
func (s *Survey) Add(g *Game) {
	s.games++
	r, err := s.given, error(nil)
	if r == nil {
		r, err = g.Rules()
	}
	switch {
	case err == nil:
		s.named[r]++
		s.certain.replay(s.games, g, replayOptions{rules: r})
	case errors.Is(err, ErrNoGameType) && g.blank():
		s.certain.replay(s.games, g, replayOptions{rules: movegen.International()})
	case errors.Is(err, ErrNoGameType):
		guesses := s.guessesFor(g)
		for i := range guesses {
			guesses[i].replay(s.games, g, replayOptions{rules: guesses[i].rules, guessing: true})
		}
	default:
		s.certain.add(s.games, &Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: err})
	}
}

// guessesFor returns the tallies of the candidates for g.
func (s *Survey) guessesFor(g *Game) []tally {
	form := g.algebraic()
	if s.guesses[form] == nil {
		for _, name := range candidates[form] {
			r, _ := movegen.Lookup(name)
			s.guesses[form] = append(s.guesses[form], tally{rules: r})
		}
	}
	return s.guesses[form]
}

// errNoRulesFit is the reason why Survey.Rules has no answer.
var errNoRulesFit = fmt.Errorf("%w, and it cannot be replayed as any", ErrNoGameType)

// Rules returns the rules for g, which need not have been added: those the
// user asked for, those it names, or those that fit the games before. The
// error says why there are none.
func (s *Survey) Rules(g *Game) (*movegen.Rules, error) {
	if s.given != nil {
		return s.given, nil
	}
	r, err := g.Rules()
	switch {
	case !errors.Is(err, ErrNoGameType):
		return r, err
	case g.blank() && len(g.Faults) == 0:
		return s.usual(), nil
	}
	if t := best(s.guessesFor(g)); t.fits() {
		return t.rules, nil
	}
	return nil, errNoRulesFit
}

// Sure reports whether no other rules than those that Rules returns for g would do as well:
// the user or g names them, or no others fit the games before.
func (s *Survey) Sure(g *Game) bool {
	if _, err := g.Rules(); s.given != nil || !errors.Is(err, ErrNoGameType) {
		return true
	}
	return len(fitting(s.guessesFor(g))) == 1
}

// usual returns the rules that most games name, or else those that fit most of them.
func (s *Survey) usual() *movegen.Rules {
	if len(s.named) == 0 {
		if all := slices.Concat(s.guesses[false], s.guesses[true]); len(all) > 0 {
			return best(all).rules
		}
	}
	most := movegen.International()
	for _, r := range movegen.Variants() {
		if s.named[r] > s.named[most] {
			most = r
		}
	}
	return most
}

// Report returns what was found so far.
func (s *Survey) Report() Report {
	total := s.certain
	report := Report{Games: s.games}
	for _, form := range []bool{false, true} {
		if s.guesses[form] != nil {
			guess := best(s.guesses[form])
			total.clean += guess.clean
			total.plies += guess.plies
			total.problems = merge(total.problems, guess.problems)
			report.Guessed = append(report.Guessed, fitting(s.guesses[form])...)
		}
	}
	report.Clean, report.Plies, report.Problems = total.clean, total.plies, total.problems
	return report
}

// fits reports whether games could be replayed at least in part.
func (t *tally) fits() bool { return t.clean > 0 || t.plies > 0 }

// fitting returns the rules of all tallies that are as good as the best, none if that does
// not fit.
func fitting(tallies []tally) (rules []*movegen.Rules) {
	best := best(tallies)
	for _, t := range tallies {
		if t.fits() && t.clean == best.clean && t.plies == best.plies {
			rules = append(rules, t.rules)
		}
	}
	return rules
}

// best returns the tally with the most clean games, then the most plies, the
// first of several. If none fits it is that of International, or the first.
func best(tallies []tally) tally {
	best := tallies[0]
	for _, t := range tallies[1:] {
		if t.clean > best.clean || t.clean == best.clean && t.plies > best.plies {
			best = t
		}
	}
	if !best.fits() {
		if i := slices.IndexFunc(tallies, func(t tally) bool { return t.rules == movegen.International() }); i >= 0 {
			return tallies[i]
		}
	}
	return best
}
