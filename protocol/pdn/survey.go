package pdn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stupol/movegen"
)

// Survey replays the games of a file and counts those without a fault. Games that do
// not name their rules are replayed by all rules that use the same notation; the
// rules under which most games are without a fault are then used for all of them.
// Games that have neither moves nor a position are taken for what most others say
// they are.
type Survey struct {
	// Preferred are the rules, of those that do equally well, for games that name none; if
	// nil the most likely ones.
	Preferred *movegen.Rules

	// Results is whose points results name first, if the user says so: see Meaning.
	Results ResultOrder

	given   *movegen.Rules // that the user asked for
	games   int
	named   map[*movegen.Rules]int // how many games name each
	certain tally                  // of games whose rules are known
	guesses map[bool][]tally       // of the others, algebraic or not, a tally for each candidate
	turned  int                    // games with the tag OriginalResult
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
func (s *Survey) Add(g *Game) { s.AddContext(context.Background(), g) }

// AddContext is Add, and ends early if ctx does: the survey is good for nothing then.
func (s *Survey) AddContext(ctx context.Context, g *Game) {
	s.games++
	if g.Tag(OriginalResult) != "" {
		s.turned++
	}
	r, err := s.given, error(nil)
	if r == nil {
		r, err = g.Rules()
	}
	switch {
	case err == nil:
		s.named[r]++
		s.certain.replay(s.games, g, replayOptions{ctx: ctx, rules: r})
	case errors.Is(err, ErrNoGameType) && g.blank():
		s.certain.replay(s.games, g, replayOptions{ctx: ctx, rules: movegen.International()})
	case errors.Is(err, ErrNoGameType):
		guesses := s.guessesFor(g)
		for i := range guesses {
			guesses[i].replay(s.games, g, replayOptions{ctx: ctx, rules: guesses[i].rules, guessing: true})
		}
	default:
		s.certain.add(s.games, &Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: err})
	}
}

// guessesFor returns the tallies of the candidates for g.
func (s *Survey) guessesFor(g *Game) []tally {
	form := g.algebraic()
	if s.guesses[form] == nil {
		if s.Preferred != nil {
			s.guesses[form] = append(s.guesses[form], tally{rules: s.Preferred})
		}
		for _, name := range candidates[form] {
			if r, _ := movegen.Lookup(name); r != s.Preferred {
				s.guesses[form] = append(s.guesses[form], tally{rules: r})
			}
		}
	}
	return s.guesses[form]
}

// errNoRulesFit is the reason why Survey.Rules has no answer.
var errNoRulesFit = fmt.Errorf("%w, and it cannot be replayed as any", ErrNoGameType)

// Rules returns the rules for g, which need not have been added: those that the user asked
// for, those that it names, or those that fit the games before best, of several the
// preferred ones. The error says why there are none.
func (s *Survey) Rules(g *Game) (*movegen.Rules, error) {
	if s.given != nil {
		return s.given, nil
	}
	r, err := g.Rules()
	switch {
	case !errors.Is(err, ErrNoGameType):
		return r, err
	case g.blank() && (len(g.Faults) == 0 || len(g.Tags)+len(g.Plies) > 0):
		return s.usual(), nil
	}
	if t := s.best(s.guessesFor(g)); t.fits() {
		return t.rules, nil
	}
	return nil, errNoRulesFit
}

// Sure reports whether no other rules than those that Rules returns for g would do as well:
// the user or g names them, or no others fit the games before. Of a game without moves they
// are never sure.
func (s *Survey) Sure(g *Game) bool {
	if _, err := g.Rules(); s.given != nil || !errors.Is(err, ErrNoGameType) {
		return true
	}
	return !g.blank() && len(s.fitting(s.guessesFor(g))) == 1
}

// usual returns the rules that most games name, or else those that fit most of them.
func (s *Survey) usual() *movegen.Rules {
	if len(s.named) == 0 {
		if all := slices.Concat(s.guesses[false], s.guesses[true]); len(all) > 0 {
			return s.best(all).rules
		}
	}
	most := cmp.Or(s.Preferred, movegen.International())
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
			guess := s.best(s.guesses[form])
			total.clean += guess.clean
			total.plies += guess.plies
			total.problems = merge(total.problems, guess.problems)
			report.Guessed = append(report.Guessed, s.fitting(s.guesses[form])...)
		}
	}
	report.Clean, report.Plies, report.Problems = total.clean, total.plies, total.problems
	return report
}

// fits reports whether games could be replayed at least in part.
func (t *tally) fits() bool { return t.replayed > 0 || t.plies > 0 }

// fitting returns the rules of all tallies that are as good as the best, none if that does
// not fit.
func (s *Survey) fitting(tallies []tally) (rules []*movegen.Rules) {
	best := s.best(tallies)
	for _, t := range tallies {
		if t.fits() && t.replayed == best.replayed && t.plies == best.plies {
			rules = append(rules, t.rules)
		}
	}
	return rules
}

