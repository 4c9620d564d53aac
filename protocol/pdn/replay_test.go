package pdn

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
)

// randomGame plays up to plies random moves, captures rather than others so
// that they are often long.
func randomGame(r *movegen.Rules, seed uint64, plies int) *movegen.Game {
	random := rand.New(rand.NewPCG(seed, 1))
	g := movegen.NewGame(r)
	for range plies {
		moves := g.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		g.Push(moves[random.IntN(len(moves))])
	}
	return g
}

// TestReplayWritten writes games of every variant in every notation, reads and
// replays them.
func TestReplayWritten(t *testing.T) {
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			for seed := range uint64(20) {
				played := randomGame(r, seed, 150)
				record := (&Record{Game: played, Outcome: played.Result().Outcome}).PDN()
				for _, n := range []Notation{Usual, Numeric, Algebraic, Hub} {
					replay := record.Replay(r)
					written, faults := replay.Normal(n), replay.Faults
					if faults != nil {
						t.Fatalf("seed %d: %v\n%s", seed, faults[0], record)
					}
					read := readString(t, written.String())[0]
					if named, err := read.Rules(); named != r || err != nil {
						t.Errorf("the tags name the rules %v, error %v", named, err)
					}
					again, err := gameOf(read)
					if err != nil || !slices.Equal(again.Moves(), played.Moves()) {
						t.Fatalf("seed %d: replayed %d plies of %d, error %v:\n%s", seed, len(again.Moves()), len(played.Moves()), err, written)
					}
				}
			}
		})
	}
}

// gameOf returns the moves of g as far as they are legal, and the first fault.
func gameOf(g *Game) (*movegen.Game, error) {
	replay := g.Replay(nil)
	return replay.Game(nil), replay.Err()
}

func TestReplay(t *testing.T) {
	const (
		twoWays   = "[GameType \"20\"][FEN \"W:WK25:B18,20,21,28\"]\n" // 25x16 by 9x27 or by 14x32
		manyJumps = "[GameType \"21\"][FEN \"B:W14,23,29:B9,12\"]\n"   // 9x18x27
	)
	tests := []struct {
		name, text string
		want       string // the position after the last move
	}{
		{"numbers", "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32", "B:W31-36,38-50:B1-13,15-18,20,23"},
		{"Black begins", "[GameType \"21\"]\n1. 11-15 23-19", "B:W19,21,22,24-32:B1-10,12,15"},
		{"White begins by GameType", "[GameType \"23,W,8,8,A0,0\"]\n1. c3-d4", "B:W18,21,23-32:B1-12"},
		{"a wrong corner in GameType", "[GameType \"20,W,10,10,N1,0\"]\n1. 32-28", "B:W28,31,33-50:B1-20"},
		{"turned numbers", "[GameType \"24\"]\n1. 12-16", "B:W17,22-32:B1-12"},
		{"turned FEN", "[GameType \"28\"][FEN \"W:W1-3,K4:BK30,12\"]\n1. 3-7", "B:W26,31,32,K29:BK3,21"},
		{"Spanish, but not turned", "[GameType \"24\"]\n1. 21-17", "B:W17,22-32:B1-12"},
		{"English, but White begins", "[Variant \"American/English\"]\n1. c3-d4 b6-c5 2. d4xb6", "B:W9,21,23-32:B1-8,10-12"},
		{"start to move unknown", "[GameType \"21\"][FEN \"?:W29:B1,5\"]\n1. 1-6", "W:W29:B5,6"},
		{"squares left out", "[GameType \"25\"]\n1. cd4 ba5 2. d4c5 db4 3. a:c5", "B:W14,23-32:B1-8,11-13"},
		{"a capture that shows later", twoWays + "25x16 18-22", "W:WK16:B22"},
		{"another capture that shows later", twoWays + "25x16 28-32", "W:WK16:B32"},
		{"jumps one by one", manyJumps + "1. 9x18 18x27 2. 29-25", "B:W25:B12,27"},
		{"jumps one by one in other slots", manyJumps + "1. b6xd4 {so} d4xf2 2. a1-b2 *", "B:W25:B12,27"},
		{"setup", "[GameType \"20\"]\n1. 32-28 /FEN \"B:W33:B18\"/ 18-23", "W:W33:B23"},
		{"null move", "[GameType \"20\"]\n1. 32-28 /FEN \"W::\"/ 33-29", "B:W28,29,31,34-50:B1-20"},
		{"variations are left out", "[GameType \"20\"]\n1. 32-28 (33-28 (1-1) 50-1) 19-23", "W:W28,31,33-50:B1-18,20,23"},
		{"lidraughts", "[GameType \"40\"][FEN \"W:WK41,50:BK3,12:H0:F1:+0+0\"]\n1. 41-46", "B:WK46,50:BK3,12:K46=1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			game := readString(t, tt.text)[0]
			played, err := gameOf(game)
			if err != nil {
				t.Fatal(err)
			}
			p, err := played.Rules().ParseFEN(tt.want)
			if err != nil {
				t.Fatal(err)
			}
			if want := played.Rules().FEN(&p); want != played.Rules().FEN(played.Position()) {
				t.Errorf("got %s, want %s", played.Rules().FEN(played.Position()), want)
			}
		})
	}
}

