package match

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"

	"stupol/eval/files/input"
	"stupol/eval/selfplay"
	"stupol/movegen"
	"stupol/search"
)

// Lessons are the games of matches as games to learn from (see package train): engines that
// judge a change play many, with more nodes a move than self-play.
type Lessons struct {
	Rules *movegen.Rules // of all
	Draws string         // the draw rules of the first
	Games []*selfplay.Game
	Other int // games left out

	nodes int64     // of a search for a move: the least of all engines, 0 if one has no such limit
	hash  hash.Hash // of the journals
}

// lessonNodes are those of the searches that find the leaves of lessons.
const lessonNodes = 500

// ReadLessons reads the games of journals, which are to be of the same rules. Left out
// are games that were forfeited, that do not begin at the start, or in which an engine did not say
// what a move it chose is worth. It fails if there are no others.
func ReadLessons(names []string) (*Lessons, error) {
	l := newLessons()
	for _, name := range names {
		file, err := input.Open(name)
		if err != nil {
			return nil, err
		}
		err = l.add(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(l.Games) == 0 {
		return nil, fmt.Errorf("no game to learn from in %s", strings.Join(names, ", "))
	}
	return l, nil
}

func newLessons() *Lessons { return &Lessons{hash: sha256.New()} }

// add adds the games of a journal.
func (l *Lessons) add(journal io.Reader) error {
	var h Header
	return ReadJournal(io.TeeReader(journal, l.hash), &h, func(g *Game) error {
		if err := l.begin(&h); err != nil {
			return err
		}
		game, err := l.lesson(g)
		switch {
		case err != nil:
			return fmt.Errorf("game %s: %w", g.Number(), err)
		case game == nil:
			l.Other++
		default:
			l.Games = append(l.Games, game)
		}
		return nil
	})
}

// begin takes the header of a journal into account.
func (l *Lessons) begin(h *Header) error {
	rules, err := movegen.Lookup(h.Variant)
	first := l.Rules == nil
	switch {
	case err != nil:
		return err
	case first:
		l.Rules, l.Draws = rules, h.Draws
	case l.Rules != rules:
		return fmt.Errorf("games of %s, not of %s", rules.Name, l.Rules.Name)
	}
	for i, e := range h.Engines {
		if first && i == 0 {
			l.nodes = e.Limits.Nodes
		}
		l.nodes = min(l.nodes, e.Limits.Nodes)
	}
	return nil
}

// lesson returns g as a game to learn from, or nil if it is left out. The game ends where a
// search first proves who wins.
func (l *Lessons) lesson(g *Game) (*selfplay.Game, error) {
	unknown := func(p Ply) bool { return !p.Scored && !p.Forced }
	if !g.complete() || g.Forfeit != "" || slices.ContainsFunc(g.Plies, unknown) {
		return nil, nil
	}
	game, err := g.Replay(l.Rules, nil)
	if err != nil || game.Start() != l.Rules.Start() {
		return nil, err
	}
	lesson := &selfplay.Game{Rules: l.Rules, Start: game.Start(), Opening: len(g.Book), Outcome: g.outcome(), Reason: g.Reason}
	for i, m := range game.Moves() {
		ply, score := i-len(g.Book), selfplay.NoScore
		if ply >= 0 && !g.Plies[ply].Forced {
			s := g.Plies[ply].Score
			if max(s, -s) > search.MaxEval {
				lesson.Outcome, lesson.Reason = movegen.WhiteWins, selfplay.ReasonProven
				if s < 0 {
					lesson.Outcome = movegen.BlackWins
				}
				break
			}
			score = int(s.ForWhite(g.Mover(ply)))
		}
		lesson.Moves = append(lesson.Moves, m)
		lesson.Scores = append(lesson.Scores, score)
		lesson.Random = append(lesson.Random, ply < 0)
	}
	return lesson, nil
}

// Replace makes run one that plays nothing, but searches these games for leaves.
func (l *Lessons) Replace(run *selfplay.Run) {
	run.Played, run.Games = l.Games, len(l.Games)
	run.Matches = fmt.Sprintf("%x", l.hash.Sum(nil)[:8])
	run.Draws, run.Nodes = l.Draws, l.nodes
	run.MinOpening, run.RandomMove, run.OpeningNodes = 0, 0, lessonNodes
	for _, g := range l.Games {
		run.MaxPlies = max(run.MaxPlies, len(g.Moves))
	}
}
