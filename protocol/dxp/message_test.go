package dxp

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
)

// startSetup is the normal start as a setup.
const startSetup = "Wzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww"

// The frames of the specification, and some at the limits of fields, with what
// they say. They are written as they are read.
var frames = []struct {
	frame string
	want  Message
}{
	{"R01Go Engine                       W003075A",
		GameRequest{Version: 1, Name: "Go Engine", Follower: movegen.White, Time: 3 * time.Minute, Moves: 75}},
	{"R01Go Engine                       Z020000B" + startSetup,
		GameRequest{Version: 1, Name: "Go Engine", Follower: movegen.Black, Time: 20 * time.Minute, Setup: startSetup}},
	{"R01Tornado voor Windows 4.0        W060065A",
		GameRequest{Version: 1, Name: "Tornado voor Windows 4.0", Follower: movegen.White, Time: time.Hour, Moves: 65}},
	{"R01abcdefghijklmnopqrstuvwxyz 12345Z999999A",
		GameRequest{Version: 1, Name: "abcdefghijklmnopqrstuvwxyz 12345", Follower: movegen.Black, Time: 999 * time.Minute, Moves: 999}},
	{"R01                                Z0.5000A",
		GameRequest{Version: 1, Follower: movegen.Black, Time: 30 * time.Second}},
	{"R01x                               Z.05000A",
		GameRequest{Version: 1, Name: "x", Follower: movegen.Black, Time: 3 * time.Second}},
	{"AGo Engine                       0", GameAccept{Name: "Go Engine", Code: Accepted}},
	{"A                                3", GameAccept{Code: NoGames}},
	{"M0012061100", Move{Spent: 12 * time.Second, From: 6, To: 11}},
	{"M000328190123", Move{Spent: 3 * time.Second, From: 28, To: 19, Captured: []int{23}}},
	{"M001205250422122320", Move{Spent: 12 * time.Second, From: 5, To: 25, Captured: []int{22, 12, 23, 20}}},
	{"M9999464601" + "23", Move{Spent: 9999 * time.Second, From: 46, To: 46, Captured: []int{23}}},
	{"E00", GameEnd{}},
	{"E10", GameEnd{Reason: Loss}},
	{"E21", GameEnd{Reason: Draw, Stop: true}},
	{"E31", GameEnd{Reason: Win, Stop: true}},
	{"CWhat do you think about move 35?", Chat("What do you think about move 35?")},
	{"C", Chat("")},
	{"B005Z", BackRequest{Move: 5, Turn: movegen.Black}},
	{"B999W", BackRequest{Move: 999, Turn: movegen.White}},
	{"K0", BackAccept{BackDone}},
	{"K2", BackAccept{BackDeclined}},
}

func TestFrames(t *testing.T) {
	for _, tt := range frames {
		got, err := Parse(tt.frame)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Parse(%q) = %+v, %v, want %+v", tt.frame, got, err, tt.want)
		}
		if again := Encode(tt.want); again != tt.frame {
			t.Errorf("Encode(%+v) = %q, want %q", tt.want, again, tt.frame)
		}
	}
}

func TestForgivingParse(t *testing.T) {
	request := GameRequest{Version: 1, Name: "Lab", Follower: movegen.White, Time: 2 * time.Minute}
	half, second := request, request
	half.Time, second.Time = 30*time.Second, 96*time.Second
	tests := []struct {
		name, frame string
		want        Message
	}{
		{"spaces for zeros", "R 1Lab                             W  2  0A", request},
		{"spaces at the end", "R01Lab                             W002000A  ", request},
		{"fraction after a space", "R01Lab                             W .5000A", half},
		{"decimal comma", "R01Lab                             W1,6000A", second},
		{"nothing after the point", "R01Lab                             W 2.000A", request},
		{"name not at the left", "R01 Lab                            W002000A", request},
		{"another version", "R02what do we know", GameRequest{Version: 2}},
		{"version that is no number", "RXXwhat do we know", GameRequest{}},
		{"blank version", "R  Lab                             W002000A", GameRequest{}},
		{"move without a time", "M    06110123", Move{From: 6, To: 11, Captured: []int{23}}},
		{"spaces in a move", "M  12 6 3 0", Move{Spent: 12 * time.Second, From: 6, To: 3}},
		{"back request", "B  5Z", BackRequest{Move: 5, Turn: movegen.Black}},
		{"chat", "Ccaf\xc3\xa9\x07", Chat("caf???")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.frame)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Parse(%q) = %+v, %v, want %+v", tt.frame, got, err, tt.want)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ frame, want string }{
		{"", `frame: column 1: "": empty`},
		{"X", `frame X: column 1: "X": no such message`},
		{"\x1bX", `frame ?: column 1: "\x1b": no such message`},
		{"r01Lab", `frame r: column 1: "r": no such message`},
		{"E", `frame E: column 2: "": reason must be 1 wide`},
		{"E50", `frame E: column 2: "5": reason must be one of 0123`},
		{"E02", `frame E: column 3: "2": stop code must be one of 01`},
		{"E00x", `frame E: column 4: "x": nothing may follow`},
		{"M00120611", `frame M: column 10: "": number of captured pieces must be 2 wide`},
		{"M   ", `frame M: column 2: "   ": time must be 4 wide`},
		{"M   -06110123", `frame M: column 2: "   -": time must be a number`},
		{"M0012 -1100", `frame M: column 6: " -": from must be a number`},
		{"M001206  00", `frame M: column 8: "  ": to must be a number`},
		{"M0012061101", `frame M: column 12: "": captured square must be 2 wide`},
		{"M001206119912", `frame M: column 14: "": captured square must be 2 wide`},
		{"M00120611002", `frame M: column 12: "2": nothing may follow`},
		{"B005B", `frame B: column 5: "B": side to move must be one of WZ`},
		{"K3", `frame K: column 2: "3": code must be one of 012`},
		{"R01Lab                             W002000B" + startSetup[:50], `column 45`},
		{"R01Lab                             W002000B" + strings.Replace(startSetup, "w", "b", 1), `column 75: "b": square 31 must be w, z, W, Z or e`},
	}
	for _, tt := range tests {
		_, err := Parse(tt.frame)
		var syntax *movegen.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Parse(%q): got error %v, want %s", tt.frame, err, tt.want)
		}
	}
}

