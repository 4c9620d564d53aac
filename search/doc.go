// Package search chooses the move to play. Engine is its only door: a game
// and limits go in, reports come out while it thinks, and a result at the
// end. Behind it stands an alpha-beta search that deepens ply by ply:
//
//	engine      the door: one search at a time, by one or several workers
//	deepen      iterative deepening, the root and its reports
//	node        the positions below, down to the nominal depth
//	reduce      which moves and positions deserve less depth
//	quiescence  the captures beyond it
//	leaf        what a position is worth where the search ends
//	endgame     what databases say of positions with few pieces
//	ending      the same of the root, which may need no search
//	order       which move to try first; history learns it
//	table       what is known of positions already searched, as records
//	control     when to stop; clock divides the time
//	parallel    helpers that share the table, and marks of what they are at
//
// # What was tried
//
// Each idea in the tree has paid in a match against the version without it:
// both sides limited by nodes, random balanced openings of ten plies, every
// opening with both colours, Elo with its 95 % interval. The values are those
// with the hand-written evaluation unless the line says otherwise; a better one
// may change them.
//
//	in the tree                              nodes a move  games  Elo
//	late-move reductions                     10,000        692    +45 [+25, +66]
//	reduction without a table move           20,000        528    +42 [+20, +65]
//	both                                     100,000       278    +98 [+66, +130]
//	databases of four pieces                 10,000        86     +41 [+16, +66]
//	the same, with learned weights           10,000        456    +22 [+13, +31]
//	the same in Frisian draughts             2,000         238    +47 [+26, +68]
//
//	not in the tree
//	probe at 40 % depth, margin 10 x depth   30,000        142    -59 [-105, -15]
//	probe at 40 % depth, margin 20 x depth   30,000        140     -5 [-53, +42]
//	threats answered in quiescence           10,000        400    -29 [-57, -1]
//	late moves reduced by up to 2 more       20,000        400    -4 [-25, +17]
//	that and pruning, with learned weights   20,000        800    -3 [-18, +13]
//
// The last were three ideas taken together: those reductions; quiet positions
// that stand 20 hundredths of a man for each ply above the window, for four
// plies, with nothing to lose at once, not searched (reverse futility), nor
// those that stand as far below it for three. The search looks 3 to 4 plies
// deeper for the same nodes, plays no better, and visits 17 % fewer nodes a
// second; in Frisian, by hand evaluation, it loses: -93 [-160, -31] (3,000
// nodes, 100 games).
//
// With marks two workers need 1.68 times fewer nodes each to reach depth 10 than
// one alone, and 1.49 times fewer without them, when the second is a depth ahead
// of the first or behind it: the 48 positions of the search bench, the workers
// taking turns of 40, 64 and 100 nodes so that the load of the machine does not
// matter. Histories in common, helpers that drop what the leader has finished,
// and marks that tell depths apart brought nothing.
//
// On Linux the table is kept in huge pages. With them a second search of 20
// million nodes by the same engine visits 22 % more nodes a second with a table
// of 256 MiB and 16 % more with one of 1 GiB (medians of five runs each in turn,
// nodes per second of processor time); the first such search gains nothing, or
// loses it again at 1 GiB, while the operating system clears the pages.
//
// Killer moves (11 % more nodes to the same depth), aspiration windows (1 to 3 %
// more), men offered in quiescence (20 % more) and searches of one ply without
// the table (45 % more with learned weights, each node 19 % faster) were left out
// without a match, and so was continuation history, by the last one or two moves
// (4 to 9 % fewer by hand evaluation, 10 % fewer to 4 % more with learned weights).
package search
