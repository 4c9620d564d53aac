package endgame

import (
	"io/fs"
	"testing"

	"stupol/movegen"
)

// TestEmbeddedSizes compares the sizes with those of the opened databases and, over all
// games, with those of all files.
func TestEmbeddedSizes(t *testing.T) {
	files := map[string]Sizes{} // by GameName
	for _, r := range movegen.Variants() {
		var values int64
		for _, i := range Embedded(r).Infos() {
			values += i.Bytes
		}
		got := EmbeddedSizes(r)
		if got.Pieces != 4 || got.Values != values || got.Distances == 0 {
			t.Errorf("%s: got %+v; four pieces have values of %d bytes", r.Name, got, values)
		}
		files[GameName(r)] = got
	}
	var sum, want int64
	for _, s := range files {
		sum += s.Values + s.Distances
	}
	err := fs.WalkDir(embeddedFiles, ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		want += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum != want {
		t.Errorf("all games have %d bytes, the files %d", sum, want)
	}
	if none := EmbeddedSizes(&movegen.Rules{Name: "halma"}); none != (Sizes{}) {
		t.Errorf("a game without databases: %+v", none)
	}
}
