package pdn

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
)

// won returns games of some rules that were played to the end at random, and that somebody has
// won, written as PDN says.
func won(t testing.TB, name string, n int) (games []*Game) {
	t.Helper()
	r, err := movegen.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	for seed := uint64(1); len(games) < n; seed++ {
		played := movegen.NewGame(r)
		rng := rand.New(rand.NewPCG(seed, 1))
		for played.Result().Outcome == movegen.Ongoing {
			played.PlayRandom(1, rng)
		}
		if o := played.Result().Outcome; o != movegen.Drawn {
			record := Record{Game: played, Outcome: o}
			games = append(games, record.PDN())
		}
	}
	return games
}

// old returns games as old programs write them: without GameType and, if Black is first, with
// Black's points first.
func old(games []*Game, blackFirst bool) (file []*Game) {
	for _, g := range games {
		if blackFirst {
			g = without(g.Turned(), OriginalResult)
		}
		file = append(file, without(g, "GameType"))
	}
	return file
}

// without returns a copy of a game without a tag.
func without(g *Game, tag string) *Game {
	c := g.Clone()
	c.Tags = slices.DeleteFunc(c.Tags, func(t Tag) bool { return t.Name == tag })
	return c
}

// surveyOf returns the survey of a file, which is read from its text.
func surveyOf(t testing.TB, games []*Game, order ResultOrder) (*Survey, []*Game) {
	t.Helper()
	var text strings.Builder
	for _, g := range games {
		text.WriteString(g.String())
	}
	read, err := ReadAll(strings.NewReader(text.String()))
	if err != nil || len(read) != len(games) {
		t.Fatalf("%d games of %d, %v", len(read), len(games), err)
	}
	s := NewSurvey(nil)
	s.Results = order
	for _, g := range read {
		s.Add(g)
	}
	return s, read
}

// TestMeaning has the results of files whose games say who has won, in either order, and of
// such that do not. Whoever has won by the moves must have won by the result.
func TestMeaning(t *testing.T) {
	english, pool := won(t, "english", 6), won(t, "pool", 6)
	withType := func(games []*Game, gameType string) (file []*Game) {
		for _, g := range games {
			g = g.Clone()
			g.SetTag("GameType", gameType)
			file = append(file, g)
		}
		return file
	}
	tests := []struct {
		name    string
		file    []*Game
		asked   ResultOrder
		order   ResultOrder
		decided bool
	}{
		{"as PDN says", english, OrderByGames, WhiteFirst, true},
		{"old", old(english, true), OrderByGames, FirstPlayerFirst, true},
		{"one old game", old(english[:1], true), OrderByGames, FirstPlayerFirst, true},
		{"old, White's points first", old(english, false), OrderByGames, WhiteFirst, true},
		{"old with the number of the game", withType(old(english, true), "21"), OrderByGames, FirstPlayerFirst, true},
		{"old with the game type in full", withType(old(english, true), "21,B,8,8,N1,0"), OrderByGames, FirstPlayerFirst, true},
		{"pool", pool, OrderByGames, WhiteFirst, true},
		{"old pool", withType(old(pool, true), "23"), OrderByGames, FirstPlayerFirst, true},
		{"pool in which White begins", withType(old(won(t, "russian", 3), true), "25,W,8,8,A0,0"), OrderByGames, WhiteFirst, false},
		{"both orders", append(old(english, true), english...), OrderByGames, WhiteFirst, false},
		{"few of the other order", append(old(english, true), english[0]), OrderByGames, FirstPlayerFirst, true},
		{"asked", old(english, true), WhiteFirst, WhiteFirst, true},
		{"asked against the games", english, FirstPlayerFirst, FirstPlayerFirst, true},
		{"none", nil, OrderByGames, WhiteFirst, false},
		{"International", old(won(t, "international", 3), true), OrderByGames, WhiteFirst, false},
	}
	for _, tt := range tests {
		s, games := surveyOf(t, tt.file, tt.asked)
		m := s.Meaning()
		if m.Order != tt.order || m.Decided() != tt.decided || m.Asked != (tt.asked != OrderByGames) {
			t.Errorf("%s: %v, decided %v: %s", tt.name, m.Order, m.Decided(), m)
		}
		for i, g := range games {
			settled := s.Settle(g)
			turned := settled.Result != g.Result
			if want := tt.order == FirstPlayerFirst; turned != want || turned != (settled.Tag(OriginalResult) == string(g.Result)) {
				t.Errorf("%s: game %d: %s becomes %s, tag %q", tt.name, i+1, g.Result, settled.Result, settled.Tag(OriginalResult))
			}
		}
	}
}

