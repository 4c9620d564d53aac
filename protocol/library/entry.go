package library

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// An entry is a game that is about to be added: the columns of its row, and its places.
type entry struct {
	number              int // in its file
	rules               *movegen.Rules
	guessed             bool // other rules would do as well
	white, black, event string
	date                string
	year                int // 0: not known
	outcome             movegen.Outcome
	plies               int
	start               string // FEN; "": as usual
	moves               []byte
	scores              []byte // nil: there are none
	fingerprint         []byte
	tags                string // JSON; "": there are no others
	pdn                 []byte // compressed; nil: everything is in the other columns
	places              []place
	fault               *pdn.Error   // why it is rejected; nil: it is not
	odd                 []*pdn.Error // what is wrong with it all the same
}

// A place is the first place of a position in a game.
type place struct {
	key Key
	ply int
}

// mostPlies is how long a game may be.
const mostPlies = 1 << 15

// The reasons for which a game that can be replayed is rejected nevertheless.
var (
	errSetUp   = errors.New("a position is set up in the middle of the game")
	errTooLong = errors.New("the game is too long for a library")
)

// A maker makes entries. Each goroutine has its own.
type maker struct {
	packer *zstd.Encoder
	salts  map[*movegen.Rules]uint64
	seen   map[Key]bool
}

// newMaker returns a maker.
func newMaker() (*maker, error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	return &maker{packer, map[*movegen.Rules]uint64{}, map[Key]bool{}}, err
}

// make returns the entry of a game of a file, by rules r or, if it cannot be replayed, with
// its first fault. If r is nil the reason is err. If ctx has ended afterwards it is of no use.
func (m *maker) make(ctx context.Context, number int, g *pdn.Game, r *movegen.Rules, sure bool, err error) *entry {
	e := &entry{number: number, rules: r}
	if r == nil {
		return m.reject(e, g, &pdn.Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: err})
	}
	replay, ended := g.ReplayContext(ctx, r)
	if err := cmp.Or(ended, replay.Err()); err != nil {
		fault := &pdn.Error{Line: g.FileLine, Column: 1, Err: err}
		errors.As(err, &fault)
		return m.reject(e, g, fault)
	}
	steps := replay.Steps()
	if i := slices.IndexFunc(steps, func(s pdn.Step) bool { return s.Kind == pdn.SetUp }); i >= 0 {
		return m.reject(e, g, faultAt(steps[i], errSetUp))
	}
	if len(steps) > mostPlies {
		return m.reject(e, g, faultAt(steps[mostPlies], errTooLong))
	}
	written, otherwise := replay.Normal(pdn.Usual), false
	if !sure {
		usual := written
		written = replay.NormalGuess(pdn.Usual)
		otherwise = !sameMoves(written, usual)
	}
	e.guessed, e.odd = !sure, slices.Concat(g.Faults, replay.Odd)
	e.describe(written)
	m.follow(e, replay)
	if otherwise || hasMore(written) || len(g.Faults) > 0 {
		e.pdn = m.packer.EncodeAll([]byte(written.String()), nil)
	}
	e.fingerprint = fingerprint(e)
	return e
}

// reject makes the entry one of a game that cannot be replayed.
func (m *maker) reject(e *entry, g *pdn.Game, fault *pdn.Error) *entry {
	e.fault, e.pdn = fault, m.packer.EncodeAll([]byte(g.String()), nil)
	return e
}

// faultAt returns a fault at a step.
func faultAt(s pdn.Step, err error) *pdn.Error {
	p := s.Plies[0]
	return &pdn.Error{Line: p.FileLine, Column: p.Column, Text: cmp.Or(p.Text, p.Setup), Err: err}
}

// describe sets what the tags of a game in the standard form say.
func (e *entry) describe(normal *pdn.Game) {
	e.white, e.black, e.event, e.date = known(normal.Tag("White")), known(normal.Tag("Black")), known(normal.Tag("Event")), known(normal.Tag("Date"))
	e.year = yearOf(e.date)
	result := normal.Result
	if result == pdn.NoResult {
		result = pdn.Result(normal.Tag("Result"))
	}
	e.outcome = result.Outcome()
	var others [][2]string
	for _, t := range normal.Tags {
		switch strings.ToLower(t.Name) {
		case "white", "black", "event", "date", "gametype", "variant", "fen", "setup":
		case "result":
			if pdn.Result(t.Value) != pdn.ResultOf(e.rules, e.outcome) {
				others = append(others, [2]string{t.Name, t.Value})
			}
		default:
			if known(t.Value) != "" {
				others = append(others, [2]string{t.Name, t.Value})
			}
		}
	}
	if others != nil {
		text, _ := json.Marshal(others) // strings cannot fail
		e.tags = string(text)
	}
}

// known returns the value of a tag, "" if it says that nobody knows.
func known(value string) string {
	if strings.Trim(value, "?.- ") == "" {
		return ""
	}
	return value
}

