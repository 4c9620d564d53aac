package library

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// notAsked is the order of sources that were added before anybody asked for one, and all of
// whose results were taken for White's points first. The column is NULL.
const notAsked = -1

// orderColumn returns the value of the column results of a source: a pdn.ResultOrder, of which
// OrderByGames says that it did not matter so far.
func orderColumn(order int64) any {
	if order == notAsked {
		return nil
	}
	return order
}

// orderName returns the name of the order of a source, "" if it does not matter or nobody has
// asked.
func orderName(order int64) string {
	if order == notAsked || order == int64(pdn.OrderByGames) {
		return ""
	}
	return pdn.ResultOrder(order).String()
}

// SourceResults says what the results of a file mean.
type SourceResults struct {
	Source int64       `json:"source"` // its number
	Name   string      `json:"name"`
	Order  string      `json:"order"` // by which it was read; "" if it does not matter
	Asked  bool        `json:"asked"` // whether anybody has asked: earlier versions did not
	Games  pdn.Meaning `json:"games"` // what the first thousand of its games say now

	Fits   string `json:"fits"`   // the order that follows from them, "" if it is not clear
	Turned int    `json:"turned"` // by Settle
}

// resultsColumn is the column results of the table source, which version 1 did not have.
func (l *Library) resultsColumn() string {
	if l.version < 2 {
		return "NULL"
	}
	return "results"
}

// sources returns what there is of each file.
func (l *Library) sources() (all []SourceInfo, err error) {
	matters, err := l.countWhereItMatters()
	if err != nil {
		return nil, err
	}
	all = []SourceInfo{}
	err = l.db.query("SELECT id, name, games, complete, "+l.resultsColumn()+" FROM source ORDER BY id", func(s *sqlite3.Stmt) error {
		info := SourceInfo{Name: s.ColumnText(1), Games: s.ColumnInt(2), Complete: s.ColumnBool(3)}
		if s.ColumnType(4) == sqlite3.NULL {
			info.Unsettled = matters[s.ColumnInt64(0)]
		}
		if info.Results = orderName(s.ColumnInt64(4)); info.Unsettled > 0 {
			info.Results = pdn.WhiteFirst.String()
		}
		all = append(all, info)
		return nil
	})
	return all, err
}

// Unsettled returns how many files were added before anybody asked what their results mean, of
// those in which it matters, and for how many games.
func (l *Library) Unsettled(ctx context.Context) (files, games int, err error) {
	err = l.use(ctx, func() error {
		if n, err := l.db.number("SELECT count(*) FROM source WHERE " + l.resultsColumn() + " IS NULL"); n == 0 || err != nil {
			return err
		}
		all, err := l.sources()
		for _, s := range all {
			if games += s.Unsettled; s.Unsettled > 0 {
				files++
			}
		}
		return err
	})
	return files, games, err
}

// countWhereItMatters returns how many games of each file have a winner who depends on the
// order.
func (l *Library) countWhereItMatters() (map[int64]int, error) {
	counts := map[int64]int{}
	return counts, l.db.query("SELECT g.source, count(*) FROM game g WHERE "+whereItMatters()+" GROUP BY g.source", func(s *sqlite3.Stmt) error {
		counts[s.ColumnInt64(0)] = s.ColumnInt(1)
		return nil
	})
}

// whereItMatters is the condition of games whose winner depends on the order of results: those
// that somebody has won, of games in which Black begins.
func whereItMatters() string {
	var names []string
	for _, r := range movegen.Variants() {
		if r.First == movegen.Black {
			names = append(names, "'"+r.Name+"'")
		}
	}
	return "g.variant IN (" + strings.Join(names, ", ") + ") AND g.outcome IN (1, 2)"
}

// Results says of each file whose points its results name first, as it was read and by its
// games.
func (l *Library) Results(ctx context.Context) ([]SourceResults, error) {
	return l.eachSource(ctx, nil, func(*SourceResults) error { return nil })
}

// Settle reads the results of files anew, those with the numbers of sources or, if there are
// none, those that were added before anybody asked for their order: by the order, or by the one
// that fits their games. Results whose meaning changes are turned, with what is counted of
// them; nothing else of a game is touched. It returns what became of the files.
func (l *Library) Settle(ctx context.Context, order pdn.ResultOrder, sources []int64) ([]SourceResults, error) {
	settled := []SourceResults{}
	_, err := l.eachSource(ctx, sources, func(s *SourceResults) error {
		to := order
		if to == pdn.OrderByGames {
			to = max(s.Games.Order, pdn.WhiteFirst)
		}
		if s.Asked && sources == nil {
			return nil
		}
		err := l.db.change(func() error { return l.turnSource(ctx, s, to) })
		if err == nil {
			settled = append(settled, *s)
		}
		return err
	})
	return settled, err
}

// eachSource calls visit with some files, nil: all, and returns them.
func (l *Library) eachSource(ctx context.Context, sources []int64, visit func(*SourceResults) error) (all []SourceResults, err error) {
	all = []SourceResults{}
	err = l.use(ctx, func() error {
		matters, err := l.countWhereItMatters()
		if err != nil {
			return err
		}
		err = l.db.query("SELECT id, name, "+l.resultsColumn()+" FROM source ORDER BY id", func(s *sqlite3.Stmt) error {
			one := SourceResults{Source: s.ColumnInt64(0), Name: s.ColumnText(1), Asked: s.ColumnType(2) != sqlite3.NULL}
			one.Order = orderName(s.ColumnInt64(2))
			if sources == nil || slices.Contains(sources, one.Source) {
				all = append(all, one)
			}
			return nil
		})
		for i := range all {
			if err == nil && matters[all[i].Source] > 0 {
				err = l.judge(ctx, &all[i])
			}
			if err == nil {
				err = visit(&all[i])
			}
		}
		return err
	})
	return all, err
}

