// Package search chooses the move to play. Engine is its only door: a game
// and limits go in, reports come out while it thinks, and a result at the
// end. Behind it stands an alpha-beta search that deepens ply by ply:
//
//	engine      the door: one search at a time, by one or several workers
//	deepen      iterative deepening, the root and its reports
//	node        the positions below, down to the nominal depth
//	reduce      which moves and positions deserve less depth
//	prune       which positions deserve none
//	quiescence  the captures beyond it
//	leaf        what a position is worth where the search ends
//	endgame     what databases say of positions with few pieces
//	ending      the same of the root, which may need no search
//	order       which move to try first; history learns it
//	table       what is known of positions already searched, as records
//	control     when to stop; clock divides the time
//	parallel    a leader and helpers, who rest until there is work
//	split       positions whose moves they share
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
//	the same, with learned weights           10,000        708    +17 [+10, +24]
//	the same in Frisian draughts             2,000         238    +47 [+26, +68]
//	five pieces against four                 10,000        686    +18 [+12, +25]
//	reverse futility, with learned weights   10,000      1,000    +19 [+6, +32]
//	the same                                 20,000        400    +30 [+12, +47]
//	the same                                 100,000       320    +2 [-12, +16]
//	late moves reduced by one ply more       20,000        400    +34 [+17, +51]
//	the same, openings within 1.5 men        20,000      1,418    +3 [-6, +12]
//	that and reverse futility, within 1.5   100,000        232    +15 [-3, +33]
//
//	each of them alone, weights of generation 6, openings within 1.5 men
//	    late-move reductions                100,000        246    +38 [+18, +58]
//	    reduction without a table move      100,000        400    +15 [+1, +29]
//	    reverse futility                    100,000        400     +3 [-10, +16]
//	    late moves reduced by one ply more  100,000        400     +3 [-10, +17]
//
//	reverse futility in other games           5,000        200
//	    poddavki      +147 [+97, +205]    russian    +10 [-16, +37]
//	    breakthrough   +63 [+14, +115]    brazilian  +10 [-15, +36]
//	    losing         +56 [+9, +106]     frisian     +5 [-35, +46]
//	    killer         +28 [-13, +70]     english    -10 [-36, +15]
//	one ply more in other games               5,000        300
//	    losing   +10 [-29, +50]   killer   +6 [-28, +40]   russian   -5 [-21, +11]
//
//	not in the tree
//	probe at 40 % depth, margin 10 x depth   30,000        142    -59 [-105, -15]
//	probe at 40 % depth, margin 20 x depth   30,000        140     -5 [-53, +42]
//	threats answered in quiescence           10,000        400    -29 [-57, -1]
//	late moves reduced by up to 2 more       20,000        400    -4 [-25, +17]
//	that and pruning, with learned weights   20,000        800    -3 [-18, +13]
//
// The last were three ideas taken together, with weights of generation 2: those
// reductions, reverse futility, and positions that stand far below the window
// not searched for three plies either. In Frisian, by hand evaluation, they
// lost: -93 [-160, -31] (3,000 nodes, 100 games).
//
// With weights of generation 4, 400 games at 20,000 nodes each but where another
// number stands:
//
//	men offered in quiescence                        -4 [-21, +12]
//	singular extension and multi-cut                +11 [-7, +30]
//	reductions by merit in the history              +10 [-10, +29]
//
//	on top of reverse futility
//	singular extension and multi-cut                 -5 [-23, +13]
//	for seven plies instead of four                  -1 [-18, +16]
//	with a margin of 14 instead of 20 a ply          -1 [-18, +16]
//	futility: positions far below the window         -1 [-20, +18]
//	the history kept, halved, for the next search    +4 [-14, +21]
//	evaluation corrected by what searches found      -4 [-21, +12]
//	late moves left out for two plies               +22 [+4, +40]
//
//	on top of that and of the larger reductions
//	late moves left out for two plies                -2 [-20, +16]
//	for three plies, 140 games                       +3 [-25, +31]
//	moves that force a capture reduced by one ply,
//	40,000 nodes, within 1.5 men, 570 games          -2 [-15, +10]
//	threats answered in quiescence, within 1.5 men  -13 [-31, +5]
//	the same where the score is within 60 of the
//	window, within 1.5 men                           +2 [-15, +18]
//
// With weights of generation 6, two settings of the probe at 40 and at 50 % depth,
// for positions that stand beyond beta by the evaluation, 400 games at 20,000 nodes
// each, openings within 1.5 men:
//
//	margin 30 and 5 a ply, 40 %    +3 [-13, +18]
//	margin 60, 50 %               -11 [-28, +5]
//
// The constants were tuned then: stupol tune with 400 iterations at 6,000 nodes,
// 12,800 games in 37 minutes of one processor, moved four of the nine, by a little
// (larger reductions from the fifth move on and six plies, for want of a table move
// from three plies, reverse futility with 18 a ply). Against those before:
//
//	 6,000 nodes  5,450 games  +7 [+2, +12]   SPRT of 0 against 8 accepted
//	40,000          300        +5 [-10, +20]  openings within 1.5 men
//	60,000          400        -2 [-15, +12]  the same
//
//	in other games, 2,000 nodes, 400 games
//	    frisian       +12 [-14, +38]   pool       +3 [-16, +22]
//	    spanish       +11 [-8, +31]    poddavki   +3 [-31, +36]
//	    brazilian     +10 [-8, +27]    english     0 [-19, +19]
//	    frysk          +7 [-17, +31]   killer     -2 [-31, +28]
//	    breakthrough   +7 [-27, +41]   italian    -4 [-22, +15]
//	    czech          +4 [-16, +23]   russian    -8 [-28, +12]
//	    losing        -24 [-57, +9], then 1,600 games +14 [-3, +31]
//
// Reverse futility, the larger reductions and weights of generation 5 instead of
// 4, all at once, at 30 ms a move from openings within 1.5 men: +8 [-8, +23], 324
// games. A node takes 7 % longer than before.
//
// In real time, on two idle cores, two workers reach depth 16 of the search bench
// 1.65 times as soon as one (13 runs, 1.57 to 1.73), visiting 1.75 times the nodes
// a second, and depth 18 1.73 times (3 runs), visiting 1.81 times: they visit 2 to
// 12 % more nodes than one. If those at a shared position go on with their moves
// while another beats alpha there, instead of helping it, it is 1.60 (9 runs, 1.45
// to 1.68) and 1.66 times as soon (3 runs): they rest less, but visit 10 to 26 %
// more nodes. Each deepening by itself, with a table and marks of what they were
// at in common (ABDADA), made 1.38 times (depth 13, 4 runs), with 31 to 49 % more
// nodes.
//
// Not to be told apart from what is in the tree, in real time or with workers that
// take turns of 7 to 17 nodes so that the load of the machine does not matter: a
// history in common; marks besides; to share not the position that a worker is at
// but, as soon as somebody rests, the one nearest to the root or to the leaves on
// the way there; to share only from the third move on where a cut-off is expected,
// or from the third move of the root; moves of two plies as well; an alpha that
// rises for those in the midst of a move; to rest ten or a hundred times as long
// before the processor is left to others; to open every position of five, seven or
// nine plies for others before anybody rests. If only positions of four, five or
// six plies are shared, but always, they are 1.43 to 1.57 times as soon (2 runs
// each). By one profile of each, depth 17, a node takes 5 % more time with two
// workers than with one, most of it in the table, and 6 % of their time is not
// spent on searching. Of the additional nodes a sixth is spent on moves that a
// cut-off makes useless. If principal variations are not shared there are half as
// many, but the second worker rests for half of the time.
//
// On Linux the table is kept in huge pages. With them a second search of 20
// million nodes by the same engine visits 22 % more nodes a second with a table of
// 256 MiB and 16 % more with one of 1 GiB (medians of five runs each in turn,
// nodes per second of processor time); the first such search gains nothing, or
// loses it again at 1 GiB, while the operating system clears the pages. The
// weights of the evaluation, 25 MB in International then, lie in such pages, too:
// 1.03 times the nodes a second (6 runs each in turn, one thread).
//
// The bucket of a position is asked for when the move before it is about to be
// searched, so that it is there in time, and again as the move to it is made. Where
// the table will not be asked, in quiescence, it is left where it is, as it would
// drive more useful things out of the processor's cache. With a smaller table of kept
// evaluations (see below) that made 1.13 times the nodes a second (standard error
// 0.01; bench at depth 15, table of 64 MiB, 8 runs of programs that take turns of 60
// ms on the same processor, where memory answers in 150 ns). Not to be told apart
// from it, or slower: to ask for the position after the move of the table before the
// moves are known (0.99); to keep buckets out of the second cache (1.00); to pick
// moves without branches (0.99).
//
// Nor is anything gained, International at depth 15, by AVX2 for the codes of the
// windows (1.00, standard error 0.007), or by asking for the worths of windows as a
// quiet move beyond the nominal depth is made (0.98, error 0.015).
//
// Evaluations are not kept. Of those asked for 27 in 100 were found in a table of
// 128 KB, in which the last of all positions with the same 14 bits of their hash was
// kept; but to make all of them anew is faster: 1.02 times the nodes a second in
// International and Frisian, 1.04 in Russian and Killer, 1.01 in Breakthrough
// (standard error 0.01 each, 8 runs in turn).
//
// Killer moves (11 % more nodes to the same depth), aspiration windows (1 to 3 %
// more), men offered in quiescence (20 % more) and searches of one ply without the
// table (45 % more with learned weights, each node 19 % faster) were left out
// without a match, and so was continuation history, by the last one or two moves
// (4 to 9 % fewer by hand evaluation, 10 % fewer to 4 % more with learned
// weights), to look in the table for a move that refutes a position before any is
// searched (4 % fewer to 6 % more), and to rank the moves only after that of the
// table has failed (3 % more, each node 3 % faster). Draws that count as a loss of
// 0.1 to 0.4 men for the side at the root make no difference against a weaker
// opponent: 77.6, 77.8 and 77.6 % of 600 games each against a third of the nodes.
package search
