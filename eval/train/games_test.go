package train

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/eval/selfplay"
	"stupol/movegen"
)

// usableOf returns the number of usable positions of g.
func usableOf(t *Trainer, g *selfplay.Game) (n int) {
	p := g.Start
	for ply, m := range g.Moves {
		if g.Scores[ply] != selfplay.NoScore && t.isUsable(&p) {
			n++
		}
		p = g.Rules.Play(&p, m)
	}
	return n
}

func TestGamesAreHeldOutAsAWhole(t *testing.T) {
	r := rulesOf(t, "english")
	games := randomGames(r, 2*heldOutEvery+1)
	trainer := newTrainer(t, "english", Defaults)
	load(t, trainer, gamesFile(t, r, games))
	want := [2]int{}
	for i := range games {
		set := 0
		if (i+1)%heldOutEvery == 0 {
			set = 1
		}
		want[set] += usableOf(trainer, &games[i])
	}
	if got := [2]int{trainer.train.size(), trainer.heldOut.size()}; got != want || want[1] == 0 {
		t.Errorf("got %d positions to train on and held out, want %d", got, want)
	}
	if trainer.Games() != len(games) {
		t.Errorf("got %d games, want %d", trainer.Games(), len(games))
	}
}

func TestIsUsable(t *testing.T) {
	tests := []struct {
		name, fen string
		want      bool
	}{
		{"the start", "W:W31-50:B1-20", true},
		{"a capture", "W:W31-50:B1-19,27", false},
		{"a capture of the other side", "B:W27,31-49:B1-20", true},
		{"no more pieces than the databases know", "W:W31,32:B1,2", false},
		{"one more", "W:W31,32,33:B1,2", true},
	}
	trainer := newTrainer(t, "international", Defaults)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := trainer.rules.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := trainer.isUsable(&p); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// The gradient of a position that is hard to win is divided as the score is; that of a
// drawish one is 0.
func TestDrawishPositionsHaveASmallGradient(t *testing.T) {
	tests := []struct {
		name, fen string
		factor    float64
	}{
		{"four men against four", "W:W36-39:B1-4", 1},
		{"five against a king and three men", "W:WK48,36-39:BK1,2-4", 0.5},
		{"three kings against a king and a man", "W:WK48,K49,46:BK5,4", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			trainer := loaded(t, "international", quick())
			p, err := trainer.rules.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			s := newSample(&p, 1, 300)
			var e example
			trainer.predict(&e, &s)
			expected := winProbability(tt.factor * trainer.model.logit(&e))
			if want := float32(tt.factor * (expected - e.target)); e.gradient != want || (e.loss == 0) != (tt.factor == 0) {
				t.Errorf("got a gradient of %v and a loss of %v, want a gradient of %v", e.gradient, e.loss, want)
			}
		})
	}
}

