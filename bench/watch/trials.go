package watch

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"stupol/bench/match"
	"stupol/bench/trials"
	"stupol/protocol/words"
)

// A queue is how trials stand. It does not change.
type queue struct {
	tests  []trial
	folder string // of the journals
}

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
func (s *Server) ShowTrials(of *trials.Queue) {
	q := &queue{folder: of.Folder}
	for _, t := range of.Tests {
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
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		now.fault = s.trials.faultOf(t, err)
	}
	s.setTrial(now)
}

// setTrial replaces a trial by how it stands now. Those that come after it may not be needed any
// more.
func (s *Server) setTrial(now trial) {
	s.version++
	q := &queue{slices.Clone(s.trials.tests), s.trials.folder}
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

// faultOf returns why a trial has failed, with the name of its journal alone: in which folder that is
// is not for everybody who watches.
func (q *queue) faultOf(t *trials.Test, err error) string {
	name := strings.TrimSuffix(t.FileName(), ".jsonl") // that of a shard goes on differently
	return strings.ReplaceAll(err.Error(), filepath.Join(q.folder, name), name)
}

// newTrial returns how a trial stands, of which no game is being played.
func newTrial(t *trials.Test) trial {
	now := trial{test: t, state: t.State()}
	if s := t.Results; s != nil {
		now.counted, now.total, now.standing = s.Counted(), s.Total(), standing(s)
	}
	return now
}
