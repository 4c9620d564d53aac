// Package match lets engines play each other and judges the results. It
// prints nothing; its callers do.
//
// A match has two or more engines. Each pairing of two plays pairs of games:
// both games of a pair begin with the same opening, the second with colours
// swapped. The pair is the unit of everything: of the schedule, of the
// statistics and of the sequential test, because the luck of the opening
// cancels within it.
//
// The rules of movegen.Game say what is legal and when a game is over. An engine
// forfeits the game if it stops answering, plays an illegal move or oversteps its
// time. DXP allows to end a game in place of a move, with a claim: the game then
// has the result of the endgame databases, and if they do not know it the engine
// forfeits. An engine that must be started again and cannot be forfeits that game;
// a third failure in a row ends the match.
//
// A DXP clock has the time that the engine was told, which is rounded if a request
// has no room for it. It runs from when the engine has accepted the game. The
// engine is also told how many moves a game may have; the referee ends it there.
//
// Pairs are counted in the order of the schedule, not in the order in which they
// finish. Otherwise short games would be over-represented at any moment, a
// sequential test could stop because of that, and the result would depend on the
// load of the machine. When a match is stopped, finished games that were not
// counted yet stay in its journal. A later run counts them if it has the same
// openings and the same builds of the engines: see Match.Identify.
//
// Several processes can play shards of a match, some of the rounds each, with a journal
// each. A Merger puts these together; their games, too, are counted in the order of the
// schedule, so that the results are those of one process.
package match
