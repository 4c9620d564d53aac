// Package web serves a board for a browser: to play against the engine, to
// analyse and to read games. All it needs is in the program; the page loads
// nothing from elsewhere.
//
// # Talk between page and server
//
// The page draws and keeps the tree of moves. It knows no rules: what is legal,
// how a move is written, when a game is over and what a file means it asks the
// server, which remembers nothing of a game. Every request is a POST of a JSON
// object, answered by one, and a game in it is a variant, a FEN (none: the start)
// and moves as Hub writes them: 32-28, 28x19x23.
//
//	about        the variants, their boards, the limits          (GET)
//	position     boards along the moves, legal moves step by step, result, and what
//	             the endgame databases and the opening book know
//	move         the legal move that a typed text means
//	setup        the FEN of a board that was set up by hand
//	rules        the rules of a game in sentences, and two positions that show them
//	pdn/list     the games of a file
//	pdn/read     one game as a tree
//	pdn/write    a tree as PDN
//	search       thinks; answers with server-sent events
//	judge        how good the moves of a game are, by what searches have found in its
//	             positions, and which searches would tell more
//	draw         whether the engine takes a draw that is offered
//	puzzle       a puzzle of the set that the program has of a game
//	puzzle/try   whether a move that was tried in a puzzle wins as well
//	engine       what an engine that is another program says of itself
//	engine/set   sets a parameter of it, for pages of this machine
//	close        frees the engines of a tab
//	library/stats, find, game
//	             how the games of a library went on from a position, which games have
//	             something, and one of them as a tree
//	library/add  adds the games of the file that is the body; answers with server-sent
//	             events
//
// Scores are for White. What a score means, how bad a move is and which draws are accepted is
// for package analysis to say: the page has no opinion of its own, so that it tells the same
// of a game as stupol analyze, from the same scores.
//
// A search lasts as long as its request: to stop it, or to close the tab, ends
// the request. The engine of a tab outlives its search for some seconds, so that
// the next one finds what it learned.
//
// # Other engines
//
// A search may name another engine, one of Options.Peers, and so of those that the server was
// started with: no request names a program. Each is one process for all boards. They come one
// after the other, in the order in which they ask; an analysis, which has no end, makes room
// after some seconds if another board waits. The process is ended with the server, when the tab
// that had it last is closed, or when for some minutes nobody has asked; one that fails is ended
// at once and started again for the next search, after a pause that grows with its failures.
// What it prints has limits and is text, which the page never takes for HTML (package peer). Its
// parameters are set by pages of this machine, numbers, switches and choices alone: a text may
// name a file. Package web knows such engines only by the interface PeerEngine, so that the page
// without a server, which can start no programs, has nothing of all that in it.
//
// # Who is let in
//
// Browsers run programs of strangers, so being on the same machine is not enough.
// A request is refused unless its Host is localhost or an IP address of the
// machine (a stranger's name that resolves to it, DNS rebinding, is another), if
// it comes from a page of another origin, and, where a token is asked for, unless
// it carries the cookie that opening the page with the token sets. Nothing is
// changed by GET. The content security policy allows no code but that of the
// program. Every address has a budget (see budget.go): how large a question may be, and how long
// an answer may be worked at, which ends with its client; the memory of all of them together is
// counted. Games, connections, engines and threads have limits, too. A wrong token is refused
// at once; the right one always gets in, so that a token of one's own should be no word.
// No request names a file of the server, or makes it write one but the library of games,
// if there is one: games are added to it by pages of this machine only, and nothing is ever
// removed. Such a page comes over the loopback, by its name or address, and not through a
// program that says that it passes requests on; about tells a page whether it is one.
package web
