package movegen

import (
	"testing"
	"unicode"
)

func TestPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"32-28\r\n":               "32-28\r\n",
		"\ufeff32-28":             "32-28",
		"\ufeff\ufeff32-28":       " 32-28",
		"32\u00a0-\u202f28\u3000": "32 - 28 ",
		"3\u200b2":                "3 2",
		"٣٢-٢٨":                   "32-28",
		"３２－２８":                   "32-28",
		"32–28 19—23 28−3 28‑3":   "32-28 19-23 28-3 28-3",
		"28×19":                   "28x19",
		"९𝟘𝟡𝟿":                    "9099",
		"½²é":                     "½²é",
	} {
		if got := PlainText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestDigitValue looks at the digits of all scripts: they are in rows of ten, and the rows
// of Unicode's tables begin with a zero.
func TestDigitValue(t *testing.T) {
	before := rune(9)
	for c := rune(0x80); c <= unicode.MaxRune; c++ {
		if !unicode.IsDigit(c) {
			continue
		}
		if got := digitValue(c); got != (before+1)%10 {
			t.Fatalf("%c, %#x: %d comes after %d", c, c, got, before)
		} else {
			before = got
		}
	}
	if before != 9 {
		t.Errorf("the last digit is %d", before)
	}
}

// TestPlainTextIsRead: positions and moves with such characters read as those without.
func TestPlainTextIsRead(t *testing.T) {
	r := International()
	for _, fen := range []string{"\ufeffW:W31,32:B18", "W:W31,\u00a032:\u2009B18\u3000", "W:W３１,٣٢:B18\r\n", "\ufeff[FEN \"W:W31,32:B18\"]"} {
		p, err := r.ParseFEN(fen)
		if err != nil || r.FEN(&p) != "W:W31,32:B18" {
			t.Errorf("%q: %s, %v", fen, r.FEN(&p), err)
		}
	}
	start := r.Start()
	for _, text := range []string{"\ufeff32-28", "32\u00a0-\u00a028", "٣٢-٢٨", "32–28", "\u200b32-28\u200b"} {
		m, err := r.ParsePDNMove(&start, text)
		if err != nil || r.HubMove(m) != "32-28" {
			t.Errorf("%q: %s, %v", text, r.HubMove(m), err)
		}
		if m, err = r.ParseHubMove(&start, text); err != nil || r.HubMove(m) != "32-28" {
			t.Errorf("Hub: %q: %s, %v", text, r.HubMove(m), err)
		}
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		`level "x" \ `:    `level "x" \ `,
		"a\tb\x00\x1b[2J": `a\tb\x00\x1b[2J`,
		"d\u00e9j\u00e0":  "d\u00e9j\u00e0",
		"\xff\u202e\n":    `\xff\u202e\n`,
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if got := VisibleLines("a\x1bb\nc\n"); got != `a\x1bb`+"\nc\n" {
		t.Errorf("lines: %q", got)
	}
}
