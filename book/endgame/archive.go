package endgame

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"stupol/eval/files/input"
	"stupol/movegen"
)

// A Folder has the files of the databases of one game: those in the folder of the game
// and, where that lacks one, those in its archive. As the archive is not read but for its
// list of files, what is wrong with one of them is found when that is opened.
type Folder struct {
	loose   fs.FS    // has the folder of the game; nil: there is none
	archive *archive // nil: there is none
}

// ArchiveName returns the name of the archive of r in the folder of the databases.
func ArchiveName(r *movegen.Rules) string { return GameName(r) + ".zip" }

// OpenFolder opens the archive of r in the folder that retrograde.Databases was given, if
// there is one. If it is damaged there is an error, but also a Folder without it.
func OpenFolder(folder fs.FS, r *movegen.Rules) (*Folder, error) {
	f := &Folder{}
	if _, err := fs.Stat(folder, GameName(r)); !errors.Is(err, fs.ErrNotExist) {
		f.loose = folder
	}
	var err error
	if f.archive, err = openArchive(folder, ArchiveName(r)); err != nil {
		return f, fmt.Errorf("endgame databases %s: %w", ArchiveName(r), err)
	}
	return f, nil
}

// Open opens a file by its name in the folder of the databases.
func (f *Folder) Open(name string) (fs.File, error) {
	if f.loose != nil {
		file, err := f.loose.Open(name)
		if f.archive == nil || !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	if f.archive != nil && f.archive.files[name] != nil {
		return f.archive.open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Stat describes a file.
func (f *Folder) Stat(name string) (fs.FileInfo, error) {
	if f.loose != nil {
		info, err := fs.Stat(f.loose, name)
		if f.archive == nil || !errors.Is(err, fs.ErrNotExist) {
			return info, err
		}
	}
	if f.archive != nil && f.archive.files[name] != nil {
		return f.archive.files[name].FileInfo(), nil
	}
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}

// Close closes the archive. Files of it must not be read any more.
func (f *Folder) Close() error {
	if f.archive == nil {
		return nil
	}
	return f.archive.file.Close()
}

// An archive is a zip file of which the list of files has been read.
type archive struct {
	name  string
	file  fs.File
	in    io.ReaderAt // file
	size  int64
	files map[string]*zip.File
}

// openArchive opens the archive with that name, and returns nil if there is none.
func openArchive(folder fs.FS, name string) (*archive, error) {
	file, err := folder.Open(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	a := &archive{name: name, file: file}
	if err := a.readList(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return a, nil
}

// maxListBytes is what may be read to find out which files there are: ten times the most
// that zip takes for all slices.
const maxListBytes = 1 << 20

// readList reads the list of files, which is at the end.
func (a *archive) readList() error {
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	if err := input.CheckRegular(a.name, info); err != nil {
		return err
	}
	if a.size = info.Size(); a.size == 0 {
		return errors.New("byte 0: the file is empty")
	}
	var ok bool
	if a.in, ok = a.file.(io.ReaderAt); !ok {
		return errNotReaderAt
	}
	in := &listReaderAt{in: a.in, left: maxListBytes}
	list, err := zip.NewReader(in, a.size)
	in.done = true
	if err != nil {
		return fmt.Errorf("the list of files, before byte %d: %w", a.size, err)
	}
	a.files = make(map[string]*zip.File, len(list.File))
	for _, f := range list.File {
		if a.files[f.Name] != nil {
			return fmt.Errorf("the list of files, before byte %d: %q is in it twice", a.size, f.Name)
		}
		a.files[f.Name] = f
	}
	return nil
}

// open opens a file that is in the list.
func (a *archive) open(name string) (fs.File, error) {
	f, where := a.files[name], a.name+": "+name
	start, err := f.DataOffset()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: the head before it: %w", where, err)
	case f.Method != zip.Store || f.CompressedSize64 != f.UncompressedSize64:
		return nil, fmt.Errorf("%s: byte %d: it is compressed, not stored as it is", where, start)
	case start > a.size || f.UncompressedSize64 > uint64(a.size-start):
		return nil, fmt.Errorf("%s: byte %d: %d bytes of it are not there", where, a.size, f.UncompressedSize64-uint64(max(a.size-start, 0)))
	}
	return &archived{io.NewSectionReader(a.in, start, int64(f.UncompressedSize64)), f, where}, nil
}

// archived is an open file of an archive.
type archived struct {
	*io.SectionReader
	file  *zip.File
	where string // its name, and that of the archive
}

// Stat describes the file.
func (a *archived) Stat() (fs.FileInfo, error) { return a.file.FileInfo(), nil }

// Close does nothing: the archive stays open.
func (a *archived) Close() error { return nil }

// A listReaderAt reads an archive, no more than so many bytes before it is done with the
// list of files.
type listReaderAt struct {
	in   io.ReaderAt
	left int
	done bool
}

// ReadAt reads.
func (r *listReaderAt) ReadAt(b []byte, at int64) (int, error) {
	if !r.done {
		if r.left -= len(b); r.left < 0 {
			return 0, fmt.Errorf("it is larger than %d MB", maxListBytes>>20)
		}
	}
	return r.in.ReadAt(b, at)
}
