package selfplay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"stupol/eval/files/sealed"
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

// add appends a game, with its scores in those codes. All its moves must be legal.
func (c *chunk) add(g *Game, scores *codes) {
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
			code := forWhite(int(scores.code(g.Scores[ply])), position.Turn)
			c.columns[scoreColumn] = append(c.columns[scoreColumn], byte(code-last))
			last = code
		}
		position = g.Rules.Play(&position, m)
	}
	c.addLeaves(g.Leaves, scores)
}

// addLeaves appends to the leaf column.
func (c *chunk) addLeaves(leaves []Leaf, scores *codes) {
	b := binary.AppendUvarint(c.columns[leafColumn], uint64(len(leaves)))
	for i := range leaves {
		b = leaves[i].Position.Pack().AppendTo(b)
		b = append(b, byte(scores.code(leaves[i].Score)))
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

// headSize is the number of bytes of a chunk before its columns.
const headSize = 4 * (2 + numColumns)

// marshal returns c in the file format.
func (c *chunk) marshal(encoder *zstd.Encoder) []byte {
	b := make([]byte, headSize)
	binary.LittleEndian.PutUint32(b[4:], uint32(c.games))
	for i, column := range c.columns {
		before := len(b)
		b = encoder.EncodeAll(column, b)
		binary.LittleEndian.PutUint32(b[8+4*i:], uint32(len(b)-before))
	}
	binary.LittleEndian.PutUint32(b, sealed.Checksum(b[4:]))
	return b
}

// A chunkHead is what comes before the columns of a chunk.
type chunkHead struct {
	bytes []byte // as they are in the file
	games int
	ends  []int64 // of the columns, from the beginning of the chunk
	size  int64   // of the chunk
}

// readChunkHead reads the head of a chunk. The error is io.EOF at the
// end of the file, and wraps io.ErrUnexpectedEOF for a chunk that was cut off.
func readChunkHead(in io.Reader) (h chunkHead, err error) {
	h.bytes = make([]byte, headSize)
	h.size = int64(len(h.bytes))
	if _, err := io.ReadFull(in, h.bytes); errors.Is(err, io.ErrUnexpectedEOF) {
		return h, cutOff{}
	} else if err != nil {
		return h, err
	}
	h.games = int(binary.LittleEndian.Uint32(h.bytes[4:]))
	if h.games < 1 || h.games > chunkGames {
		return h, orCut(fmt.Errorf("%d games", h.games), h.bytes, in)
	}
	for i := range numColumns {
		length := binary.LittleEndian.Uint32(h.bytes[8+4*i:])
		if length > maxColumn {
			return h, orCut(fmt.Errorf("column %d of %d bytes", i, length), h.bytes, in)
		}
		h.size += int64(length)
		h.ends = append(h.ends, h.size)
	}
	return h, nil
}

// cutZeros is how many zeros at the end of a file a power cut has left, and not the last
// game: columns seldom end in so many, because they are compressed.
const cutZeros = 16

// orCut wraps io.ErrUnexpectedEOF instead of err, what is wrong with b, if b ends in
// zeros and only zeros follow it: a power cut leaves those for what was not yet on the
// disk.
func orCut(err error, b []byte, rest io.Reader) error {
	own := len(b) - len(bytes.TrimRight(b, "\x00"))
	if own == 0 {
		return err
	}
	switch more, only, failed := zerosIn(rest); {
	case failed != nil:
		return failed
	case only && own+more >= cutZeros:
		return cutOff{}
	}
	return err
}

// zerosIn returns how many zeros are in, if there is nothing else.
func zerosIn(in io.Reader) (n int, only bool, err error) {
	b := make([]byte, 1<<12)
	for {
		size, err := in.Read(b)
		switch n += size; {
		case len(bytes.Trim(b[:size], "\x00")) > 0:
			return 0, false, nil
		case errors.Is(err, io.EOF):
			return n, true, nil
		case err != nil:
			return 0, false, err
		}
	}
}

// readWholeChunk reads a chunk with its head and checks the checksum.
// The errors are those of readChunkHead.
func readWholeChunk(in io.Reader) (head chunkHead, b []byte, err error) {
	if head, err = readChunkHead(in); err != nil {
		return head, nil, err
	}
	b = append(head.bytes, make([]byte, head.size-int64(len(head.bytes)))...)
	if _, err := io.ReadFull(in, b[len(head.bytes):]); err != nil {
		return head, nil, unexpectedEOF(err)
	}
	if sealed.Checksum(b[4:]) != binary.LittleEndian.Uint32(b) {
		return head, nil, orCut(errors.New("wrong checksum"), b, in)
	}
	return head, b, nil
}

// readChunk reads a chunk and returns its size in the file. The errors
// are those of readChunkHead.
func readChunk(in io.Reader, decoder *zstd.Decoder) (c chunk, size int64, err error) {
	head, b, err := readWholeChunk(in)
	if err != nil {
		return c, 0, err
	}
	c.games = head.games
	from := int64(headSize)
	for i, end := range head.ends {
		if c.columns[i], err = decoder.DecodeAll(b[from:end], nil); err != nil {
			return c, 0, fmt.Errorf("column %d: %w", i, err)
		}
		from = end
	}
	return c, head.size, nil
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
