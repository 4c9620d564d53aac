package retrograde

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
)

// PackOptions say what goes into an archive.
type PackOptions struct {
	Pieces    int // values of up to that many pieces
	Distances int // distances of up to that many pieces
}

// Packed tells what is in an archive.
type Packed struct{ Values, Distances int } // files

// Pack writes the archive of r to w: the files in the folder that Databases was given, or
// in an archive there. The same files make the same archive. A damaged file is an error,
// and so is a missing one if there are others of as many pieces; but distances may be
// missing.
func Pack(w io.Writer, folder fs.FS, r *movegen.Rules, o PackOptions) (packed Packed, err error) {
	files, err := endgame.OpenFolder(folder, r)
	if err != nil {
		return packed, err
	}
	defer files.Close()
	p := packer{folder: files, rules: r}
	for n := 2; n <= o.Pieces; n++ {
		if err := p.list(n, n <= o.Distances); err != nil {
			return packed, err
		}
	}
	if p.Values == 0 {
		return packed, fmt.Errorf("no endgame databases of %s", r.Name)
	}
	return p.Packed, p.write(w)
}

// A packer is a call of Pack.
type packer struct {
	Packed
	folder *endgame.Folder
	rules  *movegen.Rules
	files  []packedFile
}

// A packedFile is a file that goes into an archive.
type packedFile struct {
	name  string
	kind  endgame.FileKind
	slice endgame.Slice
}

// list finds the files of n pieces.
func (p *packer) list(n int, distances bool) error {
	missing, before := "", p.Values
	for _, s := range endgame.Slices(p.rules, n) {
		f := packedFile{endgame.ValueFile.Name(p.rules, s), endgame.ValueFile, s}
		found, err := p.add(f)
		if err != nil {
			return err
		}
		if !found {
			missing = f.name
			continue
		}
		p.Values++
		if !distances || n > endgame.DistancePieces {
			continue
		}
		found, err = p.add(packedFile{endgame.DistanceFile.Name(p.rules, s), endgame.DistanceFile, s})
		if err != nil {
			return err
		}
		if found {
			p.Distances++
		}
	}
	if missing != "" && p.Values > before {
		return fmt.Errorf("endgame database %s: missing", missing)
	}
	return nil
}

// add adds a file if it is there.
func (p *packer) add(f packedFile) (found bool, err error) {
	_, err = p.folder.Stat(f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	p.files = append(p.files, f)
	return true, err
}

// write writes the archive of the files to w, in the order of their names.
func (p *packer) write(w io.Writer) error {
	slices.SortFunc(p.files, func(a, b packedFile) int { return cmp.Compare(a.name, b.name) })
	out := zip.NewWriter(w)
	for _, f := range p.files {
		content, err := f.kind.ReadChecked(p.folder, p.rules, f.slice)
		if err != nil {
			return err
		}
		// Without a time, and with the sizes before the content, the bytes depend on
		// nothing else.
		entry, err := out.CreateRaw(&zip.FileHeader{
			Name: f.name, Method: zip.Store, ReaderVersion: 10, CRC32: crc32.ChecksumIEEE(content),
			CompressedSize64: uint64(len(content)), UncompressedSize64: uint64(len(content)),
		})
		if err != nil {
			return err
		}
		if _, err := entry.Write(content); err != nil {
			return err
		}
	}
	return out.Close()
}

// Read reads the databases of r of up to that many pieces from the folder that
// Databases was given, or from an archive in it, into memory, and the distances that are
// there. Unlike
// endgame.Source it reads and checks every byte. If slices are missing, as in a
// folder that is not complete yet, the positions in them are Unknown; if all are,
// that is an error, and so is a damaged file.
func Read(folder fs.FS, r *movegen.Rules, pieces int) (*endgame.Database, error) {
	files, err := endgame.OpenFolder(folder, r)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	d := endgame.New(r)
	found := false
	for n := 2; n <= min(pieces, endgame.MaxPieces); n++ {
		for _, s := range endgame.Slices(r, n) {
			err := readSlice(d, files, s)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			found = found || err == nil
		}
	}
	if !found {
		return nil, fmt.Errorf("no endgame databases of %s", r.Name)
	}
	return d, nil
}

// readSlice reads the values of s, and its distances if there are any.
func readSlice(d *endgame.Database, folder fs.FS, s endgame.Slice) error {
	if err := d.Load(folder, s); err != nil {
		return err
	}
	if err := d.LoadDistances(folder, s); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
