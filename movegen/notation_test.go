package movegen

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// readFEN returns the rules and the position of a test.
func readFEN(t testing.TB, variant, fen string) (*Rules, Position) {
	t.Helper()
	r, err := Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

// A fault is the error that a text is expected to give.
type fault struct {
	token  string
	column int
	reason string // a part of it
}

// check compares err with what is expected.
func (want fault) check(t *testing.T, err error) {
	t.Helper()
	var got *SyntaxError
	if !errors.As(err, &got) {
		t.Fatalf("got error %v, want a SyntaxError about %q", err, want.token)
	}
	if got.Text != want.token || got.Column != want.column || !strings.Contains(got.Reason, want.reason) {
		t.Errorf("got error %q at column %d: %s\nwant %q at column %d: %s",
			got.Text, got.Column, got.Reason, want.token, want.column, want.reason)
	}
}

// randomGame calls visit with the positions of a random game, at most plies
// of them, and returns the last.
func randomGame(r *Rules, rng *rand.Rand, plies int, visit func(*Position)) Position {
	p := r.Start()
	for range plies {
		visit(&p)
		moves := r.Moves(nil, &p)
		if len(moves) == 0 {
			break
		}
		p = r.Play(&p, moves[rng.IntN(len(moves))])
	}
	return p
}

// TestNotationOfRandomGames writes every position and every legal move of
// random games in all forms and reads them back.
func TestNotationOfRandomGames(t *testing.T) {
	games := 20
	if testing.Short() {
		games = 5
	}
	for i, r := range Variants() {
		t.Run(r.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(i), 1))
			for range games {
				randomGame(r, rng, 200, func(p *Position) {
					checkPositionTexts(t, r, p)
					checkMoveTexts(t, r, p)
				})
			}
		})
	}
}

// checkPositionTexts checks that p reads back from FEN and Hub.
func checkPositionTexts(t *testing.T, r *Rules, p *Position) {
	t.Helper()
	if q, err := r.ParseFEN(r.FEN(p)); err != nil || q != *p {
		t.Fatalf("%s: FEN reads back as %s, error %v", r.FEN(p), r.FEN(&q), err)
	}
	q, err := r.ParseHubPosition(r.HubPosition(p))
	q = q.WithRun(White, p.Runs[White]).WithRun(Black, p.Runs[Black])
	if err != nil || q != *p {
		t.Fatalf("%s: Hub position reads back as %s, error %v", r.FEN(p), r.FEN(&q), err)
	}
}

// checkMoveTexts checks that every legal move of p reads back from its texts.
func checkMoveTexts(t *testing.T, r *Rules, p *Position) {
	t.Helper()
	for _, m := range r.Moves(nil, p) {
		texts := []struct {
			text string
			read func(*Position, string) (Move, error)
		}{
			{r.HubMove(m), r.ParseHubMove},
			{r.HubMove(m), r.ParsePDNMove},
			{r.PDNMove(p, m), r.ParsePDNMove},
			{r.PDNMoveLong(p, m), r.ParsePDNMove},
			{r.AlgebraicMove(p, m), r.ParsePDNMove},
		}
		if r.Size != 8 {
			texts = texts[:4] // names like c3 are read on 8x8 boards only
		}
		for _, tt := range texts {
			if got, err := tt.read(p, tt.text); err != nil || got != m {
				t.Fatalf("%s: %s reads back as %s, error %v", r.FEN(p), tt.text, r.HubMove(got), err)
			}
		}
		if !wholePath(r, p, m, r.path(p, m)) {
			t.Fatalf("%s: %s has no path", r.FEN(p), r.HubMove(m))
		}
	}
}

// randomPosition returns a position of a random game for a fuzz test.
func randomPosition(variant uint8, seed uint64, plies uint8) (*Rules, Position) {
	r := variants[int(variant)%len(variants)]
	return r, randomGame(r, rand.New(rand.NewPCG(seed, 2)), int(plies), func(*Position) {})
}
