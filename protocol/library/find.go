package library

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
	"stupol/protocol/opening/names"
	"stupol/protocol/pattern"
)

// A Query says which games to find: those that have all that it names.
type Query struct {
	Rules    *movegen.Rules    // nil: any, if neither a position, moves nor a pattern is named
	Position *movegen.Position // that occurs in the game
	Moves    []movegen.Move    // that it begins with, from the usual start
	Next     *movegen.Move     // by which it goes on from the position or the moves, where it first has that
	Pattern  *pattern.Pattern  // that a position of it has
	Swap     bool              // the pattern with colours exchanged will do as well

	Opening string // a part of its name or of that of a structure, in any language, in capitals or not; "": any

	Player, White, Black, Event string // a part of the name, in capitals or not; "": any
	FirstYear, LastYear         int    // 0: any
	Outcomes                    []movegen.Outcome
	IDs                         []Range // nil: any
	Removed                     bool    // those that are marked as removed, instead of the others

	Limit int // games to find at most; 0: all
}

// A Range is the numbers from First to Last.
type Range struct{ First, Last int64 }

// A Found is a game that was found.
type Found struct {
	ID      int64  `json:"id"`
	Variant string `json:"variant"`
	White   string `json:"white"`
	Black   string `json:"black"`
	Event   string `json:"event"`
	Date    string `json:"date"`
	Result  string `json:"result"` // "white", "black", "draw" or "unknown"
	Plies   int    `json:"plies"`
	Ply     int    `json:"ply"` // after which the game has what was looked for, 0: at its start
}

// resultNames are the names of results, by outcome.
var resultNames = [...]string{"unknown", "white", "black", "draw"}

// ResultNamed returns the outcome that a name of Found.Result stands for.
func ResultNamed(name string) (movegen.Outcome, bool) {
	for i, n := range resultNames {
		if n == name {
			return outcomes[i], true
		}
	}
	return movegen.Ongoing, false
}

// Errors of queries.
var (
	errNoRules = errors.New("a position, moves or a pattern need the name of the game")
	errNoPlace = errors.New("a move by which games go on needs the position before it")
)

// Find calls visit with the games that a query is for, in the order in which they were
// added, until visit returns an error.
func (l *Library) Find(ctx context.Context, q Query, visit func(Found) error) error {
	return l.use(ctx, func() error { return l.find(q, visit) })
}

// Count returns how many games a query is for.
func (l *Library) Count(ctx context.Context, q Query) (n int, err error) {
	err = l.Find(ctx, q, func(Found) error {
		n++
		return nil
	})
	return n, err
}

// columns are those of a game that find reads.
const columns = "g.id, g.variant, w.text, b.text, e.text, g.date, g.outcome, g.plies, g.moves, g.start"

// Lines calls visit with the position that each game begins with and its moves, for the games
// that a query is for.
func (l *Library) Lines(ctx context.Context, q Query, visit func(movegen.Position, []movegen.Move) error) error {
	return l.use(ctx, func() error {
		return l.rows(q, func(s *sqlite3.Stmt, _ int) error {
			r, err := movegen.Lookup(s.ColumnText(1))
			if err != nil {
				return err
			}
			start, err := startOf(r, s.ColumnText(9))
			if err != nil {
				return err
			}
			moves, err := decode(r, s.ColumnRawBlob(8))
			if err != nil {
				return err
			}
			return visit(start, moves)
		})
	})
}

// find is Find for who holds the lock.
func (l *Library) find(q Query, visit func(Found) error) error {
	return l.rows(q, func(s *sqlite3.Stmt, ply int) error {
		game := foundIn(s)
		game.Ply = ply
		return visit(game)
	})
}