func TestLoadNamesTheDamage(t *testing.T) {
	r := rulesOf(t, "english")
	file := gamesFile(t, r, randomGames(r, 3))
	damaged := bytes.Clone(file)
	damaged[len(damaged)-5] ^= 1
	tests := []struct {
		name, variant string
		file          []byte
		want          string
	}{
		{"a flipped bit", "english", damaged, "chunk at byte "},
		{"another variant", "russian", file, "games of english, not of russian"},
		{"something else", "english", []byte("This is not a file of games."), "byte 0: not a file of self-play games"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := newTrainer(t, tt.variant, Defaults).Load(t.Context(), bytes.NewReader(tt.file))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
	t.Run("still being written", func(t *testing.T) {
		load(t, newTrainer(t, "english", Defaults), file[:len(file)-5])
	})
}

func TestSamplesOfAPositionAreMerged(t *testing.T) {
	trainer := newTrainer(t, "english", Defaults)
	start := trainer.rules.Start()
	other := start
	other.Turn = other.Turn.Opponent()
	for i, s := range []sample{
		newSample(&start, 1, 30), newSample(&other, noResult, 5), newSample(&start, 0.5, -10), newSample(&start, 0, 40),
		newSample(&start, leafResult, 60), newSample(&other, leafResult, 15),
	} {
		if err := trainer.train.add(&s); err != nil {
			t.Fatal(i, err)
		}
	}
	got := map[movegen.Color]sample{}
	for _, s := range samples(t, trainer) {
		got[s.position.Position().Turn] = s
	}
	if n := trainer.train.size(); n != 2 {
		t.Fatalf("got %d samples, want 2", n)
	}
	if s := got[start.Turn]; s != newSample(&start, 0.5, 30) {
		t.Errorf("got %+v, want the mean of four scores and of three results", s)
	}
	if s := got[other.Turn]; s != newSample(&other, noResult, 10) {
		t.Errorf("got %+v, want the mean of two scores, played", s)
	}
}

// A result that is proved counts alone.
func TestProvedResultsAreNotMixed(t *testing.T) {
	start := rulesOf(t, "english").Start()
	all := []sample{newSample(&start, leafResult, 30), newSample(&start, knownResult+1, 800), newSample(&start, 0, 10)}
	if s := mean(all); s != newSample(&start, knownResult+1, 800) {
		t.Errorf("got %+v, want the one that is proved", s)
	}
}

// Scores far from zero tell of the scale too where a man is worth little.
func TestScaleOfLargeScores(t *testing.T) {
	for _, scale := range []float64{33, 100, 500} {
		fit := newScaleFit(scale)
		for score := -4 * scale; score <= 4*scale; score += scale / 20 {
			fit.add(score, winProbability(score/scale))
		}
		if got := fit.scale(); math.Abs(got-scale) > scale/50 {
			t.Errorf("got a scale of %v, want %v", got, scale)
		}
	}
}

// Only positions after the last random move of a game have a result.
func TestResultsCountAfterRandomMoves(t *testing.T) {
	r := rulesOf(t, "english")
	g := randomGames(r, 1)[0]
	g.Outcome = movegen.WhiteWins
	clear(g.Random[g.Opening:])
	randomMove := g.Opening + (len(g.Moves)-g.Opening)/2
	for _, tt := range []struct {
		name  string
		first int // ply with a result
	}{{"no random move", g.Opening}, {"a random move", randomMove + 1}} {
		t.Run(tt.name, func(t *testing.T) {
			g.Random[randomMove] = tt.first > randomMove
			options := Defaults
			options.DatabasePieces = 0
			trainer := newTrainer(t, "english", options)
			load(t, trainer, gamesFile(t, r, []selfplay.Game{g}))
			want := 0
			p := g.Start
			for ply, m := range g.Moves {
				if ply >= tt.first && g.Scores[ply] != selfplay.NoScore && trainer.isUsable(&p) {
					want++
				}
				p = r.Play(&p, m)
			}
			if got := results(t, trainer); got != want || want == 0 || trainer.train.size() <= want && tt.first > randomMove {
				t.Errorf("%d of %d samples have a result, want %d", got, trainer.train.size(), want)
			}
		})
	}
}

// A game that was stopped teaches the scores of the search alone.
func TestStoppedGamesHaveNoResult(t *testing.T) {
	r := rulesOf(t, "english")
	g := randomGames(r, 1)[0]
	g.Outcome, g.Reason = movegen.Ongoing, selfplay.ReasonStopped
	trainer := newTrainer(t, "english", Defaults)
	load(t, trainer, gamesFile(t, r, []selfplay.Game{g}))
	if got := results(t, trainer); got != 0 || trainer.train.size() == 0 {
		t.Errorf("%d of %d samples have a result", got, trainer.train.size())
	}
}

// results returns the number of samples with a result.
func results(t *testing.T, trainer *Trainer) (n int) {
	t.Helper()
	for _, s := range samples(t, trainer) {
		if s.hasResult() {
			n++
		}
	}
	return n
}

// samples returns the samples to train on, those of the same position merged.
func samples(t *testing.T, trainer *Trainer) (all []sample) {
	t.Helper()
	if err := trainer.train.merge(); err != nil {
		t.Fatal(err)
	}
	for i := range numBuckets {
		some, err := trainer.train.load(nil, i)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	return all
}

func TestTarget(t *testing.T) {
	start := rulesOf(t, "english").Start()
	for _, tt := range []struct{ result, score, lambda, want float64 }{
		{1, 0, 0.4, 0.8},
		{0, 0, 0.4, 0.2},
		{0.5, 100 * math.Ln2, 1, 2. / 3},
		{noResult, 100 * math.Ln2, 0.4, 2. / 3},
		{noResult, -100 * math.Ln2, 0, 1. / 3},
	} {
		s := newSample(&start, float32(tt.result), float32(tt.score))
		if got := s.target(tt.lambda, 100); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("result %v, score %.1f, lambda %v: got %v, want %v", tt.result, tt.score, tt.lambda, got, tt.want)
		}
	}
}

// Leaves go to the set of their game. Those with a capture or few pieces are left out.
func TestLeavesAreLoaded(t *testing.T) {
	r := rulesOf(t, "english")
	games := randomGames(r, heldOutEvery)
	leaf := func(fen string) selfplay.Leaf {
		p, err := r.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return selfplay.Leaf{Position: p, Score: 40}
	}
	without := newTrainer(t, "english", Defaults)
	load(t, without, gamesFile(t, r, games))
	games[0].Leaves = []selfplay.Leaf{leaf("W:W30,31,32:B1,2,3"), leaf("W:W30,31:B1"), leaf("W:W18,31,32:B1,2,14")}
	games[heldOutEvery-1].Leaves = []selfplay.Leaf{leaf("B:W30,31,32:B1,2,3"), leaf("B:W29,30,31,32:B1,2,3")}
	with := newTrainer(t, "english", Defaults)
	load(t, with, gamesFile(t, r, games))
	if got := with.train.size() - without.train.size(); got != 1 {
		t.Errorf("%d leaves to train on, want 1", got)
	}
	if got := with.heldOut.size() - without.heldOut.size(); got != 2 {
		t.Errorf("%d leaves held out, want 2", got)
	}
}

// A leaf whose search proved who wins has that result, whatever other searches said of the
// position; how much it is ahead does not count. With a score for that it is a leaf like others.
func TestDecidedLeaves(t *testing.T) {
	r := rulesOf(t, "english")
	g := randomGames(r, 1)[0]
	const won, lost, open = "W:W30,31,32:B1,2,3", "B:W30,31,32:B1,2,3", "W:W29,30,31:B1,2,3"
	for _, leaf := range []struct {
		fen   string
		score int
	}{{won, 300}, {won, selfplay.Decided}, {lost, -selfplay.Decided}, {open, 2000}} {
		p, err := r.ParseFEN(leaf.fen)
		if err != nil {
			t.Fatal(err)
		}
		g.Leaves = append(g.Leaves, selfplay.Leaf{Position: p, Score: leaf.score})
	}
	for decided, want := range map[float64]map[string]float64{
		0: {won: 1, lost: 0, open: winProbability(4)},
		2: {won: winProbability((300/500. + 2) / 2), lost: winProbability(-2), open: winProbability(4)},
	} {
		options := Defaults
		options.Decided, options.Scale = decided, 500
		trainer := newTrainer(t, "english", options)
		load(t, trainer, gamesFile(t, r, []selfplay.Game{g}))
		targets := map[string]float64{}
		for _, s := range samples(t, trainer) {
			p := s.position.Position()
			targets[r.FEN(&p)] = s.target(0.7, 500)
		}
		for fen, want := range want {
			if got := targets[fen]; math.Abs(got-want) > 0.01 {
				t.Errorf("decided %v, %s: target %v, want %v", decided, fen, got, want)
			}
		}
	}
}

func TestDecidedTakesAScale(t *testing.T) {
	options := Defaults
	options.Decided = 2
	if trainer, err := New(rulesOf(t, "english"), options); err == nil {
		trainer.Close()
		t.Error("no error without a scale")
	}
}

// Databases prove the results of the positions that they know: of White's two kings
// against one, which win, and of a king against a king, of leaves and of what was played.
func TestDatabasesReplaceResults(t *testing.T) {
	r := rulesOf(t, "english")
	g := randomGames(r, 1)[0]
	want := map[string]float64{"W:WK14,K15:BK32": 1, "B:WK14,K15:BK32": 0, "W:WK18:BK1": 0.5}
	for fen := range want {
		p, err := r.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		g.Leaves = append(g.Leaves, selfplay.Leaf{Position: p, Score: 300})
	}
	options := Defaults
	options.DatabasePieces = 0
	trainer := newTrainer(t, "english", options)
	trainer.UseDatabases(endgame.Embedded(r))
	load(t, trainer, gamesFile(t, r, []selfplay.Game{g}))
	found := 0
	for _, s := range samples(t, trainer) {
		p := s.position.Position()
		result, known := s.outcome()
		if known != (s.pieces() <= 4) {
			t.Errorf("%s: proved %v", r.FEN(&p), known)
		}
		value, ok := want[r.FEN(&p)]
		if !ok {
			continue
		}
		found++
		if result != value {
			t.Errorf("%s: got %v, want %v", r.FEN(&p), result, value)
		}
		if got, want := s.target(0.7, 1), 0.75*value+0.25; math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: target %v, want %v", r.FEN(&p), got, want)
		}
	}
	if found != len(want) {
		t.Errorf("%d of %d positions found", found, len(want))
	}
}

// Databases prove the outcome of a game, whatever was played after the first position that
// they know, and random moves there do not matter.
func TestDatabasesReplaceOutcomes(t *testing.T) {
	r := rulesOf(t, "english")
	start, err := r.ParseFEN("W:WK30,K31,22:B2,6")
	if err != nil {
		t.Fatal(err)
	}
	g := selfplay.Game{Rules: r, Start: start, Outcome: movegen.BlackWins}
	p := start
	for _, text := range strings.Fields("22-17 6-10 17-13 10-15 30-26 15-18 26-22 18-25 31-26") {
		m, err := r.ParsePDNMove(&p, text)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves, g.Scores, g.Random = append(g.Moves, m), append(g.Scores, 10), append(g.Random, false)
		p = r.Play(&p, m)
	}
	last := len(g.Moves) - 1 // comes after the first position of four pieces, a draw
	g.Random[2], g.Random[last] = true, true
	options := Defaults
	options.DatabasePieces = 0
	trainer := newTrainer(t, "english", options)
	trainer.UseDatabases(endgame.Embedded(r))
	trainer.games = 1 // not held out
	if err := trainer.addGame(&g); err != nil {
		t.Fatal(err)
	}
	drawn, without := 0, 0
	for _, s := range samples(t, trainer) {
		switch result, known := s.outcome(); {
		case !s.hasResult():
			without++
		case result == 0.5 && known == (s.pieces() <= 4):
			drawn++
		default:
			t.Errorf("%d pieces: result %v, proved %v", s.pieces(), result, known)
		}
	}
	if drawn != 5 || without != 3 {
		t.Errorf("%d samples are draws and %d have no result, want 5 and 3", drawn, without)
	}
}