func TestCheckFaults(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"illegal", "[GameType \"20\"]\n\n1. 32-28 19-23\n2. 28-22", `line 4, column 4: ply 3: "28-22": illegal: White must capture: 28x19`},
		{"off the board", "[GameType \"20\"]\n1. 32-88", `line 2, column 4: ply 1: "32-88": no such square: they are numbered 1 to 50`},
		{"turned numbers", "[GameType \"24\"]\n1. 12-17", `line 2, column 4: ply 1: "12-17": illegal`},
		{"after an unknown move", "[GameType \"20\"]\n1. - - 2. 32-28", `line 2, column 11: ply 3: "32-28": the moves before it are unknown`},
		{"in a variation", "[GameType \"20\"]\n1. 32-28 (33-28 28-1) 19-23", `line 2, column 17: ply 2: "28-1": illegal: Black has no piece on 28`},
		{"jumps that lead nowhere", "[GameType \"21\"]\n1. 11x18 18x25", `line 2, column 4: ply 1: "11x18": illegal`},
		{"FEN", "[GameType \"20\"]\n[FEN \"W:W1:B2\"]\n1. 1-7", `line 1, column 1: "W:W1:B2": FEN: column 4: "1": square 1 is on the promotion row of this man`},
		{"setup", "[GameType \"20\"]\n/FEN \"W:W51:B2\"/", `line 2, column 1: ply 1: "W:W51:B2": FEN: column 4: "51": no such square: they are numbered 1 to 50`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := readString(t, tt.text)[0]
			faults := g.Replay(nil).Faults
			if len(faults) != 1 || faults[0].Error() != tt.want {
				t.Errorf("got %v, want %s", faults, tt.want)
			}
		})
	}
	if err := (&Error{Err: ErrUnknown}); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v does not wrap its reason", err)
	}
}

// TestReplayLegalPart checks that a game is replayed up to its first fault.
func TestReplayLegalPart(t *testing.T) {
	g := readString(t, "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 1-50")[0]
	played, err := gameOf(g)
	var fault *Error
	if len(played.Moves()) != 3 || !errors.As(err, &fault) || fault.Ply != 4 {
		t.Errorf("replayed %d plies, error %v, want 3 and a fault of ply 4", len(played.Moves()), err)
	}
}

