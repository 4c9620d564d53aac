package terminal

import (
	"fmt"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
	"stupol/search"
)

// clocks are those of the sides, by movegen.Color.
type clocks [2]search.Clock

// running reports whether a clock runs.
func (s *session) running() bool {
	return s.game != nil && s.control.Time > 0 && s.over.Outcome == movegen.Ongoing
}

// now returns the clocks as they were before the present move.
func (s *session) now() clocks { return s.clocks[len(s.clocks)-1] }

// left returns what a side may use for the present move, and has not used.
func (s *session) left(c movegen.Color) time.Duration { return s.now()[c].Available() - s.used() }

// used returns what has been used for the present move.
func (s *session) used() time.Duration {
	if s.over.Outcome != movegen.Ongoing {
		return s.over.used
	}
	return time.Since(s.began)
}

// undoClocks sets the clocks back to those of the position after that many plies, and lets
// that of the person run. It reports whether there is any time left for it: what the person
// has thought since is not given back, see search.Clock. What the engine has thought is, as
// it was not its wish to think about other moves.
func (s *session) undoClocks(plies int) bool {
	own := 0
	for ply := plies; ply < len(s.clocks)-1; ply++ {
		if s.moverAt(ply) == s.you {
			own++
		}
	}
	if s.control.Time > 0 {
		used := time.Duration(0)
		if s.game.Position().Turn == s.you {
			used = s.used()
		}
		back := s.now()[s.you].Back(own, used)
		if back.Available() <= 0 {
			return false
		}
		s.clocks[plies][s.you] = back
	}
	s.clocks, s.over, s.began = s.clocks[:plies+1], ending{}, time.Now()
	return true
}

// times returns what the clocks show, for the prompt.
func (s *session) times() string {
	if s.control.Time == 0 {
		return ""
	}
	return fmt.Sprintf("[%s - %s] ", s.shows(movegen.White), s.shows(movegen.Black))
}

// shows returns what the clock of a side shows.
func (s *session) shows(c movegen.Color) string {
	left := s.now()[c].Remaining
	if s.running() && s.game.Position().Turn == c {
		left = s.left(c)
	}
	return clockText(max(left, 0))
}

func clockText(d time.Duration) string { return pdn.FormatClock(d.Truncate(time.Second)) }

// bonus returns the increment in words.
func bonus(c search.TimeControl) string {
	if c.Increment == 0 {
		return ""
	}
	return fmt.Sprintf(" and %v more for every move", c.Increment)
}

// limits returns what binds the engine in a move.
func (s *session) limits() search.Limits {
	const (
		usual    = time.Second           // for an engine that nothing else binds
		overhead = 10 * time.Millisecond // to write the move
	)
	l := search.Limits{Nodes: s.level.Nodes, MoveTime: s.level.MoveTime}
	if s.control.Time > 0 {
		clock := s.now()[s.you.Opponent()]
		l.Clock = &clock
		l.Overhead = overhead
	}
	if l.Clock == nil && l.Nodes == 0 && l.MoveTime == 0 {
		l.MoveTime = usual
	}
	return l
}

// String returns the level in words: "at skill 3, 2000 positions a move".
func (l Level) String() string {
	text := fmt.Sprintf("at skill %d", l.Skill)
	if l.Skill >= search.FullSkill {
		text = "at full strength"
	}
	if l.Nodes > 0 {
		text += ", " + words.Count(l.Nodes, "position") + " a move"
	}
	if l.MoveTime > 0 {
		text += fmt.Sprintf(", %v a move", l.MoveTime)
	}
	return text
}
