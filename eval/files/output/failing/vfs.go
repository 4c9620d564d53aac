package failing

import (
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// A VFS is the file system of SQLite, in which steps fail.
type VFS struct{ *Steps }

// system is the file system that it is in truth.
func system() vfs.VFSFilename { return vfs.Find("").(vfs.VFSFilename) }

// Open opens a file without a name.
func (v VFS) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	return v.opened(name)(system().Open(name, flags))
}

// OpenFilename opens a file.
func (v VFS) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if v.Next("open", name.String(), true) != nil {
		return nil, flags, sqlite3.CANTOPEN
	}
	return v.opened(name.String())(system().OpenFilename(name, flags))
}

// opened returns a function that lets steps of an open file fail.
func (v VFS) opened(name string) func(vfs.File, vfs.OpenFlag, error) (vfs.File, vfs.OpenFlag, error) {
	return func(f vfs.File, flags vfs.OpenFlag, err error) (vfs.File, vfs.OpenFlag, error) {
		if err != nil {
			return nil, flags, err
		}
		return vfsFile{f, name, v.Steps}, flags, nil
	}
}

// Delete removes a file.
func (v VFS) Delete(name string, syncDir bool) error {
	if v.Next("remove", name, false) != nil {
		return sqlite3.IOERR_DELETE
	}
	return system().Delete(name, syncDir)
}

// Access reports whether a file is there.
func (VFS) Access(name string, flags vfs.AccessFlag) (bool, error) {
	return system().Access(name, flags)
}

// FullPathname returns the whole name of a file.
func (VFS) FullPathname(name string) (string, error) { return system().FullPathname(name) }

// A vfsFile is an open file of a VFS.
type vfsFile struct {
	vfs.File
	name  string
	steps *Steps
}

// SharedMemory returns what a WAL needs.
func (f vfsFile) SharedMemory() vfs.SharedMemory {
	if shared, ok := f.File.(vfs.FileSharedMemory); ok {
		return shared.SharedMemory()
	}
	return nil
}

// WriteAt writes b. If it fails half of b is written.
func (f vfsFile) WriteAt(b []byte, at int64) (int, error) {
	if f.steps.Next("write", f.name, true) != nil {
		n, _ := f.File.WriteAt(b[:len(b)/2], at)
		return n, sqlite3.FULL
	}
	return f.File.WriteAt(b, at)
}

// Sync flushes the file.
func (f vfsFile) Sync(flags vfs.SyncFlag) error {
	if f.steps.Next("sync", f.name, true) != nil {
		return sqlite3.IOERR_FSYNC
	}
	return f.File.Sync(flags)
}

// Truncate changes the size of the file.
func (f vfsFile) Truncate(size int64) error {
	if f.steps.Next("truncate", f.name, false) != nil {
		return sqlite3.IOERR_TRUNCATE
	}
	return f.File.Truncate(size)
}

// Close closes the file.
func (f vfsFile) Close() error {
	_ = f.steps.Next("close", f.name, false) // SQLite does not look at what it returns
	return f.File.Close()
}
