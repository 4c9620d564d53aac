// Package words has what Stupol says to people in other languages than English: catalogues for
// the page of stupol web and for the report of stupol analyze.
//
// English texts stand in the code, in the page and in the report. A catalogue is a JSON object
// with these texts as keys and translations as values. What stands in braces is replaced by the
// value of that name. A text that counts something has both English forms, "{n} move|{n} moves",
// and an object as its translation: a text for each plural form that the language has, by the
// names of Unicode CLDR: one, few, many, other.
//
// heard.json lists the texts among the keys that the server of the page says, in errors and
// results: the page finds them again in what it is told, for packages such as movegen do not
// know who listens.
package words

import "embed"

// Files are the catalogues, pl.json for Polish, and heard.json.
//
//go:embed *.json
var Files embed.FS