func TestMinutes(t *testing.T) {
	tests := []struct {
		time time.Duration
		want string
	}{
		{0, "000"},
		{time.Nanosecond, ".01"},
		{3 * time.Second, ".05"},
		{30 * time.Second, "0.5"},
		{59 * time.Second, ".99"},
		{time.Minute, "001"},
		{61 * time.Second, "1.1"},
		{90 * time.Second, "1.5"},
		{9*time.Minute + 59*time.Second, "010"},
		{9*time.Minute + 54*time.Second, "9.9"},
		{9*time.Minute + 54*time.Second + 1, "010"},
		{59400 * time.Millisecond, ".99"},
		{59401 * time.Millisecond, "001"},
		{10*time.Minute + 1, "011"},
		{999 * time.Minute, "999"},
		{2000 * time.Minute, "999"},
		{-time.Minute, "000"},
	}
	for _, tt := range tests {
		if got := minutes(tt.time); got != tt.want {
			t.Errorf("minutes(%v) = %q, want %q", tt.time, got, tt.want)
		}
		request := GameRequest{Version: Version, Name: "Lab", Time: tt.time}
		read, err := Parse(Encode(request))
		if err != nil || read.(GameRequest).Time != AskedTime(tt.time) {
			t.Errorf("%v was read as %+v, %v, want %v", tt.time, read, err, AskedTime(tt.time))
		}
	}
}

// What does not fit into its field is made to.
func TestEncodeCuts(t *testing.T) {
	tests := []struct {
		m    Message
		want string
	}{
		{GameAccept{Name: "  Jürgen\x00 " + strings.Repeat("x", 40)}, "AJ??rgen? xxxxxxxxxxxxxxxxxxxxxxx0"},
		{GameRequest{Version: 100, Name: strings.Repeat("x", 31) + " y", Moves: 1e6, Time: 1}, "R99" + strings.Repeat("x", 31) + " W.01999A"},
		{Move{Spent: 1e15, From: -1, To: 100}, "M9999009900"},
		{Move{Spent: 1499 * time.Millisecond, From: 6, To: 11}, "M0001061100"},
		{Chat(strings.Repeat("x", 200)), "C" + strings.Repeat("x", 126)},
		{Chat("a\x00b\n"), "Ca?b?"},
	}
	for _, tt := range tests {
		if got := Encode(tt.m); got != tt.want {
			t.Errorf("Encode(%+v) = %q, want %q", tt.m, got, tt.want)
		}
	}
}

// FuzzParse checks that any frame can be read, that an error says where, and
// that what was read is the same after it has been written and read again.
func FuzzParse(f *testing.F) {
	for _, tt := range frames {
		f.Add(tt.frame)
	}
	f.Add("R02")
	f.Add("R 1Lab                             W .5  0A ")
	f.Fuzz(func(t *testing.T, frame string) {
		m, err := Parse(frame)
		var syntax *movegen.SyntaxError
		if errors.As(err, &syntax) {
			if syntax.Column < 1 || syntax.Column > len(frame)+1 {
				t.Errorf("Parse(%q): column %d", frame, syntax.Column)
			}
			return
		}
		if err != nil {
			t.Fatalf("Parse(%q): %v is not a SyntaxError", frame, err)
		}
		if r, ok := m.(GameRequest); ok && r.Version != Version || len(frame) > maxFrame {
			return
		}
		again, err := Parse(Encode(m))
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Errorf("%q was written as %q:\n got %+v, %v\nwant %+v", frame, Encode(m), again, err, m)
		}
	})
}
