package match

import (
	"sync"
	"time"
)

const (
	// maxStartFailures is how often in a row an engine that has played before may
	// fail to begin a game. It forfeits those games, but the last failure ends the
	// match.
	maxStartFailures = 3

	// restartPause, times the failures in a row, is the wait before the next
	// start. A port may have to become free.
	restartPause = time.Second
)

// startFailures counts how often in a row engines could not begin a game, for all
// workers of a match.
type startFailures struct {
	mu      sync.Mutex
	engines map[int]startCount
}

type startCount struct {
	played   bool // a game in this match
	failures int  // since then
}

// failures returns how often in a row the engine has failed.
func (s *startFailures) failures(engine int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.engines[engine].failures
}

// failed counts a failure. It returns how many there were in a row, and whether
// the match can go on: not if the engine has never played.
func (s *startFailures) failed(engine int) (failures int, goOn bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.engines[engine]
	c.failures++
	s.set(engine, c)
	return c.failures, c.played && c.failures < maxStartFailures
}

// succeeded says that the engine has begun a game.
func (s *startFailures) succeeded(engine int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set(engine, startCount{played: true})
}

func (s *startFailures) set(engine int, c startCount) {
	if s.engines == nil {
		s.engines = map[int]startCount{}
	}
	s.engines[engine] = c
}
