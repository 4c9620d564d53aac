package selfplay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
)

// quick returns a run of short games with few nodes a move.
func quick(t testing.TB, variant string, games int) Run {
	t.Helper()
	rules, err := movegen.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	h := Default(rules)
	h.Nodes, h.OpeningNodes, h.LeafNodes, h.TableBytes, h.MaxPlies = 30, 30, 10, 1<<14, 60
	h.RandomMove = 0.2
	return Run{Header: h, Games: games, NewSearcher: searchers(h, nil)}
}

// file opens a file to read and write, and makes it where there is none.
func file(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// writer opens a file of games to add to it.
func writer(t testing.TB, name string, h Header) *Writer {
	t.Helper()
	w, err := OpenWriter(file(t, name), h)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// play plays a run to a file, or continues it, and returns the contents of the file.
func play(t testing.TB, r Run, name string) []byte {
	t.Helper()
	w := writer(t, name, r.Header)
	if err := r.Play(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// games reads all games of a file.
func games(t *testing.T, file []byte) []Game {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var all []Game
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
}

func TestReadsWhatWasPlayed(t *testing.T) {
	for _, rules := range movegen.Variants() {
		t.Run(rules.Name, func(t *testing.T) {
			r := quick(t, rules.Name, 4)
			var want []Game
			r.OnGame = func(g *Game) { want = append(want, *g) }
			got := games(t, play(t, r, filepath.Join(t.TempDir(), "games")))
			if !reflect.DeepEqual(got, want) {
				t.Errorf("read %+v\nwant %+v", got, want)
			}
			for _, g := range got {
				checkGame(t, &g)
			}
		})
	}
}

// Leaves are quiet positions with a move. They do not change the games.
func TestLeaves(t *testing.T) {
	for _, variant := range []string{"international", "frisian", "breakthrough"} {
		t.Run(variant, func(t *testing.T) {
			played := func(leaves int) []Game {
				r := quick(t, variant, 4)
				r.Leaves = leaves
				return games(t, play(t, r, filepath.Join(t.TempDir(), "games")))
			}
			without := played(0)
			for i, g := range played(3) {
				searches := 0
				for _, score := range g.Scores {
					if score != NoScore {
						searches++
					}
				}
				if n := len(g.Leaves); n <= 2*searches || n > 3*(searches+1) {
					t.Errorf("%d leaves of %d searches", n, searches)
				}
				for _, l := range g.Leaves {
					if p := &l.Position; g.Rules.HasCapture(p) || !g.Rules.HasQuiet(p) {
						t.Errorf("%s is no leaf", g.Rules.FEN(p))
					}
				}
				g.Leaves = nil
				if !reflect.DeepEqual(g, without[i]) {
					t.Errorf("%+v\nwithout leaves %+v", g, without[i])
				}
			}
		})
	}
}

// A sampler draws the first positions of a search as often as the last.
func TestSamplerIsFair(t *testing.T) {
	const rounds, seen, size = 4000, 20, 5
	s := sampler{random: rand.New(rand.NewPCG(1, 2))}
	var drawn [seen]int
	for range rounds {
		s.reset(size)
		for i := range seen {
			s.Evaluated(&movegen.Position{Hash: uint64(i)})
		}
		for _, p := range s.sample {
			drawn[p.Hash]++
		}
	}
	for i, n := range drawn {
		if want := rounds * size / seen; n < want*9/10 || n > want*11/10 {
			t.Errorf("position %d was drawn %d times, want about %d", i, n, want)
		}
	}
}

// checkGame replays a game.
func checkGame(t *testing.T, g *Game) {
	t.Helper()
	game := movegen.NewGameFrom(g.Rules, g.Start, nil)
	for ply, m := range g.Moves {
		forced := len(game.LegalMoves(nil)) == 1
		if none := g.Scores[ply] == NoScore; none != (ply < g.Opening || forced) {
			t.Errorf("game %d, ply %d: score %d", g.Number, ply, g.Scores[ply])
		}
		if ply < g.Opening && !g.Random[ply] {
			t.Errorf("game %d, ply %d of the opening is not random", g.Number, ply)
		}
		if err := game.Play(m); err != nil {
			t.Fatalf("game %d: %v", g.Number, err)
		}
	}
	if end := game.Result(); end.Outcome != movegen.Ongoing && (end.Outcome != g.Outcome || end.Reason != g.Reason) {
		t.Errorf("game %d: %v by %s, want %v by %s", g.Number, g.Outcome, g.Reason, end.Outcome, end.Reason)
	}
}

// Games do not depend on the number of games at a time and of shards.
func TestSameGamesHoweverDivided(t *testing.T) {
	const n = 2*chunkGames + 40
	r, dir := quick(t, "russian", n), t.TempDir()
	r.MaxPlies = 20
	whole := play(t, r, filepath.Join(dir, "one"))
	r.Concurrency = 3
	if got := play(t, r, filepath.Join(dir, "three")); !bytes.Equal(got, whole) {
		t.Error("three games at a time make another file than one")
	}
	want := games(t, whole)
	r.Shards = 3
	var shards []string
	for r.Shard = range r.Shards {
		shards = append(shards, filepath.Join(dir, string(rune('a'+r.Shard))))
		file := play(t, r, shards[r.Shard])
		if h, count, err := Count(bytes.NewReader(file)); err != nil || count != r.Total() || h.Shard != r.Shard || r.SameRun(h) != nil {
			t.Errorf("Count() = %v, %d, %v, want %d games", h, count, err, r.Total())
		}
		for i, g := range games(t, file) {
			if number := r.Shard + i*r.Shards; !reflect.DeepEqual(g, want[number]) {
				t.Fatalf("shard %d: game %d is %+v\nwant %+v", r.Shard, i, g, want[number])
			}
		}
	}
	checkMerge(t, r.Header.Whole(), shards, whole)
	checkShards(t, shards)
}

func TestGoesOnAfterInterruption(t *testing.T) {
	r := quick(t, "russian", 2*chunkGames+40)
	r.MaxPlies = 20
	dir := t.TempDir()
	whole := play(t, r, filepath.Join(dir, "whole"))
	for _, size := range []int{10, 100, len(whole) - 1, len(whole) / 2} {
		name := filepath.Join(dir, "cut")
		if err := os.WriteFile(name, whole[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		if got := play(t, r, name); !bytes.Equal(got, whole) {
			t.Errorf("cut off at byte %d of %d, the run makes another file", size, len(whole))
		}
	}
	t.Run("cancelled", func(t *testing.T) {
		name := filepath.Join(dir, "cancelled")
		w := writer(t, name, r.Header)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		first := r
		first.OnGame = func(g *Game) {
			if g.Number == chunkGames+10 {
				cancel()
			}
		}
		if err := first.Play(ctx, w); !errors.Is(err, context.Canceled) {
			t.Fatalf("Play() = %v, want %v", err, context.Canceled)
		}
		if w.Games() < chunkGames+10 || w.Games() >= r.Games {
			t.Errorf("%d games after the interruption", w.Games())
		}
		if got := play(t, r, name); !bytes.Equal(got, whole) {
			t.Error("the run makes another file")
		}
	})
	t.Run("more games", func(t *testing.T) {
		name := filepath.Join(dir, "more")
		fewer := r
		fewer.Games = 100
		play(t, fewer, name)
		if got := play(t, r, name); !bytes.Equal(got, whole) {
			t.Error("the run makes another file")
		}
	})
	t.Run("nothing to do", func(t *testing.T) {
		file, err := os.Open(filepath.Join(dir, "whole")) // which cannot be written to
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		w, err := OpenWriter(file, r.Header)
		if err == nil {
			err = r.Play(t.Context(), w)
		}
		if err != nil || w.Games() != r.Games {
			t.Errorf("%d games, %v", w.Games(), err)
		}
	})
	t.Run("two files in one", func(t *testing.T) {
		name := filepath.Join(dir, "two")
		two := slices.Concat(whole, whole)
		if err := os.WriteFile(name, two, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenWriter(file(t, name), r.Header); err == nil || !strings.Contains(err.Error(), "something follows the last chunk") {
			t.Errorf("OpenWriter() = %v", err)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, two) {
			t.Errorf("the file has changed (%v)", err)
		}
	})
	t.Run("other settings", func(t *testing.T) {
		other := r.Header
		other.Nodes++
		want := "the file has other games: nodes is 30 there, not 31"
		if _, err := OpenWriter(file(t, filepath.Join(dir, "whole")), other); err == nil || err.Error() != want {
			t.Errorf("OpenWriter() = %v, want %s", err, want)
		}
	})
}

// No two games have the same opening, until there are no more: then they repeat, which is
// told.
func TestGamesHaveTheirOwnOpenings(t *testing.T) {
	r := quick(t, "english", 100)
	r.Nodes, r.Leaves, r.MaxPlies, r.RandomMove = 1, 0, 9, 0
	r.MinOpening, r.MaxOpening = 2, 2 // 49 positions
	r.Balance = 100
	seen, tally := map[movegen.Packed]bool{}, NewTally(0, r.Games)
	r.OnGame = func(g *Game) {
		game := movegen.NewGameFrom(g.Rules, g.Start, nil)
		for _, m := range g.Moves[:g.Opening] {
			game.Push(m)
		}
		p := game.Position().Pack()
		if seen[p] != g.Again {
			t.Errorf("game %d has an opening of another, but Again is %v", g.Number, g.Again)
		}
		seen[p] = true
		tally.Add(g)
	}
	play(t, r, filepath.Join(t.TempDir(), "games"))
	again := fmt.Sprintf(", %d openings repeated", r.Games-len(seen))
	if len(seen) < 40 || len(seen) > 49 || !strings.HasSuffix(tally.String(), again) {
		t.Errorf("%d openings, %q", len(seen), tally)
	}
}

// Games that others have played stay what they are, but for their leaves: those depend on
// nothing but the game and its number.
func TestReplay(t *testing.T) {
	r := quick(t, "international", 4)
	r.Leaves = 0
	var played []*Game
	r.OnGame = func(g *Game) { played = append(played, g) }
	play(t, r, filepath.Join(t.TempDir(), "games"))

	again := quick(t, "international", len(played))
	again.Played, again.Leaves, again.Concurrency = played, 2, 2
	got := games(t, play(t, again, filepath.Join(t.TempDir(), "games")))
	for i, g := range got {
		if len(g.Leaves) == 0 {
			t.Errorf("game %d has no leaves", i)
		}
		checkGame(t, &g)
		g.Leaves = nil
		if !reflect.DeepEqual(&g, played[i]) {
			t.Errorf("game %d:\n%+v\nwas\n%+v", i, g, *played[i])
		}
	}
	again.Concurrency = 1
	if other := games(t, play(t, again, filepath.Join(t.TempDir(), "games"))); !reflect.DeepEqual(other, got) {
		t.Error("one thread finds other leaves than two")
	}
}