func TestRules(t *testing.T) {
	tests := []struct{ tags, want string }{
		{`[GameType "20"]`, "international"},
		{`[GameType "28,W,8,8,N1,1"]`, "spanish"},
		{`[GameType " 97 "]`, "frysk"},
		{`[GameType "20"][Variant "killer"]`, "killer"},
		{`[GameType "25"][Variant "Standard"]`, "russian"},
		{`[Variant "American/English"]`, "english"},
		{`[GameType "20"][Variant "From Position"]`, "international"},
		{`[GameType "27"]`, `game type "27" is not one that Stupol plays`},
		{`[GameType "x"]`, `game type "x" is not one that Stupol plays`},
		{`[Variant "x"]`, ErrNoGameType.Error()},
		{`[Event "x"]`, ErrNoGameType.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.tags, func(t *testing.T) {
			r, err := readString(t, tt.tags)[0].Rules()
			got := fmt.Sprint(err)
			if r != nil {
				got = r.Name
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestSurveyGuess surveys games of every variant that are told apart by their
// moves, without a tag to name it.
func TestSurveyGuess(t *testing.T) {
	for _, name := range slices.Concat(candidates[false], candidates[true]) {
		r, err := movegen.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		notation := Numeric
		if r.Algebraic {
			notation = Algebraic
		}
		t.Run(name, func(t *testing.T) {
			s := NewSurvey(nil)
			plies := 0
			for seed := range uint64(30) {
				played := randomGame(r, seed, 200)
				g := (&Record{Game: played, Outcome: movegen.Drawn}).PDN().Replay(r).Normal(notation)
				g.Tags = nil
				s.Add(g)
				plies += len(played.Moves())
			}
			report := s.Report()
			if len(report.Guessed) != 1 || report.Guessed[0] != r || report.Games != 30 || report.Clean != 30 || report.Plies != plies || report.Problems != nil {
				t.Errorf("got %+v, want 30 clean games of %s and %d plies", report, name, plies)
			}
		})
	}
}

func TestSurvey(t *testing.T) {
	const text = `
[GameType "20"]
1. 32-28 19-23 2. 28x19 *

[GameType "27"]
1. 32-28 *

1. c3-b4 *

[GameType "20"]
1. 32-28 nonsense 19-23 2. 29-24 *
`
	s := NewSurvey(nil)
	for _, g := range readString(t, text) {
		s.Add(g)
	}
	report := s.Report()
	var problems strings.Builder
	for _, p := range report.Problems {
		fmt.Fprintf(&problems, "%d: %v\n", p.Game, p.Fault)
	}
	want := `2: line 5, column 1: "GameType": game type "27" is not one that Stupol plays
4: line 11, column 10: "nonsense": neither a move nor anything else of PDN
`
	if problems.String() != want {
		t.Errorf("problems:\n%s\nwant:\n%s", problems.String(), want)
	}
	if report.Games != 4 || report.Clean != 2 || report.Plies != 6 {
		t.Errorf("got %d games, %d clean, %d plies, want 4, 2 and 6", report.Games, report.Clean, report.Plies)
	}
}

// TestSurveyGiven replays a game by other rules than it names.
func TestSurveyGiven(t *testing.T) {
	english, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	s := NewSurvey(english)
	s.Add(readString(t, "[GameType \"20,W,10,10,N2,0\"]\n1. 11-15 23-19")[0])
	if report := s.Report(); report.Clean != 1 || report.Plies != 2 {
		t.Errorf("got %+v, want a clean game of 2 plies", report)
	}
}

func TestNormalize(t *testing.T) {
	const head = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
	tests := []struct {
		name, variant, text string
		notation            Notation
		want                string
	}{
		{"moves, result and start", "international", "[FEN \"W:W31-50:B1-20.\"][SetUp \"1\"]\n1. 32-28 19-23 2. 28x23x19 14-23 1-0", Usual,
			head + "[Result \"2-0\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n"},
		{"a result in points", "international", "[Result \"10-2\"]\n1. 32-28 19-23 2-0", Usual,
			head + "[Result \"10-2\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 19-23 2-0\n\n"},
		{"Italian tags", "italian", "[Bianco \"a\"][Nero \"b\"][Dati \"c\"]\n1. 21-17 1-0", Usual,
			strings.Replace(strings.Replace(head, "White \"?\"", "White \"a\"", 1), "Black \"?\"", "Black \"b\"", 1) +
				"[Result \"1-0\"]\n[Dati \"c\"]\n[GameType \"22,W,8,8,N2,1\"]\n\n1. 21-17 1-0\n\n"},
		{"players of playstrategy", "english", "[P1 \"a\"][P2 \"b\"]\n1. c3-d4", Usual,
			strings.Replace(strings.Replace(head, "White \"?\"", "White \"a\"", 1), "Black \"?\"", "Black \"b\"", 1) +
				"[Result \"*\"]\n[GameType \"21,W,8,8,N2,0\"]\n[FEN \"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\"]\n\n1. 22-18 *\n\n"},
		{"jumps put together", "english", "[FEN \"B:W14,23,29:B9,12\"]\n1... b6xd4! {a} 2. d4xf2 {b} a1-b2", Usual,
			head + "[Result \"*\"]\n[FEN \"B:W14,23,29:B9,12\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 9x27! {a} {b} 29-25 *\n\n"},
		{"variations", "russian", "1. 22-18 (1. 21-17 $1 (23-19)) 12-16", Usual,
			head + "[Result \"*\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 (1. a3-b4 $1 (1. e3-f4)) h6-g5 *\n\n"},
		{"numbers of Russian draughts", "russian", "1. c3-d4", Numeric,
			head + "[Result \"*\"]\n[GameType \"25,W,8,8,N2,0\"]\n\n1. 22-18 *\n\n"},
		{"names of English draughts", "english", "1. 11-15", Algebraic,
			head + "[Result \"*\"]\n[GameType \"21,B,8,8,A3,0\"]\n\n1. f6-e5 *\n\n"},
		{"all pieces taken", "international", "[FEN \"W:W28:B14,23\"] 28x10", Hub,
			head + "[Result \"*\"]\n[FEN \"W:W28:B14,23\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 28x10x14x23 *\n\n"},
		{"turned setup", "spanish", "/FEN \"W:W12:BK30\"/ 12-16", Usual,
			head + "[Result \"*\"]\n[GameType \"24,W,8,8,N1,1\"]\n\n/FEN \"W:W12:BK30\"/ 1. 12-16 *\n\n"},
		{"after a fault", "international", "1. 32-28 19-23 2. 28-22 14x23 (2... 1- 6)", Usual,
			head + "[Result \"*\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 19-23 2. 28-22 14x23 (2... 1-6) *\n\n"},
		{"a bad FEN", "international", "[FEN \"x\"] 32-28", Usual,
			head + "[Result \"*\"]\n[FEN \"x\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 *\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := movegen.Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			game := readString(t, tt.text)[0]
			before := game.String()
			normal := game.Replay(r).Normal(tt.notation)
			if got := normal.String(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if game.String() != before {
				t.Errorf("the game itself became\n%s", game)
			}
		})
	}
}

// TestNothingToReplay asks for the rules of games that cannot be replayed as any.
func TestNothingToReplay(t *testing.T) {
	const named = "[GameType \"25\"]\n1. c3-d4 *\n\n"
	tests := []struct{ name, text, survey, guess string }{
		{"a result", `2-0`, "international", "international"},
		{"a result among others", named + named + "[GameType \"20\"]\n1. 32-28 *\n\n[Event \"forfeit\"]\n2-0", "russian", "international"},
		{"a result after a game that names none", "1. 11-15 24-20 *\n\n[Event \"forfeit\"]\n1-0", "english", "international"},
		{"no such square", `[FEN "W:W32,33,52:B5,6"] 1. 32-28 *`, "", "international"},
		{"no such square, among others", named + `[FEN "W:W32,33,52:B5,6"] 1. 32-28 *`, "", "international"},
		{"no such square of 64", `[FEN "W:W32,31,0x:B5,6"] 1. 32-28 *`, "", "english"},
		{"no such move", `1. 49-1 *`, "", "international"},
		{"no such move of 64", `1. a1-h8 *`, "", "russian"},
		{"no game", `hello world`, "", "international"},
	}
	for _, tt := range tests {
		games := readString(t, tt.text)
		s := NewSurvey(nil)
		for _, g := range games {
			s.Add(g)
		}
		last := games[len(games)-1]
		r, err := s.Rules(last)
		got := ""
		if err == nil {
			got = r.Name
		}
		if got != tt.survey || last.GuessRules(nil).Name != tt.guess {
			t.Errorf("%s: got %q and %s, want %q and %s", tt.name, got, last.GuessRules(nil).Name, tt.survey, tt.guess)
		}
	}
}

// A capture that could be one of several, and of which no later move tells more, is not
// guessed: it is a fault, and written as it was.
func TestAmbiguousCaptureIsNotGuessed(t *testing.T) {
	r := movegen.International()
	for _, tt := range []struct{ text, want, fault string }{
		{`[FEN "W:WK4:B13,20,32,37"] 1. 4x15 *`, "1. 4x15 *", "ambiguous: 4x27x38x15 or 4x31x42x15"},
		{`[FEN "W:WK4:B1,13,20,32,37"] 1. 4x15 37-41 *`, "1. 4x27x38x15 37-41 *", ""},
	} {
		replay := readString(t, tt.text)[0].Replay(r)
		g, faults := replay.Normal(Usual), replay.Faults
		reason := ""
		if len(faults) > 0 {
			reason = faults[0].Err.Error()
		}
		if text := g.String(); !strings.Contains(text, "\n\n"+tt.want+"\n") || reason != tt.fault {
			t.Errorf("%s: got %s%q, want %s, %q", tt.text, text, reason, tt.want, tt.fault)
		}
	}
}

// A variation that by its number goes on after the move it stands behind is played after it,
// and stays where it is, with its number.
func TestVariationBeforeItsMove(t *testing.T) {
	r := movegen.International()
	for _, tt := range []struct {
		text, want string
		faults     int
	}{
		{"1. 32-28 (1... 18-23) 1... 19-23 *", "1. 32-28 (1... 18-23) 19-23 *", 0},
		{"1. 32-28 19-23 (2. 28x19) *", "1. 32-28 19-23 (2. 28x19) *", 0},
		{"1. 32-28 (1... 48-43) 1... 19-23 *", "1. 32-28 (1... 48-43) 19-23 *", 1},
		{"1. 32-28 19-23 (1... 18-23) 2. 28x19 *", "1. 32-28 19-23 (1... 18-23) 2. 28x19 *", 0},
	} {
		replay := readString(t, tt.text)[0].Replay(r)
		g, faults := replay.Normal(Usual), replay.Faults
		if text := g.String(); !strings.Contains(text, "\n\n"+tt.want+"\n") || len(faults) != tt.faults {
			t.Errorf("%s: got %s%v, want %s and %d faults", tt.text, text, faults, tt.want, tt.faults)
		}
	}
}

// TestPreferredRules prefers rules for games that name none: where others fit better these
// are taken all the same.
func TestPreferredRules(t *testing.T) {
	tests := []struct{ name, text, preferred, want string }{
		{"fits as well", "1. 32-28 19-23 *", "killer", "killer"},
		{"one of many", "1. 22-18 10-14 *", "brazilian", "brazilian"},
		{"others fit better", "1. 11-15 24-20 *", "international", "english"},
		{"named", "[GameType \"25\"]\n1. c3-d4 *", "brazilian", "russian"},
		{"nothing to replay", "2-0", "frisian", "frisian"},
		{"nothing fits", "1. 49-1 *", "frisian", "frisian"},
	}
	for _, tt := range tests {
		preferred, err := movegen.Lookup(tt.preferred)
		if err != nil {
			t.Fatal(err)
		}
		if got := readString(t, tt.text)[0].GuessRules(preferred); got.Name != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got.Name, tt.want)
		}
	}
}
