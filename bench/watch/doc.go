// Package watch shows matches of engines, and queues of trials: on a page for browsers while they
// are played, and matches as a file that needs no server. Both are in the languages of the
// catalogues of package words.
//
// A match tells a Server how far its games have come, which only notes it:
//
//	Server.Ply           server.go
//	Server.Finished      server.go
//	Server.Replace       server.go
//	└ Server.events      events.go
//	  ├ Server.frame     events.go
//	  │ └ frames.view    board.go
//	  └ watcher.show     events.go
//
// Every half second all watchers that are awake are sent how the match stands then, as a whole, and
// the games that have ended since. There is no queue: a watcher that is slow or asleep gets what
// is true when it next takes something, and one that takes nothing for ten seconds is
// disconnected. What is sent is made once for all of them, and not at all if there are none.
package watch
