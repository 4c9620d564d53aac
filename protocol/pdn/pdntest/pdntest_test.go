package pdntest

import "testing"

// TestLost leaves something out, or writes it in another form.
func TestLost(t *testing.T) {
	const text = "[White \"Ana\"]\n\n1. 32-28! 19-23 {good} (1... 18-23) 2. 28x19x8 2-0"
	for _, c := range []struct {
		text, written string
		lost          int
	}{
		{text, text, 0},
		{text, "[White \"Ana\"] 1. 32-28! 19-23 {good} (1... 18-23) 2. 28x8 1-0", 0},
		{text, "1. 32-28! 19-23 {good} (1... 18-23) 2. 28x8 2-0", 1},
		{text, "[White \"Ana\"] 1. 32-28 19-23 {good} (1... 18-23) 2. 28x8 2-0", 1},
		{text, "[White \"Ana\"] 1. 32-28! 19-23 (1... 18-23) 2. 28x8 2-0", 1},
		{text, "[White \"Ana\"] 1. 32-28! 19-23 {good} 2. 28x8 2-0", 1},
		{text, "[White \"Ana\"] 1. 32-28! 19-23 {good} (1... 18-23) 2. 28x8 *", 1},
		{"3228 c3:a5 a5:c7 ½-½", "32-28 c3xc7 1-1", 0},
		{"2. 28. 19. *", "*", 2},
		{"3228 28x19", "[FEN \"W:W31,32:B20\"] 1. 1-5 28x19 *", 0}, // 28 is of the second move, 1-5 is 3228 turned
		{"32 28", "[FEN \"W:W2,1:B13\"] 1. 1-5 *", 0},
		{"32 28", "1. 32-27 *", 1},
		{"0- 2. 32-28", "{0-} 1. 32-28 *", 0},
		{"0-2", "{0-} *", 1},
		{"1. 32-28 3. 2.x\n[Annotator \"a\"] ", "1. 32-28 {2.x} * [Annotator \"a\"]", 0},
		{"1. 32-28 3. 2...7 ", "1. 32-28 {2...7} *", 0},
		{"{0 -} 0-2", "{0 -} 0-1", 0},
		{"0 - 0-2", "{0 -} 0-1", 0},
		{"1. 32-28 2... 1.h", "1. 32-28 {1.h} *", 0},
		{"[Event \"a\"] [Event \"a\"] 32-28", "[Event \"a\"] 1. 32-28 *", 0},
		{"[White \"a\"] [Black \"a\"] 32-28", "[White \"a\"] 1. 32-28 *", 1},
	} {
		if lost := lostIn(c.text, []string{c.written}); len(lost) != c.lost {
			t.Errorf("%q written as %q has lost %q, want %d", c.text, c.written, lost, c.lost)
		}
	}
}