// best returns the tally with the most games that can be replayed, then the most plies, the
// first of several. If none fits it is that of the preferred rules, or of International, or
// the first.
func (s *Survey) best(tallies []tally) tally {
	best := tallies[0]
	for _, t := range tallies[1:] {
		if t.replayed > best.replayed || t.replayed == best.replayed && t.plies > best.plies {
			best = t
		}
	}
	if !best.fits() && s.Preferred == nil {
		if i := slices.IndexFunc(tallies, func(t tally) bool { return t.rules == movegen.International() }); i >= 0 {
			return tallies[i]
		}
	}
	return best
}

// tally counts games that were replayed by some rules.
type tally struct {
	rules        *movegen.Rules // nil if various
	clean, plies int
	replayed     int       // games without a fault in their moves, whatever is wrong with the text
	problems     []Problem // the first ones
	results      evidence
}

// maxProblems is how many problems a tally keeps.
const maxProblems = 100

// replay replays a game, whose number is given.
func (t *tally) replay(number int, g *Game, s replayOptions) {
	s.variations = true
	played := replay(g, s)
	t.plies += played.plies
	t.noteResult(g, played)
	if len(played.faults)+len(played.odd) == 0 {
		t.replayed++
	}
	t.add(number, firstOf(g.Faults, slices.Concat(played.faults, played.odd)))
}

// add counts a game with its first fault, or without.
func (t *tally) add(number int, fault *Error) {
	switch {
	case fault == nil:
		t.clean++
	case len(t.problems) < maxProblems:
		t.problems = append(t.problems, Problem{number, fault})
	}
}

// firstOf returns the fault that comes first in the file, nil if there is
// none.
func firstOf(text, moves []*Error) *Error {
	faults := slices.Concat(text, moves)
	if len(faults) == 0 {
		return nil
	}
	return slices.MinFunc(faults, func(a, b *Error) int { return a.Line - b.Line })
}

// merge returns the problems of two tallies of different games, in the order
// of the games.
func merge(a, b []Problem) []Problem {
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, func(a, b Problem) int { return a.Game - b.Game })
	return all
}

// candidates are the names of the rules for games without a game type, the most
// likely first, by whether the notation is algebraic. Games with the same moves as
// another game cannot be recognized and are left out: poddavki (Russian), and killer,
// losing and breakthrough (International).
var candidates = map[bool][]string{
	false: { // numbers
		"english", "international", "italian", "pool", "russian", "brazilian", "czech", "spanish",
		"frisian", "frysk",
	},
	true: { // algebraic
		"russian", "brazilian", "czech", "pool", "english", "italian", "spanish",
	},
}

// GuessRules returns the rules of a game that stands alone, as a Survey finds them. If it
// has none, because no moves can be replayed or the tags name a game that Stupol does not
// play, they are the preferred ones or, if that is nil, those of International draughts, or
// of a game on 64 squares if the FEN or the notation is of one.
func (g *Game) GuessRules(preferred *movegen.Rules) *movegen.Rules {
	return g.GuessRulesContext(context.Background(), preferred)
}

// GuessRulesContext is GuessRules, and guesses worse if ctx ends first.
func (g *Game) GuessRulesContext(ctx context.Context, preferred *movegen.Rules) *movegen.Rules {
	s := NewSurvey(nil)
	s.Preferred = preferred
	s.AddContext(ctx, g)
	r, err := s.Rules(g)
	switch {
	case err == nil:
		return r
	case preferred != nil:
		return preferred
	case g.onSmallBoard():
		r, _ = movegen.Lookup(candidates[g.algebraic()][0])
		return r
	}
	return movegen.International()
}

// algebraic reports whether g names squares like c3, in its first move or else
// its FEN.
func (g *Game) algebraic() bool {
	for _, p := range g.Plies {
		if p.Text != "" && p.Text != UnknownMove {
			return isFile(p.Text[0])
		}
	}
	return strings.ContainsAny(g.Tag("FEN"), "acdefgh")
}

// onSmallBoard reports whether the notation of g, or all squares of its FEN, are those of
// 64 squares.
func (g *Game) onSmallBoard() bool {
	fen := g.Tag("FEN")
	numbers := strings.FieldsFunc(fen, func(c rune) bool { return c < '0' || c > '9' })
	large := slices.ContainsFunc(numbers, func(n string) bool { v, _ := strconv.Atoi(n); return v > 32 })
	return g.algebraic() || fen != "" && !large
}

// blank reports whether g has nothing that depends on the rules.
func (g *Game) blank() bool {
	return g.Tag("FEN") == "" && !slices.ContainsFunc(g.Plies, func(p Ply) bool { return p.Text != UnknownMove })
}
