// Package match lets engines play each other and judges the results. It
// prints nothing; its callers do.
//
// A match has two or more engines. Each pairing of two plays pairs of games:
// both games of a pair begin with the same opening, the second with colours
// swapped. The pair is the unit of everything: of the schedule, of the
// statistics and of the sequential test, because the luck of the opening
// cancels within it.
//
// The referee is movegen.Game: it says what is legal and when the game is over.
// An engine that stops answering, plays an illegal move or oversteps its time
// loses the game, and the record says so. So does one that ends a game with a
// claim, as DXP allows in place of a move, unless the endgame databases know the
// result: then the game has that. One that has to be started again and cannot be
// loses the game for which it is missing; a third failure in a row ends the match.
//
// Over DXP a clock has the time that the engine was told, which is rounded if it
// cannot be said in minutes, and runs from when the engine has accepted the game.
// The engine is told how many moves a game may have as well; the referee ends the
// game there.
//
// Pairs are counted in the order of the schedule, not in the order in which
// they happen to finish. Short games would otherwise be over-represented at
// any moment, a sequential test could stop on that, and the result would depend
// on the load of the machine. Games that finished out of turn when a match is
// stopped are kept in its journal, where they serve if it is taken up again, with
// the same openings and the same builds of the engines: see Match.Identify.
package match
