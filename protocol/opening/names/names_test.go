package names

import (
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/search/material"
)

// line returns the moves of a text from the start.
func line(t testing.TB, r *movegen.Rules, text string) (moves []movegen.Move) {
	t.Helper()
	p := r.Start()
	for _, word := range strings.Fields(text) {
		m, err := r.ParsePDNMove(&p, word)
		if err != nil {
			t.Fatalf("%s in %s: %v", word, text, err)
		}
		moves = append(moves, m)
		p = r.Play(&p, m)
	}
	return moves
}

// english returns the rules of English draughts.
func english(t testing.TB) *movegen.Rules {
	t.Helper()
	r, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOf(t *testing.T) {
	tests := []struct{ game, moves, want string }{
		{"english", "11-15 23-19 8-11 22-17 4-8 17-13", "Old Fourteenth"},
		{"english", "11-15 22-17 8-11 23-19 4-8 17-13", "Old Fourteenth"}, // in another order
		{"english", "9-14 23-18 14x23 27x18", "Double Cross"},
		{"english", "12-16 21-17", "Dundee"},
		{"english", "10-15 22-18", "Kelso"},
		{"english", "10-15 21-17 9-13 17-14", "Kelso, 10-15 21-17 9-13"},
		{"english", "11-15 21-17 9-13", "11-15 21-17 9-13"}, // the first move alone has no name
		{"english", "10-14 22-17 11-16", "Gemini"},
		{"english", "12-16 24-20 16-19", "Dundee"}, // loses a man: no ballot
		{"english", "", ""},
		{"russian", "c3-d4 d6-c5 b2-c3 e7-d6 a1-b2", "Старая партия"},
		{"russian", "c3-d4 b6-a5 d4-c5 d6xb4 a3xc5 f6-g5", "Кол"},
		{"brazilian", "a3-b4 b6-a5", "Игра Бодянского"},
		{"international", "32-28 19-23", ""},
	}
	for _, tt := range tests {
		r, err := movegen.Lookup(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		if got := Of(r, r.Start(), line(t, r, tt.moves)).String(); got != tt.want {
			t.Errorf("%s, %s: got %q, want %q", tt.game, tt.moves, got, tt.want)
		}
	}
	r := english(t)
	p, err := r.ParseFEN("B:W21,22:B1,2,3")
	if err != nil {
		t.Fatal(err)
	}
	if got := Of(r, p, r.Moves(nil, &p)[:1]); got != nil {
		t.Errorf("from another position: %q", got)
	}
}

// TestBallots finds the ballots again: the beginnings of three moves by which no man is lost, and among
// them those of R. Pask, The Golden Dozen, 2005, the 18 that are no longer drawn and some of the latest.
func TestBallots(t *testing.T) {
	r := english(t)
	ballots := known()["english"].rows
	seen, lost := map[uint64]bool{}, 0
	v := &material.Prover{Rules: r, Unrest: 3}
	var try func(p movegen.Position, plies int)
	try = func(p movegen.Position, plies int) {
		if plies < ballotPlies {
			for _, m := range r.Moves(nil, &p) {
				try(r.Play(&p, m), plies+1)
			}
			return
		}
		if seen[p.Hash] {
			return
		}
		seen[p.Hash] = true
		v.Nodes = 1_000_000
		out, ok := v.Look(p, 5, nil)
		if !ok {
			t.Fatalf("%s takes too long", r.FEN(&p))
		}
		if _, known := ballots[p.Hash]; known != (out.Value == 0) {
			t.Errorf("%s: %d men are lost, and it is a ballot: %v", r.FEN(&p), out.Value, known)
		}
		if out.Value != 0 {
			lost++
		}
	}
	try(r.Start(), 0)
	if len(seen) != 216 || len(seen)-lost != 174 {
		t.Errorf("%d positions, %d of which lose a man", len(seen), lost)
	}
	for _, moves := range strings.Split(`9-13 21-17 10-14,9-13 23-18 10-14,9-13 24-19 10-15,9-13 24-20 12-16,9-14 22-18 12-16,
		9-14 22-18 14-17,9-14 23-19 10-15,9-14 24-19 10-15,10-14 24-19 11-15,10-15 21-17 9-14,10-15 22-17 9-14,10-15 24-20 11-16,
		11-15 21-17 10-14,11-16 21-17 10-14,11-16 22-18 10-15,11-16 24-19 10-15,12-16 23-18 9-14,12-16 23-19 16x23,
		12-16 24-20 10-15,10-14 22-17 11-15,9-13 23-19 10-15,10-14 22-17 9-13,10-14 22-17 11-16,10-15 23-19 11-16,9-13 24-20 11-16,9-13 22-18 10-14`, ",") {
		p := r.Start()
		for _, m := range line(t, r, moves) {
			p = r.Play(&p, m)
		}
		if _, ok := ballots[p.Hash]; !ok {
			t.Errorf("%s is no ballot", strings.TrimSpace(moves))
		}
	}
}

func TestTable(t *testing.T) {
	for game, of := range known() {
		named := 0
		for _, r := range of.rows {
			if r.name != "" {
				named++
			}
		}
		if want := map[string]int{"english": 36, "russian": 14}[game]; named != want {
			t.Errorf("%s: %d names, want %d: two lead to the same", game, named, want)
		}
	}
	if rows := strings.Split(strings.TrimSpace(string(table)), "\n"); len(rows) != 1+36+14+174 {
		t.Errorf("%d rows", len(rows))
	}
	for _, bad := range []string{"english,Bad,1-5,x\n", "nowhere,Bad,1-5,x\n", "english,Bad\n", "english,Bad,9-13,\"\n"} {
		if _, err := read([]byte("game,name,moves,source\n" + bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestSources: each row says where it is written.
func TestSources(t *testing.T) {
	for _, r := range strings.Split(strings.TrimSpace(string(table)+string(structureTable)), "\n") {
		if strings.HasSuffix(r, ",") || strings.HasSuffix(r, `,""`) {
			t.Errorf("%s: no source", r)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(table[:400])
	f.Add([]byte("game,name,moves,source\nrussian,x,c3-d4 d6-c5,y\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if _, err := read(file); err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
	})
}
