package selfplay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
)

const (
	chunkGames = 256     // in each chunk but the last
	maxPlies   = 10_000  // of a game
	maxLeaves  = 2_600   // of a game
	maxColumn  = 1 << 24 // bytes of a column, compressed or not
)

// A chunk is up to chunkGames games in columns of similar data, which compress better
// than game by game.
type chunk struct {
	games   int
	columns [numColumns]column // uncompressed
}

// The columns of a chunk.
const (
	gameColumn = iota
	moveColumn
	scoreColumn
	leafColumn
	numColumns
)

// add appends a game. All its moves must be legal.
func (c *chunk) add(g *Game) {
	c.games++
	c.addGame(g)
	last := 0 // score code for White
	position := g.Start
	var legal []movegen.Move
	for ply, m := range g.Moves {
		legal = g.Rules.Moves(legal[:0], &position)
		if len(legal) > 1 {
			index := indexOf(g.Rules, legal, m)
			c.columns[moveColumn] = binary.AppendUvarint(c.columns[moveColumn], uint64(index))
		}
		if g.searched(ply, len(legal)) {
			code := forWhite(int(encodeScore(g.Scores[ply])), position.Turn)
			c.columns[scoreColumn] = append(c.columns[scoreColumn], byte(code-last))
			last = code
		}
		position = g.Rules.Play(&position, m)
	}
	c.addLeaves(g.Leaves)
}

// addLeaves appends to the leaf column.
func (c *chunk) addLeaves(leaves []Leaf) {
	b := binary.AppendUvarint(c.columns[leafColumn], uint64(len(leaves)))
	for i := range leaves {
		b = leaves[i].Position.Pack().AppendTo(b)
		b = append(b, byte(encodeScore(leaves[i].Score)))
	}
	c.columns[leafColumn] = b
}

// addGame appends to the game column.
func (c *chunk) addGame(g *Game) {
	b := append(c.columns[gameColumn], byte(g.Outcome))
	b = binary.AppendUvarint(b, uint64(len(g.Reason)))
	b = append(b, g.Reason...)
	b = binary.AppendUvarint(b, uint64(len(g.Moves)))
	b = binary.AppendUvarint(b, uint64(g.Opening))
	var gaps []byte
	count, last := 0, g.Opening
	for ply := g.Opening; ply < len(g.Moves); ply++ {
		if g.Random[ply] {
			gaps = binary.AppendUvarint(gaps, uint64(ply-last))
			count, last = count+1, ply+1
		}
	}
	b = binary.AppendUvarint(b, uint64(count))
	c.columns[gameColumn] = append(b, gaps...)
}

// forWhite turns a score for the side to move into one for White, or back.
func forWhite(score int, turn movegen.Color) int {
	if turn == movegen.Black {
		return -score
	}
	return score
}

// headSize returns the bytes of a chunk before its columns.
func headSize(columns int) int { return 4 * (2 + columns) }

// marshal returns c in the file format.
func (c *chunk) marshal(encoder *zstd.Encoder) []byte {
	b := make([]byte, headSize(numColumns))
	binary.LittleEndian.PutUint32(b[4:], uint32(c.games))
	for i, column := range c.columns {
		before := len(b)
		b = encoder.EncodeAll(column, b)
		binary.LittleEndian.PutUint32(b[8+4*i:], uint32(len(b)-before))
	}
	binary.LittleEndian.PutUint32(b, crc32.Checksum(b[4:], castagnoli))
	return b
}

// readChunk reads a chunk of so many columns and returns its size in the file. The error
// is io.EOF at the end of the file, and wraps io.ErrUnexpectedEOF within a chunk.
func readChunk(in io.Reader, columns int, decoder *zstd.Decoder) (c chunk, size int64, err error) {
	head := headSize(columns)
	b := make([]byte, head)
	if _, err := io.ReadFull(in, b); err != nil {
		return c, 0, err
	}
	c.games = int(binary.LittleEndian.Uint32(b[4:]))
	if c.games < 1 || c.games > chunkGames {
		return c, 0, fmt.Errorf("%d games", c.games)
	}
	var ends [numColumns]int
	for i := range columns {
		length := binary.LittleEndian.Uint32(b[8+4*i:])
		if length > maxColumn {
			return c, 0, fmt.Errorf("column %d of %d bytes", i, length)
		}
		b = append(b, make([]byte, length)...)
		ends[i] = len(b)
	}
	if _, err := io.ReadFull(in, b[head:]); err != nil {
		return c, 0, unexpectedEOF(err)
	}
	if crc32.Checksum(b[4:], castagnoli) != binary.LittleEndian.Uint32(b) {
		return c, 0, errors.New("wrong checksum")
	}
	from := head
	for i, end := range ends[:columns] {
		if c.columns[i], err = decoder.DecodeAll(b[from:end], nil); err != nil {
			return c, 0, fmt.Errorf("column %d: %w", i, err)
		}
		from = end
	}
	return c, int64(len(b)), nil
}

// newEncoder returns the compressor of columns.
func newEncoder() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(1))
}

// newDecoder returns the decompressor of columns.
func newDecoder() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxColumn))
}
