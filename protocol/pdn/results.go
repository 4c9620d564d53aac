package pdn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"stupol/movegen"
)

// ResultOrder says whose points the results of a file name first. It matters where Black
// begins: by PDN 1-0 says that White has won, but programs and files of English draughts
// that are older than that, and CheckerBoard to this day, name the first player's points first.
type ResultOrder uint8

// The orders.
const (
	OrderByGames     ResultOrder = iota // the one that fits the games of a file
	WhiteFirst                          // as PDN says
	FirstPlayerFirst                    // the points of the side that begins a game
)

// ResultOrders are the names of the orders, as users give them.
var ResultOrders = map[string]ResultOrder{"auto": OrderByGames, "white": WhiteFirst, "first-player": FirstPlayerFirst}

// String returns the name of the order.
func (o ResultOrder) String() string {
	return [...]string{"auto", "white", "first-player", "auto"}[o&3]
}

// OriginalResult is the tag that keeps the result of a game as it was written, where it was
// turned to name White's points first. Results beside it are never turned again unasked.
const OriginalResult = "OriginalResult"

// A Meaning says what the results of a file mean, and why. Only games that somebody has won,
// and in which Black begins, have a say; for all others both orders are the same.
type Meaning struct {
	Order ResultOrder `json:"-"`     // WhiteFirst or FirstPlayerFirst
	Asked bool        `json:"asked"` // the user said so

	Games       int `json:"games"`        // those that have a say
	White       int `json:"white"`        // of them, those whose ends tell who won, and it fits WhiteFirst
	FirstPlayer int `json:"first_player"` // the same for FirstPlayerFirst
	Turned      int `json:"turned"`       // games with OriginalResult, which have no say

	evidence evidence
}

// Decided reports whether it follows from the games. What was not asked for nor decided is
// as PDN says.
func (m Meaning) Decided() bool { return m.evidence.order() != OrderByGames }

// String says it for people, "" if nothing depends on it.
func (m Meaning) String() string {
	var parts []string
	if m.Games > 0 {
		first := "White's points"
		if m.Order == FirstPlayerFirst {
			first = "the first player's points, which are Black's"
		}
		parts = append(parts, fmt.Sprintf("results name %s first: %s; with a winner in which Black begins: %d", first, m.why(), m.Games))
	}
	if m.Turned > 0 {
		parts = append(parts, fmt.Sprintf("results that were turned to name White's points first: %d", m.Turned))
	}
	return strings.Join(parts, "; ")
}

// why says what the order is known from.
func (m Meaning) why() string {
	fits, others := m.White, m.FirstPlayer
	if m.Order == FirstPlayerFirst {
		fits, others = others, fits
	}
	counts := fmt.Sprintf("games that fit that: %d, the other way: %d", fits, others)
	switch {
	case m.Asked:
		return "as asked for; " + counts
	case !m.Decided():
		return "as PDN says, for the games do not tell; " + counts
	}
	return counts
}

// Notable reports whether users should be told: results are turned because of the games, or
// there are such for both orders and neither is clear.
func (m Meaning) Notable() bool {
	return !m.Asked && (m.Order == FirstPlayerFirst || m.FirstPlayer > 0 && !m.Decided())
}

// evidence is what the ends of games say of an order.
type evidence struct {
	games       int
	fit, weight [2]int // by whether it is FirstPlayerFirst
	named       bool   // a game says by its GameType which it is, so that PDN's order is to be expected
}

// The weights of games, and of how much is enough. Of 1,586 games with a winner in 37 public
// files of nine games, all 370 that were played out, or into the databases, fit the order that
// most of their file have; of 1,096 that end with a move of the winner or are problems, 999 do.
const (
	certain  = 3 // the game is over, or databases know it
	probable = 1

	enoughUnnamed = 1 // more than thrice what says the opposite
	enoughNamed   = 3
)

// add adds what a game says, of which it is known with some weight who has won it.
func (e *evidence) add(g *Game, won movegen.Outcome, weight int) {
	e.games++
	e.named = e.named || g.Tag("GameType") != ""
	if won == movegen.Ongoing {
		return
	}
	order := 0
	if g.Result.Outcome() != won {
		order = 1
	}
	e.fit[order]++
	e.weight[order] += weight
}

// sum returns the evidence of both.
func (e evidence) sum(other evidence) evidence {
	e.games += other.games
	e.named = e.named || other.named
	for i := range e.fit {
		e.fit[i] += other.fit[i]
		e.weight[i] += other.weight[i]
	}
	return e
}

// order returns the order that fits, or OrderByGames if that is not clear.
func (e evidence) order() ResultOrder {
	enough := enoughUnnamed
	if e.named {
		enough = enoughNamed
	}
	switch {
	case e.weight[0] >= enough+3*e.weight[1]:
		return WhiteFirst
	case e.weight[1] >= enough+3*e.weight[0]:
		return FirstPlayerFirst
	}
	return OrderByGames
}

