package reason_test

import (
	"errors"
	"fmt"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/reason"
)

// An examiner checks reasons by the rules alone: it replays lines, counts what stands on the board,
// and asks a search of its own, of pieces and nothing else, whether there is a better defence. It
// shares no code with package reason.
type examiner struct {
	*reason.Case
	nodes int
	known map[question]bool
}

// A question is whether a side comes out so many men ahead.
type question struct {
	pieces [2]movegen.Bits
	kings  movegen.Bits
	turn   movegen.Color
	depth  int
	need   int
	side   movegen.Color
}

const (
	examNodes = 400_000
	examDepth = 6
)

var (
	errUndecided = errors.New("the search of the examiner has no end")
	errUntrue    = errors.New("untrue")
)

// men counts a side, a king as its worth.
func (x *examiner) men(p *movegen.Position, c movegen.Color) int {
	king := 2
	if x.Rules.Flying {
		king = 3
	}
	n := 0
	for sq := movegen.Square(0); sq < movegen.NoSquare; sq++ {
		switch {
		case !p.Pieces[c].Has(sq):
		case p.Kings.Has(sq):
			n += king
		default:
			n++
		}
	}
	return n
}

func (x *examiner) lead(p *movegen.Position, c movegen.Color) int {
	return x.men(p, c) - x.men(p, c.Opponent())
}

// quiet reports whether neither side has a capture.
func (x *examiner) quiet(p *movegen.Position) bool {
	for _, c := range []movegen.Color{movegen.White, movegen.Black} {
		q := movegen.NewPosition(c, p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings)
		for _, m := range x.Rules.Moves(nil, &q) {
			if m.Captured != 0 {
				return false
			}
		}
	}
	return true
}

// gets reports whether a side comes out at least so far ahead, whatever the other does.
func (x *examiner) gets(p movegen.Position, c movegen.Color, need, depth int) bool {
	x.nodes--
	moves := x.Rules.Moves(nil, &p)
	if len(moves) == 0 {
		return (p.Turn != c) == (x.Rules.Goal != movegen.LoseAll)
	}
	if x.Rules.Goal == movegen.FirstKing && p.Kings != 0 {
		return p.KingsOf(c) != 0
	}
	if x.nodes < 0 {
		return false
	}
	if moves[0].Captured == 0 && (depth <= -3 || depth <= 0 && x.quiet(&p)) {
		return x.lead(&p, c) >= need
	}
	q := question{p.Pieces, p.Kings, p.Turn, depth, need, c}
	if yes, ok := x.known[q]; ok {
		return yes
	}
	next := depth
	if len(moves) > 1 {
		next--
	}
	yes := p.Turn != c
	for _, m := range moves {
		if x.gets(x.Rules.Play(&p, m), c, need, next) != yes {
			yes = !yes
			break
		}
	}
	x.known[q] = yes
	return yes
}

// ask is gets with a fresh allowance.
func (x *examiner) ask(p movegen.Position, c movegen.Color, need, depth int) (bool, error) {
	x.nodes, x.known = examNodes, map[question]bool{}
	yes := x.gets(p, c, need, depth)
	if x.nodes < 0 {
		return false, errUndecided
	}
	return yes, nil
}

// replay plays a line by the rules.
func (x *examiner) replay(p movegen.Position, line []movegen.Move) (all []movegen.Position, err error) {
	all = append(all, p)
	for i, m := range line {
		ok := false
		for _, other := range x.Rules.Moves(nil, &p) {
			ok = ok || other == m
		}
		if !ok {
			return nil, fmt.Errorf("%w: move %d of the line is not legal", errUntrue, i+1)
		}
		p = x.Rules.Play(&p, m)
		all = append(all, p)
	}
	return all, nil
}

