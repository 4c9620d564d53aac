package train

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"stupol/eval"
	"stupol/eval/selfplay"
	"stupol/movegen"
)

// rulesOf returns a variant.
func rulesOf(t *testing.T, name string) *movegen.Rules {
	t.Helper()
	r, err := movegen.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newTrainer returns a Trainer without games.
func newTrainer(t *testing.T, variant string, o Options) *Trainer {
	t.Helper()
	o.TempDir = t.TempDir()
	trainer, err := New(rulesOf(t, variant), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := trainer.Close(); err != nil {
			t.Error(err)
		}
	})
	return trainer
}

// prepare prepares a trainer.
func prepare(t *testing.T, trainer *Trainer) {
	t.Helper()
	if err := trainer.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// train returns the weights file of a prepared trainer.
func train(t *testing.T, trainer *Trainer) []byte {
	t.Helper()
	w, err := trainer.Train(t.Context(), func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	return fileOf(t, w)
}

func fileOf(t *testing.T, w *eval.Weights) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := w.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// randomGames returns games of random moves, with scores and outcomes by the hand-written
// evaluation.
func randomGames(r *movegen.Rules, n int) []selfplay.Game {
	rng := rand.New(rand.NewPCG(5, 6))
	hand := eval.Hand(r)
	games := make([]selfplay.Game, n)
	for i := range games {
		g := &games[i]
		*g = selfplay.Game{Number: i, Rules: r, Start: r.Start(), Outcome: movegen.Drawn, Reason: "test"}
		p := g.Start
		for range 60 {
			moves := r.Moves(nil, &p)
			if len(moves) == 0 {
				break
			}
			score := hand.Evaluate(&p)
			if len(moves) == 1 {
				score = selfplay.NoScore
			}
			m := moves[rng.IntN(len(moves))]
			g.Moves, g.Scores, g.Random = append(g.Moves, m), append(g.Scores, score), append(g.Random, false)
			p = r.Play(&p, m)
		}
		switch white := hand.Evaluate(&p) * (1 - 2*int(p.Turn)); {
		case white > 100:
			g.Outcome = movegen.WhiteWins
		case white < -100:
			g.Outcome = movegen.BlackWins
		}
	}
	return games
}

// gamesFile returns a file of games.
func gamesFile(t *testing.T, r *movegen.Rules, games []selfplay.Game) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "games")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	h := selfplay.Default(r)
	h.Engine, h.Evaluator, h.Seed = "test", "by hand", 7
	w, err := selfplay.OpenWriter(file, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		if err := w.Add(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// load loads a file of games.
func load(t *testing.T, trainer *Trainer, file []byte) {
	t.Helper()
	if err := trainer.Load(t.Context(), bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
}
