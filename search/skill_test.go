package search

import (
	"context"
	"testing"

	"stupol/movegen"
)

func TestMistakesAreFair(t *testing.T) {
	s := skill{noise: 50}
	var sum, most Score
	const n = 10_000
	for hash := range uint64(n) {
		m := s.mistake(hash, 7)
		if m != s.mistake(hash, 7) {
			t.Fatal("the same position is not misjudged the same way twice")
		}
		sum += m
		most = max(most, m, -m)
	}
	if mean := float64(sum) / n; mean < -2 || mean > 2 {
		t.Errorf("mean %.1f, want about 0", mean)
	}
	if most != s.noise {
		t.Errorf("at most %v wrong, want %v", most, s.noise)
	}
}

func TestSkillHoldsBack(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	for level := 1; level < FullSkill; level++ {
		e, err := New(Options{Rules: g.Rules(), Skill: level, TableBytes: 1 << 16})
		if err != nil {
			t.Fatal(err)
		}
		result, _ := think(t, context.Background(), e, g, Limits{})
		if want := skills[level].nodes; result.Nodes > want {
			t.Errorf("level %d visited %d nodes, want at most %d", level, result.Nodes, want)
		}
		result, _ = think(t, context.Background(), e, g, Limits{Analyze: true, Nodes: 20_000})
		if result.Nodes <= skills[level].nodes {
			t.Errorf("level %d held back an analysis: %d nodes", level, result.Nodes)
		}
	}
}

// Other seeds make other mistakes, the same seed the same ones.
func TestSkillSeeds(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	seen := map[movegen.Move]bool{}
	for seed := range uint64(20) {
		var moves [2]movegen.Move
		for i := range moves {
			e, err := New(Options{Rules: g.Rules(), Skill: 2, Seed: seed, TableBytes: 1 << 16})
			if err != nil {
				t.Fatal(err)
			}
			result, _ := think(t, context.Background(), e, g, Limits{})
			moves[i] = result.Move
		}
		if moves[0] != moves[1] {
			t.Errorf("seed %d played two different moves", seed)
		}
		seen[moves[0]] = true
	}
	if len(seen) < 3 {
		t.Errorf("20 seeds began with %d different moves, want some variety", len(seen))
	}
}

func TestSkillOutOfRange(t *testing.T) {
	for _, level := range []int{-1, FullSkill + 1} {
		if _, err := New(Options{Rules: movegen.International(), Skill: level}); err == nil {
			t.Errorf("skill %d was accepted", level)
		}
	}
}
