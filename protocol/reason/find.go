package reason

import (
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search/material"
)

const (
	proofNodes = 400_000 // for a mistake: some tenths of a second
	proofDepth = 12
	evenChance = 0.5
	sureDepth  = 7
	confirmed  = 3 // depths one after the other that must say the same

	laterNodes = 600_000 // for both lines where they end
	laterBack  = 4       // plies before that
)

// newProver returns what counts pieces here.
func (c *Case) newProver(nodes int) *material.Prover {
	if c.most > 0 {
		nodes = min(nodes, c.most)
	}
	return &material.Prover{Rules: c.Rules, Nodes: nodes, Unrest: 3, Done: c.Done}
}

// Find returns the reason of a mistake, Worse if there is nothing better to say. The same case has
// the same reason on every machine.
func Find(c *Case) Reason {
	if len(c.Better) == 0 {
		return Reason{}
	}
	if c.Draw != "" {
		return Reason{Kind: DrawnByRule, Rule: c.Draw, Before: c.Was}
	}
	for _, look := range []func(*Case) (Reason, bool){counted, database, decided, intoDatabase, longRun, later, kingLocked, bind, freer} {
		if re, ok := look(c); ok {
			return re
		}
	}
	return Reason{}
}

// A comparison is what counting pieces says of the two moves at a depth, for the side that moved.
type comparison struct{ played, better material.Found }

// cost returns by how much the move that was played is worse.
func (q *comparison) cost() int { return q.better.Value - q.played.Value }

// A stand is a position to count in, with the line tried first.
type stand struct {
	position movegen.Position
	hint     []movegen.Move
}

// count returns what counting says of a stand, for a side.
func (s stand) count(v *material.Prover, depth int, c movegen.Color) (out material.Found, ok bool) {
	out, ok = v.Look(s.position, depth, s.hint)
	if s.position.Turn != c {
		out.Value = -out.Value
	}
	return out, ok
}

// depths are those at which counting says the same, one after the other.
type depths struct{ first, last int }

// compare counts in both stands, what was played and what was better, deeper and deeper, until the
// same has come out often enough and to a depth that is sure, or as deep as the nodes reach.
func (c *Case) compare(v *material.Prover, played, better stand) (q comparison, at depths, ok bool) {
	begin := material.Balance(c.Rules, &c.Before, c.mover())
	var same []comparison // one depth after the other
	depth := 1
	for ; depth <= proofDepth && (depth <= sureDepth || len(same) < confirmed); depth++ {
		if q.played, ok = played.count(v, depth, c.mover()); !ok {
			break
		}
		if q.better, ok = better.count(v, depth, c.mover()); !ok {
			break
		}
		if same = append(same, q); !agree(same, begin) {
			same = same[:0]
			if agree([]comparison{q}, begin) {
				same = append(same, q)
			}
		}
	}
	if len(same) < confirmed {
		return q, at, false
	}
	return same[0].shown(&same[confirmed-1]), depths{depth - len(same), depth - 1}, true
}

// shown returns the comparison with lines that are better defended, those of a deeper search, where
// they are no longer and come to the same.
func (q comparison) shown(deeper *comparison) comparison {
	for _, move := range []struct{ line, deeper *material.Found }{{&q.played, &deeper.played}, {&q.better, &deeper.better}} {
		if move.deeper.Value == move.line.Value && len(move.deeper.Line) <= len(move.line.Line) {
			move.line.Line = move.deeper.Line
		}
	}
	return q
}

// agree reports whether all of the comparisons say that the move costs pieces, and that these are
// lost though the better move loses none, or that they could have been won and are not.
func agree(all []comparison, begin int) bool {
	lost := func(q comparison) bool { return q.played.Value < begin }
	for _, q := range all {
		if q.cost() < 1 || lost(q) != lost(all[0]) || q.better.Value < begin || q.played.Value > begin {
			return false
		}
	}
	return true
}

// counted looks for what can be proved by counting pieces.
func counted(c *Case) (Reason, bool) {
	v := c.newProver(proofNodes)
	q, at, ok := c.compare(v, stand{c.after(), c.Reply}, stand{c.Rules.Play(&c.Before, c.Better[0]), c.Better[1:]})
	if !ok {
		return Reason{}, false
	}
	re := Reason{Line: q.played.Line}
	value := -q.played.Value // for who gains
	if missed := q.played.Value >= material.Balance(c.Rules, &c.Before, c.mover()); missed {
		re = Reason{Missed: true, Line: slices.Concat(c.Better[:1], q.better.Line)}
		value = q.better.Value
	}
	re.Keeps = q.cost()
	re.cut(c, value)
	if !re.classify(c, at.first) {
		return Reason{}, false
	}
	if re.Kind != Ended {
		re.Priority = re.priority(c, at.first)
	}
	return re, true
}

