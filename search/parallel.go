package search

import "sync"

// deepenAll lets all workers search the same game and returns the last
// report of the leader. The helpers serve by filling the table: they start
// one depth apart, and with histories of their own, so that they look where
// the leader has not been yet ("lazy SMP").
func (e *Engine) deepenAll(depth int, onInfo func(Info)) Info {
	leader, helpers := e.workers[0], e.workers[1:]
	var running sync.WaitGroup
	for i, w := range helpers {
		running.Go(func() { w.deepen(2-i%2, depth, func() {}) })
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
