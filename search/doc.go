// Package search chooses the move to play. An [Engine] is its only door: a game
// and [Limits] go in, an [Info] comes out after each depth, and a [Result] at the
// end. Behind it stands a principal variation search:
//
//	Engine.Search          one search at a time            engine.go
//	 ├ probeRoot           the databases know the answer?  endgame.go
//	 └ deepenAll           all threads, each by itself     smp.go
//	    └ deepen           depth 1, 2, 3, ...              root.go
//	       └ searchRoot    the root, for each of the best lines
//	          └ searchMoves
//
// A node below the root, and what each step is called:
//
//	search                 alpha, beta, depth, ply         node.go
//	 ├ drawn               repetition, the counting rules
//	 ├ quiesce             at depth 0: captures only       node.go
//	 │  └ leafScore        database value or evaluation    endgame.go
//	 ├ transposition table a bound deep enough cuts off    table.go
//	 ├ probeBounds         a database value cuts off       endgame.go
//	 ├ futility            far off the window: cut off     prune.go
//	 ├ internal iterative reduction, extension of forced moves
//	 ├ scoreMoves          table move, captures, history   order.go
//	 ├ singular            no rival to the table's move?   prune.go
//	 └ searchMoves         the move loop
//	    ├ searchMove
//	    │  ├ forcingExtension  Losing: a move that forces a capture
//	    │  ├ scout         zero window, late-move reduction
//	    │  └ search        the child with the whole window
//	    ├ node.update      best score, alpha, PV, cutoff
//	    └ updateHistory    at a cutoff
//
// There is no null move: in draughts a side often loses because it has to move.
//
// # Time and nodes
//
// The clock (time.go) gives a search a soft limit, after a part of which no
// other depth begins, and a hard limit. How settled the best move is shortens or
// stretches the soft limit. Workers take the nodes they may visit from a common
// budget in small batches, and look at the clock when they take one.
// With one thread equal limits in nodes or depth give equal results.
//
// # Several threads
//
// All search the root, each by itself, and find in the table what the others have learned (lazy
// SMP, smp.go). One of them leads: its line is the answer. The table's entries are read and written
// without locks.
//
// What was tried, with the matches that decided, is in EXPERIMENTS.md. Sources:
// Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees",
// Computing Surveys 14(4), 1982; Hyatt and Mann, "A Lock-less Transposition Table
// Implementation", ICGA Journal 25(1), 2002.
//
// # For other programs
//
// New, Options, Engine, Limits, Info and Result stay as they are within a version 0.x. What a
// search finds, and in how many nodes, changes with every better search; Constants and Observer
// are for Stupol's own trials.
package search

//go:generate go run stupol/bench/trials/experiments .
