package watch

import (
	"encoding/json"
	"slices"

	"stupol/bench/match"
	"stupol/bench/trials"
	"stupol/protocol/words"
)

// A queue is how trials stand. It does not change.
type queue struct{ tests []trial }

// A trial is a match of a queue.
type trial struct {
	test           *trials.Test // of which nothing is asked that changes
	state          trials.State
	playing        bool
	fault          string
	counted, total int // games
	standing       json.RawMessage
}

// A trialView is a trial as the page lists it.
type trialView struct {
	Name     string          `json:"name"`
	Idea     string          `json:"idea"`
	Game     string          `json:"game"`
	Limits   string          `json:"limits"`
	State    string          `json:"state"`
	Playing  bool            `json:"playing"` // how it stands is told elsewhere
	Fault    string          `json:"fault,omitempty"`
	Counted  int             `json:"counted"` // games
	Total    int             `json:"total"`
	Standing json.RawMessage `json:"standing"` // as match --json writes it, null if there is none
}

// view returns the trials in a language.
func (q *queue) view(l *words.Language) []trialView {
	all := []trialView{}
	for _, t := range q.tests {
		all = append(all, trialView{
			Name: shown(t.test.Trial), Idea: shown(t.test.Idea), Game: l.Heard(t.test.Match.Rules.Title), Limits: limits(t.test.Limits(), l),
			State: l.Heard(string(t.state)), Playing: t.playing, Fault: shown(t.fault),
			Counted: t.counted, Total: t.total, Standing: t.standing,
		})
	}
	return all
}

// ShowTrials shows how the trials of a queue stand, none of which is being played.
func (s *Server) ShowTrials(tests []*trials.Test) {
	q := &queue{}
	for _, t := range tests {
		q.tests = append(q.tests, newTrial(t))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	s.trials = q
}

// BeginTrial shows a trial that begins, or goes on after the games that an earlier run has played:
// it is a trials.Queue.OnBegin.
func (s *Server) BeginTrial(t *trials.Test, earlier []*match.Game) {
	now := newTrial(t)
	now.playing = true
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setTrial(now)
	s.begin(t.Match, t.Results, earlier)
}

// EndTrial shows a trial that is not played any more: it is a trials.Queue.OnEnd.
func (s *Server) EndTrial(t *trials.Test, err error) {
	now := newTrial(t)
	if err != nil {
		now.fault = err.Error()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setTrial(now)
}

// setTrial replaces a trial by how it stands now. Those that come after it may not be needed any
// more.
func (s *Server) setTrial(now trial) {
	s.version++
	q := &queue{slices.Clone(s.trials.tests)}
	for i := range q.tests {
		t := &q.tests[i]
		if t.test == now.test {
			*t = now
		} else if t.test.State() == trials.Needless {
			t.state = trials.Needless
		}
	}
	s.trials = q
}

// newTrial returns how a trial stands, of which no game is being played.
func newTrial(t *trials.Test) trial {
	now := trial{test: t, state: t.State()}
	if s := t.Results; s != nil {
		now.counted, now.total, now.standing = s.Counted(), s.Total(), standing(s)
	}
	return now
}