// rows calls visit with the row of each game that a query is for, and after how many plies it
// has what was looked for.
func (l *Library) rows(q Query, visit func(s *sqlite3.Stmt, ply int) error) error {
	f, err := l.finder(q)
	if err != nil {
		return err
	}
	sql := "SELECT " + columns + ", " + f.ply + " FROM " + f.from +
		" CROSS JOIN name w ON w.id = g.white CROSS JOIN name b ON b.id = g.black CROSS JOIN name e ON e.id = g.event WHERE " + f.where
	if f.from == "game g" {
		sql += " ORDER BY g.id"
	}
	found := 0
	err = l.db.query(sql, func(s *sqlite3.Stmt) error {
		ply, ok, err := f.fits(s)
		if err != nil || !ok {
			return err
		}
		found++
		err = visit(s, ply)
		if err == nil && found == q.Limit {
			return errEnough
		}
		return err
	}, f.parameters...)
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// foundIn returns the game of a row.
func foundIn(s *sqlite3.Stmt) Found {
	return Found{
		ID: s.ColumnInt64(0), Variant: s.ColumnText(1), White: s.ColumnText(2), Black: s.ColumnText(3), Event: s.ColumnText(4), Date: s.ColumnText(5),
		Result: resultNames[s.ColumnInt(6)&3], Plies: s.ColumnInt(7),
	}
}

// A finder is a query as SQL, and what remains to be looked at in each game.
type finder struct {
	from, ply, where string
	parameters       []any

	rules    *movegen.Rules
	squares  *squares
	prefix   []byte // of the moves
	next     []byte // the move after the place
	patterns []pattern.Pattern
	opening  string
	starts   map[string]movegen.Position // by FEN
}

// finder returns the finder for a query.
func (l *Library) finder(q Query) (*finder, error) {
	f := &finder{from: "game g", ply: "0", rules: q.Rules, opening: strings.TrimSpace(q.Opening), starts: map[string]movegen.Position{}}
	if q.Rules == nil && (q.Position != nil || q.Moves != nil || q.Pattern != nil) {
		return nil, errNoRules
	}
	if err := f.place(q); err != nil {
		return nil, err
	}
	where, parameters, err := l.conditions(q)
	if err != nil {
		return nil, err
	}
	f.where += "g.removed IS NULL" + where
	if q.Removed {
		f.where = strings.Replace(f.where, "IS NULL", "IS NOT NULL", 1)
	}
	f.parameters = append(f.parameters, parameters...)
	if q.Pattern != nil {
		f.squares, f.patterns = squaresOf(q.Rules), []pattern.Pattern{*q.Pattern}
		if q.Swap {
			f.patterns = append(f.patterns, q.Pattern.Swapped(q.Rules))
		}
	}
	return f, nil
}

// place has the games found by the key of a position, if one is named or follows from the
// moves.
func (f *finder) place(q Query) error {
	p := q.Position
	if q.Moves != nil {
		game := movegen.NewGame(q.Rules)
		for _, m := range q.Moves {
			if err := game.Play(m); err != nil {
				return err
			}
		}
		f.prefix = appendMoves(nil, q.Rules, q.Moves)
		if p == nil {
			p = game.Position()
		}
	}
	if q.Next != nil {
		if p == nil {
			return errNoPlace
		}
		f.next = appendMove(nil, q.Rules, *q.Next)
	}
	if p != nil {
		f.from, f.ply, f.where = "place p CROSS JOIN game g ON g.id = p.game", "p.ply", "p.key = ? AND "
		f.parameters = append(f.parameters, KeyOf(q.Rules, p).signed())
	}
	return nil
}

// conditions returns what a query says of the columns of a game, as the rest of a condition.
func (l *Library) conditions(q Query) (where string, parameters []any, err error) {
	add := func(condition string, values ...any) {
		where += " AND " + condition
		parameters = append(parameters, values...)
	}
	if q.Rules != nil {
		add("g.variant = ?", q.Rules.Name)
	}
	for _, part := range []struct{ text, condition string }{
		{q.Player, "(g.white IN (SELECT value FROM json_each(?)) OR g.black IN (SELECT value FROM json_each(?)))"},
		{q.White, "g.white IN (SELECT value FROM json_each(?))"},
		{q.Black, "g.black IN (SELECT value FROM json_each(?))"},
		{q.Event, "g.event IN (SELECT value FROM json_each(?))"},
	} {
		if strings.TrimSpace(part.text) == "" {
			continue
		}
		ids, err := l.db.namesWith(part.text)
		if err != nil {
			return "", nil, err
		}
		values := []any{ids, ids}
		add(part.condition, values[:strings.Count(part.condition, "?")]...)
	}
	if q.FirstYear != 0 {
		add("g.year >= ?", q.FirstYear)
	}
	if q.LastYear != 0 {
		add("g.year <= ?", q.LastYear)
	}
	if q.Outcomes != nil {
		numbers := []int{}
		for _, o := range q.Outcomes {
			numbers = append(numbers, outcomeNumber(o))
		}
		add("g.outcome IN (SELECT value FROM json_each(?))", jsonOf(numbers))
	}
	if q.IDs != nil {
		ranges := disjoint(q.IDs)
		if len(ranges) == 1 { // which is read as it comes, however long it is
			add("g.id BETWEEN ? AND ?", ranges[0].First, ranges[0].Last)
		} else {
			add(amongRanges, jsonOf(ranges))
		}
	}
	return where, parameters, nil
}

// amongRanges is the condition that the number of a game is in one of the ranges of a list of
// JSON. SQLite bounds how many conditions it joins by OR, and how long a statement is.
const amongRanges = `g.id IN (SELECT n.id FROM json_each(?) r CROSS JOIN game n
	ON n.id BETWEEN r.value ->> '$.First' AND r.value ->> '$.Last')`

// disjoint returns the ranges that have the same numbers and neither overlap nor touch, in order.
func disjoint(ranges []Range) []Range {
	sorted := slices.SortedFunc(slices.Values(ranges), func(a, b Range) int { return cmp.Compare(a.First, b.First) })
	all := []Range{}
	for _, r := range sorted {
		last := len(all) - 1
		switch {
		case r.First > r.Last: // no numbers
		case last < 0 || r.First-1 > all[last].Last:
			all = append(all, r)
		default:
			all[last].Last = max(all[last].Last, r.Last)
		}
	}
	return all
}

// jsonOf returns a list of numbers, or of ranges of them, as JSON, which SQLite reads as a parameter.
func jsonOf(list any) string {
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // no list of numbers has an error
	}
	return string(text)
}

