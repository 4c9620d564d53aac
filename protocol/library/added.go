package library

import (
	"context"
	"errors"

	"github.com/ncruces/go-sqlite3"

	"stupol/eval/files/input"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/archive"
	"stupol/protocol/words"
)

// Added says what became of the games of a file so far.
type Added struct {
	Games    int `json:"games"` // that were read
	Added    int `json:"added"`
	Known    int `json:"known"`    // that the library had before
	Removed  int `json:"removed"`  // that it had, and that are marked as removed
	Rejected int `json:"rejected"` // that cannot be replayed
	Earlier  int `json:"earlier"`  // of Games, those that were read by an earlier run

	// Results is whose points the results of the file name first, as they were read: "white" or
	// "first-player"; "" if it does not matter.
	Results string `json:"results,omitempty"`
}

// String says it for people.
func (a Added) String() string {
	text := words.Count(a.Games, "game")
	for _, part := range []struct {
		n    int
		what string
	}{
		{a.Earlier, "read earlier"}, {a.Added, "added"}, {a.Known, "known already"}, {a.Removed, "removed before and not added again"},
		{a.Rejected, "that cannot be replayed"},
	} {
		if part.n > 0 {
			text += words.Sprintf(", %d %s", part.n, part.what)
		}
	}
	if a.Results == pdn.FirstPlayerFirst.String() {
		text += "; results name the first player's points first, so 1-0 is a win of Black's"
	}
	return text
}

// A Rejected is a game that is kept apart, and why.
type Rejected struct {
	ID     int64  `json:"id"`
	File   string `json:"file"`
	Game   int    `json:"game"` // its number in the file
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Ply    int    `json:"ply"` // 0: it is not about a move
	Text   string `json:"text"`
	Reason string `json:"reason"`
}

// String says where the game is, and what is wrong with it.
func (r Rejected) String() string {
	file := archive.Source{Source: input.Source{Name: r.File}}
	return file.Place(r.Game, &pdn.Error{Ply: r.Ply, Line: r.Line, Column: r.Column, Text: r.Text, Err: errors.New(r.Reason)})
}

// RejectedGames calls visit with the games that are kept apart, and their text.
func (l *Library) RejectedGames(ctx context.Context, visit func(Rejected, string) error) error {
	reader, err := newUnpacker()
	if err != nil {
		return err
	}
	return l.use(ctx, func() error {
		return l.db.query(`SELECT r.id, s.name, r.number, r.line, r.column, r.ply, r.text, r.reason, r.pdn
			FROM rejected r JOIN source s ON s.id = r.source ORDER BY r.id`, func(s *sqlite3.Stmt) error {
			text, err := reader.unpack(s.ColumnRawBlob(8))
			if err != nil {
				return err
			}
			return visit(Rejected{
				ID: s.ColumnInt64(0), File: s.ColumnText(1), Game: s.ColumnInt(2), Line: s.ColumnInt(3), Column: s.ColumnInt(4),
				Ply: s.ColumnInt(5), Text: s.ColumnText(6), Reason: s.ColumnText(7),
			}, text)
		})
	})
}
