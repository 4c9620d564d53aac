package archive

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/pdntest"
)

// convert returns what stupol pdn convert writes and reports of a text, in a notation.
func convert(t testing.TB, text string, r *movegen.Rules, n pdn.Notation) (written, reports string, err error) {
	t.Helper()
	file, err := input.NewSource("-", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	source, err := SourceOf(file, Reading{Rules: r})
	if err != nil {
		return "", err.Error(), err
	}
	var out, said strings.Builder
	w := Rewriter{
		Text: Form{Notation: n, Width: 80}.Text, Put: WriteTo(&out),
		OnFault: func(place string) { said.WriteString(place + "\n") },
	}
	if _, err := w.Rewrite(t.Context(), []*Source{source}); err != nil {
		t.Fatal(err)
	}
	return out.String(), said.String(), nil
}

// checkConversion checks that nothing of a text is lost when it is converted, and that
// converting what was written changes nothing.
func checkConversion(t testing.TB, text string, r *movegen.Rules) {
	t.Helper()
	once, reports, err := convert(t, text, r, pdn.Usual)
	if err != nil {
		return // refused by name
	}
	checkTwice(t, text, once, r)
	plainText, err := pdntest.Plain(text)
	if err != nil {
		t.Fatal(err)
	}
	forms := []pdntest.Form{func() (string, string) { return once, reports }}
	for _, n := range []pdn.Notation{pdn.Numeric, pdn.Algebraic} { // in one of the three moves are as they are in the text
		forms = append(forms, func() (written, reports string) {
			if written, reports, err = convert(t, text, r, n); err != nil {
				t.Fatal(err)
			}
			return written, reports
		})
	}
	if lost, written, reports := pdntest.Lost(plainText, forms...); len(lost) > 0 {
		t.Errorf("%q\nwritten as\n%s\nreported\n%s\nlost: %q", text, written, reports, lost)
	}
}

// checkTwice checks that what was written of a text is written again as it is.
func checkTwice(t testing.TB, text, once string, r *movegen.Rules) {
	t.Helper()
	if twice, _, err := convert(t, once, r, pdn.Usual); err != nil || twice != once {
		t.Errorf("%q\nwritten as\n%s\nand that as\n%s\n%v", text, once, twice, err)
	}
}

// TestNothingIsLostOnTheOutput converts what was once lost.
func TestNothingIsLostOnTheOutput(t *testing.T) {
	for _, text := range []string{
		"[White \"Ana\"]\n[White \"Eva\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 *",
		"[Event \"a\"]\n[Event \"b\"]\n[Result \"2-0\"]\n[Result \"0-2\"]\n\n1. 32-28 19-23 2-0",
		"1. 32-28 19-23 * 2-0", "[Result \"0-2\"]\n\n1. 32-28 19-23 * 2-0", "1. 32-28 19-23 2-0 0-2", "1. 32-28 19-23 2-0 0-0",
		"1. 32-28 19-23 2. 28. 19. 14. 23. *", "1. 2. 3. 4. *",
		"1. 32-28 2-0 {lost on time}\n\n[Event \"b\"]\n\n1. 32-28 19-23 *", "1. 32-28 2-0!", "1. 32-28 2-0 (1. 33-28 {better}) $7\n",
		"1. 32-28 19-23 1-01", "[GameType \"20\"]\n\n1. 32x28 19-23 *", "hello world", "{a} hello\n\n[White \"x\"]\nworld *",
		"1) 32-28 19-23 2) 28x19 14x23 *", "Game 1: Ana - Eva\n1. 32-28 19-23 *",
		"1. 32-28" + strings.Repeat("!", 10) + " 19-23" + strings.Repeat("?", 17) + " *",
		"[GameType \"20\"]\n[FEN \"W:W:W31,32:B20\"]\n\n1. 31-27 *",
		"[FEN \" W:W31,32:B20\"]\n[FEN \"W:W31,32:B20\"]\n[GameType \"20\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n*",
		"{\"a\": 1} *", "{\\rtf} *", "\"]/FEN:/- - 1 1/2",
		"1. 32x28 *\n\n[FEN \"W:W31,32:B20\"]\n\n0-2\n\n1. f6-g5 *", "1. 18-23 2-0\n\n1. 19-23 2-0\n\n1. 19-23 2-0\n\n1. 18-23 2-0",
		"... [FEN \"W:W31,32:B20\"] 28.\n\n32-28 [FEN \"W:W31,32:B20\"] c3-d4\n[X1012 y1012] ?!\n28*19 [Event \"e1018\"] 0.5-0.5 ?\n\n2-0!\nName1026 - Other1026\n!! [GameType \"20\"] {c1032}\n\n[event \"t1034\"] 0.5-0.5 c3-d4 !!\n□\n",
		"( [Result \"1/2-1/2\"] [Site \"s1004 \\\"x\\\"\"] [FEN \"W:W31,32:B20\"] [Site \"s1008 \\\"x\\\"\"] [Event \"e1014\"]\n\n?\n[Event \"e1014\"]\n\n1-01 ; l1018\n\n\n[Site \"s1020 \\\"x\\\"\"]\n\n[FEN \"W:W31,32:B20\"] Name1024 - Other1024 0-0 2.\n\n[Site \"s1030 \\\"x\\\"\"]\nb6xd4\n2.\n\n[Event \"e1036\"] 1-01\n□ ½-½\nf6-g5 \\n ?! * 28*19\nc3-d4\n[event \"t1056\"] 2-0!\n\n1.\n",
		"[Result \"1/2-1/2\"]\n19-23?! )\n\n2... 28*19 1.\n!!!!!!!!!!!!!!!!!!!!\n\n[Result \"2-0\"] [Annotator \"a1016\"]\n\n{c1018}\n? 2.\n[FEN \"W:W31,32:B20\"] [Event \"e1026\"] ) 1-0\n[FEN \"W:W31,32:B20\"] 3228 $7 2. f6-g5 !!!!!!!!!!!!!!!!!!!!) 1/2-1/2\n\n19-23 [White \"w1048\"]\nword1050 ) $7 /FEN \"B:W31:B20\"/ 18-23 ",
		"! 333-28\n\n-\n1)\n28x19 28-99\n!! !\n\n",
		"[Result \"1/2-1/2\"] * 2-0 $72½-½ [X1008 y1008] [Result \"2-0\"]\n\n",
		"%skipped1000\n $7\nc3-d4 18-23 [Result \"r1008\"] 1) [Event \"e1012\"] [GameType \"20\"] 19-23 { /FEN \"B:W31:B20\"/ !!!!!!!!!!!!!!!!!!!!\n=\n[Event \"e]1026\"] 1-1\n\n[Event \"e1030\"] +-\n2-0 [Bianco \"q1036\"] 2. 1/2-1/2\n[FEN \"W:W31,32:B20\"] 32 - 28 0.5-0.5\n\n18-23\n□ 2. 1)\n\n[Site \"s1056 \\\"x\\\"\"] word1058 }\n\n4-6 [Result \"1/2-1/2\"]\n\n%skipped1066\n - [event \"t1070\"]\n( [White \"w1074\"]\n1x01 ",
		"%skipped1000\n [Black \"b1002\"] } /FEN \"B::\"/ [Bianco \"q1008\"] □ 2... Name1014 - Other1014 c3-d4\n\n½-½ /FEN \"B:W31:B20\"/ ? {c1024}\n\n19-23?! 1-0\n\n* 2-0\n\n[FEN \"W:W31,32:B20\"] 1) [FEN \"W:W31,32:B20\"] 32-28!\n\n; l1040\n {\n2.\n\n0-2 +-\n\n2-0\n[P1 \"p1052\"]\n",
		"=\n\nf6-g5 ( 1-01 \\n [Event \"e1010\"] !! * [FEN \"W:W31,32:B20\"] 3228 --\n",
		"! [Black \"b1002\"]\n) [FEN \"W:W31,32:B20\"]\n\n!!!!!!!!!!!!!!!!!!!!\n[Bianco \"q1010\"] 32-28\n28. $7 [FEN \"W:W31,32:B20\"] 19-23 1-1 Name1024 - Other1024 ½-½\n\n4-6 19:28 $7 19-23\n\n[Result \"r1036\"] 2...\n\n(\n\n18-23\n2-0 {z1044}\n\n18-23\n\n4-6 /FEN \"B:W31:B20\"/\n4-6\n+-\n\n2...\n* [event \"t1060\"] 0-2 /FEN \"B:W31:B20\"/\n!! 18-23 [Result \"r1070\"]\n",
		"[FEN \"W:W31,32:B20\"]\n[Result \"2-0\"] 32 - 28\n\n1-1 ½-½ f6-g5\n\n[Result \"2-0\"]\n",
		"f6-g5 0.\n\n17. ",
		"1-0 ( * +- word1008 18-23\n\n2-0 [FEN \"W:W31,32:B20\"] %skipped1016\n 32-28 ?!\n( -\n19-23 [GameType \"25\"]\n{d1030 32-28 2-0} f6-g5 1-0\n?\n\n[event \"t1038\"]\n[White \"w1040\"]\n1) 1-0 [FEN \"W:W31,32:B20\"] [X1048 y1048] ! ( 1x01 -b 1.\n\nword1060 2-0! [P1 \"p1064\"] 3.\n\n18-23 4-6 18-23\n\n... ",
		"[event \"t1000\"]\n[P1 \"p1002\"]\nf6-g5\n[Event \"e1006\"] !! !!!!!!!!!!!!!!!!!!!!\n\n{d1012 32-28 2-0} 28. !!!!!!!!!!!!!!!!!!!!\n[White \"w1018\"]\n\n[FEN \"W:W31,32:B20\"] {d1022 32-28 2-0} [Result \"r1024\"] 3228 ( 0-0\n\n[Anaotator \"a1032\"] [Black \"b1034\"] ",
		"[Result \"2-0\"]\n\\n 3.\n½-½ f6-g5 ...\nword1012 [FEN \"W:W31,32:B20\"] !\n\n3228\n(\n\n",
		"{c1000} [White \"w1002\"] 0.5-0.5 2.\n[Annotator \"a1008\"]\n( 2. [P1 \"p1014\"] 1-01\n\n0.5-0.5 [Result \"r1020\"]\n\n[P1 \"p1022\"]\n0.5-0.5 f6-g5\n[Annotator \"a1028\"] 3.\n\n= 2-0 (\nb6xd4 1-1\n[FEN \"W:W31,32:B20\"]\n\n1-1 +-\n\n* [GameType \"25\"] ) [FEN \"W:W31,32:B20\"] 32 - 28 0-2 ",
		"[Result \"12-0\"]\n1. word1004 c3-d4\n\n2-0!\n\n-- 0.5-0.5 [P1 \"p1014\"] 1/2-1/2 ",
		"0-\n\\n\n0-2 +-\n-- ",
		"0.5 0.5\n\n-\n\n1. 1-1\n\n",
		"[White \"w1000\"] 2. 33-28\n\n! 28x19 3\n \\n\n19:28\n1-0 1x01\n\n",
		"-0- 2-0 ( 1.\n\n* □\n\n1-01 [event \"t1014\"]\n",
		"[GameType \"25\"] [Result \" 1002\"] 1) 0.5-0.5 1-0 19-23?! ?! ",
		"! [Event \"e1002\"] 0.5-0.5\nword1006 28. [GameType\\\"20\"] ( 1/2-1/2 [GameType \"25\"] { b6xd4 ",
		"[Black \"b1000\"] 6-6 1/2-1/2 1-1\n", "2.\n\n3.\n\n3. 2..x ", "+0-\n\n1-0\n\n... ", "[GameType \"\n0\"] [GameType \"20\"]\nf6-g5 32-28 ", "[White \" \"] [White \"Ana\"] [FEN \"\"] [FEN \"W:W31,32:B20\"] [Result \"\"] [Result \"2-0\"]\n*",
		"[Result \"0-0\"]\n\n[Bianco \"q1002\"] ½-½ 28. Name1008 - Other1008 1. 19-23\n\n28-99 f6-g5 ",
		"32-28 0-\r\n\n2.\n\n%skipped1006\n ", "* ) 18-23(?) {c1006} ½-½ 1-01 [FEN \"W:W31,32:B20\"] 17.\n\n32 \x00 28\n\n",
		"1-}0 - 0-2 ", "2...\n32-28 1) 1.\n3. 2...7 ", "0.5-0.5 c3-d4 0- 2. 1. ( 1.", "3.    3.  20.5-0.5{c} ? ", "1.0-0-x 3.  32-28!", "?!b 0-  1.0.5-0.5{c}", "3.  - 0-  1.0-2",
		"22 [FEN \"W:W31,32:B20\"] ? 1. 32 28 1-0", "3.  ?   3 32 28 32-282. ",
		"0.5!0.5 0-0\n\n32-28! 2. 1)\n\n18-23\n", "28.\n$2 - 28\n\n4-6\n$7 *\n", ") 32-28 /FEN \"B::\"/ [FEN 3W:W31,32:B20\"] 17.\n\n? $7 ", "0.5\r0.5 1-1 32-28! ",
		"28x19\n\n2... }\n* 2-0 [White \"w1008\"] 1/\n\n2-0!\n1) ",
	} {
		checkConversion(t, text, nil)
		for _, r := range movegen.Variants() {
			checkConversion(t, text, r)
		}
	}
}

// FuzzNothingIsLostOnTheOutput converts texts that are made of pieces, and any others.
func FuzzNothingIsLostOnTheOutput(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		f.Add(pdntest.Composed(rng), uint8(rng.IntN(256)))
	}
	for _, text := range []string{
		"[White \"Ana\"]\n[White \"Eva\"]\n\n1. 32-28! 19-23 {a} (1... 18-23 2. 38-32 $7) 2. 28x19 14x23 * 2-0 {b} [Event \"c\"] 1. 33-28 1-01",
		"1. c3-d4 a3b4 ac5 a:c5 *\n\n%x\n[FEN \"W:WK31:B1.\"] /FEN \"B::\"/ - - ? $7 a.l. +- (?) 1/2-1/2", "2. 28. 19. *\n2-0! N D 4 5 0,5-0,5",
	} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		// Longer words are cut in two, which the comparison does not know.
		longWord := slices.ContainsFunc(strings.Fields(text), func(word string) bool { return len(word) > 256 })
		if len(text) < 2000 && !longWord {
			checkConversion(t, text, pdntest.RulesFor(variant))
		}
	})
}

// TestManyTexts converts texts that are made of pieces by chance: as many as the environment
// variable STUPOL_TEXTS says.
func TestManyTexts(t *testing.T) {
	many, seed := 1000, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("STUPOL_TEXTS")); err == nil {
		many, seed = n, uint64(time.Now().UnixNano())
	}
	rng := rand.New(rand.NewPCG(seed, 2))
	for n := range many {
		text, r := pdntest.Composed(rng), pdntest.RulesFor(uint8(rng.IntN(256)))
		if checkConversion(t, text, r); t.Failed() {
			t.Fatalf("text %d of seed %d, any rules %v", n, seed, r == nil)
		}
	}
	t.Logf("%d texts, seed %d", many, seed)
}

// TestCollections converts the files of games in a folder that the environment variable
// STUPOL_PDN names.
func TestCollections(t *testing.T) {
	pdntest.EachFile(t, func(t *testing.T, text string) { checkConversion(t, text, nil) })
}