// named reports whether the opening of the game of a row has the name that is asked for.
func (f *finder) named(s *sqlite3.Stmt) (bool, error) {
	r, err := movegen.Lookup(s.ColumnText(1))
	if err != nil {
		return false, err
	}
	start, err := startOf(r, s.ColumnText(9))
	if err != nil {
		return false, err
	}
	moves, err := decode(r, s.ColumnRawBlob(8))
	if err != nil {
		return false, err
	}
	return names.Of(r, start, moves).Has(f.opening), nil
}

// fits reports whether the game of a row has what the query says of its moves, and after
// which ply.
func (f *finder) fits(s *sqlite3.Stmt) (ply int, ok bool, err error) {
	ply = s.ColumnInt(10)
	moves := s.ColumnRawBlob(8)
	if f.prefix != nil && (!strings.HasPrefix(string(moves), string(f.prefix)) || s.ColumnType(9) != sqlite3.NULL) {
		return 0, false, nil
	}
	if f.next != nil && !bytes.Equal(moveAt(moves, ply), f.next) {
		return 0, false, nil
	}
	if f.opening != "" {
		if named, err := f.named(s); !named {
			return 0, false, err
		}
	}
	if f.patterns == nil {
		return ply, true, nil
	}
	start, err := f.start(s.ColumnRawText(9))
	if err != nil {
		return 0, false, err
	}
	at := firstFit(f.squares, start, moves, f.patterns)
	return max(at, 0), at >= 0, nil
}

// start returns the position that a game begins with.
func (f *finder) start(fen []byte) (movegen.Position, error) {
	if p, ok := f.starts[string(fen)]; ok {
		return p, nil
	}
	p, err := startOf(f.rules, string(fen))
	if err == nil && len(f.starts) < 1000 { // of games that all begin in different ways there may be millions
		f.starts[string(fen)] = p
	}
	return p, err
}

// startOf returns the position with that FEN, or that in which games usually begin.
func startOf(r *movegen.Rules, fen string) (movegen.Position, error) {
	if fen == "" {
		return r.Start(), nil
	}
	return r.ParseFEN(fen)
}

// firstFit returns the first ply of a game before which it has one of the patterns: 0 is its
// start. It returns -1 if it never has.
func firstFit(s *squares, p movegen.Position, moves []byte, patterns []pattern.Pattern) int {
	for ply := 0; ; ply++ {
		for i := range patterns {
			if patterns[i].Fits(&p) {
				return ply
			}
		}
		n := s.play(&p, moves)
		if n == 0 {
			return -1
		}
		moves = moves[n:]
	}
}
