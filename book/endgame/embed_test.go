package endgame

import (
	"io/fs"
	"testing"

	"stupol/movegen"
)

// TestEmbeddedSizes compares the sizes with those of the opened databases and of all files.
func TestEmbeddedSizes(t *testing.T) {
	games := map[string]bool{} // by GameName
	for _, r := range movegen.Variants() {
		games[GameName(r)] = true
		var values int64
		for _, i := range Embedded(r).Infos() {
			values += i.Bytes
		}
		got := EmbeddedSizes(r)
		if got.Pieces != embeddedPieces || got.Values != values || got.Distances == 0 {
			t.Errorf("%s: got %+v; four pieces have values of %d bytes", r.Name, got, values)
		}
		var files int64
		for _, f := range embeddedFiles(t, r).archive.files {
			files += int64(f.UncompressedSize64)
		}
		if sum := got.Values + got.Distances; sum != files {
			t.Errorf("%s: %d bytes, the files have %d", r.Name, sum, files)
		}
	}
	if names, err := fs.Glob(embeddedFolder, "*"); err != nil || len(names) != len(games) {
		t.Errorf("%d games have the archives %s, %v", len(games), names, err)
	}
	if none := EmbeddedSizes(&movegen.Rules{Name: "halma"}); none != (Sizes{}) {
		t.Errorf("a game without databases: %+v", none)
	}
}
