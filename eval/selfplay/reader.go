package selfplay

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
)

// Reader reads the games of a file one after the other.
type Reader struct {
	in      io.Reader
	decoder *zstd.Decoder
	header  Header
	rules   *movegen.Rules

	at     int64 // where the present chunk begins
	next   int64 // and the next one
	chunk  chunk // what of it has not been read yet
	read   int   // games
	failed error // the end of everything

	legal []movegen.Move // scratch
}

// NewReader returns a Reader of the file in, whose header it reads.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 1<<16)}
	var err error
	if r.header, r.next, err = readHeader(r.in); err != nil {
		return nil, err
	}
	if r.rules, err = movegen.Lookup(r.header.Variant); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	r.decoder, err = newDecoder()
	return r, err
}

// Header returns the header of the file.
func (r *Reader) Header() Header { return r.header }

// Next returns the next game, in slices of its own. At the end the error is
// io.EOF; it wraps io.ErrUnexpectedEOF where the last chunk is not complete,
// as in a file that is still being written.
func (r *Reader) Next() (Game, error) {
	if r.failed == nil && r.chunk.games == 0 {
		r.failed = r.nextChunk()
	}
	if r.failed != nil {
		return Game{}, r.failed
	}
	g, err := r.game()
	if err != nil {
		r.failed = fmt.Errorf("chunk at byte %d: game %d: %w", r.at, g.Number, err)
		return Game{}, r.failed
	}
	r.read++
	r.chunk.games--
	return g, nil
}

// nextChunk reads a chunk.
func (r *Reader) nextChunk() error {
	for _, column := range r.chunk.columns {
		if len(column) != 0 {
			return fmt.Errorf("chunk at byte %d: %d bytes follow the last game", r.at, len(column))
		}
	}
	r.at = r.next
	c, size, err := readChunk(r.in, r.decoder)
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	if err != nil {
		return fmt.Errorf("chunk at byte %d: %w", r.at, err)
	}
	r.chunk, r.next = c, r.at+size
	return nil
}

var (
	errShort = errors.New("the chunk has too little data")
	errValue = errors.New("a value that makes no sense")
)

// game reads a game of the chunk.
func (r *Reader) game() (Game, error) {
	g := Game{Number: r.header.Shard + r.read*r.header.Shards, Rules: r.rules, Start: r.rules.Start()}
	plies, strays, err := r.aboutGame(&g)
	if err != nil {
		return g, err
	}
	g.Moves = make([]movegen.Move, 0, plies)
	g.Scores = make([]int, 0, plies)
	g.Random = make([]bool, 0, plies)
	code := 0
	position := g.Start
	for ply := range plies {
		m, score, err := r.ply(&g, &position, &code)
		if err != nil {
			return g, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		random := ply < g.Opening || len(strays) > 0 && strays[0] == ply
		if ply >= g.Opening && random {
			strays = strays[1:]
		}
		g.add(m, score, random)
		position = r.rules.Play(&position, m)
	}
	return g, nil
}

// aboutGame reads what the first column has about a game: how many plies it
// has, and which of those after the opening were random.
func (r *Reader) aboutGame(g *Game) (plies int, strays []int, err error) {
	column := &r.chunk.columns[gameColumn]
	if len(*column) == 0 {
		return 0, nil, errShort
	}
	g.Outcome = movegen.Outcome((*column)[0])
	if g.Outcome == movegen.Ongoing || g.Outcome > movegen.Drawn {
		return 0, nil, errValue
	}
	*column = (*column)[1:]
	length, err := uvarint(column, len(*column))
	if err != nil {
		return 0, nil, err
	}
	if length > len(*column) {
		return 0, nil, errShort
	}
	g.Reason = string((*column)[:length])
	*column = (*column)[length:]
	if plies, err = uvarint(column, maxPlies); err != nil {
		return 0, nil, err
	}
	if g.Opening, err = uvarint(column, plies); err != nil {
		return 0, nil, err
	}
	count, err := uvarint(column, plies-g.Opening)
	for ply := g.Opening; err == nil && len(strays) < count; ply++ {
		var gap int
		gap, err = uvarint(column, plies-1-ply)
		ply += gap
		strays = append(strays, ply)
	}
	return plies, strays, err
}

// ply reads the next move of g, in position, and the score before it. Code is
// the last score code of the game as White sees it.
func (r *Reader) ply(g *Game, position *movegen.Position, code *int) (m movegen.Move, score int, err error) {
	r.legal = r.rules.Moves(r.legal[:0], position)
	switch len(r.legal) {
	case 0:
		return m, 0, errValue
	case 1:
		m = r.legal[0]
	default:
		index, err := uvarint(&r.chunk.columns[moveColumn], len(r.legal)-1)
		if err != nil {
			return m, 0, err
		}
		m = moveAt(r.rules, r.legal, index)
	}
	score = NoScore
	if g.searched(len(g.Moves), len(r.legal)) {
		column := &r.chunk.columns[scoreColumn]
		if len(*column) == 0 {
			return m, 0, errShort
		}
		*code = int(int8(byte(*code) + (*column)[0]))
		if *code < -maxCode {
			return m, 0, errValue
		}
		*column = (*column)[1:]
		score = scoreOf(int8(seenByWhite(*code, position.Turn)))
	}
	return m, score, nil
}

// uvarint takes a number of at most limit off the front of a column.
func uvarint(column *[]byte, limit int) (int, error) {
	n, size := binary.Uvarint(*column)
	switch {
	case size == 0:
		return 0, errShort
	case size < 0 || limit < 0 || n > uint64(limit):
		return 0, errValue
	}
	*column = (*column)[size:]
	return int(n), nil
}
