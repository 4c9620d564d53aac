package web

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"sync"
	"time"

	"stupol/protocol/library"
)

// mostReaders is how many connections look things up: a pattern takes a second and more.
const mostReaders = 2

// A shelf has the connections to a library.
type shelf struct {
	open     func(write bool) (Library, error)
	readers  chan Library  // nil: it is opened when it is needed first
	adding   chan struct{} // has room for one request that adds games
	renewing chan struct{} // has room for one that closes connections

	log  *log.Logger // of what is wrong with the library
	mu   sync.Mutex
	said string // there, last
}

// newShelf returns the shelf of a library, nil if there is none.
func newShelf(open func(write bool) (Library, error), log *log.Logger) *shelf {
	if open == nil {
		return nil
	}
	s := &shelf{
		open: open, readers: make(chan Library, mostReaders), adding: make(chan struct{}, 1), renewing: make(chan struct{}, 1), log: log,
	}
	for range mostReaders {
		s.readers <- nil
	}
	return s
}

// close closes the connections, once nobody uses them any more.
func (s *shelf) close() {
	if s == nil {
		return
	}
	s.adding <- struct{}{}
	for range mostReaders {
		if l := <-s.readers; l != nil {
			_ = l.Close() // it was only read
		}
	}
}

// look has do look something up in the library, for so long at most.
func look[Q, A any](s *shelf, most time.Duration, do func(context.Context, Library, Q) (A, error)) func(context.Context, Q) (A, error) {
	return func(ctx context.Context, q Q) (a A, err error) {
		ctx, cancel := context.WithTimeout(ctx, most)
		defer cancel()
		l, err := s.reader(ctx)
		if err != nil {
			return a, tooLong(err, most)
		}
		defer func() { s.readers <- l }()
		a, err = do(ctx, l, q)
		return a, tooLong(err, most)
	}
}

// reader returns a connection that nobody uses to the file that has the name of the library now.
// It has to be put back.
func (s *shelf) reader(ctx context.Context) (Library, error) {
	for {
		var l Library
		select {
		case l = <-s.readers:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if l == nil {
			l, err := s.open(false)
			if err != nil {
				s.readers <- nil // and no interface with a nil pointer in it
				return nil, s.unwell(err)
			}
			return l, nil
		}
		if l.InPlace() == nil {
			return l, nil
		}
		s.readers <- l
		if err := s.renew(ctx); err != nil {
			return nil, err
		}
	}
}

// renew closes the connections if the file was removed, or another one put in its place. All are
// closed before one is opened to the other file: what SQLite keeps beside a file belongs to
// whatever has its name.
func (s *shelf) renew(ctx context.Context) error {
	select {
	case s.renewing <- struct{}{}:
		defer func() { <-s.renewing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var all []Library
	defer func() {
		for _, l := range all {
			s.readers <- l
		}
	}()
	for range mostReaders {
		select {
		case l := <-s.readers:
			all = append(all, l)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for i, l := range all {
		if l == nil {
			continue
		}
		if err := l.InPlace(); err != nil {
			s.say(err)
			_ = l.Close() // it was only read
			all[i] = nil
		}
	}
	return nil
}

// say tells in the log what is wrong, once: requests come as often as strangers like.
func (s *shelf) say(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text := err.Error(); text != s.said {
		s.said = text
		s.log.Printf("the library: %s", text)
	}
}

// unwell returns what people are told of an error of the library. Its own words name the file,
// which is nothing for readers elsewhere: who has started the program has them.
func (s *shelf) unwell(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	s.say(err)
	if errors.Is(err, library.ErrMissing) {
		return refuse(http.StatusServiceUnavailable, "the library was removed or renamed")
	}
	for _, known := range []error{library.ErrDamaged, library.ErrNewer, library.ErrFull} {
		if errors.Is(err, known) {
			return refuse(http.StatusServiceUnavailable, known.Error())
		}
	}
	return refuse(http.StatusServiceUnavailable, "the library cannot be used just now: the terminal of Stupol says why")
}

// tooLong returns what to say of an error, if it is that the time is over.
func tooLong(err error, most time.Duration) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return refuse(http.StatusServiceUnavailable, fmt.Sprintf("the library takes longer than %v: ask for fewer games", most))
	}
	return err
}
