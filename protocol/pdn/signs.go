package pdn

import "strings"

// anyMove is the sign that the side to move may do as it likes (ad libitum).
const anyMove = "a.l."

// What other programs write in place of signs and glyphs.
var (
	doubledSigns = strings.NewReplacer("‼", "!!", "⁇", "??", "⁉", "!?", "⁈", "?!")
	wordGlyphs   = map[string]int{"N": 146, "D": 220} // a novelty, a diagram
)

// longestSigns is how many bytes of symbols are read as signs.
const longestSigns = 16

// forcedMove is the numeric annotation glyph that PDN 3.0 wants in place of
// the sign *.
const forcedMove = 7

// withSign returns signs with one more. Symbols run together and come before
// anyMove. What is too long for signs is left out.
func withSign(signs, sign string) string {
	symbols, free := splitSigns(signs)
	switch {
	case sign == anyMove:
		free = true
	case len(symbols)+len(sign) <= longestSigns:
		symbols += sign
	}
	if free {
		symbols = strings.TrimSpace(symbols + " " + anyMove)
	}
	return symbols
}

// splitSigns returns the symbols of signs, and whether anyMove is among them.
func splitSigns(signs string) (symbols string, free bool) {
	symbols, free = strings.CutSuffix(signs, anyMove)
	return strings.TrimSpace(symbols), free
}

// strictSigns returns the symbols that PDN 3.0 knows as signs, the others,
// and whether the move is marked as forced.
func strictSigns(symbols string) (strength, others string, forced bool) {
	strength = strings.Map(func(c rune) rune {
		if strings.ContainsRune("!?()", c) {
			return c
		}
		if c == '*' {
			forced = true
		} else {
			others += string(c)
		}
		return -1
	}, symbols)
	return strength, others, forced
}