// Meaning returns what the results mean of the games that were added.
func (s *Survey) Meaning() Meaning {
	found := s.certain.results
	for _, guesses := range s.guesses {
		found = found.sum(s.best(guesses).results)
	}
	m := Meaning{Order: s.Results, Asked: s.Results != OrderByGames, Games: found.games, Turned: s.turned, evidence: found}
	m.White, m.FirstPlayer = found.fit[0], found.fit[1]
	if !m.Asked {
		m.Order = max(found.order(), WhiteFirst)
	}
	return m
}

// Settle returns g with White's points first in its result. If they are the first player's in
// its file, by Meaning, and that is Black, it is a copy with the result turned and the tag
// OriginalResult, which keeps the text; else it is g. A game whose rules are not known
// stays as it is.
func (s *Survey) Settle(g *Game) *Game {
	if !s.Matters(g) || s.Results == OrderByGames && g.Tag(OriginalResult) != "" {
		return g
	}
	if s.Meaning().Order == FirstPlayerFirst {
		return g.Turned()
	}
	return g
}

// Matters reports whether it depends on the order who has won g: somebody has, and Black
// begins by its most likely rules. Where others fit as well by which White does, results that
// name Black's points first tell it from these.
func (s *Survey) Matters(g *Game) bool {
	if !g.hasWinner() {
		return false
	}
	r, err := s.Rules(g)
	return err == nil && g.blackBegins(r)
}

// blackBegins reports whether Black begins g by the rules r, and in fact: neither GameType nor
// the first move says that White does.
func (g *Game) blackBegins(r *movegen.Rules) bool {
	if r.First != movegen.Black || g.first(r) != movegen.Black {
		return false
	}
	opening := Game{Tags: g.Tags, Line: Line{Plies: g.Plies[:min(1, len(g.Plies))]}} // no need to play more
	return !replay(&opening, replayOptions{ctx: context.Background(), rules: r}).wrongSideBegins
}

// hasWinner reports whether somebody has won g by its result.
func (g *Game) hasWinner() bool {
	o := g.Result.Outcome()
	return o == movegen.WhiteWins || o == movegen.BlackWins
}

// Turned returns a copy of g whose result gives each side's points to the other. The tag
// OriginalResult keeps the text from before, and goes when it is the result again.
func (g *Game) Turned() *Game {
	c := *g
	c.Tags = slices.Clone(g.Tags)
	own := g.Tag("Result")
	c.Result = g.Result.turned()
	turned := string(c.Result)
	if tag := resultTag(own); tag != "" {
		turned = string(tag.turned())
		c.SetTag("Result", turned)
	} else if own == "" || own == "?" {
		own = string(g.Result)
	}
	switch c.Tag(OriginalResult) {
	case turned:
		c.Tags = slices.DeleteFunc(c.Tags, func(t Tag) bool { return strings.EqualFold(t.Name, OriginalResult) })
	case "":
		c.SetTag(OriginalResult, own)
	}
	return &c
}

// turned returns r with the two sides exchanged.
func (r Result) turned() Result {
	switch {
	case r == "1+-1-":
		return "1--1+"
	case r == "1--1+":
		return "1+-1-"
	}
	if a, b, ok := strings.Cut(string(r), "-"); ok {
		return Result(b + "-" + a)
	}
	return r
}

// noteResult counts what the end of a game that was played tells about its result.
func (t *tally) noteResult(g *Game, w *replayer) {
	if g.hasWinner() && g.blackBegins(w.rules) && g.Tag(OriginalResult) == "" {
		won, weight := w.winner(&g.Line)
		t.results.add(g, won, weight)
	}
}

// winner returns who has won by the end of the main line, and the weight of that; Ongoing
// if it does not tell.
func (w *replayer) winner(main *Line) (movegen.Outcome, int) {
	steps, last := w.lines[main], w.begin
	if w.fault != nil || slices.ContainsFunc(steps, func(s Step) bool { return s.Kind != Played }) {
		return movegen.Ongoing, 0
	}
	if len(steps) > 0 {
		last = steps[len(steps)-1].After
	}
	for _, o := range []movegen.Outcome{movegen.NewGameFrom(w.rules, last, nil).Result().Outcome, knownWinner(w.rules, &last)} {
		if o == movegen.WhiteWins || o == movegen.BlackWins {
			return o, certain
		}
	}
	switch mover := last.Turn.Opponent(); {
	case len(steps) > 0 && w.ahead(&last, mover) >= 0:
		return movegen.WinFor(mover), probable // the other side gave up
	case len(steps) == 0 && last != w.rules.Start():
		return movegen.WinFor(last.Turn), probable // a problem, which the side to move solves
	}
	return movegen.Ongoing, 0
}

// ahead returns by how much a side has more than the other: two for a man, three for a king;
// 0 in games in which it is not better to have more.
func (w *replayer) ahead(p *movegen.Position, c movegen.Color) int {
	if w.rules.Goal == movegen.LoseAll {
		return 0
	}
	worth := func(c movegen.Color) int { return 2*p.Pieces[c].Len() + p.KingsOf(c).Len() }
	return worth(c) - worth(c.Opponent())
}
