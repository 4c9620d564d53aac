package search

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
)

// Options says how an Engine is built. The zero value of every field but
// Rules is a sensible default.
type Options struct {
	Rules      *movegen.Rules  // the game; required
	Threads    int             // parallel workers; 0 is 1
	Eval       *eval.Evaluator // the evaluation, of the same game; nil is eval.Default
	TableBytes int64           // size of the transposition table; 0 is DefaultTableBytes

	// Endgames are the databases of the game; nil: none. Engines may share
	// them. Weaker engines do without.
	Endgames *endgame.Database

	// Book is the opening book of the game; nil: none. It answers at once, but not when
	// analyzing, for several lines, or with a choice of moves given. BookPlies is the
	// number of plies from the start for which it is used; 0: no limit.
	// BookMargin is by how much a move may be worse than the best one, 0 to MaxEval; the
	// choice is at random, by Seed unless that is 0. Weaker engines know fewer plies.
	Book       *book.Book
	BookPlies  int
	BookMargin Score

	// Skill is how well to play, from 1 to FullSkill; 0 is FullSkill. Weaker
	// engines see fewer positions and misjudge them, and Seed says how: with
	// another one they make other mistakes. With Limits.Analyze the number of
	// positions is not limited, but they are still misjudged.
	Skill int
	Seed  uint64

	// Constants are what the search is tuned by; nil: all are those of the game.
	Constants *Constants

	// Observer looks on, from several goroutines if there are several threads;
	// nil: nobody.
	Observer Observer
}

// An Observer sees what a search comes to. The search waits for it.
type Observer interface {
	// Evaluated is called with every position that the evaluation is asked about.
	// The position is the observer's for the duration of the call only.
	Evaluated(p *movegen.Position)
}

// DefaultTableBytes is the size of the transposition table when Options does
// not say: 2^20 entries of 16 bytes.
const DefaultTableBytes = 1 << 24

// Limits says when a search must end. Those that are set hold together: the
// first one reached ends the search. With none set it runs until it is
// cancelled, the position is solved, or depth 99 is done.
type Limits struct {
	Depth    int           // nominal plies; 0: no limit
	Nodes    int64         // positions visited by all workers; 0: no limit
	MoveTime time.Duration // for this move; 0: no limit
	Clock    *Clock        // the game clock; nil: none

	// Overhead is what passes between the end of a search and the moment the
	// move counts as made: it is kept back from MoveTime, of which half is
	// used at least, and from the clock for each move it has to last for.
	Overhead time.Duration

	// Pace, if not 0, lets the time of this search pass with its nodes, so many a
	// millisecond, not with the clock of the machine: the same search then takes the same
	// time everywhere, whatever else the machine does.
	Pace int64

	// EarlyReport, if not 0, is how long before the time for the move is up a report is
	// made. The one at the end is then left out if it would have nothing new but nodes
	// and time: for a caller who cannot answer at once after a report.
	EarlyReport time.Duration

	stall time.Duration // kept on the clock besides: see lagMeter

	// Moves are the only moves to consider; none: all legal ones.
	Moves []movegen.Move

	// Lines is how many of the best moves to report, each with its own line
	// of play; 0 is 1. The reports of one depth come worst line first, so
	// that whoever looks at the last alone sees the best.
	Lines int

	// Analyze searches in full: a forced move is not answered at once, and the
	// book is not asked.
	Analyze bool

	// Ponder, when not nil, makes the search think on the opponent's time:
	// MoveTime and Clock do not bind, and it does not return by itself for
	// their sake, until the channel is closed (the opponent played the
	// expected move). From then on they count from the start of the search
	// for the time already thought, as Hub's ponder-hit asks.
	Ponder <-chan struct{}
}

// Info is a report made while thinking.
type Info struct {
	Depth     int     // nominal plies completed; 0 if the limits were too small for one
	MeanDepth float64 // average plies from the root to the leaves
	Line      int     // 1 for the best line, 2 for the second best, and so on
	Score     Score   // for the side to move at the root
	Nodes     int64   // positions visited below the root
	Time      time.Duration
	PV        []movegen.Move // expected line; legal from the root; at least one move
}

// Result is what a search found.
type Result struct {
	Info               // the last report
	Move  movegen.Move // the move to play; meaningful only if Found
	Found bool         // false when the side to move has no legal move
}

// ErrNoMove says that a search ended without a legal move.
var ErrNoMove = errors.New("the search found no legal move")

// Playable returns what a search has returned, or a result with the first of the legal
// moves if it failed, so that there is something to play; err says why.
func Playable(r Result, err error, legal []movegen.Move) (Result, error) {
	if err == nil && !(r.Found && slices.Contains(legal, r.Move)) {
		err = ErrNoMove
	}
	if err != nil {
		return Result{Move: legal[0]}, err
	}
	return r, nil
}

// Score is what a position is worth to the side to move, in hundredths of a
// man. The bands are those of the Hub protocol: a game won in n plies is
// Win-n, a won database position entered in n plies DatabaseWin-n, and
// everything else lies within ±MaxEval.
type Score int32

// The bands of Score.
const (
	Infinite    Score = 20000
	Win         Score = 10000
	DatabaseWin Score = 9000
	MaxEval     Score = 8000
	Draw        Score = 0
)

// WinIn returns the score of a game won in that many plies.
func WinIn(plies int) Score { return Win - Score(plies) }

// LossIn returns the score of a game lost in that many plies.
func LossIn(plies int) Score { return -WinIn(plies) }

// IsProven reports whether s is a win or a loss at the end of the game.
func (s Score) IsProven() bool { return s > DatabaseWin || s < -DatabaseWin }

// ForWhite returns s, a score for the side mover, from White's view.
func (s Score) ForWhite(mover movegen.Color) Score {
	if mover == movegen.Black {
		return -s
	}
	return s
}

// String returns s in men with two decimals, "-0.25" or "99.93".
func (s Score) String() string { return fmt.Sprintf("%.2f", float64(s)/100) }
