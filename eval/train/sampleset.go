package train

import (
	"bufio"
	"cmp"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

// numBuckets is the number of files of a sample set. With a thousand million samples
// each has half a gigabyte.
const numBuckets = 64

// A sampleSet keeps samples in files, so that there may be more of them than memory
// holds. A hash of the position says which file, or part, a sample goes to. So equal
// positions meet in a part, and each part is a random choice of all samples.
type sampleSet struct {
	files    [numBuckets]*os.File
	writers  [numBuckets]*bufio.Writer // until merge
	counts   [numBuckets]int           // samples
	checksum uint32                    // of the samples, after merge
	record   []byte                    // scratch
}

// newSampleSet returns an empty sample set with files in dir whose names begin with
// prefix.
func newSampleSet(dir, prefix string) (*sampleSet, error) {
	s := &sampleSet{}
	for i := range s.files {
		file, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%02d", prefix, i)))
		if err != nil {
			s.close()
			return nil, err
		}
		s.files[i], s.writers[i] = file, bufio.NewWriterSize(file, 1<<15)
	}
	return s, nil
}

// close closes the files. Errors do not matter: nobody reads the files any more.
func (s *sampleSet) close() {
	for _, file := range s.files {
		if file != nil {
			_ = file.Close()
		}
	}
}

// size returns the number of samples.
func (s *sampleSet) size() (n int) {
	for _, count := range s.counts {
		n += count
	}
	return n
}

// partOf returns the part of the position of x: the top six bits of a hash by
// multiplication (Knuth).
func partOf(x *sample) int {
	h := uint64(x.position[0])*0x9E3779B97F4A7C15 ^ uint64(x.position[1])*0xC2B2AE3D27D4EB4F ^ uint64(x.position[2])*0x165667B19E3779F9
	return int(h * 0xD6E8FEB86659FD93 >> 58)
}

// add adds a sample.
func (s *sampleSet) add(x *sample) error {
	i := partOf(x)
	s.counts[i]++
	s.record = x.appendTo(s.record[:0])
	_, err := s.writers[i].Write(s.record)
	return err
}

// merge replaces samples of the same position by one. No sample can be added after it.
func (s *sampleSet) merge() error {
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

// rewrite replaces the samples of a part.
func (s *sampleSet) rewrite(part int, samples []sample) error {
	b := make([]byte, 0, len(samples)*recordBytes)
	for i := range samples {
		b = samples[i].appendTo(b)
	}
	s.counts[part] = len(samples)
	s.checksum = crc32.Update(s.checksum, crc32.IEEETable, b)
	if err := s.files[part].Truncate(int64(len(b))); err != nil {
		return err
	}
	_, err := s.files[part].WriteAt(b, 0)
	return err
}

// load returns the samples of a part, in the memory of scratch if they fit.
func (s *sampleSet) load(scratch []sample, part int) ([]sample, error) {
	b := make([]byte, s.counts[part]*recordBytes)
	if _, err := s.files[part].ReadAt(b, 0); err != nil {
		return nil, err
	}
	samples := scratch[:0]
	for ; len(b) > 0; b = b[recordBytes:] {
		samples = append(samples, sampleOf(b))
	}
	return samples, nil
}

// inParallel calls f for every i from 0 to n-1, in no particular order, on that many
// threads; 0 is one a processor. A thread takes a part of the numbers at a time, so that
// the others do not wait long for one that the system has put aside.
func inParallel(threads, n int, f func(i int)) {
	workers := min(cmp.Or(threads, runtime.GOMAXPROCS(0)), n)
	part := max(n/(8*max(workers, 1)), 1)
	var taken atomic.Int64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for {
				end := int(taken.Add(int64(part)))
				for i := end - part; i < min(end, n); i++ {
					f(i)
				}
				if end >= n {
					return
				}
			}
		})
	}
	group.Wait()
}
