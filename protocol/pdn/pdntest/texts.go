package pdntest

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"stupol/movegen"
)

// pieces are what files of games are made of, and what they should not have; # stands for a
// number that no other piece has.
var pieces = []string{
	"[Event \"e#\"]", "[White \"w#\"]", "[Black \"b#\"]", "[Site \"s# \\\"x\\\"\"]", "[Annotator \"a#\"]", "[P1 \"p#\"]", "[Bianco \"q#\"]",
	"[Result \"2-0\"]", "[Result \"1/2-1/2\"]", "[Result \"r#\"]", "[GameType \"20\"]", "[GameType \"25\"]", "[FEN \"W:W31,32:B20\"]", "[event \"t#\"]", "[X# y#]",
	"{c#}", "{d# 32-28 2-0}", "; l#\n", "word#", "Name# - Other#", "(", ")", "(", ")", "{", "}", "\\n",
	"1.", "2.", "2...", "3.", "...", "17.", "1)", "28.",
	"32-28", "19-23", "28x19", "14x23", "33-28", "18-23", "32x28", "19:28", "32 - 28", "032-28", "3228", "c3-d4", "f6-g5", "b6xd4", "28*19", "32-28!", "19-23?!", "18-23(?)", "-", "--", "28-99", "1-01", "1x01",
	"!", "?", "!!", "?!", "+-", "=", "*", "*", "$7", "□", "!!!!!!!!!!!!!!!!!!!!",
	"2-0", "0-2", "1-1", "1-0", "1/2-1/2", "0-0", "2-0!", "0.5-0.5", "½-½", "4-6", "2-0 {z#}", "* 2-0", "/FEN \"B:W31:B20\"/", "/FEN \"B::\"/", "%skipped#\n",
}

// Compose returns the text of pieces that bytes choose: one a byte, and what is behind it.
func Compose(choice []byte) string {
	var b strings.Builder
	for i := 0; i+1 < len(choice); i += 2 {
		piece := pieces[int(choice[i])%len(pieces)]
		b.WriteString(strings.ReplaceAll(piece, "#", strconv.Itoa(1000+i)))
		b.WriteString([]string{" ", " ", " ", "\n", "\n\n"}[int(choice[i+1])%5])
	}
	return b.String()
}

// RulesFor returns the rules that a byte chooses, nil among them.
func RulesFor(choice uint8) *movegen.Rules {
	variants := movegen.Variants()
	if n := int(choice) % (len(variants) + 1); n > 0 {
		return variants[n-1]
	}
	return nil
}

// Composed returns a text of up to 40 pieces by chance, mostly of few, some with a character
// changed.
func Composed(rng *rand.Rand) string {
	most := 24
	if rng.IntN(8) == 0 {
		most = 80
	}
	choice := make([]byte, rng.IntN(most))
	for i := range choice {
		choice[i] = byte(rng.IntN(256))
	}
	text := Compose(choice)
	if rng.IntN(4) == 0 {
		const characters = "0123456789abch-x:*.,()[]{}\"\\/%;!?$+= \n\r\x00"
		at, c := rng.IntN(len(text)+1), characters[rng.IntN(len(characters))]
		text = text[:at] + string([]byte{c}) + text[min(at+rng.IntN(2), len(text)):]
	}
	return text
}
