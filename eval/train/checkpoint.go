package train

import (
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/klauspost/compress/zstd"

	"stupol/eval/files/output"
)

// A checkpoint is the state of a training after an epoch. Its file is a gob in a
// Zstandard frame, which has a checksum.
type checkpoint struct {
	Format  int
	Variant string
	Options Options   // see Options.fixed
	Samples [2]uint32 // checksums of the training set and the held-out set
	Scale   float64
	Initial uint32 // checksum of the weights that training started from, or 0
	Epochs  []Epoch
	Last    []float32 // the model after the last epoch; see model.save
	Best    []float32 // the model after the best epoch, if that is another
}

// checkpointFormat goes up when a field or the meaning of an epoch changes.
const checkpointFormat = 9

// Resume continues an earlier training of the same games and options from its
// checkpoint file, if there is one. From then on Train writes a checkpoint to the file
// after each epoch, and no other process does until Close. Call it after Prepare. A
// checkpoint of another training is an error.
func (t *Trainer) Resume(name string) (err error) {
	if t.checkpointFile, err = output.Hold(name); err != nil {
		return err
	}
	earlier, err := readCheckpoint(name)
	switch {
	case errors.Is(err, io.EOF): // it is empty
		return nil
	case err == nil:
		err = t.restore(earlier)
	}
	if err != nil {
		err = errors.Join(fmt.Errorf("%s: %w; remove it to begin anew", name, err), t.checkpointFile.Close())
		t.checkpointFile = nil
	}
	return err
}

// Forget removes the file of Resume, if there is one: the training is over.
func (t *Trainer) Forget() error {
	if t.checkpointFile == nil {
		return nil
	}
	return t.checkpointFile.Remove()
}

// closeCheckpoint lets other processes have the file of Resume. Without an epoch there is
// nothing in it, and it goes.
func (t *Trainer) closeCheckpoint() error {
	switch {
	case t.checkpointFile == nil:
		return nil
	case len(t.epochs) == 0 && t.checkpointFile.Empty():
		return t.checkpointFile.Remove()
	}
	return t.checkpointFile.Close()
}

// keep writes a checkpoint to the file of Resume, if there is one.
func (t *Trainer) keep() error {
	if t.checkpointFile == nil {
		return nil
	}
	return t.checkpointFile.Replace(output.Anything, t.checkpoint().writeTo)
}

// checkpoint returns the state of t as a checkpoint.
func (t *Trainer) checkpoint() *checkpoint {
	c := t.identity()
	c.Epochs, c.Last = t.epochs, t.model.save()
	if bestEpoch(t.epochs) != len(t.epochs)-1 {
		c.Best = t.best
	}
	return c
}

// identity returns a checkpoint with what all checkpoints of this training share.
func (t *Trainer) identity() *checkpoint {
	return &checkpoint{
		Format: checkpointFormat, Variant: t.rules.Name, Options: t.options.fixed(),
		Samples: [2]uint32{t.train.checksum, t.heldOut.checksum}, Scale: t.scale, Initial: t.initialChecksum,
	}
}

// restore returns t to the state of a checkpoint of the same training.
func (t *Trainer) restore(c *checkpoint) error {
	mine := t.identity()
	switch {
	case c.Variant != mine.Variant:
		return fmt.Errorf("a checkpoint of %s, not of %s", c.Variant, mine.Variant)
	case c.Options != mine.Options:
		return fmt.Errorf("a checkpoint with other options: %s", difference(c.Options, mine.Options))
	case c.Samples != mine.Samples || c.Scale != mine.Scale:
		return errors.New("a checkpoint of other games")
	case c.Initial != mine.Initial:
		return errors.New("a checkpoint that started from other weights")
	}
	if !t.model.restore(c.Last) {
		return errors.New("a checkpoint of a network of another width")
	}
	t.epochs, t.best = c.Epochs, c.Best
	if t.best == nil {
		t.best = c.Last
	}
	return nil
}

// difference names the first option that differs.
func difference(theirs, ours Options) string {
	a, b := reflect.ValueOf(theirs), reflect.ValueOf(ours)
	for i := range a.NumField() {
		if !a.Field(i).Equal(b.Field(i)) {
			return fmt.Sprintf("%s is %v there, not %v", a.Type().Field(i).Name, a.Field(i), b.Field(i))
		}
	}
	return "none"
}

// readCheckpoint reads a checkpoint file. If it is empty the error is io.EOF.
func readCheckpoint(name string) (*checkpoint, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.Size() == 0 {
		return nil, cmp.Or(err, io.EOF)
	}
	// Fields may be of other types in another format.
	var of struct{ Format int }
	if err := decodeCheckpoint(file, &of); err != nil {
		return nil, err
	}
	if of.Format != checkpointFormat {
		return nil, fmt.Errorf("a checkpoint of format %d, not %d", of.Format, checkpointFormat)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	var c checkpoint
	return &c, decodeCheckpoint(file, &c)
}

// decodeCheckpoint sets those fields of a checkpoint that v has.
func decodeCheckpoint(r io.Reader, v any) error {
	decoder, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer decoder.Close()
	if err := gob.NewDecoder(decoder).Decode(v); err != nil {
		return fmt.Errorf("not a checkpoint, or damaged: %w", err)
	}
	return nil
}

// writeTo writes a checkpoint file.
func (c *checkpoint) writeTo(w io.Writer) error {
	encoder, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return errors.Join(gob.NewEncoder(encoder).Encode(c), encoder.Close())
}