// examine returns an error unless the reason is true.
func (x *examiner) examine(re *reason.Reason) error {
	me, you := x.Before.Turn, x.Before.Turn.Opponent()
	after := x.Rules.Play(&x.Before, x.Played)
	start, gains := after, you
	if re.Missed {
		start, gains = x.Before, me
		if len(re.Line) > 0 && re.Line[0] != x.Better[0] {
			return fmt.Errorf("%w: the line does not begin with the better move", errUntrue)
		}
	}
	all, err := x.replay(start, re.Line)
	if err != nil {
		return err
	}
	end := &all[len(all)-1]
	untrue := func(text string) error { return fmt.Errorf("%w: %s", errUntrue, text) }
	switch re.Kind {
	case reason.Worse:
		return nil
	case reason.DrawnByRule:
		if x.Draw == "" {
			return untrue("there is no such draw")
		}
		return nil
	case reason.Database, reason.IntoDatabase:
		return x.examineDatabase(re, end)
	case reason.Ended:
		if len(x.Rules.Moves(nil, end)) > 0 || end.Turn == gains && x.Rules.Goal != movegen.LoseAll {
			return untrue("the game goes on")
		}
		return nil
	case reason.KingLocked:
		return x.examineKing(re, end)
	case reason.Bind, reason.Freer:
		return x.examineBind(re, end)
	}
	lost := start.Pieces[gains].Len() - end.Pieces[gains].Len()
	took := start.Pieces[gains.Opponent()].Len() - end.Pieces[gains.Opponent()].Len()
	if lost != re.Gives || took != re.Takes {
		return untrue(fmt.Sprintf("%d are given and %d taken", lost, took))
	}
	if !x.quiet(end) {
		return untrue("the line ends in the middle")
	}
	if x.Rules.Goal != movegen.LoseAll && x.lead(end, gains) <= x.lead(&start, gains) {
		return untrue("nothing is gained")
	}
	if err := x.examineBegin(re, all); err != nil || re.Kind == reason.LongRun {
		return err
	}
	if x.Rules.Goal == movegen.LoseAll {
		return nil
	}
	if re.Kind == reason.Later {
		return x.examineLater(re, all, gains)
	}
	return x.examineForce(re, all, gains)
}

// examineBegin looks how the line begins and what is captured.
func (x *examiner) examineBegin(re *reason.Reason, all []movegen.Position) error {
	captures := func(i int) bool { return len(re.Line) > i && re.Line[i].Captured != 0 }
	gains := all[0].Turn
	kings := all[0].KingsOf(gains.Opponent()).Len()
	begins := true
	switch re.Kind {
	case reason.Shot:
		begins = !captures(0) && captures(1) && re.Gives > 0 && re.Takes > re.Gives
	case reason.Taken:
		begins = captures(0) && re.Gives == 0 && re.Takes > 0
	case reason.Exchange:
		begins = captures(0) && re.Gives > 0 && re.Takes > re.Gives
	case reason.Attack, reason.Zugzwang:
		begins = !captures(0) && !captures(1) && re.Takes > re.Gives
	case reason.Breakthrough:
		begins = all[len(all)-1].KingsOf(gains).Len() > all[0].KingsOf(gains).Len()
	case reason.KingCaught:
		most := kings // kings that the line takes: those there were, less those left, and those made since
		for i := 1; i < len(re.Line); i += 2 {
			if re.Line[i].Promotes {
				most++
			}
		}
		begins = kings > 0 && all[len(all)-1].KingsOf(gains.Opponent()).Len() < most
	case reason.WrongCapture:
		begins = x.Played.Captured != 0 && x.Better[0].Captured != 0 && x.Played != x.Better[0]
	}
	if !begins {
		return fmt.Errorf("%w: it is no %v", errUntrue, re.Kind)
	}
	return nil
}

// examineForce looks whether another defence keeps more, and whether the better move is better.
func (x *examiner) examineForce(re *reason.Reason, all []movegen.Position, gains movegen.Color) error {
	need := x.lead(&x.Before, gains) + 1
	if re.Kind == reason.WrongCapture {
		need = x.lead(&all[len(all)-1], gains)
	}
	if err := x.noDefence(re.Line, all, gains, need); err != nil {
		return err
	}
	if re.Kind == reason.Zugzwang {
		q := movegen.NewPosition(gains, all[1].Pieces[0], all[1].Pieces[1], all[1].Kings)
		if len(x.Rules.Moves(nil, &all[1])) != re.Moves {
			return fmt.Errorf("%w: there are other moves", errUntrue)
		}
		if lost, err := x.ask(q, gains, need, 3); err != nil || lost {
			return fmt.Errorf("%w: to pass loses too (%v)", errUntrue, err)
		}
	}
	other := x.Rules.Play(&x.Before, x.Better[0])
	if re.Missed {
		other = x.Rules.Play(&x.Before, x.Played)
	}
	return x.notThere(other, gains, need)
}

// noDefence looks whether another defence against a line keeps more.
func (x *examiner) noDefence(line []movegen.Move, all []movegen.Position, gains movegen.Color, need int) error {
	for i := range line {
		p := &all[i]
		if p.Turn == gains {
			continue
		}
		for _, m := range x.Rules.Moves(nil, p) {
			if m == line[i] {
				continue
			}
			loses, err := x.either(x.Rules.Play(p, m), gains, need)
			if err != nil {
				return err
			}
			if !loses {
				return fmt.Errorf("%w: %s at ply %d holds", errUntrue, x.Rules.HubMove(m), i+1)
			}
		}
	}
	return nil
}

