package book_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"stupol/book"
	"stupol/book/expansion"
	"stupol/movegen"
)

// hashSearcher scores a position by its key: no two searches agree, but the same one
// is always the same.
type hashSearcher struct{ rules *movegen.Rules }

func (s hashSearcher) Search(_ context.Context, g *movegen.Game) (book.Score, error) {
	return book.Score(uint64(book.KeyOf(s.rules, g.Position()))%41) - 20, nil
}

// newBook returns a book of n positions with scores of a hashSearcher.
func newBook(t *testing.T, r *movegen.Rules, n int) *book.Book {
	t.Helper()
	graph := expansion.NewGraph(r, expansion.DefaultSettings(), nil)
	b := expansion.Builder{
		Graph: graph, Searchers: []expansion.Searcher{hashSearcher{r}},
		Next: expansion.Limit(graph.Next, n), Done: func(expansion.Expansion) error { return nil },
	}
	if err := b.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	return graph.Book(book.Header{Nodes: 1, Engine: "test"})
}

// fileOf returns b as a file.
func fileOf(t *testing.T, b *book.Book) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := b.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestRoundTrip writes books of all games and reads them back.
func TestRoundTrip(t *testing.T) {
	for _, r := range movegen.Variants() {
		b := newBook(t, r, 60)
		if err := b.Verify(); err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		file := fileOf(t, b)
		c, err := book.Read(bytes.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		if c.Rules() != r || c.Len() != b.Len() || c.Header != b.Header {
			t.Errorf("%s: read %s, %d positions, %v", r.Name, c.Rules().Name, c.Len(), c.Header)
		}
		if err := c.Verify(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		if !bytes.Equal(fileOf(t, c), file) {
			t.Errorf("%s: written again it is another file", r.Name)
		}
	}
}

// TestDamage changes every bit of a file in turn, and cuts it at every byte.
func TestDamage(t *testing.T) {
	file := fileOf(t, newBook(t, movegen.International(), 4))
	for i := range file {
		for bit := range 8 {
			damaged := slices.Clone(file)
			damaged[i] ^= 1 << bit
			if _, err := book.Read(bytes.NewReader(damaged)); err == nil {
				t.Fatalf("bit %d of byte %d makes no difference", bit, i)
			}
		}
		if _, err := book.Read(bytes.NewReader(file[:i])); err == nil || !strings.HasPrefix(err.Error(), "opening book: ") {
			t.Fatalf("cut after %d bytes: %v", i, err)
		}
	}
}

// TestTransposed finds the positions of a book with the colours exchanged.
func TestTransposed(t *testing.T) {
	r := movegen.International()
	b := newBook(t, r, 50)
	err := b.Walk(func(v book.Visit) error {
		turned := r.Turned(&v.Position)
		moves := b.Lookup(&turned)
		for i, m := range v.Moves {
			if m.Edge != moves[i].Edge || r.TurnedMove(m.Move) != moves[i].Move {
				t.Fatalf("%s: move %d is %v, with the colours exchanged %v", r.FEN(&v.Position), i, m, moves[i])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestChoose plays from a book: with no margin the best move, else one of those within
// it, the better the likelier.
func TestChoose(t *testing.T) {
	r := movegen.International()
	b := newBook(t, r, 300)
	g := movegen.NewGame(r)
	moves := b.Lookup(g.Position())
	best := book.Best(moves)
	a, ok := b.Choose(g, book.Options{Plies: 10})
	if !ok || a.Move != best.Move || a.Score != best.Score || a.Line[0] != a.Move {
		t.Fatalf("%v, %v: the best move is %v", a, ok, best)
	}
	line := movegen.NewGame(r)
	for _, m := range a.Line {
		if err := line.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	const margin, games = 60, 5000
	counts := map[movegen.Move]int{}
	options := book.Options{Plies: 10, Margin: margin, Random: rand.New(rand.NewPCG(1, 1))}
	for range games {
		a, ok := b.Choose(g, options)
		if !ok {
			t.Fatal("no move")
		}
		counts[a.Move]++
	}
	sum := 0
	for _, m := range moves {
		if m.Expanded {
			sum += max(0, margin+1-int(best.Score-m.Score))
		}
	}
	if len(counts) < 3 {
		t.Fatalf("%d moves within the margin: the test says nothing", len(counts))
	}
	for _, m := range moves {
		want := 0.
		if m.Expanded {
			want = games * float64(max(0, margin+1-int(best.Score-m.Score))) / float64(sum)
		}
		if got := float64(counts[m.Move]); got < 0.85*want-30 || got > 1.15*want+30 {
			t.Errorf("%s: %.0f of %d games, want %.0f", r.PDNMove(g.Position(), m.Move), got, games, want)
		}
	}
}

// TestChooseEnds leaves the book: after its plies, where it ends, and in other games.
func TestChooseEnds(t *testing.T) {
	r := movegen.International()
	b := newBook(t, r, 300)
	for _, plies := range []int{0, 1, 4} {
		g, played := movegen.NewGame(r), 0
		for {
			a, ok := b.Choose(g, book.Options{Plies: plies})
			if !ok {
				break
			}
			g.Push(a.Move)
			played++
		}
		if played != plies {
			t.Errorf("%d plies from a book that is closed after %d", played, plies)
		}
	}
	g := movegen.NewGame(r)
	for a, ok := b.Choose(g, book.Options{Plies: 1000}); ok; a, ok = b.Choose(g, book.Options{Plies: 1000}) {
		g.Push(a.Move)
	}
	if moves := b.Lookup(g.Position()); moves == nil || book.Best(moves).Expanded {
		t.Error("the book was left at a position whose best move is followed")
	}
	for ply := range 4 { // whoever sends a position without the moves that led there
		g := movegen.NewGame(r)
		for range ply {
			a, _ := b.Choose(g, book.Options{Plies: 1000})
			g.Push(a.Move)
		}
		if _, ok := b.Choose(movegen.NewGameFrom(r, *g.Position(), nil), book.Options{Plies: 2}); ok != (ply < 2) {
			t.Errorf("from the position after %d plies a book of 2 plies has a move: %v", ply, ok)
		}
	}
	frisian, err := movegen.Lookup("frisian")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := b.Choose(movegen.NewGame(frisian), book.Options{Plies: 10}); ok {
		t.Error("a move in another game")
	}
	if _, ok := (*book.Book)(nil).Choose(g, book.Options{Plies: 10}); ok {
		t.Error("a move from no book")
	}
}

// TestVerify spoils a book in each way that a checksum cannot see.
func TestVerify(t *testing.T) {
	r := movegen.International()
	start := r.Start()
	key := book.KeyOf(r, &start)
	spoil := map[string]func(map[book.Key][]book.Edge){
		"a score":         func(m map[book.Key][]book.Edge) { m[key][0].Score++ },
		"an own score":    func(m map[book.Key][]book.Edge) { spoilOwn(m, key) },
		"an orphan":       func(m map[book.Key][]book.Edge) { m[1] = []book.Edge{{}} },
		"a missing child": func(m map[book.Key][]book.Edge) { deleteChild(r, m) },
		"a missing move":  func(m map[book.Key][]book.Edge) { m[key] = m[key][1:] },
	}
	for what, change := range spoil {
		positions := positionsOf(newBook(t, r, 40))
		change(positions)
		if err := book.New(r, book.Header{}, positions).Verify(); err == nil {
			t.Errorf("%s is not noticed", what)
		}
	}
}

// positionsOf returns the positions of b.
func positionsOf(b *book.Book) map[book.Key][]book.Edge {
	positions := map[book.Key][]book.Edge{}
	_ = b.Walk(func(v book.Visit) error {
		edges := make([]book.Edge, len(v.Moves))
		for i, m := range v.Moves {
			edges[i] = m.Edge
		}
		positions[book.KeyOf(b.Rules(), &v.Position)] = edges
		return nil
	})
	return positions
}

// spoilOwn changes the own score of a move that is not followed, and its score.
func spoilOwn(m map[book.Key][]book.Edge, key book.Key) {
	for i := range m[key] {
		if e := &m[key][i]; !e.Expanded {
			e.Own++
			return
		}
	}
	e := &m[key][0]
	e.Expanded, e.Score = false, e.Own+1
}

// deleteChild removes a position that a move of the start leads to.
func deleteChild(r *movegen.Rules, m map[book.Key][]book.Edge) {
	start := r.Start()
	for i, move := range book.Moves(r, &start) {
		if m[book.KeyOf(r, &start)][i].Expanded {
			after := r.Play(&start, move)
			delete(m, book.KeyOf(r, &after))
			return
		}
	}
}

// TestEmbedded verifies the books in the program.
func TestEmbedded(t *testing.T) {
	for _, r := range movegen.Variants() {
		b := book.Embedded(r)
		if b == nil {
			continue
		}
		if err := b.Verify(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		if b.Header.Command == "" || b.Header.Engine == "" || b.Header.Date == "" {
			t.Errorf("%s: %+v does not say how it was made", r.Name, b.Header)
		}
	}
}

// FuzzRead reads files of any kind: what is accepted can be written and walked.
func FuzzRead(f *testing.F) {
	graph := expansion.NewGraph(movegen.International(), expansion.DefaultSettings(), nil)
	b := expansion.Builder{
		Graph: graph, Searchers: []expansion.Searcher{hashSearcher{movegen.International()}},
		Next: expansion.Limit(graph.Next, 5), Done: func(expansion.Expansion) error { return nil },
	}
	if err := b.Build(context.Background()); err != nil {
		f.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := graph.Book(book.Header{}).WriteTo(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add(file.Bytes()[:100])
	f.Add([]byte("STUPOLBK"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := book.Read(bytes.NewReader(withChecksum(data)))
		if err != nil {
			return
		}
		_ = b.Verify()
		if _, err := b.WriteTo(&bytes.Buffer{}); err != nil {
			t.Fatal(err)
		}
	})
}

// withChecksum returns a file with the right checksum, so that more than that is read.
func withChecksum(file []byte) []byte {
	const at = 12
	if len(file) < at+4 {
		return file
	}
	file = slices.Clone(file)
	sum := crc32.Checksum(file[at+4:], crc32.MakeTable(crc32.Castagnoli))
	binary.LittleEndian.PutUint32(file[at:], sum)
	return file
}

// TestLineEnds asks for the best line of a book in which kings go to and fro, which Read
// does not refuse.
func TestLineEnds(t *testing.T) {
	r := movegen.International()
	start, err := r.ParseFEN("W:WK46:BK6")
	if err != nil {
		t.Fatal(err)
	}
	positions, p := map[book.Key][]book.Edge{}, start
	for _, text := range []string{"46-41", "6-1", "41-46", "1-6"} {
		next, err := r.ParseHubMove(&p, text)
		if err != nil {
			t.Fatal(err)
		}
		edges := make([]book.Edge, len(book.Moves(r, &p)))
		for i, m := range book.Moves(r, &p) {
			edges[i] = book.Edge{Score: -100, Own: -100}
			if m == next {
				edges[i] = book.Edge{Score: 100, Own: 100, Expanded: true}
			}
		}
		positions[book.KeyOf(r, &p)] = edges
		p = r.Play(&p, next)
	}
	if line := book.New(r, book.Header{}, positions).Line(start); len(line) != 1 {
		t.Errorf("got a line of %d moves, want the one that can be taken back", len(line))
	}
}

// TestSameSearches changes one thing of a header after the other.
func TestSameSearches(t *testing.T) {
	h := book.Header{Variant: "russian", Nodes: 100, Weights: "a", WeightsHash: "12", Pieces: 4}
	other := func(change func(*book.Header)) book.Header {
		o := h
		change(&o)
		return o
	}
	for _, tt := range []struct {
		other book.Header
		want  string // the error; "": none
	}{
		{h, ""},
		{other(func(o *book.Header) { o.Engine, o.Date, o.Command = "e", "d", "c" }), ""},
		{other(func(o *book.Header) { o.WeightsHash = "" }), ""},
		{other(func(o *book.Header) { o.TableBytes = 1 << 20 }), "a table of 1 MiB, not of 16"},
		{other(func(o *book.Header) { o.Variant = "czech" }), "a book of czech, not of russian"},
		{other(func(o *book.Header) { o.Nodes = 1 }), "of 1 nodes, not of 100"},
		{other(func(o *book.Header) { o.Weights = "b" }), "the weights b, not of a"},
		{other(func(o *book.Header) { o.WeightsHash = "34" }), "with the same name: 34, not 12"},
		{other(func(o *book.Header) { o.Pieces = 5 }), "databases of 5 pieces, not of 4"},
	} {
		err := h.SameSearches(tt.other)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %q", tt.other, err, tt.want)
		}
	}
}
