package reason

import "stupol/movegen"

const (
	fewMoves  = 2 // legal moves that a side has who can be bound
	bindDepth = 4
	bindNodes = 20_000 // for a move: what would take more counts as safe
	bindPlies = 5
	freer     = 2 // tenths of all moves, by which more must lose nothing after the better move
)

// afterReply returns the position after the move expected in reply, if nobody can capture there, and
// the line to it.
func (c *Case) afterReply() (movegen.Position, []movegen.Move, bool) {
	p := c.after()
	if len(c.Reply) == 0 {
		return p, nil, false
	}
	p = c.Rules.Play(&p, c.Reply[0])
	return p, c.Reply[:1], atRest(c.Rules, &p)
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
func bind(c *Case) (Reason, bool) {
	if c.Rules.Goal != movegen.BlockOpponent {
		return Reason{}, false
	}
	for plies := 1; plies <= min(bindPlies, len(c.Reply), len(c.Better)-1); plies += 2 {
		re := Reason{Kind: Bind, Line: c.Reply[:plies]}
		if re.count(c) == nil && re.Moves >= fewMoves && tenths(re.Others, re.All) >= tenths(re.Safe, re.Moves)+freer {
			return re, true
		}
	}
	return Reason{}, false
}

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
	if !atRest(c.Rules, there.last()) || !atRest(c.Rules, other.last()) {
		return errEnd
	}
	re.Safe, re.Moves = safeMoves(c.Rules, there.last())
	re.Others, re.All = safeMoves(c.Rules, other.last())
	return nil
}

// safeMoves counts the legal moves of a position, and those by which no piece is lost soon.
func safeMoves(r *movegen.Rules, p *movegen.Position) (safe, moves int) {
	v := &prover{rules: r}
	here := balance(r, p, p.Turn)
	for _, m := range r.Moves(nil, p) {
		moves++
		v.nodes = bindNodes
		if out, ok := v.look(r.Play(p, m), bindDepth, nil); !ok || -out.value >= here {
			safe++
		}
	}
	return safe, moves
}
