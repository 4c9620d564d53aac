package reason

import (
	"errors"
	"fmt"

	"stupol/movegen"
	"stupol/search/material"
)

var (
	errCount = errors.New("the pieces given and taken are others")
	errEnd   = errors.New("the line does not end so")
	errBegin = errors.New("the line does not begin so")
	errMoves = errors.New("the moves are others")
)

// Check replays the line of a reason by the rules, counts, and returns an error if what it claims of
// the line does not hold. Whether there is a better defence is for a search to say.
func (re *Reason) Check(c *Case) error {
	p, gains := re.from(c)
	s, err := play(c.Rules, p, re.Line, gains)
	if err != nil {
		return err
	}
	if re.Missed && len(re.Line) > 0 && re.Line[0] != c.Better[0] {
		return errBegin
	}
	switch re.Kind {
	case Worse:
		return nil
	case Database:
		return re.checkDatabase(c)
	case IntoDatabase:
		return re.checkIntoDatabase(c, &s)
	case DrawnByRule:
		if c.Draw == "" || c.Draw != re.Rule {
			return errEnd
		}
		return nil
	case KingLocked, Bind, Freer:
		return re.checkHold(c, &s)
	}
	if s.lost != re.Gives || s.took != re.Takes || s.crowned != re.Crowned {
		return errCount
	}
	if re.Kind == Ended {
		if result := movegen.NewGameFrom(c.Rules, *s.last(), nil).Result(); result.Outcome != movegen.WinFor(gains) {
			return errEnd
		}
		return nil
	}
	if material.Balance(c.Rules, s.last(), gains) <= material.Balance(c.Rules, &p, gains) || !material.AtRest(c.Rules, s.last()) {
		return errEnd
	}
	return re.checkGain(c, &s)
}

// checkGain looks at what the kinds of gain claim of the line.
func (re *Reason) checkGain(c *Case, s *replay) error {
	captures := func(i int) bool { return i < len(re.Line) && re.Line[i].IsCapture() }
	begins, more := true, s.took > s.lost
	switch re.Kind {
	case Shot:
		begins = !captures(0) && captures(1)
	case Taken:
		begins = captures(0) && s.lost == 0
	case Exchange:
		begins = captures(0) && s.lost > 0
	case Attack:
		begins = !captures(0) && !captures(1)
	case Zugzwang:
		begins = len(c.Rules.Moves(nil, &s.positions[1])) == re.Moves && !captures(1)
	case Breakthrough:
		more = s.crowned
	case KingCaught:
		more = s.kings > 0
	case GotRid:
		more = s.lost > s.took
	case WrongCapture:
		begins = c.Played.IsCapture() && c.Better[0].IsCapture() && c.Played != c.Better[0]
		more = true
	case LongRun, Later:
		begins = re.Kind == LongRun || re.Known < len(re.Line)
		more = more || s.crowned || s.kings > 0 || c.Rules.Goal == movegen.LoseAll
	}
	switch {
	case !begins:
		return errBegin
	case !more:
		return errCount
	}
	return nil
}

func (re *Reason) checkDatabase(c *Case) error {
	if re.Before != c.Was || re.Now != c.Now || rank(c.Now) >= rank(c.Was) {
		return fmt.Errorf("the databases say %v and %v", c.Was, c.Now)
	}
	return nil
}

func (re *Reason) checkIntoDatabase(c *Case, s *replay) error {
	v := c.Probe(s.last())
	if s.last().Turn != c.mover() {
		v = v.Flipped()
	}
	if v != re.Now {
		return fmt.Errorf("the databases say %v at the end of the line", v)
	}
	return nil
}

// checkHold counts the moves of the side that moved at the end of the line.
func (re *Reason) checkHold(c *Case, s *replay) error {
	if re.Kind == Bind || re.Kind == Freer {
		counted := Reason{Line: re.Line}
		if err := counted.count(c); err != nil {
			return err
		}
		if counted.Safe != re.Safe || counted.Moves != re.Moves || counted.Others != re.Others || counted.All != re.All {
			return errMoves
		}
		return nil
	}
	if moves, locked := lockedIn(c.Rules, s.last(), re.Piece); !locked || moves != re.Moves {
		return errMoves
	}
	return nil
}
