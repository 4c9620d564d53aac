// Heads cuts each archive of databases X.zip in a folder into pieces X.zip.0, X.zip.1 and so on, a
// file of some size in each, and writes beside them a file X.head with what is read of the archive
// when it is opened, and all files of up to three pieces: a page fetches that, and a piece when a
// position of its file is met first. Package eval/fetch reads it.
//
// Usage: go run ./.ci/heads FOLDER
package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"

	"stupol/book/endgame"
	"stupol/eval/fetch"
	"stupol/movegen"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: go run ./.ci/heads FOLDER")
	}
	for _, r := range movegen.Variants() {
		if err := write(os.Args[1], r); err != nil {
			log.Fatalf("heads: %s: %v", r.Name, err)
		}
	}
}

// write writes the head of the archive of r, and its pieces, which replace it.
func write(folder string, r *movegen.Rules) error {
	name := endgame.ArchiveName(r)
	if _, err := os.Stat(filepath.Join(folder, fetch.Head(name))); err == nil {
		return nil // that of another game with the same databases
	}
	recorder := &recorder{FS: os.DirFS(folder)}
	db, err := endgame.Source{Pieces: 4, Folder: recorder}.Open(r)
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	archive, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return err
	}
	inHead := map[string]bool{}
	for n := 2; n <= 3; n++ {
		for _, s := range endgame.Slices(r, n) {
			inHead[endgame.ValueFile.Name(r, s)] = true
		}
	}
	pieces, spans := []int64{0}, recorder.read
	for _, f := range files.File {
		begins, err := f.DataOffset()
		if err != nil {
			return err
		}
		size := int64(f.CompressedSize64)
		if inHead[f.Name] {
			spans = append(spans, span{begins, begins + size})
		} else if size >= leastPiece {
			pieces = append(pieces, begins)
		}
	}
	var parts []fetch.Part
	for _, s := range merged(spans) {
		parts = append(parts, fetch.Part{At: s.from, Data: archive[s.from:s.to]})
	}
	head := fetch.HeadFile(int64(len(archive)), pieces, parts...)
	if len(head) > 64<<10 {
		return fmt.Errorf("the head of %s has %d bytes: it reads more than it should", name, len(head))
	}
	if err := os.WriteFile(filepath.Join(folder, fetch.Head(name)), head, 0o666); err != nil {
		return err
	}
	if err := writePieces(folder, name, archive, pieces); err != nil {
		return err
	}
	return os.Remove(filepath.Join(folder, name))
}

// writePieces writes the pieces of an archive, which begin at those places.
func writePieces(folder, name string, archive []byte, pieces []int64) error {
	for i, begins := range pieces {
		ends := int64(len(archive))
		if i+1 < len(pieces) {
			ends = pieces[i+1]
		}
		if err := os.WriteFile(filepath.Join(folder, fetch.Piece(name, i)), archive[begins:ends], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// leastPiece is how long a file is at least that is a piece of its own.
const leastPiece = 1000

// A span is the bytes from one place up to another.
type span struct{ from, to int64 }

// merged returns the spans in their order, those that touch as one.
func merged(spans []span) (all []span) {
	slices.SortFunc(spans, func(a, b span) int { return int(a.from - b.from) })
	for _, s := range spans {
		if n := len(all); n > 0 && s.from <= all[n-1].to {
			all[n-1].to = max(all[n-1].to, s.to)
		} else {
			all = append(all, s)
		}
	}
	return all
}

// A recorder is a folder that notes what is read of its files.
type recorder struct {
	fs.FS
	read []span
}

// Open opens a file.
func (r *recorder) Open(name string) (fs.File, error) {
	f, err := r.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return &file{f, r}, nil
}

type file struct {
	fs.File
	recorder *recorder
}

// ReadAt reads, and notes what.
func (f *file) ReadAt(b []byte, at int64) (int, error) {
	n, err := f.File.(io.ReaderAt).ReadAt(b, at)
	f.recorder.read = append(f.recorder.read, span{at, at + int64(n)})
	return n, err
}