// TestMeaningOfResigned has games that end before it is clear who wins: the side that moved
// last has won, unless it has less.
func TestMeaningOfResigned(t *testing.T) {
	game := func(result string, moves string, tags ...Tag) *Game {
		games, _ := ReadAll(strings.NewReader("1. " + moves + " " + result))
		games[0].Tags = append(tags, Tag{"Result", result})
		return games[0]
	}
	const blackLast, whiteLast, whiteLastBehind = "9-13 22-18 10-14", "9-13 22-18", "11-15 22-18 15x22 25-21"
	typed := Tag{"GameType", "21"}
	tests := []struct {
		name    string
		file    []*Game
		order   ResultOrder
		decided bool
	}{
		{"Black, by 1-0", []*Game{game("1-0", blackLast)}, FirstPlayerFirst, true},
		{"Black, by 0-1", []*Game{game("0-1", blackLast)}, WhiteFirst, true},
		{"White, by 0-1", []*Game{game("0-1", whiteLast)}, FirstPlayerFirst, true},
		{"White, by 0-2", []*Game{game("0-2", whiteLast)}, FirstPlayerFirst, true},
		{"too few for a game type", []*Game{game("1-0", blackLast, typed), game("0-1", whiteLast, typed)}, WhiteFirst, false},
		{"enough for a game type", []*Game{game("1-0", blackLast, typed), game("0-1", whiteLast, typed), game("1-0", blackLast, typed)}, FirstPlayerFirst, true},
		{"a draw", []*Game{game("1/2-1/2", blackLast)}, WhiteFirst, false},
		{"no result", []*Game{game("*", blackLast)}, WhiteFirst, false},
		{"a fault", []*Game{game("1-0", blackLast+" 1-32 9-14")}, WhiteFirst, false},
	}
	for _, tt := range tests {
		s, _ := surveyOf(t, tt.file, OrderByGames)
		if m := s.Meaning(); m.Order != tt.order || m.Decided() != tt.decided {
			t.Errorf("%s: %v, decided %v: %s", tt.name, m.Order, m.Decided(), m)
		}
	}
	if s, _ := surveyOf(t, []*Game{game("0-1", "11-15 22-18 15x22 21-17")}, OrderByGames); s.Meaning().White+s.Meaning().FirstPlayer != 0 {
		t.Errorf("White, a man behind, has resigned or won: %s", s.Meaning())
	}
}

// TestSettledStays converts an old file and reads what is written: the results are those of
// the moves, and stay.
func TestSettledStays(t *testing.T) {
	english := won(t, "english", 4)
	s, games := surveyOf(t, old(english, true), OrderByGames)
	if s.Meaning().Order != FirstPlayerFirst {
		t.Fatal(s.Meaning())
	}
	for i, g := range games {
		r, err := s.Rules(g)
		if err != nil {
			t.Fatal(err)
		}
		normal := s.Settle(g).Replay(r).Normal(Usual)
		if normal.Result != english[i].Result || normal.Tag("Result") != string(english[i].Result) || normal.Tag(OriginalResult) != string(g.Result) {
			t.Errorf("game %d: %s, want %s", i+1, normal, english[i].Result)
		}
		alone, read := surveyOf(t, []*Game{normal}, OrderByGames)
		if again := alone.Settle(read[0]); again != read[0] || alone.Meaning().Turned != 1 {
			t.Errorf("game %d is turned again: %s", i+1, again)
		}
		back, read := surveyOf(t, []*Game{normal}, FirstPlayerFirst)
		if again := back.Settle(read[0]); again.Result != g.Result || again.Tag(OriginalResult) != "" {
			t.Errorf("game %d is not turned back: %s", i+1, again)
		}
	}
}

// TestTurned turns results of any form, and what the tag says beside them.
func TestTurned(t *testing.T) {
	for text, want := range map[string]string{
		"[Result \"1-0\"]\n\n1. 11-15 1-0":                           "[Result \"0-1\"]\n[OriginalResult \"1-0\"]\n\n1. 11-15 0-1\n\n",
		"1. 11-15 0-2":                                               "[OriginalResult \"0-2\"]\n\n1. 11-15 2-0\n\n",
		"[Result \"?\"]\n\n1. 11-15 1-0":                             "[Result \"?\"]\n[OriginalResult \"1-0\"]\n\n1. 11-15 0-1\n\n",
		"[Result \"12-0\"]\n\n1. 11-15 1-0":                          "[Result \"0-12\"]\n[OriginalResult \"12-0\"]\n\n1. 11-15 0-1\n\n",
		"[Result \"red wins\"]\n\n1. 11-15 1-0":                      "[Result \"red wins\"]\n[OriginalResult \"red wins\"]\n\n1. 11-15 0-1\n\n",
		"[Result \"0-1\"]\n[OriginalResult \"1-0\"]\n\n1. 11-15 0-1": "[Result \"1-0\"]\n\n1. 11-15 1-0\n\n",
	} {
		games, _ := ReadAll(strings.NewReader(text))
		if got := games[0].Turned(); got.String() != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if a, b := Result("1+-1-").turned(), Result("1/2-1/2").turned(); a != "1--1+" || b != "1/2-1/2" {
		t.Errorf("1+-1- becomes %s, 1/2-1/2 becomes %s", a, b)
	}
}
