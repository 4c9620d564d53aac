// Package analysis says what was wrong in a game, and what would have been better.
//
// An Analysis searches the positions of games, several at a time, and a Game then
// tells its Judgements, writes itself as annotated PDN, as a part of a report in
// HTML, or as data for programs:
//
//	pdn.Game ── NewGame ──> Game ── Analysis.Run ──> Findings ── Game.Judgements
//	  ├ Game.Annotated    PDN    annotate.go
//	  ├ WriteReport       HTML   report.go, graph.go
//	  └ Game.Data         JSON   data.go
//
// Whoever searches himself, as the page of stupol web does, makes the Game by NewPlayed, asks it
// by Wanted what to search, and tells it by Add what was found.
//
// # Chances
//
// The chance of a side is the result that it can expect, from 0 for a loss over 1/2
// for a draw to 1 for a win. With a score of s hundredths of a man it is
//
//	chance = 1 / (1 + exp(-s/scale))
//
// where the scale is that of the evaluation (eval.Evaluator.Scale), so that a man
// means in every game what it is worth there. Of a proven win or loss, and where the
// endgame databases know the value, it is 1, 1/2 or 0.
//
// # Judgements
//
// The loss of a move is the chance after the best other move less the chance after
// the move itself, or 0 if that is negative. A move is
//
//	an inaccuracy  $6  if it loses at least  0.05
//	a mistake      $2                        0.10
//	a blunder      $4                        0.20
//	the only move  $7  if it captures nothing and every other move loses 0.20 compared to it
//
// If the databases know the value of the position before the move and after it, the
// loss is the difference of these values. So a move that keeps a draw or a win
// loses nothing.
//
// Accuracy and average loss are means over the moves of a side that count. Those
// that do not are forced moves (there is no other) and moves that keep a value
// which was certain: of the databases, or of a win or loss that the search has
// proved. The accuracy of a move is
//
//	100 exp(-4.5 loss)
//
// so that a loss of 0.05 leaves 80 %, of 0.1 64 % and of 0.2 41 %, about as on the
// large chess servers.
//
// # Draws
//
// An engine takes a draw that is offered (AcceptsDraw) if its chance is at most 0.43, or at
// most 0.525 late in the game: from ply 60 on, or with 12 pieces or fewer.
//
// # The opening book
//
// A game is in the opening book as long as its positions are and its moves are those
// that the book expects or goes on after. The first move of a position in the book that
// is neither has left it. That says nothing about how good it is. Openings of English
// draughts have names; see openings.csv.
//
// # Passes
//
// All positions are searched at first, with a quarter of the budget, but for those with a
// single move: what is found after it holds before it too, and costs nothing. Where the best
// move is the one that was played, so are the other moves without it, or nothing
// could be said about it. A move that then seems to lose half an inaccuracy, or to
// be the only one by half a mistake, is looked at again with the whole budget: the
// position before it, the one after it, and the other moves. If it still loses an
// inaccuracy it gets four times the budget. This goes on until nothing changes: a
// deeper search of a position may put the blame on an earlier move.
//
// Every search begins with an empty table and has one thread. With a budget in
// nodes the findings depend on nothing else: not on the number of searches at a
// time, nor on interruptions.
//
// # For other programs
//
// NewGame, New, Run, Judgements and the names in the JSON of Data stay as they are within a
// version 0.x; names may be added. Verdicts change with the search.
package analysis