// yearOf returns the year of a date, 0 if it does not tell: its first number of four digits,
// the first four of 20060317 or, of 97.03.17 and 17.03.97, the one number that is no day. Of
// 06.03.17 nobody knows.
func yearOf(date string) int {
	parts := strings.FieldsFunc(date, func(c rune) bool { return c < '0' || c > '9' })
	for _, part := range parts {
		number, _ := strconv.Atoi(part)
		switch month, day := number/100%100, number%100; {
		case len(part) == 4:
			return number
		case len(part) == 8 && month <= 12 && day <= 31:
			return number / 10000
		}
	}
	if len(parts) != 3 || slices.ContainsFunc(parts, func(p string) bool { return len(p) != 2 }) {
		return 0
	}
	first, _ := strconv.Atoi(parts[0])
	last, _ := strconv.Atoi(parts[2])
	if lower, higher := min(first, last), max(first, last); lower <= 31 && higher > 31 {
		return 1900 + higher
	}
	return 0
}

// follow sets what follows from the moves.
func (m *maker) follow(e *entry, replay *pdn.Replay) {
	if _, ok := m.salts[e.rules]; !ok {
		m.salts[e.rules] = saltOf(e.rules)
	}
	salt := m.salts[e.rules]
	clear(m.seen)
	visit := func(p *movegen.Position) {
		if k := keyOf(salt, p); !m.seen[k] {
			m.seen[k] = true
			e.places = append(e.places, place{k, e.plies})
		}
	}
	if replay.Begin != e.rules.Start() {
		e.start = e.rules.FEN(&replay.Begin)
	}
	visit(&replay.Begin)
	for _, s := range replay.Steps() {
		if s.Kind != pdn.Played {
			break // nobody knows how it went on
		}
		e.moves = appendMove(e.moves, e.rules, s.Move)
		e.plies++
		visit(&s.After)
		if ply := s.Ply(); ply.Notes != nil {
			e.addScore(pdn.ParseRemark(ply.Comment()))
		}
	}
}

// noScore stands for the score of a move of which none is known.
const noScore = math.MinInt16

// addScore adds the score after the last move.
func (e *entry) addScore(r pdn.Remark) {
	if !r.Scored {
		return
	}
	for len(e.scores) < 2*(e.plies-1) {
		e.scores = append(e.scores, 0x00, 0x80) // noScore
	}
	score := max(-search.Infinite, min(r.Score, search.Infinite))
	e.scores = binary.LittleEndian.AppendUint16(e.scores, uint16(int16(score)))
}

// scoreAfter returns the score after so many plies, from White's view.
func scoreAfter(scores []byte, plies int) (s search.Score, ok bool) {
	at := 2 * (plies - 1)
	if at < 0 || at+2 > len(scores) {
		return 0, false
	}
	value := int16(binary.LittleEndian.Uint16(scores[at:]))
	return search.Score(value), value != noScore
}

// hasMore reports whether a game in the standard form says more than tags and moves.
func hasMore(g *pdn.Game) bool {
	return len(g.Notes) > 0 || slices.ContainsFunc(g.Plies, func(p pdn.Ply) bool {
		return p.Signs != "" || len(p.NAGs) > 0 || len(p.Notes) > 0 || p.Text == pdn.UnknownMove
	})
}

// sameMoves reports whether two games are written with the same moves, and from the same FEN.
func sameMoves(a, b *pdn.Game) bool {
	return a.Tag("FEN") == b.Tag("FEN") && slices.EqualFunc(a.Plies, b.Plies, func(p, q pdn.Ply) bool { return p.Text == q.Text })
}

// otherwise makes the fingerprint one of a game that differs from one with the same in its
// round or result.
func (e *entry) otherwise() {
	h := sha256.New()
	h.Write(e.fingerprint)
	fmt.Fprintf(h, "%s\x00%d", roundOf(e.tags), outcomeNumber(e.outcome))
	e.fingerprint = h.Sum(nil)[:16]
}

// differs reports whether a game with the same fingerprint is another one: both say of which
// round they are, or how they ended, and not the same.
func (e *entry) differs(outcome int, tags string) bool {
	mine, its := roundOf(e.tags), roundOf(tags)
	return mine != "" && its != "" && mine != its || e.outcome != movegen.Ongoing && outcomes[outcome&3] != movegen.Ongoing && outcomes[outcome&3] != e.outcome
}

// roundOf returns the round in the other tags of a game, "" if it is not known.
func roundOf(tags string) string {
	var others [][2]string
	_ = json.Unmarshal([]byte(tags), &others) // "" has none
	for _, t := range others {
		if strings.EqualFold(t[0], "Round") {
			return t[1]
		}
	}
	return ""
}

// fingerprint returns what is equal of games that are the same: of the variant, the players
// without their capitals, the date, and the moves. See differs.
func fingerprint(e *entry) []byte {
	h := sha256.New()
	for _, text := range []string{e.rules.Name, fold(e.white), fold(e.black), e.date, e.start} {
		h.Write([]byte(text + "\x00"))
	}
	h.Write(e.moves)
	return h.Sum(nil)[:16]
}
