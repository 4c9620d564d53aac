package train

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
)

// buckets is how many files a spool has. With a thousand million samples each
// has half a gigabyte.
const buckets = 64

// A spool keeps samples in files, so that there may be more of them than
// memory holds. The position decides which file, the bucket, a sample is in:
// the same positions meet there, and each bucket is a random choice of all.
type spool struct {
	files   [buckets]*os.File
	writers [buckets]*bufio.Writer
	counts  [buckets]int // samples
	sum     uint32       // checksum of the samples once they are merged
	record  []byte       // scratch
}

// newSpool returns an empty spool whose files are in a folder and begin with
// name.
func newSpool(folder, name string) (*spool, error) {
	s := &spool{}
	for i := range s.files {
		file, err := os.Create(filepath.Join(folder, fmt.Sprintf("%s-%02d", name, i)))
		if err != nil {
			s.close()
			return nil, err
		}
		s.files[i], s.writers[i] = file, bufio.NewWriterSize(file, 1<<15)
	}
	return s, nil
}

// close closes the files, which may be removed then. What is lost is not
// needed any more.
func (s *spool) close() {
	for _, file := range s.files {
		if file != nil {
			_ = file.Close()
		}
	}
}

// size returns the number of samples.
func (s *spool) size() (n int) {
	for _, count := range s.counts {
		n += count
	}
	return n
}

// bucketOf returns the bucket of a position: the top bits of a product with
// odd numbers without a pattern (Knuth's multiplicative hashing).
func bucketOf(x *sample) int {
	h := uint64(x.white)*0x9E3779B97F4A7C15 ^ uint64(x.black)*0xC2B2AE3D27D4EB4F ^ uint64(x.kings)*0x165667B19E3779F9
	return int(h * 0xD6E8FEB86659FD93 >> 58)
}

// add adds a sample.
func (s *spool) add(x *sample) error {
	i := bucketOf(x)
	s.counts[i]++
	s.record = x.appendTo(s.record[:0])
	_, err := s.writers[i].Write(s.record)
	return err
}

// merge ends the adding: it makes the samples of the same position one.
func (s *spool) merge() error {
	var samples []sample
	for i := range s.files {
		if err := s.writers[i].Flush(); err != nil {
			return err
		}
		s.writers[i] = nil
		var err error
		if samples, err = s.load(samples, i); err != nil {
			return err
		}
		if err := s.rewrite(i, merged(samples)); err != nil {
			return err
		}
	}
	return nil
}

// rewrite replaces the samples of a bucket.
func (s *spool) rewrite(bucket int, samples []sample) error {
	b := make([]byte, 0, len(samples)*recordBytes)
	for i := range samples {
		b = samples[i].appendTo(b)
	}
	s.counts[bucket] = len(samples)
	s.sum = crc32.Update(s.sum, crc32.IEEETable, b)
	if err := s.files[bucket].Truncate(int64(len(b))); err != nil {
		return err
	}
	_, err := s.files[bucket].WriteAt(b, 0)
	return err
}

// load returns the samples of a bucket, in the memory of scratch if they fit.
func (s *spool) load(scratch []sample, bucket int) ([]sample, error) {
	b := make([]byte, s.counts[bucket]*recordBytes)
	if _, err := s.files[bucket].ReadAt(b, 0); err != nil {
		return nil, err
	}
	samples := scratch[:0]
	for ; len(b) > 0; b = b[recordBytes:] {
		samples = append(samples, sampleOf(b))
	}
	return samples, nil
}
