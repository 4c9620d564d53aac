package library

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/ncruces/go-sqlite3"
)

// nameID returns the number of a name, which is added if there is none. Known ones are
// remembered in known.
func (d *database) nameID(known map[string]int64, name string) (int64, error) {
	if id, ok := known[name]; ok {
		return id, nil
	}
	id, err := d.number("SELECT id FROM name WHERE text = ?", name)
	if err == nil && id == 0 {
		id, err = d.insert("INSERT INTO name (text) VALUES (?)", name)
	}
	if err == nil {
		known[name] = id
	}
	return id, err
}

// namesWith returns the numbers of the names that have a text in them, as a list of JSON.
func (d *database) namesWith(part string) (string, error) {
	part = fold(part)
	ids := []string{}
	err := d.query("SELECT id, text FROM name", func(s *sqlite3.Stmt) error {
		if strings.Contains(fold(s.ColumnText(1)), part) {
			ids = append(ids, strconv.FormatInt(s.ColumnInt64(0), 10))
		}
		return nil
	})
	return "[" + strings.Join(ids, ",") + "]", err
}

// fold returns a text without the difference between capitals and small letters, and with
// one space where there is any white space.
func fold(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(c rune) rune { return unicode.ToLower(unicode.ToUpper(c)) }, text)), " ")
}
