package library

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// A Game is a game of a library.
type Game struct {
	Found
	File   string    `json:"file"`   // that it was added from
	Number int       `json:"number"` // in that file
	Text   string    `json:"pdn"`
	PDN    *pdn.Game `json:"-"`
}

// Game returns the game with that number, which may be one that is removed.
func (l *Library) Game(ctx context.Context, id int64) (*Game, error) {
	var g *Game
	err := l.use(ctx, func() (err error) {
		g, err = l.game(id)
		return err
	})
	return g, err
}

// ErrNoGame is the error of a number that no game has.
var ErrNoGame = errors.New("there is no such game")

// game is Game for who holds the lock.
func (l *Library) game(id int64) (*Game, error) {
	var g *Game
	err := l.db.query("SELECT "+columns+`, g.guessed, g.tags, g.pdn, s.name, g.number
		FROM game g JOIN name w ON w.id = g.white JOIN name b ON b.id = g.black JOIN name e ON e.id = g.event JOIN source s ON s.id = g.source
		WHERE g.id = ?`, func(s *sqlite3.Stmt) (err error) {
		g = &Game{Found: foundIn(s), File: s.ColumnText(13), Number: s.ColumnInt(14)}
		g.PDN, err = pdnOf(g, s)
		if err != nil {
			return fmt.Errorf("game %d: %w", id, err)
		}
		g.Text = g.PDN.String()
		return nil
	}, id)
	if err == nil && g == nil {
		err = fmt.Errorf("%s: %d: %w", l.name, id, ErrNoGame)
	}
	return g, err
}

// pdnOf returns the game of a row as PDN.
func pdnOf(g *Game, s *sqlite3.Stmt) (*pdn.Game, error) {
	if packed := s.ColumnRawBlob(12); len(packed) > 0 {
		return unpackGame(packed)
	}
	rules, err := movegen.Lookup(g.Variant)
	if err != nil {
		return nil, err
	}
	start, err := startOf(rules, s.ColumnText(9))
	if err != nil {
		return nil, err
	}
	game, err := gameOf(rules, start, s.ColumnRawBlob(8))
	if err != nil {
		return nil, err
	}
	r := pdn.Record{Game: game, Players: [2]string{movegen.White: g.White, movegen.Black: g.Black}, Outcome: outcomes[s.ColumnInt(6)&3]}
	for _, t := range []pdn.Tag{{Name: "Event", Value: g.Event}, {Name: "Date", Value: g.Date}} {
		if t.Value != "" {
			r.Tags = append(r.Tags, t)
		}
	}
	others := [][2]string{}
	if text := s.ColumnRawText(11); len(text) > 0 {
		if err := json.Unmarshal(text, &others); err != nil {
			return nil, err
		}
	}
	for _, t := range others {
		r.Tags = append(r.Tags, pdn.Tag{Name: t[0], Value: t[1]})
	}
	written := r.PDN()
	if s.ColumnBool(10) { // nobody knows which game it is
		written.Tags = slices.DeleteFunc(written.Tags, func(t pdn.Tag) bool { return t.Name == "GameType" || t.Name == "Variant" })
	}
	return written, nil
}

// mostText is how much text a game may have.
const mostText = 64 << 20

// An unpacker unpacks the text of games.
type unpacker struct{ *zstd.Decoder }

// newUnpacker returns an unpacker.
func newUnpacker() (unpacker, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostText))
	return unpacker{d}, err
}

// unpack returns the text of a game.
func (u unpacker) unpack(packed []byte) (string, error) {
	text, err := u.DecodeAll(packed, nil)
	return string(text), err
}

// unpackGame returns the game whose text is packed.
func unpackGame(packed []byte) (*pdn.Game, error) {
	u, err := newUnpacker()
	if err != nil {
		return nil, err
	}
	defer u.Close()
	text, err := u.unpack(packed)
	if err != nil {
		return nil, err
	}
	games, err := pdn.ReadAll(strings.NewReader(text))
	if err != nil || len(games) != 1 {
		return nil, cmp.Or(err, errors.New("its text is not one game"))
	}
	return games[0], nil
}

// Export calls visit with the games that a query is for, to write them.
func (l *Library) Export(ctx context.Context, q Query, visit func(*Game) error) error {
	var ids []int64
	if err := l.Find(ctx, q, func(f Found) error { ids = append(ids, f.ID); return nil }); err != nil {
		return err
	}
	for _, id := range ids {
		g, err := l.Game(ctx, id)
		if err == nil {
			err = visit(g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
