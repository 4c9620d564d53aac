package match

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"stupol/protocol/peer"
)

// An engine that plays against itself is told from two engines within 20 pairs; two that
// differ a little are not taken for one.
func TestPlayAlike(t *testing.T) {
	for _, tt := range []struct {
		name  string
		other int64 // nodes
		alike bool
	}{{"itself", 60, true}, {"another", 90, false}} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMatch(t, 20, "a", "b")
			m.start = nil
			m.Openings = &RandomOpenings{Rules: m.Rules, Plies: 8, Balance: 100, Nodes: 100}
			m.Engines[0].Limits.Nodes, m.Engines[1].Limits.Nodes = 60, tt.other
			s := m.Standings()
			told := map[int]string{}
			m.OnGame = func(*Game) error {
				for _, notice := range s.Notices() {
					told[s.Counted()] = notice
				}
				return nil
			}
			if err := m.Run(t.Context(), s, nil); err != nil {
				t.Fatal(err)
			}
			want := map[int]string{}
			if tt.alike {
				want[20] = "a and b play alike: in 10 pairs both games were the same, move for move"
			}
			p := s.Pairings[0]
			if !reflect.DeepEqual(told, want) || tt.alike != (p.Alike == 20) || p.Repeated != 0 || p.Pentanomial.Count() != 20 {
				t.Errorf("told %v; %+v", told, p)
			}
		})
	}
}

// Engines that differ have some pairs whose games are alike: that is no reason to take them
// for one.
func TestAlikeNowAndThen(t *testing.T) {
	var r repeats
	p := &Pairing{B: 1}
	for pair := range 20 {
		games := [2]*Game{{Pair: pair, Start: fmt.Sprint(pair)}, {Pair: pair, Leg: 1, Start: fmt.Sprint(pair)}}
		if pair == 5 {
			games[1].Plies = []Ply{{Move: "32-28"}}
		}
		if r.add(p, []string{"a", "b"}, games) {
			t.Errorf("pair %d repeats another", pair)
		}
		p.Pentanomial[2]++
	}
	if p.Alike != 19 || len(r.notices) != 0 {
		t.Errorf("%d pairs alike, notices %q", p.Alike, r.notices)
	}
}

// A pair that repeats another move for move is named and counted once; in a journal as well,
// and by any engines.
func TestRepeatedPairs(t *testing.T) {
	const openings, rounds = 3, 10
	m := newMatch(t, rounds, "a", "b", "c")
	m.Openings = m.Openings.(List)[:openings]
	file := filepath.Join(t.TempDir(), "journal")
	var s *Standings
	for range 3 { // the last time it is only read
		s = interrupted(t, m, file, 25)
	}
	once := newMatch(t, openings, "a", "b", "c")
	want := run(t, once)
	for i, p := range s.Pairings {
		if p.Games != want.Pairings[i].Games || p.Pentanomial != want.Pairings[i].Pentanomial || p.Repeated != rounds-openings {
			t.Errorf("%+v, want %+v and %d pairs repeated", p, want.Pairings[i], rounds-openings)
		}
	}
	if s.Counted() != s.Total() {
		t.Errorf("%d of %d games are over", s.Counted(), s.Total())
	}
	notices := s.Notices()
	if len(notices) != 3*shownRepeats || notices[0] != "pair 10 repeats pair 1 move for move: it is not counted" || len(s.Notices()) != 0 {
		t.Errorf("notices:\n%s", strings.Join(notices, "\n"))
	}
	var report bytes.Buffer
	s.WriteResults(&report)
	if line := fmt.Sprintf("b - c: not counted as they repeat others move for move: %d pairs\n", rounds-openings); !strings.Contains(report.String(), line) {
		t.Errorf("the report lacks %q:\n%s", line, &report)
	}
}

// Games that were forfeited repeat nothing: why an engine crashed is not known.
func TestForfeitsDoNotRepeat(t *testing.T) {
	m := newMatch(t, 4, "good", "bad")
	m.Openings = m.Openings.(List)[:1]
	m.start = func(_ context.Context, e *peer.EngineConfig) (Player, error) {
		if e.Name == "good" {
			return &fake{move: first}, nil
		}
		return failing(2, &Forfeit{Crash, "signal: killed"}), nil
	}
	if p := run(t, m).Pairings[0]; p.Repeated != 0 || p.Games.Wins != 8 {
		t.Errorf("%+v", p)
	}
}
