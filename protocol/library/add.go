package library

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3"
	"golang.org/x/sync/errgroup"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/plain"
)

// A Source is a file of games in PDN, which is read several times.
type Source struct {
	Name string
	Open func() (io.ReadCloser, error)

	Rules    *movegen.Rules  // of all its games, whatever they say; nil: what they say, or else what fits
	Results  pdn.ResultOrder // whose points its results name first, if the user says so
	Encoding plain.Encoding  // of its text
	Threads  int             // that replay games; 0: one

	// OnOdd is called for each thing that is wrong with a game that is added all the same; nil:
	// it is not.
	OnOdd func(Rejected)
}

// A batch is so many games, or those of so long: they are added together. A Library has its own
// number of them.
const (
	batchGames = 4000
	batchTime  = 2 * time.Second
)

// chunkGames is how many games a goroutine replays at a time.
const chunkGames = 32

// surveyGames is how many games of a file that do not say which they are have a say in it, and
// how many of those that do in what its results mean.
const surveyGames = 1000

// Add adds the games of a file. After each batch that is in the library it calls onAdded with
// what became of the games so far; onRejected is called for each game that cannot be
// replayed. Either may be nil. A file that was added before, whatever its name, goes on where
// that ended.
func (l *Library) Add(ctx context.Context, s Source, onAdded func(Added), onRejected func(Rejected)) (Added, error) {
	sum, err := s.sum()
	if err != nil {
		return Added{}, err
	}
	a := &adder{library: l, source: s, onAdded: onAdded, onRejected: onRejected, names: map[string]int64{}}
	if err := l.use(ctx, func() error { return l.db.change(func() error { return a.begin(sum) }) }); err != nil || a.complete {
		return a.added, err
	}
	if err := a.run(ctx); err != nil {
		return a.added, err
	}
	return a.added, l.use(ctx, func() error { return l.db.exec("UPDATE source SET complete = 1 WHERE id = ?", a.id) })
}

// sum returns the SHA-256 of a file.
func (s Source) sum() ([]byte, error) {
	file, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	return h.Sum(nil), nil
}

// variant returns the name of the rules that the user gave, "" if there are none.
func (s Source) variant() string {
	if s.Rules == nil {
		return ""
	}
	return s.Rules.Name
}

// games calls visit with the games of a file, until it returns an error.
func (s Source) games(ctx context.Context, visit func(*pdn.Game) error) error {
	file, err := s.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	for g, err := range pdn.NewReaderOf(ctx, file, s.Encoding).Games() {
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		if err := visit(g); err != nil {
			return err
		}
	}
	return nil
}

// An adder adds the games of a file.
type adder struct {
	library    *Library
	source     Source
	onAdded    func(Added)
	onRejected func(Rejected)

	id       int64 // of the source
	complete bool  // it was added before
	added    Added // what is in the library
	survey   *pdn.Survey
	looked   bool             // at the games that have a say in the survey
	results  atomic.Int64     // that of the source: see notAsked
	names    map[string]int64 // that are in the library
	batch    []*entry
	began    time.Time // the batch
}

// begin finds out what was added of the file before.
func (a *adder) begin(sum []byte) error {
	a.survey = pdn.NewSurvey(a.source.Rules)
	a.survey.Results = a.source.Results
	err := a.library.db.query("SELECT id, games, complete, results FROM source WHERE sha256 = ? AND variant = ?", func(s *sqlite3.Stmt) error {
		a.id, a.added.Games, a.complete = s.ColumnInt64(0), s.ColumnInt(1), s.ColumnBool(2)
		a.added.Earlier = a.added.Games
		return a.goOn(s.ColumnType(3) == sqlite3.NULL, pdn.ResultOrder(s.ColumnInt(3)))
	}, sum, a.source.variant())
	if err == nil && a.id == 0 {
		a.id, err = a.library.db.insert("INSERT INTO source (name, sha256, variant, games, complete, results) VALUES (?, ?, ?, 0, 0, 0)", a.source.Name, sum, a.source.variant())
	}
	return err
}

// goOn has the rest of a file read as its beginning was: before anybody asked, or in an order
// if that mattered so far.
func (a *adder) goOn(before bool, order pdn.ResultOrder) error {
	a.results.Store(int64(order))
	if before {
		order = pdn.WhiteFirst
		a.results.Store(notAsked)
	}
	a.added.Results = orderName(a.results.Load())
	if asked := a.source.Results; asked != pdn.OrderByGames && order != pdn.OrderByGames && asked != order {
		return fmt.Errorf("%s: %w: they were taken for %s", a.source.Name, errReadOtherwise, order)
	}
	if order != pdn.OrderByGames {
		a.survey.Results = order
	}
	return nil
}

// errReadOtherwise is the error of a file that was added with another order of results.
var errReadOtherwise = errors.New("its results are in the library already; stupol games results turns them")

