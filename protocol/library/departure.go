package library

import (
	"context"
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
)

// A Departure is the move by which a game leaves what other games have played.
type Departure struct {
	Ply   int      `json:"ply"`   // of the move, 1 is the first
	Games int      `json:"games"` // other games with the position before it
	Last  Found    `json:"last"`  // the latest of them
	Moves []string `json:"moves"` // by which most of them went on, with their numbers of games
}

// At returns its ply.
func (d *Departure) At() int { return d.Ply }

// mostMoves is how many moves a Departure names.
const mostMoves = 3

// String returns what there is to say of it.
func (d *Departure) String() string {
	text := fmt.Sprintf("%s had the position, the latest %s", words.Count(d.Games, "game"), d.Last)
	if len(d.Moves) > 0 {
		text += "; they went on by " + strings.Join(d.Moves, ", ")
	}
	return text + "."
}

// Departure returns the first move of a game, by rules r, that leads to a position that no
// other game of the library has. It is nil if there is none, and if no other begins as the
// game does.
func (l *Library) Departure(ctx context.Context, g *pdn.Game, r *movegen.Rules) (d *Departure, err error) {
	m, err := newMaker()
	if err != nil {
		return nil, err
	}
	e := m.make(ctx, 0, g, r, true, nil)
	if e.fault != nil {
		return nil, ctx.Err()
	}
	start, err := startOf(r, e.start)
	if err != nil {
		return nil, err
	}
	moves, err := decode(r, e.moves)
	if err != nil {
		return nil, err
	}
	err = l.use(ctx, func() error {
		own, err := l.db.number("SELECT id FROM game WHERE fingerprint = ?", e.fingerprint)
		if err != nil {
			return err
		}
		p := start
		for ply := 0; ; ply++ {
			known, err := l.others(KeyOf(r, &p), own, 1)
			if err != nil || known == 0 && ply == 0 {
				return err
			}
			if known == 0 {
				before := gameUpTo(r, start, moves[:ply-1])
				d, err = l.departure(r, &before, ply, own)
				return err
			}
			if ply == len(moves) {
				return nil
			}
			p = r.Play(&p, moves[ply])
		}
	})
	return d, err
}

// gameUpTo returns the position after some moves.
func gameUpTo(r *movegen.Rules, p movegen.Position, moves []movegen.Move) movegen.Position {
	for _, m := range moves {
		p = r.Play(&p, m)
	}
	return p
}

// others returns how many games but one have a position, not counting more than enough.
func (l *Library) others(k Key, own int64, enough int) (int64, error) {
	return l.db.number(`SELECT count(*) FROM (SELECT 1 FROM place p JOIN game g ON g.id = p.game
		WHERE p.key = ? AND g.removed IS NULL AND g.id <> ? LIMIT ?)`, k.signed(), own, enough)
}

// departure describes the departure from a position, in the games but one.
func (l *Library) departure(r *movegen.Rules, p *movegen.Position, ply int, own int64) (*Departure, error) {
	k := KeyOf(r, p)
	all, err := l.db.count(k, " AND g.id <> ?", own)
	if err != nil {
		return nil, err
	}
	d := &Departure{Ply: ply}
	for i, s := range all.sorted() {
		d.Games += s.games()
		moves, err := decode(r, s.move)
		if err != nil {
			return nil, err
		}
		if i < mostMoves && len(moves) > 0 {
			d.Moves = append(d.Moves, fmt.Sprintf("%s (%d)", pdn.Usual.Move(r, p, moves[0]), s.games()))
		}
	}
	latest, err := l.db.number(`SELECT g.id FROM place p JOIN game g ON g.id = p.game
		WHERE p.key = ? AND g.removed IS NULL AND g.id <> ? ORDER BY g.year DESC, g.date DESC, g.id DESC LIMIT 1`, k.signed(), own)
	if err != nil {
		return nil, err
	}
	return d, l.db.query("SELECT "+columns+" FROM game g JOIN name w ON w.id = g.white JOIN name b ON b.id = g.black JOIN name e ON e.id = g.event WHERE g.id = ?",
		func(s *sqlite3.Stmt) error {
			d.Last = foundIn(s)
			return nil
		}, latest)
}
