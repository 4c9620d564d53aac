package eval

import "stupol/movegen"

// DrawishDivisor is what the score of a drawish ending is divided by.
const DrawishDivisor = 8

// divisor returns what to divide the score of p by, by which the side to move is
// ahead or behind: more than 1 where the side behind has long kings, which hardly
// anything catches that has room (Killer kings are caught, and the Frisian ones
// often). Up to three pieces do not catch one.
//
// In 166,000 games of International against itself, 1,000 nodes a move, sides
// ahead by a man or more by the sum of the weights got so many times less than it
// promised, in logits, where both had one king or both two or more:
//
//	pieces left                     6        7-8       9-10      11-12
//	one king
//	  ahead by one piece                     4.0        2.4        1.8
//	  ahead by two                2.5        1.9        1.6        1.3
//	  ahead by three                         1.3        1.3        1.2
//	two kings or more
//	  ahead by one piece                      14        4.2
//	  ahead by two                106        6.3
//	  ahead by three                         3.8
//
// Two kings against one have 1.1 to 2.0. On 8x8 a single king makes little
// difference, 0.6 to 1.9, and two against two or more 5 or 6 in most cases.
func (e *Evaluator) divisor(p *movegen.Position, score int) int {
	if r := e.rules; p.Kings == 0 || !r.Flying || r.Killer || r.Orthogonal || r.Goal != movegen.BlockOpponent {
		return 1
	}
	stronger := p.Turn
	if score < 0 {
		stronger = stronger.Opponent()
	}
	weaker := stronger.Opponent()
	pieces, kings := p.Pieces[stronger&1].Len(), p.KingsOf(weaker).Len()
	near := pieces-p.Pieces[weaker&1].Len() <= 2
	switch {
	case kings == 0:
		return 1
	case pieces <= 3 || kings > 1 && near:
		return DrawishDivisor
	case kings > 1:
		return 4
	case near && e.board.size == 10:
		return 2
	}
	return 1
}
