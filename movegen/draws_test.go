package movegen

import "testing"

func TestDraws(t *testing.T) {
	for _, tt := range drawStories {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			played := tt.play(t)
			g := NewGameFrom(played.Rules(), played.Start(), played.DrawRules())
			for ply, m := range played.Moves() {
				if got := g.Result(); got != (Result{}) {
					t.Fatalf("at ply %d of %q: %+v, want an ongoing game", ply, tt.script, got)
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if got := g.Result(); got != tt.want {
				t.Errorf("after %q: %+v, want %+v", tt.script, got, tt.want)
			}
		})
	}
}

// A drawStory is a game that ends as wanted by its last ply and is ongoing
// before.
type drawStory struct {
	variant, name string
	draws         string // "" is the default of the variant
	fen           string

	// script is moves in Hub notation and numbers; a number stands for so
	// many quiet king moves of wander, "on:10" for ten after each of which
	// the condition "on" holds.
	script string

	want Result
}

func drawnBy(reason string) Result { return Result{Outcome: Drawn, Reason: reason} }

// The articles are those of the sources named in drawtable.go.
var drawStories = []drawStory{
	{
		"international", "6.1: third occurrence", "",
		"W:WK46,K47:BK3,K4", "46-28 3-12 28-46 12-3 46-28 3-12 28-46 12-3",
		drawnBy("threefold repetition"),
	},
	{
		"international", "6.2: 25 moves", "",
		"W:WK46,K47:BK3,K4", "50",
		drawnBy("25-move rule"),
	},
	{
		"international", "6.2: a man's move begins anew", "",
		"W:WK47,36:BK4,15", "20 36-31 50",
		drawnBy("25-move rule"),
	},
	{
		"international", "6.2: a capture begins anew", "",
		"B:WK47,K26,14:BK4,K5", "5x19x14 50",
		drawnBy("25-move rule"),
	},
	{
		"international", "6.3: KKK-K", "",
		"W:WK46,K47,K48:BK4", "32",
		drawnBy("16-move rule"),
	},
	{
		"international", "6.3: Black may be the stronger", "",
		"W:WK46:BK3,K4,K2", "32",
		drawnBy("16-move rule"),
	},
	{
		"international", "6.3: KKm-K, and the promotion changes nothing", "",
		"W:WK46,K47,6:BK35", "4 6-1 27",
		drawnBy("16-move rule"),
	},
	{
		"international", "6.3: Kmm-K, and men's moves change nothing", "",
		"W:WK46,6,36:BK4", "8 36-31 23",
		drawnBy("16-move rule"),
	},
	{
		"international", "6.3: begins when the class is entered", "",
		"W:WK46,K47,K48,22:BK4,18", "22x13x18 4x22x13 32",
		drawnBy("16-move rule"),
	},
	{
		"international", "6.4: KK-K", "",
		"W:WK46,K47:BK4", "10",
		drawnBy("5-move rule"),
	},
	{
		"international", "6.4: Km-K", "",
		"W:WK46,36:BK4", "10",
		drawnBy("5-move rule"),
	},
	{
		"international", "6.4: K-K", "",
		"W:WK47:BK4", "10",
		drawnBy("5-move rule"),
	},
	{
		"international", "6.4: K-K does not begin anew after KK-K", "",
		"B:WK47,K9:BK4", "4x13x9 9",
		drawnBy("5-move rule"),
	},
	{
		"international", "6.5: 25 moves for KKm-K, with advantage", "advantage",
		"W:WK46,K47,6:BK35", "4 6-1 45",
		Result{Drawn, "25-move rule", 1},
	},
	{
		"international", "6.5: Kmm-K is not three men ahead", "advantage",
		"W:WK46,6,36:BK4", "8 36-31 41",
		drawnBy("25-move rule"),
	},
	{
		"international", "6.5: repetition with advantage to Black", "advantage",
		"W:WK46,6:BK2,K3,K4", "46-28 3-12 28-46 12-3 46-28 3-12 28-46 12-3",
		Result{Drawn, "threefold repetition", -1},
	},
	{
		"killer", "no 16-move rule", "",
		"W:WK46,K47,K48:BK4", "50",
		drawnBy("25-move rule"),
	},
	{
		"killer", "with the rules on material", "fmjd",
		"W:WK46,K47,K48:BK4", "32",
		drawnBy("16-move rule"),
	},
	{
		"losing", "third occurrence", "",
		"W:WK46,K47:BK3,K4", "46-28 3-12 28-46 12-3 46-28 3-12 28-46 12-3",
		drawnBy("threefold repetition"),
	},
	{
		"losing", "25 moves", "25",
		"W:WK46,K47,K48:BK4", "50",
		drawnBy("25-move rule"),
	},
	{
		"frisian", "KK-K", "",
		"W:WK46,K47:BK4", "14",
		drawnBy("7-move rule"),
	},
	{
		"frisian", "K-K", "",
		"W:WK46:BK4", "4",
		drawnBy("2-move rule"),
	},
	{
		"frisian", "third occurrence", "",
		"W:WK46,K47:BK3,K4", "46-37 3-12 37-46 12-3 46-37 3-12 37-46 12-3",
		drawnBy("threefold repetition"),
	},
	{
		"frysk", "KK-K, without repetition", "lidraughts",
		"W:WK46,K47:BK4", "46-37 4-15 37-46 15-4 46-37 4-15 37-46 15-4 46-37 4-15 37-46 15-4 46-37 4-15",
		drawnBy("7-move rule"),
	},
	{
		"russian", "7.2.3", "",
		"W:WK29,K30:BK2,K3", "30-25 2-6 25-30 6-2 30-25 2-6 25-30 6-2",
		drawnBy("threefold repetition"),
	},
	{
		"russian", "7.2.4: KKK-K", "",
		"W:WK29,K30,K31:BK3", "off:30",
		drawnBy("15-move rule"),
	},
	{
		"russian", "7.2.4: KKKK-K", "",
		"W:WK29,K30,K31,K32:BK3", "30",
		drawnBy("15-move rule"),
	},
	{
		"russian", "7.2.5: eight pieces", "",
		"W:WK29,21,13,28:BK3,12,20,5", "30",
		drawnBy("15-move rule"),
	},
	{
		"russian", "7.2.6: four pieces", "",
		"W:WK29,K30:BK2,K3", "60",
		drawnBy("30-move rule"),
	},
	{
		"russian", "7.2.6: five pieces, and men's moves change nothing", "",
		"W:WK29,K30,32:BK2,K3", "14 32-28 45",
		drawnBy("30-move rule"),
	},
	{
		"russian", "7.2.6: a promotion begins anew", "",
		"W:WK29,K30,5:BK2,K3", "2 5-1 60",
		drawnBy("30-move rule"),
	},
	{
		"russian", "7.2.6: six pieces", "",
		"W:WK29,21,28:BK3,12,5", "120",
		drawnBy("60-move rule"),
	},
	{
		"russian", "7.2.6: seven pieces", "",
		"W:WK29,21,28,13:BK3,12,5", "120",
		drawnBy("60-move rule"),
	},
	{
		"russian", "7.2.6: begins with the class", "",
		"B:WK29,21,28,22:BK3,K26,5", "26x13x22 120",
		drawnBy("60-move rule"),
	},
	{
		"russian", "7.2.7: KKK-K, lone king on the long diagonal", "",
		"W:WK30,K31,K32:BK4", "on:10",
		drawnBy("5-move rule"),
	},
	{
		"russian", "7.2.7: the lone king left the long diagonal", "",
		"W:WK30,K31,32:BK4", "on:7 off:2 on:11",
		drawnBy("5-move rule"),
	},
	{
		"russian", "7.2.4 goes on counting under 7.2.7", "",
		"W:WK30,K31,K32:BK3", "off:25 on:5",
		drawnBy("15-move rule"),
	},
	{
		"russian", "7.2.7: KKm-K", "",
		"W:WK30,K31,21:BK4", "on:10",
		drawnBy("5-move rule"),
	},
	{
		"russian", "7.2.8: KK-K", "",
		"W:WK30,K31:BK3", "10",
		drawnBy("5-move rule"),
	},
	{
		"brazilian", "7.2.8: Km-K", "",
		"W:WK30,21:BK3", "10",
		drawnBy("5-move rule"),
	},
	{
		"brazilian", "CBD: 20 moves", "cbd",
		"W:WK29,K30,K31:BK3", "40",
		drawnBy("20-move rule"),
	},
	{
		"brazilian", "CBD: KK-KK", "cbd",
		"W:WK29,K30:BK3,K2", "10",
		drawnBy("5-move rule"),
	},
	{
		"brazilian", "CBD: KK-Km", "cbd",
		"W:WK30,28:BK3,K2", "10",
		drawnBy("5-move rule"),
	},
	{
		"brazilian", "Poland 6.2: 20 moves", "pl",
		"W:WK29,K30:BK3,K2", "40",
		drawnBy("20-move rule"),
	},
	{
		"brazilian", "Poland 6.3: the lone king has the long diagonal", "pl",
		"W:WK30,K31,21:BK4", "alone:10",
		drawnBy("5-move rule"),
	},
	{
		"brazilian", "Poland 6.3: the three have the long diagonal", "pl",
		"W:WK29,K30,K31:BK3", "three:30",
		drawnBy("15-move rule"),
	},
	{
		"brazilian", "Poland 6.3: nobody has the long diagonal", "pl",
		"W:WK30,K31,K32:BK3", "nobody:40",
		drawnBy("20-move rule"),
	},
	{
		"brazilian", "Poland 6.4: K-K", "pl",
		"W:WK30:BK3", "10",
		drawnBy("5-move rule"),
	},
	{
		"brazilian", "15 moves", "15",
		"W:WK29,K30:BK3,K2", "30",
		drawnBy("15-move rule"),
	},
	{
		"poddavki", "15 moves", "",
		"W:WK29,K30:BK3,K2", "30",
		drawnBy("15-move rule"),
	},
	{
		"english", "40 moves", "",
		"W:WK29,K30:BK3,K4", "80",
		drawnBy("40-move rule"),
	},
	{
		"pool", "15 moves", "",
		"B:WK29,K30:BK3,K2", "30",
		drawnBy("15-move rule"),
	},
	{
		"pool", "KKK-K", "",
		"B:WK29,K30,K31:BK3", "26",
		drawnBy("13-move rule"),
	},
	{
		"italian", "third occurrence", "",
		"W:WK29,K30:BK3,K4", "29-25 3-7 25-29 7-3 29-25 3-7 25-29 7-3",
		drawnBy("threefold repetition"),
	},
	{
		"italian", "fourth occurrence", "fourfold",
		"W:WK29,K30:BK3,K4", "29-25 3-7 25-29 7-3 29-25 3-7 25-29 7-3 29-25 3-7 25-29 7-3",
		drawnBy("fourfold repetition"),
	},
	{
		"italian", "40 moves", "",
		"W:WK29,K30:BK3,K4", "80",
		drawnBy("40-move rule"),
	},
	{
		"czech", "20 moves", "",
		"W:WK29,K30:BK3,K2", "40",
		drawnBy("20-move rule"),
	},
	{
		"spanish", "20 moves", "",
		"W:WK29,K30:BK3,K2", "40",
		drawnBy("20-move rule"),
	},
}

func TestDrawRulesThatAskForTheLongDiagonal(t *testing.T) {
	for _, r := range Variants() {
		want := r.Name == "russian" || r.Name == "brazilian"
		if got := r.Draws[0].AskForLongDiagonal(); got != want {
			t.Errorf("%s: got %v, want %v", r.Name, got, want)
		}
	}
}
