package match

import (
	"sync"
	"time"
)

const (
	// mostFailures is how often in a row an engine that has played before may
	// fail to begin a game. It loses each of those games but the last, with
	// which the match ends.
	mostFailures = 3

	// restartPause is how long to wait after a failure before the next start,
	// times the failures in a row. A port may have to become free.
	restartPause = time.Second
)

// starts counts how often in a row engines could not begin a game, for all
// workers of a match.
type starts struct {
	mu      sync.Mutex
	engines map[int]startCount
}

type startCount struct {
	played   bool // a game in this match
	failures int  // since then
}

// failures returns how often in a row the engine has failed.
func (s *starts) failures(engine int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.engines[engine].failures
}

// failed counts a failure and returns how many there were in a row, and whether
// the match can go on nevertheless: not if the engine has never played.
func (s *starts) failed(engine int) (failures int, goOn bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.engines[engine]
	c.failures++
	s.set(engine, c)
	return c.failures, c.played && c.failures < mostFailures
}

// succeeded says that the engine has begun a game.
func (s *starts) succeeded(engine int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set(engine, startCount{played: true})
}

func (s *starts) set(engine int, c startCount) {
	if s.engines == nil {
		s.engines = map[int]startCount{}
	}
	s.engines[engine] = c
}
