package reason

import (
	"stupol/movegen"
	"stupol/search/material"
)

const (
	fewMoves  = 2 // legal moves of each side that is compared
	bindDepth = 4
	bindNodes = 20_000 // for a move: what would take more counts as safe
	bindPlies = 13
	larger    = 2 // tenths of all moves, by which more must lose nothing after the better move
)

// afterReply returns the position after the move expected in reply, if nobody can capture there, and
// the line to it.
func (c *Case) afterReply() (movegen.Position, []movegen.Move, bool) {
	p := c.after()
	if len(c.Reply) == 0 {
		return p, nil, false
	}
	p = c.Rules.Play(&p, c.Reply[0])
	return p, c.Reply[:1], material.AtRest(c.Rules, &p)
}

// kingLocked looks for a king of the side that moved, of which each move loses it, or that has none.
func kingLocked(c *Case) (Reason, bool) {
	p, line, ok := c.afterReply()
	if !ok || c.Rules.Goal != movegen.BlockOpponent {
		return Reason{}, false
	}
	for kings := p.KingsOf(c.mover()); kings != 0; kings &= kings - 1 {
		king := kings.First()
		if moves, locked := lockedIn(c.Rules, &p, king); locked && !lockedBefore(c, king) {
			return Reason{Kind: KingLocked, Line: line, Piece: king, Moves: moves}, true
		}
	}
	return Reason{}, false
}

// lockedIn reports whether a king of the side to move loses itself by each of its moves, and how
// many it has.
func lockedIn(r *movegen.Rules, p *movegen.Position, king movegen.Square) (moves int, locked bool) {
	for _, m := range r.Moves(nil, p) {
		if m.From != king {
			continue
		}
		moves++
		if after := r.Play(p, m); !canTake(r, &after, m.To) {
			return moves, false
		}
	}
	return moves, true
}

// canTake reports whether the side to move has a capture that takes the piece on a square.
func canTake(r *movegen.Rules, p *movegen.Position, sq movegen.Square) bool {
	for _, m := range r.Captures(nil, p) {
		if m.Captured.Has(sq) {
			return true
		}
	}
	return false
}

// lockedBefore reports whether the king was there before the move, and locked in as well.
func lockedBefore(c *Case, king movegen.Square) bool {
	if !c.Before.KingsOf(c.mover()).Has(king) || c.Rules.HasCapture(&c.Before) {
		return false
	}
	_, locked := lockedIn(c.Rules, &c.Before, king)
	return locked
}

// bind looks whether a smaller part of the moves of the side that moved lose no piece soon than after
// the better move.
func bind(c *Case) (Reason, bool) { return c.freedom(Bind, 1) }

// freer looks whether a larger part of the moves of the opponent lose no piece soon than after the
// better move.
func freer(c *Case) (Reason, bool) { return c.freedom(Freer, 0) }

// freedom compares the safe moves of a side at all places of both lines, from a ply on. It shows the
// place where the difference is largest, and says nothing if at all places together it is the other
// way round.
func (c *Case) freedom(k Kind, from int) (best Reason, ok bool) {
	if c.Rules.Goal != movegen.BlockOpponent {
		return Reason{}, false
	}
	most, sum := larger-1, 0
	for plies := from; plies <= min(bindPlies, len(c.Reply), len(c.Better)-1); plies += 2 {
		re := Reason{Kind: k, Line: c.Reply[:plies]}
		if re.count(c) != nil || min(re.Moves, re.All) < fewMoves {
			continue
		}
		less := tenths(re.Others, re.All) - tenths(re.Safe, re.Moves)
		if k == Freer {
			less = -less
		}
		if sum += less; less > most {
			best, most, ok = re, less, true
		}
	}
	return best, ok && sum > 0
}

// tenths returns how many tenths of all a part is.
func tenths(part, all int) int { return 10 * part / max(all, 1) }

// count counts the moves at the end of the line, and at the same place of the better line. It fails
// unless nobody can capture there.
func (re *Reason) count(c *Case) error {
	there, err := play(c.Rules, c.after(), re.Line, c.mover())
	if err != nil {
		return err
	}
	other, err := play(c.Rules, c.Before, c.Better[:len(re.Line)+1], c.mover())
	if err != nil {
		return err
	}
	if !material.AtRest(c.Rules, there.last()) || !material.AtRest(c.Rules, other.last()) {
		return errEnd
	}
	re.Safe, re.Moves = c.safeMoves(there.last())
	re.Others, re.All = c.safeMoves(other.last())
	return nil
}

// safeMoves counts the legal moves of a position, and those by which no piece is lost soon.
func (c *Case) safeMoves(p *movegen.Position) (safe, moves int) {
	v := c.newProver(0)
	here := material.Balance(c.Rules, p, p.Turn)
	for _, m := range c.Rules.Moves(nil, p) {
		moves++
		v.Nodes = bindNodes
		if out, ok := v.Look(c.Rules.Play(p, m), bindDepth, nil); !ok || -out.Value >= here {
			safe++
		}
	}
	return safe, moves
}
