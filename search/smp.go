package search

import (
	"sync"
	"sync/atomic"
)

// A team is what the workers of an engine that has several know of each other. All search the root,
// each by itself, and what one learns the others find in the table (lazy SMP): one of them leads,
// and the others begin no depth that is lower than its own.
type team struct {
	depth atomic.Int32 // of the leader
}

// deepenAll lets the leader search and the others with it, and returns the leader's last report.
// The others begin when the leader has a move: they take neither nodes nor time from its first depth.
// Where a level of skill holds the engine back it searches alone, or it would see less than that level does.
func (e *Engine) deepenAll(depth int, onInfo func(Info)) Info {
	leader, helpers := e.workers[0], e.workers[1:]
	if e.skill.nodes > 0 {
		helpers = nil
	}
	if leader.team != nil {
		leader.team.depth.Store(0)
	}
	var running sync.WaitGroup
	begin := sync.OnceFunc(func() {
		for _, w := range helpers {
			running.Go(w.help)
		}
	})
	var info Info
	leader.deepen(1, depth, func(lines int) {
		begin()
		for k := lines - 1; k >= 0; k-- {
			info = leader.info(k)
			if onInfo != nil {
				onInfo(info)
			}
		}
	})
	if len(helpers) > 0 {
		leader.control.stop.Store(true)
		running.Wait()
	}
	return info
}

// leaderDepth returns the depth at which the leader is.
func (w *worker) leaderDepth() int {
	if w.leads || w.team == nil {
		return w.root.depth
	}
	return int(w.team.depth.Load())
}

// help searches the root deeper and deeper until the search is over.
func (w *worker) help() {
	r := &w.root
	for r.depth = 1; r.depth <= maxDepth; r.depth = max(r.depth+1, w.leaderDepth()) {
		w.searchLines()
		if w.stopped || r.proven() {
			return
		}
	}
}