// cut ends the line where the gain is there and nobody can capture, after the plies that are known.
func (re *Reason) cut(c *Case, value int) {
	p, gains := re.from(c)
	for i, m := range re.Line {
		p = c.Rules.Play(&p, m)
		if i >= re.Known && material.Balance(c.Rules, &p, gains) == value && material.AtRest(c.Rules, &p) {
			re.Line = re.Line[:i+1]
			return
		}
	}
}

// classify finds the kind of a gain and its facts. It reports false if the line shows none.
func (re *Reason) classify(c *Case, depth int) bool {
	p, gains := re.from(c)
	s, err := play(c.Rules, p, re.Line, gains)
	if err != nil {
		return false
	}
	re.Gives, re.Takes, re.Crowned = s.lost, s.took, s.crowned
	if result := movegen.NewGameFrom(c.Rules, *s.last(), nil).Result(); result.Outcome == movegen.WinFor(gains) {
		re.Kind, re.Rule = Ended, result.Reason
		return true
	}
	if material.Balance(c.Rules, s.last(), gains) <= material.Balance(c.Rules, &p, gains) || !material.AtRest(c.Rules, s.last()) {
		return false
	}
	captures := func(i int) bool { return i < len(re.Line) && re.Line[i].IsCapture() }
	switch {
	case c.Rules.HasCapture(&c.Before):
		re.Kind = WrongCapture
	case c.Rules.Goal == movegen.LoseAll:
		re.Kind = GotRid
	case s.kings > 0:
		re.Kind = KingCaught
	case s.took <= s.lost:
		re.Kind = Breakthrough
		return s.crowned
	case captures(0) && s.lost > 0:
		re.Kind = Exchange
	case captures(0):
		re.Kind = Taken
	case captures(1):
		re.Kind = Shot
	default:
		re.Kind = Attack
		re.zugzwang(c, &s, depth)
	}
	if mechanism, ok := Mechanics(c.Rules, p, re.Line); ok && (re.Kind == Shot || re.Kind == KingCaught) {
		re.Shot = &mechanism
	}
	return true
}

// zugzwang makes the reason a zugzwang if it is one.
func (re *Reason) zugzwang(c *Case, s *replay, depth int) {
	if len(s.positions) < 3 {
		return
	}
	p := s.positions[1]
	moves := c.Rules.Moves(nil, &p)
	passed := movegen.NewPosition(p.Turn.Opponent(), p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings)
	if len(moves) < 2 || moves[0].IsCapture() || c.Rules.HasCapture(&passed) {
		return
	}
	v := c.newProver(proofNodes)
	here := material.Balance(c.Rules, &p, p.Turn)
	for d := depth; d < depth+confirmed-1; d++ {
		if pass, ok := v.Look(passed, d, nil); !ok || -pass.Value < here {
			return
		}
		if move, ok := v.Look(p, d, nil); !ok || move.Value >= here {
			return
		}
	}
	re.Kind, re.Moves = Zugzwang, len(moves)
}

// priority returns the first rule of priority in the line without which less would be lost, nil if
// there is none.
func (re *Reason) priority(c *Case, depth int) *Priority {
	if c.Rules.Priority == movegen.FreeChoice || c.Rules.Goal != movegen.BlockOpponent {
		return nil
	}
	free := *c.Rules
	free.Priority = movegen.FreeChoice
	p, gains := re.from(c)
	s, err := play(c.Rules, p, re.Line, gains)
	if err != nil {
		return nil
	}
	won := material.Balance(c.Rules, s.last(), gains)
	v := c.newProver(proofNodes)
	for i, m := range re.Line {
		q := &s.positions[i]
		if q.Turn == gains || !m.IsCapture() {
			continue
		}
		must := c.Rules.Captures(nil, q)
		for _, other := range free.Captures(nil, q) {
			if slices.Contains(must, other) {
				continue
			}
			next := c.Rules.Play(q, other)
			if out, ok := v.Look(next, depth, nil); !ok || out.Value >= won {
				continue
			}
			if deeper, ok := v.Look(next, depth+1, nil); ok && deeper.Value < won {
				return &Priority{Ply: i, Must: m.Captured.Len(), Spared: other.Captured.Len(), King: q.Kings.Has(m.From) && !q.Kings.Has(other.From)}
			}
		}
	}
	return nil
}

