package rulebook

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/words"
)

// square returns a square of an 8x8 board, e3, on the board of a game: from the left corner of
// White that is dark, or on boards that are turned from the right one.
func square(r *movegen.Rules, name string) movegen.Square {
	for n := 1; n <= r.Squares(); n++ {
		sq := r.SquareOf(n)
		row, column := r.RowAndColumn(sq)
		if r.Mirrored {
			column = r.Size - 1 - column
		}
		if column == int(name[0]-'a') && r.Size-row == int(name[1]-'0') {
			return sq
		}
	}
	panic(name)
}

// position returns the position with the pieces of a list, of which W and B are kings: "we3 Bd4".
// With raised it is as far from the last row as on an 8x8 board.
func position(r *movegen.Rules, list string, raised bool) movegen.Position {
	var pieces [2]movegen.Bits
	var kings movegen.Bits
	for piece := range strings.FieldsSeq(list) {
		side := strings.Index("wb", strings.ToLower(piece[:1]))
		bit := square(r, lift(r, piece[1:], raised)).Bit()
		pieces[side] |= bit
		if piece[0] < 'a' {
			kings |= bit
		}
	}
	return movegen.NewPosition(movegen.White, pieces[0], pieces[1], kings)
}

// lift moves a square up with the last row.
func lift(r *movegen.Rules, name string, raised bool) string {
	if raised {
		return string([]byte{name[0], name[1] + byte(r.Size-8)})
	}
	return name
}

// has reports whether there is such a move: d2xf4, of so many pieces.
func has(r *movegen.Rules, p *movegen.Position, raised bool, move string, taken int) (found, promotes bool) {
	from, to := square(r, lift(r, move[:2], raised)), square(r, lift(r, move[2:], raised))
	for _, m := range r.Moves(nil, p) {
		if m.From == from && m.To == to && m.Captured.Len() == taken {
			return true, m.Promotes
		}
	}
	return false, false
}

// witnesses are moves, each legal in the games of which one of the sentences is said, and in no
// others.
var witnesses = []struct {
	pieces, move string
	taken        int
	says         []string
	unless       string
	raised       bool
}{
	{pieces: "we3 bb8", move: "e3d4", says: []string{manMoves}},
	{pieces: "we3 bb8", move: "e3d2"},
	{pieces: "we3 bb8", move: "e3c5"},
	{pieces: "we3 bd4", move: "e3c5", taken: 1, says: []string{manBoth, manForward, manSpares, manAll}},
	{pieces: "we5 bd4", move: "e5c3", taken: 1, says: []string{manBoth, manAll}},
	{pieces: "we3 Bd4", move: "e3c5", taken: 1, says: []string{manBoth, manForward, manAll}, unless: kingWins},
	{pieces: "we3 be5", move: "e3e7", taken: 1, says: []string{manAll}},
	{pieces: "we3 bc3", move: "e3a3", taken: 1, says: []string{manAll}},

	{pieces: "We5 bh4", move: "e5d4", says: []string{kingFlies, kingGoesOn, kingAll, kingSteps}},
	{pieces: "Wa1 bh4", move: "a1e5", says: []string{kingFlies, kingGoesOn, kingAll}},
	{pieces: "We5 bd4", move: "e5c3", taken: 1, says: []string{kingFlies, kingGoesOn, kingAll, kingSteps}},
	{pieces: "Wa1 bd4", move: "a1e5", taken: 1, says: []string{kingFlies, kingGoesOn, kingAll}},
	{pieces: "Wa1 bd4", move: "a1g7", taken: 1, says: []string{kingFlies, kingGoesOn, kingAll}},
	{pieces: "We1 be5", move: "e1e7", taken: 1, says: []string{kingAll}},
	{pieces: "Wa1 bc3 bf4", move: "a1d4", taken: 1},
	{pieces: "Wa1 bc3 bf4", move: "a1g3", taken: 2, says: []string{kingFlies, kingGoesOn, kingAll}},
	{pieces: "Wa1 Bd4", move: "a1f6", taken: 1, says: []string{kingFlies, kingGoesOn, kingAll}, unless: killerStop},
	{pieces: "Wc1 bb2 bb4 bd4 bd2", move: "c1c1", taken: 4, says: []string{kingFlies, kingGoesOn, kingAll, kingSteps}},
	// What stands on d4 is taken, and saves what stands on e3.
	{pieces: "Wa1 bd4 be7 bc7 be3", move: "a1b6", taken: 3, says: []string{kingFlies, kingGoesOn}},

	{pieces: "wa3 wh2 bb4 bg3 be5", move: "a3c5", taken: 1, says: []string{anyCapture, kingMust}},
	{pieces: "Wa3 wh2 bb2 bg3 be5", move: "a3c1", taken: 1, says: []string{anyCapture, kingMust}},
	{pieces: "Wa3 wh2 bb2 bg3 be5", move: "h2d6", taken: 2, says: []string{anyCapture, mostPieces, mostThenKings, italianOrder, mostValue}, unless: kingWins},
	{pieces: "Wa3 wh2 bb2 bg3", move: "h2f4", taken: 1, says: []string{anyCapture, mostPieces, mostThenKings}, unless: kingWins},
	{pieces: "Wa3 Wh2 Bb4 bg3", move: "h2f4", taken: 1, says: []string{anyCapture, mostPieces, kingMust}, unless: kingWins},
	{pieces: "we3 bd4 bd6", move: "e3c5", taken: 1},

	{pieces: "wc7 bh2", move: "c7b8", says: []string{passAsMan, passAsKing, stopThere}, raised: true},
	{pieces: "wd6 be7 bg7", move: "d6f8", taken: 1, says: []string{stopThere}, raised: true},
	{pieces: "wd6 be7 bg7", move: "d6h6", taken: 2, says: []string{passAsMan, passAsKing}, raised: true},
	{pieces: "wb6 bc7 bg5", move: "b6h4", taken: 2, says: []string{passAsKing}, raised: true},
}

