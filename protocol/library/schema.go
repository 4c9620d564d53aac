package library

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ncruces/go-sqlite3"

	"stupol/eval/files/input"
	"stupol/eval/files/output"
)

// applicationID is in the header of every library: "StuG".
const applicationID = 0x53747547

// migrations bring a file from each version of the schema to the next. The version is the
// user_version of SQLite: how many of them were carried out. A migration is never changed
// once it was released.
var migrations = []string{`
CREATE TABLE name (
	id   INTEGER PRIMARY KEY,
	text TEXT NOT NULL UNIQUE
);
CREATE TABLE source (
	id       INTEGER PRIMARY KEY,
	name     TEXT NOT NULL,
	sha256   BLOB NOT NULL,
	variant  TEXT NOT NULL,
	games    INTEGER NOT NULL,
	complete INTEGER NOT NULL,
	UNIQUE (sha256, variant)
);
CREATE TABLE game (
	id          INTEGER PRIMARY KEY,
	variant     TEXT NOT NULL,
	guessed     INTEGER NOT NULL,
	removed     INTEGER,
	white       INTEGER NOT NULL REFERENCES name,
	black       INTEGER NOT NULL REFERENCES name,
	event       INTEGER NOT NULL REFERENCES name,
	date        TEXT NOT NULL,
	year        INTEGER,
	outcome     INTEGER NOT NULL,
	plies       INTEGER NOT NULL,
	start       TEXT,
	moves       BLOB NOT NULL,
	scores      BLOB,
	fingerprint BLOB NOT NULL UNIQUE,
	source      INTEGER NOT NULL REFERENCES source,
	number      INTEGER NOT NULL,
	tags        TEXT,
	pdn         BLOB
);
CREATE TABLE place (
	key  INTEGER NOT NULL,
	game INTEGER NOT NULL,
	ply  INTEGER NOT NULL,
	PRIMARY KEY (key, game)
) WITHOUT ROWID;
CREATE TABLE tally (
	key     INTEGER NOT NULL,
	move    BLOB NOT NULL,
	white   INTEGER NOT NULL,
	black   INTEGER NOT NULL,
	drawn   INTEGER NOT NULL,
	unknown INTEGER NOT NULL,
	scored  INTEGER NOT NULL,
	chance  REAL NOT NULL,
	PRIMARY KEY (key, move)
) WITHOUT ROWID;
CREATE TABLE rejected (
	id     INTEGER PRIMARY KEY,
	source INTEGER NOT NULL REFERENCES source,
	number INTEGER NOT NULL,
	line   INTEGER NOT NULL,
	column INTEGER NOT NULL,
	ply    INTEGER NOT NULL,
	text   TEXT NOT NULL,
	reason TEXT NOT NULL,
	pdn    BLOB NOT NULL
);
`, `
ALTER TABLE source ADD COLUMN results INTEGER;
`}

// Version is the version of the schema that this package writes.
const Version = 2

// oldestRead is the oldest version that can be read as it is.
const oldestRead = 1

// The errors of files.
var (
	ErrDamaged  = errors.New("the library is damaged")
	ErrFull     = errors.New("the disk is full")
	ErrNewer    = errors.New("the library was written by a newer version of Stupol")
	errForeign  = errors.New("the file exists and is not a library of games")
	errBusy     = errors.New("another process is writing it")
	errDisk     = errors.New("its files could not be read or written")
	errShut     = errors.New("this user may not write it, or new files in its folder")
	errNoMemory = errors.New("SQLite, which keeps libraries, cannot reserve 256 MB of addresses here (ulimit -v may bound them; Wine 8 does not know how)")
	errOpen     = errors.New("another process has it open, or was killed: only who may write it and its folder can read it until stupol games info has brought it in order")
)

// Check is the check for files that games are added to.
var Check = output.Only("a library of games", isLibrary)

// isLibrary reports whether a file begins as a library does.
func isLibrary(file io.Reader) bool {
	header := make([]byte, 100)
	if _, err := io.ReadFull(file, header); err != nil {
		return false
	}
	return bytes.HasPrefix(header, []byte("SQLite format 3\x00")) && binary.BigEndian.Uint32(header[68:]) == applicationID
}

// busyTime is how long a process waits for another that writes.
const busyTime = time.Minute

// cacheSize is the memory for a file, in KiB.
const cacheSize = 128 << 10

// Open opens the library in that file, and makes it if there is none.
func Open(name string) (*Library, error) {
	if err := Check(name); err != nil {
		return nil, err
	}
	if info, err := os.Stat(name); err == nil {
		if err := input.CheckRegular(name, info); err != nil {
			return nil, err
		}
	}
	return open(name, false, inPlace, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE)
}

// OpenReadOnly opens the library in that file to look things up. Another process may add
// games meanwhile, which are found at once.
func OpenReadOnly(name string) (*Library, error) { return openExisting(name, true) }

// OpenExisting is Open for a library that there must be.
func OpenExisting(name string) (*Library, error) { return openExisting(name, false) }

// openExisting opens a file, which must be a library.
func openExisting(name string, readOnly bool) (*Library, error) {
	file, err := input.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", name, ErrMissing)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if !isLibrary(file) {
		return nil, fmt.Errorf("%s: %w", name, errForeign)
	}
	// A connection that may not write leaves the files of the WAL behind, even if it was the
	// last one.
	l, err := open(name, readOnly, inPlace, sqlite3.OPEN_READWRITE)
	if readOnly && errors.Is(err, errShut) {
		return openShut(name)
	}
	return l, err
}

