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
// results. Packages such as movegen do not know who listens: what they have said in English is found
// again here, and goes to the page as such a text with the values in it.
package words

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Files are the catalogues, pl.json for Polish, and heard.json.
//
//go:embed *.json
var Files embed.FS

// A Language says texts in a language; nil says them in English.
type Language struct {
	name  string
	texts map[string]forms
}

// forms are a translation by its plural forms; one that counts nothing has "other" alone.
type forms map[string]string

// UnmarshalJSON reads an object of plural forms, or one text.
func (f *forms) UnmarshalJSON(text []byte) error {
	var single string
	if err := json.Unmarshal(text, &single); err == nil {
		*f = forms{"other": single}
		return nil
	}
	return json.Unmarshal(text, (*map[string]string)(f))
}

// Names returns the names of the languages that there are, as BCP 47 has them.
func Names() []string {
	names := []string{"en"}
	entries, _ := Files.ReadDir(".") // it is there
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".json"); ok && name != "heard" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Named returns the language of a name, which is one of Names in any case.
func Named(name string) (*Language, error) {
	name = strings.ToLower(name)
	if name == "en" {
		return nil, nil
	}
	text, err := Files.ReadFile(name + ".json")
	if err != nil || name == "heard" {
		return nil, fmt.Errorf("unknown language %q (known: %s)", name, strings.Join(Names(), ", "))
	}
	l := &Language{name: name}
	if err := json.Unmarshal(text, &l.texts); err != nil {
		return nil, fmt.Errorf("%s.json: %w", name, err)
	}
	return l, nil
}

// Tag returns the name of the language for the attribute lang of HTML.
func (l *Language) Tag() string {
	switch {
	case l == nil:
		return "en"
	case l.name == "pt":
		return "pt-BR" // the catalogue is for Brazil
	}
	return l.name
}

// Say says an English text, in which the values, each behind its name, replace what stands in
// braces. One of the name n decides on the plural form. Whole numbers are written as Whole does.
func (l *Language) Say(text string, values ...any) string {
	var replacements []string
	n, counts := 0, false
	for i := 0; i+1 < len(values); i += 2 {
		name, value := fmt.Sprint(values[i]), fmt.Sprint(values[i+1])
		if name == "n" {
			_, err := fmt.Sscan(value, &n)
			counts = err == nil
		}
		switch whole := values[i+1].(type) {
		case int:
			value = l.Whole(int64(whole))
		case int64:
			value = l.Whole(whole)
		}
		replacements = append(replacements, "{"+name+"}", value)
	}
	return strings.NewReplacer(replacements...).Replace(l.form(text, n, counts))
}

// form returns a text in the plural form for n, if it counts something.
func (l *Language) form(text string, n int, counts bool) string {
	all, known := forms(nil), false
	if l != nil {
		all, known = l.texts[text]
	}
	if one, other, two := strings.Cut(text, "|"); !known && two {
		all = forms{"one": one, "other": other}
	} else if !known {
		return text
	}
	if form, ok := all[l.plural(n)]; ok && counts {
		return form
	}
	return all["other"]
}

// plural returns the name of the plural form for a number, not negative, by the rules of CLDR.
// Whole millions, "many" in some languages, are "other" here: catalogues have the same for both.
func (l *Language) plural(n int) string {
	few := n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14)
	switch name := l.Tag(); {
	case name == "ru" && n%10 == 1 && n%100 != 11, name != "ru" && n == 1, (name == "fr" || name == "pt-BR") && n == 0:
		return "one"
	case (name == "ru" || name == "pl") && few:
		return "few"
	case name == "ru" || name == "pl":
		return "many"
	}
	return "other"
}

// Between every three digits of a number stands a comma in English, in other languages a point or
// a space that does not end a line, by CLDR. Some leave numbers of four digits as they are.
var (
	separators = map[string]string{"en": ",", "fr": "\u202f", "pl": "\u00a0", "ru": "\u00a0"}
	fourAlone  = map[string]bool{"es": true, "it": true, "pl": true}
)

// Whole writes a whole number with its digits in groups: 12,345.
func (l *Language) Whole(n int64) string {
	name, text := "en", strconv.FormatInt(n, 10)
	if l != nil {
		name = l.name
	}
	first := len(text) - len(strings.TrimPrefix(text, "-"))
	if len(text)-first == 4 && fourAlone[name] {
		return text
	}
	for i := len(text) - 3; i > first; i -= 3 {
		text = text[:i] + cmp.Or(separators[name], ".") + text[i:]
	}
	return text
}

// Sprintf is fmt.Sprintf with the digits of whole numbers in groups, for people who read English:
// 12,345. Programs read fmt's.
func Sprintf(format string, values ...any) string {
	return fmt.Sprintf(format, grouped(values)...)
}

