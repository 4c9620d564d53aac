package eval

import (
	"math/rand/v2"
	"testing"

	"stupol/eval/network"
	"stupol/movegen"
)

// rulesOf returns the variants with those names.
func rulesOf(t testing.TB, names ...string) (all []*movegen.Rules) {
	t.Helper()
	for _, name := range names {
		r, err := movegen.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// randomWeights returns a network with random parameters for r.
func randomWeights(t testing.TB, r *movegen.Rules) *Weights {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	p := network.NewParameters(r, network.Shape{Width: network.MinWidth})
	for i := range p.All {
		p.All[i] = float32(rng.NormFloat64()) / 4
	}
	n, err := network.Quantize(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return &Weights{Rules: r, Note: "random", Scale: 100, Network: n}
}

// at returns the position of r with the given square numbers.
func at(r *movegen.Rules, turn movegen.Color, white, black, kings []int) movegen.Position {
	set := func(numbers []int) (b movegen.Bits) {
		for _, n := range numbers {
			b |= r.SquareOf(n).Bit()
		}
		return b
	}
	return movegen.NewPosition(turn, set(white), set(black), set(kings))
}

// upsideDown returns p with the board turned and the colours swapped.
func upsideDown(r *movegen.Rules, p *movegen.Position) movegen.Position {
	b := boardOf(r)
	return movegen.NewPosition(p.Turn.Opponent(),
		b.turn.Of(p.Pieces[movegen.Black]), b.turn.Of(p.Pieces[movegen.White]), b.turn.Of(p.Kings))
}

// eachRandomPosition calls f with the positions of random games.
func eachRandomPosition(t *testing.T, games int, variants []*movegen.Rules, f func(*testing.T, *movegen.Rules, *movegen.Position)) {
	t.Helper()
	for _, r := range variants {
		t.Run(r.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			var moves []movegen.Move
			for range games {
				p := r.Start()
				for range 100 {
					f(t, r, &p)
					if moves = r.Moves(moves[:0], &p); len(moves) == 0 {
						break
					}
					p = r.Play(&p, moves[rng.IntN(len(moves))])
				}
			}
		})
	}
}

func TestEvaluateIsTheSameForBothSides(t *testing.T) {
	eachRandomPosition(t, 20, movegen.Variants(), func(t *testing.T, r *movegen.Rules, p *movegen.Position) {
		e, q := Default(r), upsideDown(r, p)
		if got, want := e.Evaluate(&q), e.Evaluate(p); got != want {
			t.Fatalf("%+v turned round: got %d, want %d", *p, got, want)
		}
	})
}

func TestEvaluateNeverAllocates(t *testing.T) {
	r := movegen.International()
	e, p := Default(r), r.Start()
	if got := testing.AllocsPerRun(100, func() { e.Evaluate(&p) }); got != 0 {
		t.Errorf("got %v allocations, want 0", got)
	}
}

// TestEvaluatePrefers compares pairs of positions with White to move, of
// which the first must be better for White.
func TestEvaluatePrefers(t *testing.T) {
	tests := []struct {
		name, variant                  string
		white, black, kings            []int
		worseWhite, worseBlack, worseK []int
	}{
		{
			"a man more", "international",
			[]int{36, 37, 38}, []int{15, 16}, nil,
			[]int{36, 37}, []int{15, 16}, nil,
		},
		{
			"a king over a man", "international",
			[]int{36, 37, 38}, []int{14, 15, 16}, []int{38},
			[]int{36, 37, 38}, []int{14, 15, 16}, nil,
		},
		{
			"a long king over two men", "international",
			[]int{28, 38, 39}, []int{9, 10, 14, 15}, []int{28},
			[]int{37, 38, 39, 43}, []int{9, 10, 14, 15}, nil,
		},
		{
			"two men over a short king", "english",
			[]int{23, 24, 27}, []int{5, 6}, nil,
			[]int{18, 24}, []int{5, 6}, []int{18},
		},
		{
			"fewer men where they must be lost", "losing",
			[]int{36, 37}, []int{15, 16, 17}, nil,
			[]int{36, 37, 38}, []int{15, 16, 17}, nil,
		},
		{
			"a runaway over two men", "breakthrough",
			[]int{12}, []int{28, 35, 40}, nil,
			[]int{48}, []int{28, 35, 40}, nil,
		},
		{
			"a man on each wing over two on one", "international",
			[]int{37, 39}, []int{12, 14}, nil,
			[]int{39, 40}, []int{12, 14}, nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := movegen.Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			better := at(r, movegen.White, tt.white, tt.black, tt.kings)
			worse := at(r, movegen.White, tt.worseWhite, tt.worseBlack, tt.worseK)
			e := Hand(r)
			if got, than := e.Evaluate(&better), e.Evaluate(&worse); got <= than {
				t.Errorf("got %d, not above %d", got, than)
			}
		})
	}
}

func TestDrawishEndingsCountLittle(t *testing.T) {
	tests := []struct {
		variant, fen string
		want         int // divisor
	}{
		{"international", "W:WK28,K33,K39:BK5", 8},
		{"international", "W:WK28,K33,39,40:BK5,6", 2},
		{"international", "W:WK28,K33,39,40,41:BK5,6", 1},
		{"international", "W:WK28,K33,39,40:BK5,K6", 8},
		{"international", "W:WK28,K33,39,40,41:BK5,K6", 4},
		{"international", "W:WK28,K33,K39,40:B5", 1},
		{"international", "B:WK28,K33,K39:BK5", 8},
		{"killer", "W:WK28,K33,K39:BK5", 1},
		{"frisian", "W:WK28,K33,K39:BK5", 1},
		{"english", "W:WK21,K22,K23:BK5", 1},
		{"russian", "W:WK21,K22,K23:BK5", 8},
		{"russian", "W:WK21,K22,23,24:BK5,6", 1},
		{"russian", "W:WK21,K22,23,24:BK5,K6", 8},
		{"russian", "W:WK10,12,K13,30:BK18,21", 3},
		{"russian", "W:WK10,12,K13,30:BK17,21", 1},
		{"russian", "W:WK15,12,K13,30:BK18,21", 1},
		{"russian", "W:WK10,12,K13,30,31,32:BK18,21", 1},
		{"brazilian", "W:WK10,12,K13,30:BK18,21", 3},
		{"pool", "W:WK10,12,K13,30:BK18,21", 1},
		{"poddavki", "W:WK21,K22,K23:BK5", 1},
	}
	for _, tt := range tests {
		t.Run(tt.variant+" "+tt.fen, func(t *testing.T) {
			r, err := movegen.Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range []*Evaluator{Default(r), Hand(r)} {
				x := e.Explain(&p)
				if x.Divisor != tt.want || x.Score != int(x.Sum())/tt.want {
					t.Errorf("%s: %d made of %v, divided by %d, want %d", e.Name(), x.Score, x.Sum(), x.Divisor, tt.want)
				}
			}
		})
	}
}

// BenchmarkScorer evaluates the positions after each move of random games, one after the
// other, as a search does.
func BenchmarkScorer(b *testing.B) {
	for _, r := range movegen.Variants() {
		var positions []movegen.Position
		rng := rand.New(rand.NewPCG(1, 1))
		for p := r.Start(); len(positions) < 4000; {
			moves := r.Moves(nil, &p)
			for _, m := range moves {
				positions = append(positions, r.Play(&p, m))
			}
			if len(moves) == 0 || rng.IntN(60) == 0 {
				p = r.Start()
				continue
			}
			p = r.Play(&p, moves[rng.IntN(len(moves))])
		}
		b.Run("variant="+r.Name, func(b *testing.B) {
			scorer := Default(r).Scorer()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				scorer.Evaluate(&positions[i%len(positions)])
			}
		})
	}
}
