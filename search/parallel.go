package search

import "sync"

// deepenAll lets all workers search the same game and returns the last report
// of the leader. Each searches for itself, with a history of its own, but
// leaves to the others what they are at: see marks. What they find out reaches
// the leader through the table.
func (e *Engine) deepenAll(depth int, onInfo func(Info)) Info {
	leader, helpers := e.workers[0], e.workers[1:]
	var running sync.WaitGroup
	for _, w := range helpers {
		running.Go(func() { w.deepen(1, depth, func() {}) })
	}
	var info Info
	leader.deepen(1, depth, func() {
		for k := leader.shown() - 1; k >= 0; k-- {
			info = leader.info(k)
			if onInfo != nil {
				onInfo(info)
			}
		}
	})
	leader.control.stop.Store(true)
	running.Wait()
	return info
}