// examineLater looks whether what comes after the line of the engine is forced, and is not there at
// the end of its other line.
func (x *examiner) examineLater(re *reason.Reason, all []movegen.Position, gains movegen.Color) error {
	need := x.lead(&x.Before, gains) + 1
	if x.lead(&all[len(all)-1], gains) < need {
		return fmt.Errorf("%w: nothing is gained", errUntrue)
	}
	if err := x.noDefence(re.Line[re.Known:], all[re.Known:], gains, need); err != nil {
		return err
	}
	after := x.Rules.Play(&x.Before, x.Played)
	line := x.Reply
	if !re.Missed {
		after, line = x.Rules.Play(&x.Before, x.Better[0]), x.Better[1:]
	}
	other, err := x.replay(after, line)
	if err != nil {
		return err
	}
	return x.notThere(other[len(other)-1], gains, need)
}

// notThere looks whether the gain is not there in another position.
func (x *examiner) notThere(other movegen.Position, gains movegen.Color, need int) error {
	same := true // at the two largest depths that can be asked for
	for depth := examDepth; depth > examDepth-2; depth-- {
		yes, err := x.ask(other, gains, need, depth)
		same = same && (yes || err != nil)
	}
	if same {
		return fmt.Errorf("%w: it is the same after the other move", errUntrue)
	}
	return nil
}

// either asks at several depths, the least first.
func (x *examiner) either(p movegen.Position, gains movegen.Color, need int) (yes bool, err error) {
	for depth := 1; depth <= examDepth; depth++ {
		if yes, err = x.ask(p, gains, need, depth); yes || err != nil {
			return yes, err
		}
	}
	return false, nil
}

func (x *examiner) examineDatabase(re *reason.Reason, end *movegen.Position) error {
	value := func(p *movegen.Position) endgame.Value { // for who made the mistake
		v := x.Probe(p)
		switch {
		case p.Turn == x.Before.Turn:
		case v == endgame.Win:
			v = endgame.Loss
		case v == endgame.Loss:
			v = endgame.Win
		}
		return v
	}
	if re.Kind == reason.IntoDatabase {
		if v := value(end); v != re.Now {
			return fmt.Errorf("%w: the databases say %v", errUntrue, v)
		}
		return nil
	}
	after := x.Rules.Play(&x.Before, x.Played)
	if before, now := value(&x.Before), value(&after); before != re.Before || now != re.Now || before == now {
		return fmt.Errorf("%w: the databases say %v and %v", errUntrue, before, now)
	}
	return nil
}

func (x *examiner) examineKing(re *reason.Reason, end *movegen.Position) error {
	if end.Turn != x.Before.Turn || !end.KingsOf(end.Turn).Has(re.Piece) {
		return fmt.Errorf("%w: there is no king", errUntrue)
	}
	for _, m := range x.Rules.Moves(nil, end) {
		if m.From != re.Piece {
			continue
		}
		next, taken := x.Rules.Play(end, m), false
		for _, reply := range x.Rules.Moves(nil, &next) {
			taken = taken || reply.Captured.Has(m.To)
		}
		if !taken {
			return fmt.Errorf("%w: the king can go to %s", errUntrue, x.Rules.SquareName(m.To))
		}
	}
	return nil
}

func (x *examiner) examineBind(re *reason.Reason, end *movegen.Position) error {
	count := func(p *movegen.Position) (safe, moves int) {
		opponent := p.Turn.Opponent()
		for _, m := range x.Rules.Moves(nil, p) {
			moves++
			if loses, _ := x.ask(x.Rules.Play(p, m), opponent, x.lead(p, opponent)+1, 4); !loses {
				safe++
			}
		}
		return safe, moves
	}
	if safe, moves := count(end); safe != re.Safe || moves != re.Moves {
		return fmt.Errorf("%w: %d of %d moves are safe", errUntrue, safe, moves)
	}
	all, err := x.replay(x.Before, x.Better[:len(re.Line)+1])
	if err != nil {
		return err
	}
	if safe, moves := count(&all[len(all)-1]); safe != re.Others || moves != re.All {
		return fmt.Errorf("%w: %d of %d moves are safe after the better one", errUntrue, safe, moves)
	}
	return nil
}