// settle returns a game with White's points first, its rules, whether they are sure, and why
// there are none.
func (a *adder) settle(ctx context.Context, g *pdn.Game) (settled *pdn.Game, r *movegen.Rules, sure bool, err error) {
	_, unnamed := g.Rules()
	unknown := a.source.Rules == nil && errors.Is(unnamed, pdn.ErrNoGameType)
	if !a.looked && (unknown || a.survey.Matters(g)) {
		if err := a.look(ctx); err != nil {
			return g, nil, false, err
		}
	}
	r, err = a.survey.Rules(g)
	if a.survey.Matters(g) {
		a.results.CompareAndSwap(int64(pdn.OrderByGames), int64(a.survey.Meaning().Order))
	}
	return a.survey.Settle(g), r, a.survey.Sure(g), err
}

// look replays the first games of the file that do not say which they are, and of those that
// do the first on whose winner the order of results depends.
func (a *adder) look(ctx context.Context) error {
	a.looked = true
	s, unnamed, named := a.survey, 0, 0
	err := a.source.games(ctx, func(g *pdn.Game) error {
		_, err := g.Rules()
		switch {
		case a.source.Rules == nil && errors.Is(err, pdn.ErrNoGameType):
			unnamed++
		case named < surveyGames && s.Matters(g):
			named++
		default:
			return nil
		}
		if s.AddContext(ctx, g); ctx.Err() != nil {
			return ctx.Err()
		}
		if unnamed == surveyGames || a.source.Rules != nil && named == surveyGames {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// A chunk is some games of a file, of which entries are made.
type chunk struct {
	games []job
	done  chan []*entry // gets the entries
}

// A job is a game of which an entry is to be made.
type job struct {
	number int
	game   *pdn.Game
	rules  *movegen.Rules // nil: see err
	sure   bool
	err    error
}

// run reads the file, makes entries on all threads, and adds them in the order of the file.
func (a *adder) run(ctx context.Context) error {
	threads := max(a.source.Threads, 1)
	todo, order := make(chan chunk), make(chan chunk, 4*threads)
	earlier := a.added.Earlier
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(todo)
		defer close(order)
		return a.read(ctx, earlier, todo, order)
	})
	for range threads {
		group.Go(func() error { return work(ctx, todo) })
	}
	group.Go(func() error {
		for c := range order {
			select {
			case entries := <-c.done:
				if err := a.collect(ctx, entries); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return a.flush(ctx)
	})
	return group.Wait()
}

// read hands the games of the file out, without those that were added earlier.
func (a *adder) read(ctx context.Context, earlier int, todo, order chan<- chunk) error {
	number, next := 0, chunk{}
	hand := func() error {
		next.done = make(chan []*entry, 1)
		for _, to := range []chan<- chunk{order, todo} {
			select {
			case to <- next:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		next = chunk{}
		return nil
	}
	err := a.source.games(ctx, func(g *pdn.Game) error {
		if number++; number <= earlier {
			return ctx.Err()
		}
		j := job{number: number}
		j.game, j.rules, j.sure, j.err = a.settle(ctx, g)
		next.games = append(next.games, j)
		if len(next.games) < chunkGames {
			return nil
		}
		return hand()
	})
	if err != nil || next.games == nil {
		return err
	}
	return hand()
}

// work makes entries.
func work(ctx context.Context, todo <-chan chunk) error {
	m, err := newMaker()
	if err != nil {
		return err
	}
	for c := range todo {
		entries := make([]*entry, 0, len(c.games))
		for _, j := range c.games {
			entries = append(entries, m.make(ctx, j.number, j.game, j.rules, j.sure, j.err))
		}
		if ctx.Err() != nil {
			return ctx.Err() // before what was not replayed is taken for what cannot be
		}
		c.done <- entries
	}
	return nil
}

// collect puts entries into the batch, and adds it when there is enough in it.
func (a *adder) collect(ctx context.Context, entries []*entry) error {
	if len(a.batch) == 0 {
		a.began = time.Now()
	}
	a.batch = append(a.batch, entries...)
	if len(a.batch) >= a.library.batch || time.Since(a.began) > batchTime {
		return a.flush(ctx)
	}
	return nil
}

// flush adds the batch: all of it or, after an error, nothing.
func (a *adder) flush(ctx context.Context) error {
	if len(a.batch) == 0 {
		return nil
	}
	after := a.added
	var rejected []Rejected
	err := a.library.use(ctx, func() error {
		return a.library.db.change(func() (err error) {
			rejected, err = a.write(&after)
			return err
		})
	})
	if err != nil {
		clear(a.names) // those that were added are not there
		return err
	}
	a.tellOdd()
	a.added, a.batch = after, nil
	for _, r := range rejected {
		if a.onRejected != nil {
			a.onRejected(r)
		}
	}
	if a.onAdded != nil {
		a.onAdded(after)
	}
	return nil
}

// tellOdd tells what is wrong with the games of the batch that were not rejected.
func (a *adder) tellOdd() {
	for _, e := range a.batch {
		if a.source.OnOdd == nil || e.fault != nil {
			continue
		}
		for _, f := range e.odd {
			a.source.OnOdd(a.rejected(e, f))
		}
	}
}

// rejected returns a fault of a game.
func (a *adder) rejected(e *entry, f *pdn.Error) Rejected {
	return Rejected{File: a.source.Name, Game: e.number, Line: f.Line, Column: f.Column, Ply: f.Ply, Text: f.Text, Reason: f.Err.Error()}
}

// write writes the batch, counts what becomes of its games, and returns those rejected.
func (a *adder) write(after *Added) (rejected []Rejected, err error) {
	db := a.library.db
	after.Results = orderName(a.results.Load())
	w := batchWriter{db: db, names: a.names, source: a.id}
	for _, e := range a.batch {
		after.Games++
		if e.fault != nil {
			r, err := a.reject(e)
			if err != nil {
				return nil, err
			}
			after.Rejected++
			rejected = append(rejected, r)
			continue
		}
		switch state, err := w.game(e); {
		case err != nil:
			return nil, err
		case state == isNew:
			after.Added++
		case state == isRemoved:
			after.Removed++
		default:
			after.Known++
		}
	}
	if err := w.finish(); err != nil {
		return nil, err
	}
	return rejected, db.exec("UPDATE source SET games = ?, results = ? WHERE id = ?", after.Games, orderColumn(a.results.Load()), a.id)
}

// reject keeps a game apart.
func (a *adder) reject(e *entry) (Rejected, error) {
	r := a.rejected(e, e.fault)
	var err error
	r.ID, err = a.library.db.insert("INSERT INTO rejected (source, number, line, column, ply, text, reason, pdn) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		a.id, r.Game, r.Line, r.Column, r.Ply, r.Text, r.Reason, e.pdn)
	return r, err
}

// A batchWriter writes a batch of games.
type batchWriter struct {
	db     *database
	names  map[string]int64
	source int64
	rows   []placeRow
}

// A placeRow is a row of the table of places, with the game that it is of.
type placeRow struct {
	place
	game  int64
	entry *entry
}

// A state is what a game was before it was added.
type state int

const (
	isNew state = iota
	isKnown
	isRemoved
)

// game writes a game, but not its places.
func (w *batchWriter) game(e *entry) (state, error) {
	was, differs, err := w.known(e)
	if differs && err == nil {
		e.otherwise()
		was, _, err = w.known(e)
	}
	if err != nil || was != isNew {
		return was, err
	}
	var ids [3]int64
	for i, name := range []string{e.white, e.black, e.event} {
		if ids[i], err = w.db.nameID(w.names, name); err != nil {
			return was, err
		}
	}
	id, err := w.db.insert(`INSERT INTO game (variant, guessed, white, black, event, date, year, outcome, plies, start, moves, scores, fingerprint, source, number, tags, pdn)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.rules.Name, e.guessed, ids[0], ids[1], ids[2], e.date, orNull(e.year), outcomeNumber(e.outcome), e.plies, orNull(e.start),
		append([]byte{}, e.moves...), e.scores, e.fingerprint, w.source, e.number, orNull(e.tags), e.pdn)
	if err != nil {
		return was, err
	}
	for _, p := range e.places {
		w.rows = append(w.rows, placeRow{p, id, e})
	}
	return was, nil
}

// known returns what the game with the fingerprint of an entry is, and whether that is another
// game all the same.
func (w *batchWriter) known(e *entry) (was state, differs bool, err error) {
	err = w.db.query("SELECT removed IS NOT NULL, outcome, tags FROM game WHERE fingerprint = ?", func(s *sqlite3.Stmt) error {
		if was = isKnown; s.ColumnBool(0) {
			was = isRemoved
		}
		differs = e.differs(s.ColumnInt(1), s.ColumnText(2))
		return nil
	}, e.fingerprint)
	return was, differs, err
}

// orNull returns a value, or nil if it is none.
func orNull[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}

// finish writes the places of the games, in the order of the table, which is the quickest,
// and brings the tallies up to date.
func (w *batchWriter) finish() error {
	slices.SortFunc(w.rows, func(a, b placeRow) int {
		return cmp.Or(cmp.Compare(a.key.signed(), b.key.signed()), cmp.Compare(a.game, b.game))
	})
	tallied, err := w.db.tallied()
	if err != nil {
		return err
	}
	for _, r := range w.rows {
		if err := w.db.exec("INSERT INTO place (key, game, ply) VALUES (?, ?, ?)", r.key.signed(), r.game, r.ply); err != nil {
			return err
		}
	}
	for rows := w.rows; len(rows) > 0; {
		n := 1
		for n < len(rows) && rows[n].key == rows[0].key {
			n++
		}
		if err := w.tally(rows[:n], tallied[rows[0].key]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// tally brings the tally of a position up to date, or makes it when many games have it.
func (w *batchWriter) tally(rows []placeRow, has bool) error {
	key := rows[0].key
	if has {
		all := sums{}
		for _, r := range rows {
			move, one := sumOf(outcomeNumber(r.entry.outcome), r.entry.moves, r.entry.scores, r.ply)
			all.add(move, one, 1)
		}
		return w.db.addToTally(key, all)
	}
	if len(rows) < oftenAtOnce && rows[0].ply >= firstPlies {
		return nil
	}
	if many, err := w.db.ofManyGames(key); err != nil || !many {
		return err
	}
	all, err := w.db.count(key, "")
	if err != nil {
		return err
	}
	return w.db.addToTally(key, all)
}
