package reason_test

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"stupol/movegen"
	"stupol/protocol/reason"
)

// examineShot looks at a mechanism by following every piece of the line over the board.
func examineShot(r *movegen.Rules, p movegen.Position, line []movegen.Move, m *reason.Mechanism) string {
	gains := p.Turn
	begin := p
	home := map[movegen.Square]movegen.Square{} // where the piece on a square stood at the beginning
	for sq := movegen.Square(0); sq < movegen.NoSquare; sq++ {
		if p.Occupied().Has(sq) {
			home[sq] = sq
		}
	}
	moved := map[movegen.Square]bool{} // the pieces that have moved, by where they began
	final, most := -1, 0
	for i, move := range line {
		if i%2 == 0 && move.Captured != 0 && move.Captured.Len() >= most {
			final, most = i, move.Captured.Len()
		}
	}
	if m.Final != final || m.Takes != most {
		return "another capture is the final one"
	}
	for i, move := range line[:final+1] {
		if i == final {
			break
		}
		after := r.Play(&p, move)
		if i%2 == 0 && move.Captured == 0 && line[i+1].Captured != 0 {
			flipped := movegen.NewPosition(gains.Opponent(), p.Pieces[0], p.Pieces[1], p.Kings)
			before := r.Moves(nil, &flipped)
			free := len(before) > 0 && before[0].Captured != 0 && !line[i+1].Captured.Has(move.To)
			if free != slices.Contains(m.Elements[i], reason.FreeTempo) || free == slices.Contains(m.Elements[i], reason.Offer) {
				return "an offer is no free tempo, nor the other way round"
			}
			if (len(r.Moves(nil, &after)) == 1) != slices.Contains(m.Elements[i], reason.Forcing) {
				return "it forces, or does not"
			}
		}
		from := home[move.From]
		delete(home, move.From)
		for sq := movegen.Square(0); sq < movegen.NoSquare; sq++ {
			if move.Captured.Has(sq) {
				delete(home, sq)
			}
		}
		home[move.To] = from
		moved[from] = true
		p = after
	}
	last := line[final]
	brought, opened := 0, false
	for sq := movegen.Square(0); sq < movegen.NoSquare; sq++ {
		if last.Captured.Has(sq) && moved[home[sq]] {
			brought++
		}
	}
	for _, sq := range m.Path[1:] {
		opened = opened || begin.Occupied().Has(sq) && home[last.From] != sq
	}
	switch {
	case m.BroughtIn != brought:
		return "other pieces are brought in"
	case m.Opened != opened:
		return "the way was open, or was not"
	case m.RoundTrip != (last.From == last.To) || m.Path[0] != last.From || m.Path[len(m.Path)-1] != last.To || len(m.Path) != last.Captured.Len()+1:
		return "the way is another"
	}
	return ""
}

// TestMechanisms looks at lines of random games in all games in which something is offered, at 100 of
// each. SHOTS=all looks at ten times as many.
func TestMechanisms(t *testing.T) {
	rng := rand.New(rand.NewPCG(70, 1))
	want := 100
	if os.Getenv("SHOTS") != "" {
		want *= 10
	}
	named := map[reason.Name]int{}
	for _, r := range movegen.Variants() {
		for lines, games := 0, 0; lines < want && games < 200*want; games++ {
			g := movegen.NewGame(r)
			g.PlayRandom(rng.IntN(60), rng)
			p := *g.Position()
			begin := len(g.Moves())
			g.PlayRandom(3+rng.IntN(6), rng)
			line := g.Moves()[begin:]
			m, ok := reason.Mechanics(r, p, line)
			if !ok {
				continue
			}
			lines++
			if fault := examineShot(r, p, line, &m); fault != "" {
				t.Errorf("%s %s: %s: %+v", r.Name, r.FEN(&p), fault, m)
			}
			named[m.Name]++
			if m.Name != reason.Nameless && (r.Name != "international" || !examineName(r, p, line, m.Name)) {
				t.Errorf("%s %s: %v is no %v", r.Name, r.FEN(&p), line, m.Name)
			}
		}
	}
	t.Logf("names: %v", named)
}

// TestNoShotInQuietLines: a line that begins with a capture, or in which nothing is offered, is none.
func TestNoShotInQuietLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(70, 2))
	r := movegen.International()
	for lines := 0; lines < 1000; {
		g := movegen.NewGame(r)
		g.PlayRandom(rng.IntN(40), rng)
		p := *g.Position()
		begin := len(g.Moves())
		if g.PlayRandom(4, rng) < 4 {
			continue
		}
		line := g.Moves()[begin:]
		if !line[0].IsCapture() && line[1].IsCapture() {
			continue
		}
		lines++
		if m, ok := reason.Mechanics(r, p, line); ok || m.Name != reason.Nameless {
			t.Errorf("%s: %+v", r.FEN(&p), m)
		}
	}
}

// TestShots: the better move of a shot that bench make-shots has found is missed by any other, and
// its mechanism is right. SHOTS=all looks at all of them, and
// SHOTS=FILE at those of another file.
func TestShots(t *testing.T) {
	file := "../../bench/shots.csv"
	if name := os.Getenv("SHOTS"); name != "" && name != "all" {
		file = name
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader := csv.NewReader(f)
	reader.Comment, reader.FieldsPerRecord = '#', -1
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	step := 24
	if os.Getenv("SHOTS") != "" {
		step = 1
	}
	named, seen, shots := map[reason.Name]int{}, 0, 0
	for i := 0; i < len(rows); i += step {
		r, err := movegen.Lookup(rows[i][0])
		if err != nil || r.Goal != movegen.BlockOpponent {
			continue
		}
		p, err := r.ParseFEN(rows[i][1])
		if err != nil {
			t.Fatal(err)
		}
		best, err := r.ParseHubMove(&p, rows[i][2])
		if err != nil {
			t.Fatal(err)
		}
		seen++
		re, c := missed(t, r, p, best)
		if re.Shot == nil || !re.Missed {
			t.Logf("%v: %v", rows[i], re.Kind)
			continue
		}
		if err := (&examiner{Case: c}).examine(&re); err != nil {
			t.Logf("%v: %v", rows[i], err)
		}
		shots++
		named[re.Shot.Name]++
		if fault := examineShot(r, p, re.Line, re.Shot); fault != "" {
			t.Errorf("%v: %s: %+v", rows[i], fault, re.Shot)
		}
		if n := re.Shot.Name; n != reason.Nameless && !examineName(r, p, re.Line, n) {
			t.Errorf("%v: it is no %v", rows[i], n)
		}
	}
	t.Logf("%d positions, %d missed shots; names: %v", seen, shots, named)
	if 4*shots < seen { // the others gain in other ways, or need more nodes
		t.Errorf("of %d shots %d are seen", seen, shots)
	}
}

// missed returns the reason why a move that leaves all as it is is worse than the best one.
func missed(t *testing.T, r *movegen.Rules, p movegen.Position, best movegen.Move) (re reason.Reason, c *reason.Case) {
	t.Helper()
	for _, other := range r.Moves(nil, &p) {
		if other == best {
			continue
		}
		c = &reason.Case{Rules: r, Before: p, Played: other, Better: []movegen.Move{best}}
		re = reason.Find(c)
		if err := re.Check(c); err != nil {
			t.Errorf("%s: %v", r.FEN(&p), err)
		}
		if re.Missed && re.Shot != nil {
			break
		}
	}
	return re, c
}
