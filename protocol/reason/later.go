package reason

import (
	"slices"

	"stupol/movegen"
	"stupol/search/material"
)

// later looks whether pieces are lost by force where the line of the engine ends, or a few plies
// before, and not where the better line does.
func later(c *Case) (Reason, bool) {
	if c.Rules.HasCapture(&c.Before) || len(c.Reply) == 0 {
		return Reason{}, false
	}
	if re, ok := c.lostAfter(c.Reply, c.Better); ok {
		return re, true
	}
	for back := 2; back <= laterBack && back < min(len(c.Reply), len(c.Better)); back += 2 {
		if re, ok := c.lostAfter(c.Reply[:len(c.Reply)-back], c.Better); ok && !re.Missed {
			return re, true
		}
		if re, ok := c.lostAfter(c.Reply, c.Better[:len(c.Better)-back]); ok && re.Missed {
			return re, true
		}
	}
	return Reason{}, false
}

// lostAfter looks whether pieces are lost by force after the one line, and not after the other.
func (c *Case) lostAfter(reply, better []movegen.Move) (re Reason, ok bool) {
	v := c.newProver(laterNodes)
	q, at, ok := c.compare(v, stand{c.end(c.after(), reply), nil}, stand{c.end(c.Before, better), nil})
	if !ok || at.last < sureDepth {
		return re, false
	}
	re = Reason{Kind: Later, Known: len(reply), Line: slices.Concat(reply, q.played.Line), Keeps: q.cost()}
	value := -q.played.Value // for who gains
	if q.played.Value >= material.Balance(c.Rules, &c.Before, c.mover()) {
		re.Missed, re.Known, re.Line = true, len(better), slices.Concat(better, q.better.Line)
		value = q.better.Value
	}
	re.cut(c, value)
	p, gains := re.from(c)
	s, err := play(c.Rules, p, re.Line, gains)
	if err != nil {
		return re, false
	}
	re.Gives, re.Takes, re.Crowned = s.lost, s.took, s.crowned
	return re, re.Check(c) == nil
}

// end returns where a line ends.
func (c *Case) end(p movegen.Position, line []movegen.Move) movegen.Position {
	for _, m := range line {
		p = c.Rules.Play(&p, m)
	}
	return p
}