// openShut opens a file for a user who may not write it, or not beside it. Reading with a WAL
// takes part in its locks, which SQLite can only where it may write. Without one nobody has
// the library, and it is read as a file that does not change.
func openShut(name string) (*Library, error) {
	if _, err := os.Stat(name + "-wal"); err == nil {
		return nil, fmt.Errorf("%s: %w", name, errOpen)
	}
	return open(name, true, unchanging, sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
}

// fileSystem is the name of the file system that SQLite uses; "" is that of the system.
var fileSystem = ""

// UseFileSystem has libraries be written to the file system that SQLite knows by this name. It
// is for tests of what becomes of a library when a step fails.
func UseFileSystem(name string) { fileSystem = name }

// inPlace is how SQLite is told to open a path: as it is.
func inPlace(path string) string { return path }

// unchanging is the same for a file that nobody changes: SQLite takes no locks.
func unchanging(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/games
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: "immutable=1"}).String()
}

// open opens a file, by the name that as makes of its path.
func open(name string, readOnly bool, as func(path string) string, how sqlite3.OpenFlag) (*Library, error) {
	path, err := filepath.Abs(name) // a relative name could begin with file:
	if err != nil {
		return nil, err
	}
	l := &Library{name: name, readOnly: readOnly, batch: batchGames}
	conn, err := connect(as(path), how)
	if errors.Is(err, errNoMemory) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		return nil, l.explain(err)
	}
	l.db = newDatabase(conn)
	if err := cmp.Or(l.explain(l.prepare()), l.remember()); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// connect opens a connection. For each SQLite reserves 256 MB of addresses.
func connect(path string, how sqlite3.OpenFlag) (conn *sqlite3.Conn, err error) {
	// The package panics with the error of the system where it gets none.
	defer func() {
		switch refused := recover().(type) {
		case nil:
		case syscall.Errno:
			conn, err = nil, fmt.Errorf("%w: %w", errNoMemory, refused)
		default:
			panic(refused)
		}
	}()
	if fileSystem == "" || how&sqlite3.OPEN_URI != 0 {
		return sqlite3.OpenFlags(path, how)
	}
	address := url.URL{Scheme: "file", Path: path, RawQuery: "vfs=" + fileSystem}
	return sqlite3.OpenFlags(address.String(), how|sqlite3.OPEN_URI)
}

// prepare looks at a file that was opened, and brings it to the present version.
func (l *Library) prepare() error {
	if err := l.db.conn.BusyTimeout(busyTime); err != nil {
		return err
	}
	for _, pragma := range []string{fmt.Sprintf("PRAGMA cache_size = -%d", cacheSize), "PRAGMA synchronous = FULL", "PRAGMA temp_store = MEMORY"} {
		if err := l.db.exec(pragma); err != nil {
			return err
		}
	}
	version, err := l.db.number("PRAGMA user_version")
	l.version = int(version)
	switch {
	case err != nil:
		return err
	case version > Version:
		return fmt.Errorf("%w: its version is %d, and this program knows %d", ErrNewer, version, Version)
	case l.readOnly && version < oldestRead:
		return fmt.Errorf("the version of the library is %d: adding games to it brings it to %d", version, Version)
	case l.readOnly:
		return l.db.exec("PRAGMA query_only = ON")
	}
	if version < Version {
		if err := l.db.change(l.migrate); err != nil {
			return err
		}
		l.version = Version
	}
	return l.db.exec("PRAGMA journal_mode = WAL") // after the header is in the file, so that Check knows it
}

// migrate brings the file to the present version, unless another process has done it
// meanwhile.
func (l *Library) migrate() error {
	version, err := l.db.number("PRAGMA user_version")
	if err != nil {
		return err
	}
	for _, step := range migrations[min(int(version), Version):] {
		if err := l.db.conn.Exec(step); err != nil {
			return err
		}
	}
	if err := l.db.exec(fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return err
	}
	return l.db.exec(fmt.Sprintf("PRAGMA user_version = %d", Version))
}

// explain returns what an error of SQLite means to the user, with the name of the file.
func (l *Library) explain(err error) error {
	var code sqlite3.ErrorCode
	if !errors.As(err, &code) {
		return err
	}
	switch {
	case errors.Is(err, sqlite3.INTERRUPT):
		return err
	case errors.Is(err, sqlite3.CORRUPT), errors.Is(err, sqlite3.NOTADB):
		return fmt.Errorf("%s: %w: nothing was changed; a copy of it, or adding its games anew to another file, helps", l.name, ErrDamaged)
	case errors.Is(err, sqlite3.FULL), noRoom(err):
		return fmt.Errorf("%s: %w: what was added before is in it", l.name, ErrFull)
	case errors.Is(err, sqlite3.IOERR):
		return l.diskError(err)
	case errors.Is(err, sqlite3.BUSY):
		return fmt.Errorf("%s: %w", l.name, errBusy)
	case errors.Is(err, sqlite3.READONLY), errors.Is(err, sqlite3.CANTOPEN), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%s: %w", l.name, errShut)
	}
	return fmt.Errorf("%s: %w", l.name, err)
}