// database looks for a value of the endgame databases that the move has changed.
func database(c *Case) (Reason, bool) {
	if c.Was == endgame.Unknown || c.Now == endgame.Unknown || rank(c.Now) >= rank(c.Was) {
		return Reason{}, false
	}
	return Reason{Kind: Database, Before: c.Was, Now: c.Now, Plies: c.WasPlies, Left: c.NowPlies}, true
}

// rank orders the values of the databases.
func rank(v endgame.Value) int {
	return map[endgame.Value]int{endgame.Loss: 0, endgame.Draw: 1, endgame.Win: 2}[v]
}

// decided looks whether one of the lines that the engine found ends the game.
func decided(c *Case) (Reason, bool) {
	for _, re := range []Reason{{Kind: Ended, Line: c.Reply}, {Kind: Ended, Missed: true, Line: c.Better}} {
		p, gains := re.from(c)
		s, err := play(c.Rules, p, re.Line, gains)
		if err != nil || len(re.Line) == 0 {
			continue
		}
		if result := movegen.NewGameFrom(c.Rules, *s.last(), nil).Result(); result.Outcome == movegen.WinFor(gains) {
			re.Rule, re.Gives, re.Takes, re.Crowned = result.Reason, s.lost, s.took, s.crowned
			return re, true
		}
	}
	return Reason{}, false
}

// intoDatabase looks whether the line that the engine found leads into the databases, to a value
// less than there was.
func intoDatabase(c *Case) (Reason, bool) {
	if c.Probe == nil {
		return Reason{}, false
	}
	value := func(p movegen.Position, line []movegen.Move) (endgame.Value, int) {
		for i := -1; i < len(line); i++ {
			if i >= 0 {
				p = c.Rules.Play(&p, line[i])
			}
			if v := c.Probe(&p); v != endgame.Unknown {
				if p.Turn != c.mover() {
					v = v.Flipped()
				}
				return v, i + 1
			}
		}
		return endgame.Unknown, 0
	}
	before, plies := value(c.Before, c.Better)
	now, left := value(c.after(), c.Reply)
	switch {
	case now == endgame.Loss, now == endgame.Draw && c.Chance > evenChance:
		return Reason{Kind: IntoDatabase, Line: c.Reply[:left], Now: now}, true
	case before == endgame.Win, before == endgame.Draw && c.Chance-c.PlayedChance >= evenChance/2:
		return Reason{Kind: IntoDatabase, Missed: true, Line: c.Better[:plies], Now: before}, true
	}
	return Reason{}, false
}

// longRun looks for pieces that one of the lines that the engine found loses, to its last position
// in which nobody can capture.
func longRun(c *Case) (Reason, bool) {
	if c.Rules.HasCapture(&c.Before) {
		return Reason{}, false
	}
	begin := material.Balance(c.Rules, &c.Before, c.mover())
	reply, better := Reason{Kind: LongRun, Line: c.Reply}, Reason{Kind: LongRun, Line: c.Better, Missed: true}
	lost, kept := -reply.rest(c), better.rest(c)
	switch {
	case kept <= lost:
		return Reason{}, false
	case lost < begin && len(reply.Line) > 0:
		return reply, true
	case kept > begin:
		return better, true
	}
	return Reason{}, false
}

// rest cuts the line after the move since which nothing has been gained any more, and returns the
// balance there for who gains.
func (re *Reason) rest(c *Case) int {
	begin, gains := re.from(c)
	p := begin
	now, end := material.Balance(c.Rules, &p, gains), 0
	for i, m := range re.Line {
		p = c.Rules.Play(&p, m)
		if b := material.Balance(c.Rules, &p, gains); b != now && material.AtRest(c.Rules, &p) {
			now, end = b, i+1
		}
	}
	re.Line = re.Line[:end]
	if s, err := play(c.Rules, begin, re.Line, gains); err == nil {
		re.Gives, re.Takes, re.Crowned = s.lost, s.took, s.crowned
	}
	return now
}
