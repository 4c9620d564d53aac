package train

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"

	"github.com/klauspost/compress/zstd"

	"stupol/book/output"
)

// A checkpoint is the state of a training after an epoch, as a gob in a
// Zstandard frame, which has a checksum.
type checkpoint struct {
	Format  int
	Variant string
	Options Options   // the lasting ones
	Samples [2]uint32 // checksums of those to learn from and to judge by
	Scale   float64
	Began   uint32 // checksum of the weights to begin with, or 0
	Epochs  []Epoch
	Last    []float32 // the model; see model.save
	Best    []float32 // the best one, if that is not the last
}

// checkpointFormat changes with what a checkpoint or an epoch is.
const checkpointFormat = 3

// Resume goes on after the last epoch of an earlier training with the same
// games and options whose state is in a file, if there is that file, and keeps
// the state in it after every epoch from now on. It is to be called after
// Prepare. A file of another training is an error.
func (t *Trainer) Resume(name string) error {
	t.kept = &store{name: name}
	earlier, err := readCheckpoint(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = t.adopt(earlier)
	}
	if err == nil {
		err = t.kept.look()
	}
	if err != nil {
		return fmt.Errorf("%s: %w; remove it to begin anew", name, err)
	}
	return nil
}

// Forget removes the file of Resume: the training is over.
func (t *Trainer) Forget() error {
	if err := t.kept.ours(t.kept.name); err != nil {
		return err
	}
	return os.Remove(t.kept.name)
}

// A store is the file that a training keeps its state in.
type store struct {
	name string
	last fs.FileInfo // of what it has read or written; nil: nothing
}

// look remembers the file as it is.
func (s *store) look() (err error) {
	s.last, err = os.Stat(s.name)
	return err
}

// ours is the output.Check for the file: it must be the one that s has read or
// written. Other trainings do not change it but put another in its place.
func (s *store) ours(name string) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case s.last == nil || !os.SameFile(info, s.last):
		return fmt.Errorf("%s: another process has written it meanwhile", name)
	}
	return nil
}

// write replaces the file.
func (s *store) write(c *checkpoint) error {
	if _, err := output.Write(s.name, s.ours, c.writeTo); err != nil {
		return err
	}
	return s.look()
}

// checkpoint returns the state of t.
func (t *Trainer) checkpoint() *checkpoint {
	c := t.identity()
	c.Epochs, c.Last = t.epochs, t.model.save()
	if best(t.epochs) != len(t.epochs)-1 {
		c.Best = t.best
	}
	return c
}

// identity returns what a checkpoint has in common with all others of the same
// training.
func (t *Trainer) identity() *checkpoint {
	return &checkpoint{
		Format: checkpointFormat, Variant: t.rules.Name, Options: t.options.lasting(),
		Samples: [2]uint32{t.train.sum, t.heldOut.sum}, Scale: t.scale, Began: t.began,
	}
}

// adopt makes t what it was at a checkpoint.
func (t *Trainer) adopt(c *checkpoint) error {
	mine := t.identity()
	switch {
	case c.Format != mine.Format:
		return fmt.Errorf("a checkpoint of format %d, not %d", c.Format, mine.Format)
	case c.Variant != mine.Variant:
		return fmt.Errorf("a checkpoint of %s, not of %s", c.Variant, mine.Variant)
	case c.Options != mine.Options:
		return fmt.Errorf("a checkpoint with other options: %s", difference(c.Options, mine.Options))
	case c.Samples != mine.Samples || c.Scale != mine.Scale:
		return errors.New("a checkpoint of other games")
	case c.Began != mine.Began:
		return errors.New("a checkpoint that began with other weights")
	}
	if !t.model.restore(c.Last) {
		return errors.New("a checkpoint of another model")
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

// readCheckpoint reads a file.
func readCheckpoint(name string) (*checkpoint, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	decoder, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	var c checkpoint
	if err := gob.NewDecoder(decoder).Decode(&c); err != nil {
		return nil, fmt.Errorf("not a checkpoint, or damaged: %w", err)
	}
	return &c, nil
}

// writeTo writes c as a file.
func (c *checkpoint) writeTo(w io.Writer) error {
	encoder, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return errors.Join(gob.NewEncoder(encoder).Encode(c), encoder.Close())
}