// sentences and diagrams are what a game of the program has.
func sentences(t *testing.T, r *movegen.Rules) []string {
	t.Helper()
	list, err := Sentences(r)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func diagrams(t *testing.T, r *movegen.Rules) []Diagram {
	t.Helper()
	list, err := Diagrams(r)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestNewGame asks for the rules of games that the tables do not have: what is missing is named.
func TestNewGame(t *testing.T) {
	for table, change := range map[string]func(r *movegen.Rules){
		"no draw rules":    func(r *movegen.Rules) { r.Draws = nil },
		"draws of package": func(r *movegen.Rules) { r.Draws = []*movegen.DrawRules{{Name: "club", Repetition: 3}} },
		"table draws wants": func(r *movegen.Rules) {
			r.Draws = []*movegen.DrawRules{{Name: "fmjd", Repetition: 3, Counts: r.Draws[0].Counts[:1]}}
		},
		"goals":      func(r *movegen.Rules) { r.Goal = 99 },
		"priorities": func(r *movegen.Rules) { r.Priority = 99 },
		"promotions": func(r *movegen.Rules) { r.Promotion = 99 },
		"drawings":   func(r *movegen.Rules) { r.Name = "russian" }, // its diagrams are no positions there
	} {
		r := *movegen.International()
		r.Name = "made-up"
		change(&r)
		_, err := Sentences(&r)
		if err == nil {
			_, err = Diagrams(&r)
		}
		if err == nil || !strings.Contains(err.Error(), table) || !strings.Contains(err.Error(), r.Name) {
			t.Errorf("%s: %v", table, err)
		}
	}
	r := *movegen.International()
	r.Name = "made-up"
	if list, err := Sentences(&r); err != nil || len(list) < 9 {
		t.Errorf("%q, %v", list, err)
	}
	if list, err := Diagrams(&r); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestSentences tries what is said of a game on its moves.
func TestSentences(t *testing.T) {
	for _, r := range movegen.Variants() {
		list := sentences(t, r)
		if len(list) < 9 || len(list) > 13 {
			t.Errorf("%s: %d sentences", r.Name, len(list))
		}
		// A long king that could go on goes on, which is said, or follows from the most.
		most := slices.ContainsFunc([]string{mostPieces, mostThenKings, mostValue}, func(s string) bool { return slices.Contains(list, s) })
		if said := slices.Contains(list, kingGoesOn); said == (most || !r.Flying) {
			t.Errorf("%s: a king goes on: %v", r.Name, said)
		}
		for _, w := range witnesses {
			p := position(r, w.pieces, w.raised)
			want := slices.ContainsFunc(w.says, func(s string) bool { return slices.Contains(list, s) }) && !slices.Contains(list, w.unless)
			got, promotes := has(r, &p, w.raised, w.move, w.taken)
			if got != want {
				t.Errorf("%s: %s of %d in %s: %v, and the rules say %v", r.Name, w.move, w.taken, r.FEN(&p), got, want)
			}
			stays := w.move == "d6h6" && slices.Contains(list, passAsMan)
			if got && w.raised && promotes == stays {
				t.Errorf("%s: the man becomes a king by %s: %v", r.Name, w.move, promotes)
			}
		}
	}
}

// TestItalianOrder compares captures of as many pieces and kings by kings.
func TestItalianOrder(t *testing.T) {
	r, err := movegen.Lookup("italian")
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.ParseFEN("W:WK8:B10,K11,K12,19,K27")
	if err != nil {
		t.Fatal(err)
	}
	if moves := r.Moves(nil, &p); len(moves) != 1 || r.Number(moves[0].To) != 13 {
		t.Errorf("%v", moves)
	}
}

// TestStart compares the first sentence with the position in which a game begins.
func TestStart(t *testing.T) {
	for _, r := range movegen.Variants() {
		text, p := sentences(t, r)[0], r.Start()
		corner := "left"
		if row, column := r.RowAndColumn(r.SquareOf(r.Squares())); row == r.Size-1 && column == r.Size-1 {
			corner = "right"
		}
		for _, want := range []string{corner, p.Turn.String() + " moves first"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %q", r.Name, want, text)
			}
		}
	}
}

// TestGoals ends games.
func TestGoals(t *testing.T) {
	for _, r := range movegen.Variants() {
		list := sentences(t, r)
		blocked := movegen.BlackWins
		if slices.Contains(list, loseWins) {
			blocked = movegen.WhiteWins
		}
		for _, pieces := range []string{"bb8", "wa3 bb4 bc5"} {
			if got := movegen.NewGameFrom(r, position(r, pieces, false), nil).Result().Outcome; got != blocked {
				t.Errorf("%s: %s: %v", r.Name, pieces, got)
			}
		}
		g := movegen.NewGameFrom(r, position(r, "wc7 wa1 bh2", true), nil)
		for _, m := range g.LegalMoves(nil) {
			if m.Promotes {
				g.Push(m)
				break
			}
		}
		if got, want := g.Result().Outcome == movegen.WhiteWins, slices.Contains(list, kingWins); got != want {
			t.Errorf("%s: the first king wins: %v", r.Name, got)
		}
	}
}

// TestKingRun moves a king to and fro, as often as the rules let it.
func TestKingRun(t *testing.T) {
	for _, r := range movegen.Variants() {
		if r.Goal == movegen.FirstKing {
			continue
		}
		p := position(r, "Wa1 wc1 bh4", false)
		n := 0
		for ; n < 10; n++ {
			moves := r.Moves(nil, &p)
			i := slices.IndexFunc(moves, func(m movegen.Move) bool {
				return p.Kings.Has(m.From) && (m.From == square(r, "a1") || m.To == square(r, "a1"))
			})
			if i < 0 {
				break
			}
			p = r.Play(&p, moves[i])
			p.Turn = movegen.White
		}
		said := slices.Contains(sentences(t, r), fill(kingRun, "n", n))
		if said != (n < 10) {
			t.Errorf("%s: a king moves %d times in a row, said: %v", r.Name, n, said)
		}
	}
}

// endings are positions in which a number of a text about draws counts.
var endings = map[string][]struct{ name, pieces string }{
	thirdOrKings: {{"n", "Wa1 wc1 we1 Wg1 Bb8 bd8 bf8 Bh8"}},
	loneKing:     {{"n", "Wa1 Wc1 we1 Bb8"}, {"n", "Wa1 wc1 we1 Bb8"}, {"few", "Wa1 wc1 Bb8"}, {"few", "Wa1 Bb8"}},
	frisianEnds:  {{"n", "Wa1 Wc1 Bb8"}, {"few", "Wa1 Bb8"}},
	threeKings:   {{"n", "Wa1 Wc1 We1 Bb8"}},
	balance64: {{"n", "Wa1 wc1 we1 Wg1 Bb8 bd8 bf8 Bh8"}, {"more", "Wa1 Wc1 Bb8 Bd8"}, {"more", "Wa1 Wc1 we1 Bb8 Bd8"},
		{"most", "Wa1 Wc1 we1 Bb8 Bd8 bf6"}, {"most", "Wa1 Wc1 we1 Bb8 Bd8 bf6 bh6"}},
	loneKing64: {{"n", "Wc1 We1 Wg1 Bb8"}, {"n", "Wc1 We1 Wg1 Wh2 Bb8"}, {"line", "Wc1 We1 Wg1 Bh8"}, {"line", "Wc1 We1 wg1 Bh8"},
		{"few", "Wc1 We1 Bb8"}, {"few", "Wc1 we1 Bb8"}, {"few", "Wc1 Bb8"}},
}

// TestDraws looks up in endings how many moves movegen gives them.
func TestDraws(t *testing.T) {
	for _, r := range movegen.Variants() {
		usual := r.Draws[0]
		counted := map[int]bool{}
		for _, s := range draws[usual.Name] {
			if repeats := s.text == third || s.text == thirdOrKings; repeats && usual.Repetition != 3 {
				t.Errorf("%s: %d repetitions", r.Name, usual.Repetition)
			}
			index := map[string]int{}
			for _, v := range s.values {
				index[v.name], counted[v.count] = v.count, true
			}
			tried := map[string]bool{}
			for _, e := range endings[s.text] {
				got := movegen.NewGameFrom(r, position(r, e.pieces, false), nil).CountLeft()
				if want := usual.Counts[index[e.name]].Plies; got != want {
					t.Errorf("%s: %s in %q: %d plies, and not %d", r.Name, e.name, s.text, got, want)
				}
				tried[e.name] = true
			}
			if len(tried) != len(s.values) {
				t.Errorf("%s: endings for %v alone of %q", r.Name, tried, s.text)
			}
		}
		if len(draws[usual.Name]) == 0 || len(counted) != len(usual.Counts) {
			t.Errorf("%s: %d of %d counts are said", r.Name, len(counted), len(usual.Counts))
		}
	}
}

// TestRepetition has kings go to and fro until the position is there for the third time.
func TestRepetition(t *testing.T) {
	for _, r := range movegen.Variants() {
		if slices.Contains(sentences(t, r), noDraws) {
			continue
		}
		g := movegen.NewGameFrom(r, position(r, "Wc1 We1 Wg1 Bb8", false), &movegen.DrawRules{Repetition: r.Draws[0].Repetition})
		var last [2]movegen.Move
		plies := 0
		for ; g.Result().Outcome == movegen.Ongoing && plies < 20; plies++ {
			turn := g.Position().Turn
			for _, m := range g.LegalMoves(nil) {
				next := r.Play(g.Position(), m)
				if m.From == last[turn].To && m.To == last[turn].From || plies < 2 && !r.HasCapture(&next) {
					last[turn] = m
					g.Push(m)
					break
				}
			}
		}
		if plies != 8 || g.Result().Reason != movegen.ReasonThreefold {
			t.Errorf("%s: %v after %d plies", r.Name, g.Result(), plies)
		}
	}
}

// TestTranslated looks for every text in heard.json, and in every language.
func TestTranslated(t *testing.T) {
	content, err := words.Files.ReadFile("heard.json")
	var heard []string
	if err == nil {
		err = json.Unmarshal(content, &heard)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range words.Names() {
		if name == "en" {
			continue
		}
		l, err := words.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range movegen.Variants() {
			texts := sentences(t, r)
			for _, d := range diagrams(t, r) {
				texts = append(texts, d.Caption)
			}
			for _, text := range texts {
				if got := l.Heard(text); english(text, got) || strings.ContainsAny(got, "{}") {
					t.Errorf("%s: %s", name, got)
				}
			}
		}
	}
}

// english reports whether a translation has three words of the text in a row.
func english(text, translation string) bool {
	list := strings.Fields(text)
	for i := range len(list) - 2 {
		if strings.Contains(translation, strings.Join(list[i:i+3], " ")) {
			return true
		}
	}
	return false
}
