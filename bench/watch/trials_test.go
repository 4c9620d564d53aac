package watch

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"stupol/bench/match"
	"stupol/bench/trials"
)

const someTrials = `
[a]
idea = "a window of 50 instead of 25"
new = "self,param.search.aspiration-window=50"
variants = ["russian", "frisian"]
nodes = 60
then = "100ms"
games = 2

[none]
new = "./there-is-no-such-engine hub"

[last]
idea = "nothing <b>new</b>"
new = "self"
nodes = 50
games = 2
`

// playTrials plays a queue and shows it. The second trial that plays stops in its second game, until
// look returns, if it is given.
func playTrials(t *testing.T, s *Server, folder string, look func()) *trials.Queue {
	t.Helper()
	tests, err := trials.Read(strings.NewReader(someTrials))
	if err != nil {
		t.Fatal(err)
	}
	q := &trials.Queue{Tests: tests, Folder: folder, Version: "1", Concurrency: 1}
	if err := q.Load(); err != nil {
		t.Fatal(err)
	}
	s.ShowTrials(q)
	begun := 0
	q.OnBegin = func(test *trials.Test) {
		earlier, err := q.Games(test)
		if err != nil {
			t.Error(err)
		}
		s.BeginTrial(test, earlier)
		begun++
		middle := begun == 2
		test.Match.OnPly = func(worker int, g match.Game) {
			s.Ply(worker, g)
			if look != nil && middle && g.Leg == 1 && len(g.Plies) == 20 {
				look()
				look = nil
			}
		}
		test.Match.OnGame = func(g *match.Game) error {
			s.Finished(g, test.Results)
			return nil
		}
	}
	q.OnEnd = s.EndTrial
	if err := q.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "1 of 6 tests failed") {
		t.Fatal(err)
	}
	return q
}

// TestTrials watches a queue in German, and again when all of it has been played.
func TestTrials(t *testing.T) {
	s, address := newQuick(t)
	folder := filepath.Join(t.TempDir(), "journals")
	var group sync.WaitGroup
	whole := browser{name: "from the beginning"}
	group.Go(func() { whole.hear(t, address) })
	playTrials(t, s, folder, func() {
		w := &browser{language: "de", until: func(b *browser) bool { return b.trials != nil && len(b.state.Boards) > 0 }}
		w.hear(t, address)
		states := []string{}
		for _, v := range w.trials {
			states = append(states, v.State)
		}
		if want := []string{"offen", "nicht nötig", "wartet", "wartet", "wartet", "wartet"}; !slices.Equal(states, want) {
			t.Errorf("in the middle the states are %q, want %q", states, want)
		}
		second := w.trials[2]
		if !second.Playing || second.Game != "Friesische Dame" || second.Limits != "60 Stellungen" || second.Idea != "a window of 50 instead of 25" {
			t.Errorf("the trial that is played is %+v", second)
		}
		if w.head.Title != second.Game || len(w.rows) != 1 || w.state.Counted != 0 || w.state.Total != 2 || len(w.head.Squares) != 50 {
			t.Errorf("of the match is told %+v, %v, %+v", w.head, w.rows, w.state)
		}
	})
	s.End()
	var end browser
	end.hear(t, address)
	if group.Wait(); whole.page() != end.page() {
		t.Errorf("who has seen all trials has the page\n%s\nwho comes in the end\n%s", whole.page(), end.page())
	}
	if fault := end.trials[4].Fault; !strings.HasPrefix(fault, "none.international.nodes.jsonl: ") || !strings.Contains(fault, "there-is-no-such-engine") {
		t.Errorf("of the engine that is not there is told %q", fault)
	}
	last := end.trials[5]
	if last.Playing || last.State != "undecided" || last.Counted != 2 || last.Standing == nil || len(end.rows) != 2 || end.head.Title != "International draughts" {
		t.Errorf("the last trial is %+v, with the games %v", last, end.rows)
	}

	again, address := newQuick(t)
	playTrials(t, again, folder, nil)
	again.End()
	var later browser
	later.hear(t, address)
	if len(later.trials) != 6 || later.trials[0].Counted != 2 || later.head.Title != "" || len(later.rows) != 0 {
		t.Errorf("of what was played before is shown %+v, %+v", later.trials, later.head)
	}
}
