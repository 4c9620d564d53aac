package terminal

import (
	"fmt"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
	"stupol/search"
)

// clocks are the times that the sides have left, by movegen.Color.
type clocks [2]time.Duration

// running reports whether a clock runs.
func (s *session) running() bool {
	return s.game != nil && s.control.Time > 0 && s.over.Outcome == movegen.Ongoing
}

// left returns what a side may use for the present move: what it had after its last
// one and the increment.
func (s *session) left(c movegen.Color) time.Duration {
	return s.clocks[len(s.clocks)-1][c] + s.control.Increment
}

// times returns what the clocks show, for the prompt.
func (s *session) times() string {
	if s.control.Time == 0 {
		return ""
	}
	now := s.clocks[len(s.clocks)-1]
	return fmt.Sprintf("[%s - %s] ", clockText(now[movegen.White]), clockText(now[movegen.Black]))
}

func clockText(d time.Duration) string { return pdn.FormatClock(d.Truncate(time.Second)) }

// bonus returns the increment in words.
func (c Control) bonus() string {
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
		engine := s.you.Opponent()
		l.Clock = &search.Clock{Remaining: s.clocks[len(s.clocks)-1][engine], Increment: s.control.Increment}
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
		text += words.Sprintf(", %d positions a move", l.Nodes)
	}
	if l.MoveTime > 0 {
		text += fmt.Sprintf(", %v a move", l.MoveTime)
	}
	return text
}