// judge finds out what the games of a file say of its results. They are told as the file has
// them, those that Settle has turned as well.
func (l *Library) judge(ctx context.Context, s *SourceResults) error {
	ids, err := l.gamesWhereItMatters(s.Source, surveyGames)
	if err != nil {
		return err
	}
	survey := pdn.NewSurvey(nil)
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		g, err := l.game(id)
		if err != nil {
			return err
		}
		if s.Order == pdn.FirstPlayerFirst.String() && g.PDN.Tag(pdn.OriginalResult) != "" {
			g.PDN = g.PDN.Turned()
		}
		survey.Add(g.PDN)
	}
	if s.Games = survey.Meaning(); s.Games.Decided() {
		s.Fits = s.Games.Order.String()
	}
	if s.Order == "" {
		s.Order = pdn.WhiteFirst.String()
	}
	return nil
}

// gamesWhereItMatters returns the numbers of the games of a file whose winner depends on the
// order, at most so many; 0: all.
func (l *Library) gamesWhereItMatters(source int64, most int) (ids []int64, err error) {
	err = l.db.query("SELECT g.id FROM game g WHERE g.source = ? AND "+whereItMatters()+" ORDER BY g.number", func(s *sqlite3.Stmt) error {
		if ids = append(ids, s.ColumnInt64(0)); len(ids) == most {
			return errEnough
		}
		return nil
	}, source)
	if errors.Is(err, errEnough) {
		err = nil
	}
	return ids, err
}

// turnSource turns the results of a file, if they were read by another order than to.
func (l *Library) turnSource(ctx context.Context, s *SourceResults, to pdn.ResultOrder) error {
	ids, err := l.gamesWhereItMatters(s.Source, 0)
	if err != nil {
		return err
	}
	if s.Order != to.String() {
		tallied, err := l.db.tallied()
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			turned, err := l.turn(id, to, tallied)
			if err != nil {
				return err
			}
			if turned {
				s.Turned++
			}
		}
	}
	if len(ids) == 0 {
		to = pdn.OrderByGames
	}
	s.Asked, s.Order = true, orderName(int64(to))
	return l.db.exec("UPDATE source SET results = ? WHERE id = ?", int(to), s.Source)
}

// turn turns the result of a game, unless its tag says that it was turned to that order.
func (l *Library) turn(id int64, to pdn.ResultOrder, tallied map[Key]bool) (bool, error) {
	var outcome int
	var tags string
	var packed []byte
	var removed bool
	err := l.db.query("SELECT outcome, tags, pdn, removed IS NOT NULL FROM game WHERE id = ?", func(s *sqlite3.Stmt) error {
		outcome, tags, packed, removed = s.ColumnInt(0), s.ColumnText(1), s.ColumnBlob(2, nil), s.ColumnBool(3)
		return nil
	}, id)
	if err != nil {
		return false, err
	}
	row, err := l.row(id)
	if err != nil {
		return false, err
	}
	e := entry{rules: row.rules, outcome: outcomes[outcome&3], tags: tags, pdn: packed}
	was, err := e.turn()
	if err != nil || was == (to == pdn.FirstPlayerFirst) {
		return false, err // it keeps its order, whatever the file has
	}
	if !removed {
		if err := l.countAgain(id, -1, tallied); err != nil {
			return false, err
		}
	}
	err = l.db.exec("UPDATE game SET outcome = ?, tags = ?, pdn = ? WHERE id = ?", outcomeNumber(e.outcome), orNull(e.tags), e.pdn, id)
	if err == nil && !removed {
		err = l.countAgain(id, 1, tallied)
	}
	return true, err
}

// turn gives the points of each side to the other. It reports whether they had been turned
// before.
func (e *entry) turn() (was bool, err error) {
	others := [][2]string{}
	if e.tags != "" {
		if err := json.Unmarshal([]byte(e.tags), &others); err != nil {
			return false, err
		}
	}
	g := &pdn.Game{Result: pdn.ResultOf(e.rules, e.outcome)}
	for _, t := range others {
		g.Tags = append(g.Tags, pdn.Tag{Name: t[0], Value: t[1]})
	}
	was = g.Tag(pdn.OriginalResult) != ""
	g = g.Turned()
	e.outcome = g.Result.Outcome()
	others = others[:0]
	for _, t := range g.Tags {
		others = append(others, [2]string{t.Name, t.Value})
	}
	if e.tags = ""; len(others) > 0 {
		text, _ := json.Marshal(others) // strings cannot fail
		e.tags = string(text)
	}
	if len(e.pdn) == 0 {
		return was, nil
	}
	written, err := unpackGame(e.pdn)
	if err != nil {
		return was, err
	}
	m, err := newMaker()
	if err != nil {
		return was, err
	}
	defer m.packer.Close()
	e.pdn = m.packer.EncodeAll([]byte(written.Turned().String()), nil)
	return was, nil
}
