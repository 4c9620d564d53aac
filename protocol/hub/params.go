package hub

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/params"
)

// settings are the values of the parameters: those of the engine, and those of the
// session.
type settings struct {
	params.Values
	rules  *movegen.Rules
	ponder bool // the GUI will ponder; it says so with go ponder as well

	corner movegen.Corner // where the GUI begins to number the squares in moves
}

func defaultSettings() settings {
	return settings{Values: params.Defaults(), rules: movegen.International(), corner: movegen.TopLeft}
}

// declare returns the param lines. The order of their items is fixed: clients
// look for name first and values last.
func (s settings) declare() []Message {
	messages := []Message{
		newMessage("param", "name", "variant", "value", s.rules.Hub, "type", "enum", "values", variantNames()),
		newMessage("param", "name", "ponder", "value", strconv.FormatBool(s.ponder), "type", "bool"),
	}
	for _, p := range params.Params {
		if p.InProcess {
			continue
		}
		m := newMessage("param", "name", p.Name, "value", p.Value(s.Values), "type", p.Type())
		if p.Type() == "int" {
			m.Args = append(m.Args, Arg{Name: "min", Value: strconv.Itoa(p.Min)}, Arg{Name: "max", Value: strconv.Itoa(p.Max)})
		}
		messages = append(messages, m)
	}
	return append(messages, newMessage("param", "name", "numbering", "value", cornerNames[s.corner], "type", "enum",
		"values", strings.Join(cornerNames[:], " ")))
}

// cornerNames are the values of the parameter numbering.
var cornerNames = [...]string{
	movegen.BottomLeft: "bottom-left", movegen.BottomRight: "bottom-right",
	movegen.TopLeft: "top-left", movegen.TopRight: "top-right",
}

// moveRules returns the rules in whose numbers the GUI reads and writes moves.
func (s settings) moveRules() *movegen.Rules {
	if s.corner == movegen.TopLeft {
		return s.rules
	}
	return s.rules.NumberedFrom(s.corner)
}

// variantNames returns Hub's names of all variants, separated by spaces.
func variantNames() string {
	var names []string
	for _, r := range movegen.Variants() {
		names = append(names, r.Hub)
	}
	return strings.Join(names, " ")
}

// isSetting reports whether a set-param message names a parameter and a value.
func isSetting(m Message) bool {
	_, named := m.Arg("name")
	_, valued := m.Arg("value")
	return named && valued
}

// with returns s after a set-param message; on an error it returns s. Unknown
// parameters change nothing: many clients set those of other engines.
func (s settings) with(m Message) (settings, error) {
	name, ok := m.Arg("name")
	if !ok {
		return s, missing(m, "name")
	}
	value, ok := m.Arg("value")
	if !ok {
		return s, missing(m, "value")
	}
	next, err := s.set(name.Value, value.Value)
	if err != nil {
		return s, &movegen.SyntaxError{What: m.Command, Text: value.Value, Column: value.Column, Reason: err.Error()}
	}
	return next, nil
}

// set returns s with one parameter changed.
func (s settings) set(name, value string) (_ settings, err error) {
	switch name {
	case "variant":
		s.rules, err = parseVariant(params.Plain(value))
	case "ponder":
		s.ponder, err = parseBool(params.Plain(value))
	case "numbering":
		s.corner, err = parseCorner(params.Plain(value))
	default:
		if p, ok := params.Named(name); ok && !p.InProcess {
			err = p.Set(&s.Values, value)
		}
	}
	return s, err
}

func parseVariant(text string) (*movegen.Rules, error) {
	r, err := movegen.Lookup(text)
	if err != nil {
		return nil, fmt.Errorf("must be one of %s", variantNames())
	}
	return r, nil
}

func parseCorner(text string) (movegen.Corner, error) {
	i := slices.Index(cornerNames[:], text)
	if i < 0 {
		return 0, fmt.Errorf("must be one of %s", strings.Join(cornerNames[:], " "))
	}
	return movegen.Corner(i), nil
}

func parseBool(text string) (bool, error) {
	b, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("must be true or false")
	}
	return b, nil
}

// endgames are the databases that the engine has.
type endgames struct {
	rules          *movegen.Rules
	settings       params.Databases
	db             *endgame.Database // nil before the first engine
	damageReported bool              // see reportDamage
}

// openEndgames opens the databases of the settings, unless they are open. An error
// is reported to the GUI, and the readable databases are used.
func (s *session) openEndgames(with settings) {
	want := with.Databases
	if s.endgames.db != nil && s.endgames.rules == with.rules && s.endgames.settings == want {
		return
	}
	s.closeEndgames()
	db, err := want.Source(s.opts.Folder).Open(with.rules)
	if err != nil {
		s.reportError(err)
	}
	s.endgames = endgames{rules: with.rules, settings: want, db: db}
}

// closeEndgames closes the databases, and the engines that use them.
func (s *session) closeEndgames() {
	if s.endgames.db == nil {
		return
	}
	s.full.close()
	s.weak.close()
	_ = s.endgames.db.Close() // files that were only read
	s.endgames.db = nil
}

// reportDamage reports to the GUI, once, that a search found a damaged database.
func (s *session) reportDamage() {
	if s.endgames.damageReported || s.endgames.db == nil {
		return
	}
	if err := s.endgames.db.Err(); err != nil {
		s.reportError(err)
		s.endgames.damageReported = true
	}
}

// opening is the opening book that the engine has.
type opening struct {
	rules    *movegen.Rules
	settings params.Book
	book     *book.Book // nil: none
}

// openBook opens the book of the settings, unless it is open. An error is reported to the
// GUI, and the engine plays without a book.
func (s *session) openBook(with settings) {
	want := with.Book
	want.Plies, want.Margin = min(want.Plies, 1), 0 // others need no other book
	if s.opening.rules == with.rules && s.opening.settings == want {
		return
	}
	b, err := want.Open(with.rules, s.opts.Folder)
	if err != nil {
		s.reportError(err)
	}
	s.opening = opening{with.rules, want, b}
}
