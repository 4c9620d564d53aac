// Package trials plays a list of matches, one after the other, that judge ideas for
// the search: each until its sequential test has decided. It prints nothing; its
// callers do.
//
// The list is a TOML file with a table for each trial. Its name has small letters,
// digits, - and _:
//
//	[window-50]
//	idea = "aspiration: a window of 50 instead of 25"    # for the row; default: the name
//	new = "self,param.search.aspiration-window=50"       # a player, as for stupol match
//	old = "self"                                         # the default: Stupol as it is
//	variants = ["international", "english"]              # default: international
//	nodes = 10_000                                       # a move; the default
//	then = "50ms"                                        # a move; default: no second match
//	elo = [0, 5]                                         # the bounds; the default
//	games = 20_000                                       # at most; the default
//	balance = 1.5                                        # of the openings, in men; the default
//	seed = 1                                             # of the openings; the default
//
// The test is on normalized Elo; what makes the search simpler has to be no worse, which
// elo = [-3, 1] says. Each game of a trial has a match of its own, limited by nodes, and
// with then a second one at equal time, with other openings, that is played if the first
// has found the new player better. If
// a side then takes over 3 % more time for a move, of the clock or of a processor, that is no
// verdict. A limit may be overstepped by a second: a machine may stand still. A player is a search in this process, whose settings follow after
// self, or a program.
//
// Every match has a journal in a folder, called after the trial, the game and the
// limit: window-50.english.nodes.jsonl. So the queue goes on where it was killed. A
// match with a verdict is not played again, whatever has become of its programs;
// without one it goes on with the same programs only. The bounds are those with which
// it began; others are refused. Removing the journal begins it anew.
//
// What a match has found is a Row, a line of the experiments.jsonl from which Generate
// makes the tables of an EXPERIMENTS.md. Its verdict follows from the results and is
// written nowhere.
package trials