// Fprintf is fmt.Fprintf in the same way.
func Fprintf(w io.Writer, format string, values ...any) (int, error) {
	return fmt.Fprintf(w, format, grouped(values)...)
}

// grouped returns values of which the whole numbers are written in groups.
func grouped(values []any) []any {
	values = slices.Clone(values)
	for i, v := range values {
		switch n := reflect.ValueOf(v); {
		case n.CanInt() && n.Type().PkgPath() == "": // no time.Duration
			values[i] = whole(n.Int())
		case n.CanUint() && n.Type().PkgPath() == "":
			values[i] = whole(n.Uint())
		}
	}
	return values
}

// whole is a number that fmt writes in groups.
type whole int64

// Format writes it, filled up to the width wanted.
func (n whole) Format(f fmt.State, _ rune) {
	width, _ := f.Width()
	if f.Flag('-') {
		width = -width
	}
	fmt.Fprintf(f, "%*s", width, (*Language)(nil).Whole(int64(n)))
}

// Count says in English how many there are: 1 game, 12,345 games, 2 plies, 3 searches.
func Count[N int | int64 | uint64](n N, noun string) string {
	if n != 1 {
		switch before, y := strings.CutSuffix(noun, "y"); {
		case y && !strings.HasSuffix(before, "a"): // days
			noun = before + "ies"
		case strings.HasSuffix(noun, "ch"):
			noun += "es"
		default:
			noun += "s"
		}
	}
	return (*Language)(nil).Whole(int64(n)) + " " + noun
}

// Decimal writes a number, given as English writes it, as the language does.
func (l *Language) Decimal(english string) string {
	if l == nil {
		return english
	}
	return strings.Replace(english, ".", ",", 1)
}

// A template is a text of heard.json with names in it.
type template struct {
	text    string
	names   []string
	pattern *regexp.Regexp
}

var (
	placeholder = regexp.MustCompile(`\{(\w+)\}`)

	heardTexts = sync.OnceValue(func() (texts []string) {
		content, _ := Files.ReadFile("heard.json") // it is there,
		_ = json.Unmarshal(content, &texts)        // and a list of texts, as a test sees
		return texts
	})

	// plainTexts are those that are said as they are.
	plainTexts = sync.OnceValue(func() map[string]bool {
		plain := map[string]bool{}
		for _, text := range heardTexts() {
			plain[text] = !placeholder.MatchString(text)
		}
		return plain
	})

	templates = sync.OnceValue(func() (all []template) {
		for _, text := range heardTexts() {
			t := template{text: text}
			for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
				t.names = append(t.names, found[1])
			}
			if t.names != nil {
				parts := placeholder.Split(text, -1)
				for i := range parts {
					parts[i] = regexp.QuoteMeta(parts[i])
				}
				t.pattern = regexp.MustCompile(`(?s)^` + strings.Join(parts, "(.+?)") + `$`)
				all = append(all, t)
			}
		}
		return all
	})
)

// Heard says what other packages have said in English: a text of heard.json, in which others
// may stand in the place of its names. What it does not know stays English.
func (l *Language) Heard(text string) string {
	if l == nil {
		return text
	}
	if _, known := l.texts[text]; known {
		return l.Say(text)
	}
	t, found := Said(text).template()
	if _, known := l.texts[t.text]; found == nil || !known {
		return text
	}
	var values []any
	for i, name := range t.names {
		values = append(values, name, l.Heard(found[i]))
	}
	return l.Say(t.text, values...)
}

// Said is what a package has said in English. As JSON it is what a catalogue has: an object of the text
// with names in it, and of the values of these, each a Said itself; or a text alone, which has none.
type Said string

// template returns the text of heard.json that it is, with what stands there in the place of the names;
// nothing if it is none, or one without names.
func (s Said) template() (template, []string) {
	for _, t := range templates() {
		if found := t.pattern.FindStringSubmatch(string(s)); found != nil {
			return t, found[1:]
		}
	}
	return template{}, nil
}

// MarshalJSON writes it.
func (s Said) MarshalJSON() ([]byte, error) {
	t, found := s.template()
	if found == nil || plainTexts()[string(s)] {
		return json.Marshal(string(s))
	}
	values := map[string]Said{}
	for i, name := range t.names {
		values[name] = Said(found[i])
	}
	return json.Marshal(map[string]any{"text": t.text, "values": values})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Said) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, (*string)(s)) == nil {
		return nil
	}
	var said struct {
		Text   string
		Values map[string]Said
	}
	err := json.Unmarshal(text, &said)
	*s = Said(placeholder.ReplaceAllStringFunc(said.Text, func(name string) string { return string(said.Values[name[1:len(name)-1]]) }))
	return err
}
