package match

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"

	"stupol/eval/selfplay"
	"stupol/movegen"
	"stupol/search"
)

// Lessons are the games of matches as games to learn from (see package train): engines that
// judge a change play many, with more nodes a move than games are made with otherwise.
type Lessons struct {
	Rules *movegen.Rules // of all
	Draws string         // the draw rules of the first
	Games []*selfplay.Game
	Other int // games left out

	Nodes   int64 // of a search for a move; the least of all engines, 0: there is an engine without a limit
	Longest int   // plies of the longest game

	hash hash.Hash
}

// Add adds the games of a journal, which are to be of the same rules as those before. Left out
// are games that were forfeited, that do not begin at the start, or in which an engine did not say
// what a move it chose is worth.
func (l *Lessons) Add(journal io.Reader) error {
	if l.hash == nil {
		l.hash = sha256.New()
	}
	var h Header
	return ReadJournal(io.TeeReader(journal, l.hash), &h, func(g *Game) error {
		if err := l.begin(&h); err != nil {
			return err
		}
		game, err := l.lesson(g)
		if err != nil {
			return fmt.Errorf("game %s: %w", g.Number(), err)
		}
		if game == nil {
			l.Other++
			return nil
		}
		l.Longest = max(l.Longest, len(game.Moves))
		l.Games = append(l.Games, game)
		return nil
	})
}

// Hash returns what tells the journals from others: the first 16 digits of their SHA-256.
func (l *Lessons) Hash() string { return fmt.Sprintf("%x", l.hash.Sum(nil)[:8]) }

// begin takes the header of a journal into account.
func (l *Lessons) begin(h *Header) error {
	rules, err := movegen.Lookup(h.Variant)
	switch {
	case err != nil:
		return err
	case l.Rules == nil:
		l.Rules, l.Draws, l.Nodes = rules, h.Draws, h.Engines[0].Limits.Nodes
	case l.Rules != rules:
		return fmt.Errorf("games of %s, not of %s", rules.Name, l.Rules.Name)
	}
	for _, e := range h.Engines {
		l.Nodes = min(l.Nodes, e.Limits.Nodes)
	}
	return nil
}

// errNoLesson says that a game is left out.
var errNoLesson = errors.New("nothing to learn")

// lesson returns g as a game to learn from, or nil if it is left out. The game ends where a
// search first proves who wins.
func (l *Lessons) lesson(g *Game) (*selfplay.Game, error) {
	p, err := l.Rules.ParseFEN(g.Start)
	start := l.Rules.Start()
	switch {
	case err != nil:
		return nil, err
	case !g.complete() || g.Forfeit != "" || p != start:
		return nil, nil
	}
	lesson := &selfplay.Game{Rules: l.Rules, Start: p, Opening: len(g.Book), Outcome: g.outcome(), Reason: g.Reason}
	for i, text := range g.moves() {
		m, err := l.Rules.ParseHubMove(&p, text)
		if err != nil {
			return nil, err
		}
		score, end, err := g.lessonScore(i-len(g.Book), p.Turn)
		switch {
		case errors.Is(err, errNoLesson):
			return nil, nil
		case end != movegen.Ongoing:
			lesson.Outcome, lesson.Reason = end, selfplay.ReasonProven
			return lesson, nil
		}
		lesson.Moves = append(lesson.Moves, m)
		lesson.Scores = append(lesson.Scores, score)
		lesson.Random = append(lesson.Random, i < len(g.Book))
		p = l.Rules.Play(&p, m)
	}
	return lesson, nil
}

// lessonScore returns the score of a ply for its mover; or the outcome, if it is proved.
func (g *Game) lessonScore(ply int, mover movegen.Color) (score int, end movegen.Outcome, err error) {
	if ply < 0 || g.Plies[ply].Forced {
		return selfplay.NoScore, movegen.Ongoing, nil
	}
	if !g.Plies[ply].Scored {
		return 0, movegen.Ongoing, errNoLesson
	}
	s := g.Plies[ply].Score.ForWhite(mover)
	switch {
	case s > search.MaxEval:
		return 0, movegen.WinFor(mover), nil
	case s < -search.MaxEval:
		return 0, movegen.WinFor(mover.Opponent()), nil
	}
	return int(s), movegen.Ongoing, nil
}
