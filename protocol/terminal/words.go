package terminal

import (
	"fmt"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// text returns a legal move as the moves of the game are written.
func (s *session) text(m movegen.Move) string {
	return pdn.Usual.Move(s.game.Rules(), s.game.Position(), m)
}

// legal returns the legal moves.
func (s *session) legal(separator string) string {
	var texts []string
	for _, m := range s.game.LegalMoves(nil) {
		texts = append(texts, s.text(m))
	}
	return strings.Join(texts, separator)
}

// squareText returns the name of a square as the moves of the game are written.
func (s *session) squareText(sq movegen.Square) string {
	if s.rules.Algebraic {
		return s.rules.AlgebraicName(sq)
	}
	return s.rules.SquareName(sq)
}

// squaresText returns the names of the squares of a set.
func (s *session) squaresText(set movegen.Bits) string {
	var names []string
	for ; set != 0; set &= set - 1 {
		names = append(names, s.squareText(set.First()))
	}
	return strings.Join(names, " ")
}

// announce says how the game ended.
func (s *session) announce() {
	o := s.over.Outcome
	who := "You win"
	switch {
	case o == movegen.Drawn:
		who = "Draw"
	case o == lostBy(s.you):
		who = "Stupol wins"
	}
	s.out.line("%s. %s: %s.", pdn.ResultOf(s.rules, o), who, s.reason())
}

// reason returns why the game ended.
func (s *session) reason() string {
	p := s.game.Position()
	switch {
	case s.over.why == timeForfeit && s.over.Outcome == lostBy(s.you):
		return "your time is up"
	case s.over.why == timeForfeit:
		return "its time is up"
	case s.over.why == resignation:
		return "you have resigned"
	case s.over.why != "":
		return "agreed"
	case s.over.Outcome == movegen.Drawn:
		return s.over.Reason + s.advantage()
	case s.over.Reason == movegen.ReasonFirstKing:
		return "the first king"
	case p.Pieces[p.Turn] == 0:
		return fmt.Sprintf("%s has no pieces left", p.Turn)
	default:
		return fmt.Sprintf("%s cannot move", p.Turn)
	}
}

// advantage returns who has the advantage in a draw.
func (s *session) advantage() string {
	switch s.over.Advantage {
	case 1:
		return ", with advantage to White"
	case -1:
		return ", with advantage to Black"
	}
	return ""
}

// verdict returns a score of the side to move in words.
func verdict(score search.Score, turn movegen.Color) string {
	better := turn
	if score < 0 {
		score, better = -score, turn.Opponent()
	}
	switch {
	case score.IsProven():
		return fmt.Sprintf("%s wins in %s", better, moves((int(search.Win-score)+1)/2))
	case score > search.MaxEval:
		return fmt.Sprintf("%s wins, by the endgame database", better)
	case score < 10:
		return "even"
	default:
		return fmt.Sprintf("%s is better by %s men", better, score)
	}
}

// moves and plies return a number of moves in words: of one side, and of both.
func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

func plies(n int) string { return moves(n) + " of both sides" }

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// line returns the moves of a line of play from the present position.
func (s *session) line(pv []movegen.Move) string {
	const most = 8
	p := *s.game.Position()
	var texts []string
	for _, m := range pv[:min(most, len(pv))] {
		texts = append(texts, pdn.Usual.Move(s.game.Rules(), &p, m))
		p = s.rules.Play(&p, m)
	}
	return strings.Join(texts, " ")
}
