package reason_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"stupol/movegen"
	"stupol/protocol/reason"
)

// TestQuietPositions looks for the reason why a move is worse than another in positions in which neither
// side can capture and nobody wins a man soon, as far as the examiner sees: no shot is missed there that
// the examiner does not find, too, and none has a name unless its definition holds. QUIET says how many
// positions.
func TestQuietPositions(t *testing.T) {
	want := 20
	if text := os.Getenv("QUIET"); text != "" {
		var err error
		if want, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(70, 3))
	r := movegen.International()
	kinds, named := map[reason.Kind]int{}, map[reason.Name]int{}
	for quiet := 0; quiet < want; {
		g := movegen.NewGame(r)
		g.PlayRandom(rng.IntN(50), rng)
		p := *g.Position()
		moves := r.Moves(nil, &p)
		x := &examiner{Case: &reason.Case{Rules: r, Before: p}}
		if len(moves) < 2 || !x.quiet(&p) {
			continue
		}
		if wins, err := x.either(p, p.Turn, x.lead(&p, p.Turn)+1); wins || err != nil {
			continue
		}
		quiet++
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		c := &reason.Case{Rules: r, Before: p, Played: moves[0], Better: moves[1:2], Chance: 0.6, PlayedChance: 0.4}
		after := r.Play(&p, moves[0])
		if replies := r.Moves(nil, &after); len(replies) > 0 {
			c.Reply = replies[rng.IntN(len(replies)):][:1]
		}
		re := reason.Find(c)
		kinds[re.Kind]++
		if err := re.Check(c); err != nil {
			t.Errorf("%s: %v", r.FEN(&p), err)
		}
		if re.Shot == nil {
			continue
		}
		begin := p
		if !re.Missed {
			begin = after
		} else if err := (&examiner{Case: c}).examine(&re); err != nil {
			t.Errorf("%s: %s is said to begin a shot: %v", r.FEN(&p), r.HubMove(moves[1]), err)
		}
		named[re.Shot.Name]++
		if fault := examineShot(r, begin, re.Line, re.Shot); fault != "" {
			t.Errorf("%s: %s: %+v", r.FEN(&p), fault, re.Shot)
		}
		if n := re.Shot.Name; n != reason.Nameless && !examineName(r, begin, re.Line, n) {
			t.Errorf("%s: it is no %v", r.FEN(&p), n)
		}
	}
	t.Logf("%d positions; reasons: %v; names: %v", want, kinds, named)
}
