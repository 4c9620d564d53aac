package book

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"stupol/movegen"
)

// embedded has what Embedded returns, for each variant, read when it is first wanted.
var embedded = func() map[*movegen.Rules]func() *Book {
	all := map[*movegen.Rules]func() *Book{}
	for _, r := range movegen.Variants() {
		all[r] = sync.OnceValue(func() *Book { return readEmbedded(r) })
	}
	return all
}()

// Embedded returns the book of r that is part of the program, or nil if there is none.
func Embedded(r *movegen.Rules) *Book { return embedded[r]() }

// readEmbedded reads a file in the program. Nothing can be wrong with it that the tests
// do not find.
func readEmbedded(r *movegen.Rules) *Book {
	name := r.Name + ".book"
	data, err := fs.ReadFile(files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	b, err := Read(bytes.NewReader(data))
	if err == nil && b.rules != r {
		err = fmt.Errorf("a book of %s", b.rules.Name)
	}
	if err != nil {
		panic(fmt.Sprint(name, ": ", err))
	}
	return b
}
