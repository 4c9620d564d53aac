package hub

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// settings are the values of the parameters.
type settings struct {
	rules    *movegen.Rules
	ponder   bool // the GUI will ponder; it says so with go ponder as well
	threads  int
	logTable int // the table has 2^logTable entries of 16 bytes,
	tableMB  int // unless its size in MiB is given here
	overhead int // milliseconds lost between a search and the clock of the GUI
	multiPV  int // how many of the best moves to report
	skill    int // how well to play: 1 to search.FullSkill

	endgames endgameSettings

	corner        movegen.Corner // where the GUI begins to number the squares in moves
	lidraughtsBot bool           // the GUI is lidraughts-bot, which has corners of its own
}

// The parameters' defaults and ranges.
const (
	defaultThreads  = 1
	maxThreads      = 256
	defaultLogTable = 22
	minLogTable     = 16
	maxLogTable     = 32
	maxTableMB      = tableEntryBytes << maxLogTable >> 20
	defaultOverhead = 5
	maxOverhead     = 10_000
	defaultLines    = 1
	maxLines        = 100
	defaultPieces   = endgame.MaxPieces
	maxPieces       = 9 // other engines have more, and clients their settings
	defaultCache    = endgame.DefaultMemory >> 20
	maxCache        = 1 << 20

	tableEntryBytes = 16 // what one step of tt-size doubles; clients count on it
)

func defaultSettings() settings {
	return settings{
		rules: movegen.International(), threads: defaultThreads, logTable: defaultLogTable, multiPV: defaultLines,
		skill: search.FullSkill, overhead: defaultOverhead, corner: movegen.TopLeft,
		endgames: endgameSettings{defaultPieces, embeddedDir, defaultCache},
	}
}

// engine returns the options for an engine with these settings.
func (s settings) engine() search.Options {
	return search.Options{Rules: s.rules, Threads: s.threads, TableBytes: s.tableBytes(), Skill: s.skill}
}

// tableBytes returns the size of the table.
func (s settings) tableBytes() int64 {
	if s.tableMB > 0 {
		return int64(s.tableMB) << 20
	}
	return tableEntryBytes << s.logTable
}

// declare returns the param lines. The order of their items is fixed: clients
// look for name first and values last.
func (s settings) declare() []Message {
	return []Message{
		newMessage("param", "name", "variant", "value", s.rules.Hub, "type", "enum", "values", variantNames()),
		newMessage("param", "name", "ponder", "value", strconv.FormatBool(s.ponder), "type", "bool"),
		declareInt("threads", s.threads, 1, maxThreads),
		declareInt("tt-size", s.logTable, minLogTable, maxLogTable),
		declareInt("tt-mb", s.tableMB, 0, maxTableMB),
		declareInt("move-overhead", s.overhead, 0, maxOverhead),
		declareInt("bb-size", s.endgames.pieces, 0, maxPieces),
		newMessage("param", "name", "bb-dir", "value", s.endgames.dir, "type", "string"),
		declareInt("bb-cache", s.endgames.memory, 1, maxCache),
		declareInt("multi-pv", s.multiPV, defaultLines, maxLines),
		declareInt("skill", s.skill, 1, search.FullSkill),
		newMessage("param", "name", "numbering", "value", cornerNames[s.corner], "type", "enum",
			"values", strings.Join(cornerNames[:], " ")),
	}
}

// cornerNames are the values of the parameter numbering.
var cornerNames = [...]string{
	movegen.BottomLeft: "bottom-left", movegen.BottomRight: "bottom-right",
	movegen.TopLeft: "top-left", movegen.TopRight: "top-right",
}

// moveRules returns the rules in whose numbers the GUI reads and writes moves.
func (s settings) moveRules() *movegen.Rules {
	corner := s.corner
	if s.lidraughtsBot && corner == movegen.TopLeft {
		corner = botCorner(s.rules)
	}
	if corner == movegen.TopLeft {
		return s.rules
	}
	return s.rules.NumberedFrom(corner)
}

// botCorner returns where lidraughts-bot, or rather pydraughts below it,
// begins to number the squares: as PDN has it for each game, but for moves
// alone, not for positions.
func botCorner(r *movegen.Rules) movegen.Corner {
	switch r.Hub {
	case "russian", "brazilian":
		return movegen.BottomLeft
	case "english":
		return movegen.BottomRight
	}
	return movegen.TopLeft
}

// variantNames returns Hub's names of all variants, separated by spaces.
func variantNames() string {
	var names []string
	for _, r := range movegen.Variants() {
		names = append(names, r.Hub)
	}
	return strings.Join(names, " ")
}

func declareInt(name string, value, low, high int) Message {
	return newMessage("param", "name", name, "value", strconv.Itoa(value), "type", "int",
		"min", strconv.Itoa(low), "max", strconv.Itoa(high))
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
		s.rules, err = parseVariant(value)
	case "ponder":
		s.ponder, err = parseBool(value)
	case "threads":
		s.threads, err = parseInt(value, 1, maxThreads)
	case "tt-size":
		s.logTable, err = parseInt(value, minLogTable, maxLogTable)
	case "tt-mb":
		s.tableMB, err = parseInt(value, 0, maxTableMB)
	case "move-overhead":
		s.overhead, err = parseInt(value, 0, maxOverhead)
	case "bb-size":
		s.endgames.pieces, err = parseInt(value, 0, maxPieces)
	case "bb-dir":
		s.endgames.dir = value
	case "bb-cache":
		s.endgames.memory, err = parseInt(value, 1, maxCache)
	case "numbering":
		s.corner, err = parseCorner(value)
	case "initial-time": // nobody else sends it
		s.lidraughtsBot = true
	case "skill":
		s.skill, err = parseInt(value, 1, search.FullSkill)
	case "multi-pv":
		s.multiPV, err = parseInt(value, defaultLines, maxLines)
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

func parseInt(text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("must be a whole number from %d to %d", low, high)
	}
	return n, nil
}
