package plain

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A game is an object of lidraughts' API with moves. What it says beside them becomes tags, a
// tag of its own for what PDN has no name for, and what is no single value a comment.
type game struct {
	tags     []string // name, value, name, value
	moves    []string
	hasMoves bool
	clocks   []json.Number // hundredths of a second, after each move
	comments []string

	winner, status string
	initial, extra json.Number // seconds
}

// gameTypes are the numbers of the variants, by lidraughts' names.
var gameTypes = map[string]string{
	"standard": "20", "fromPosition": "20", "frisian": "40", "frysk": "97", "antidraughts": "98", "breakthrough": "96",
	"russian": "25", "brazilian": "26",
}

// tagNames are the names that PDN has for fields.
var tagNames = map[string]string{
	"initialFen": "FEN", "opening name": "Opening", "opening code": "ECO",
	"players white user name": "White", "players black user name": "Black", "players white name": "White", "players black name": "Black",
	"players white user title": "WhiteTitle", "players black user title": "BlackTitle",
	"players white rating": "WhiteElo", "players black rating": "BlackElo",
	"players white ratingDiff": "WhiteRatingDiff", "players black ratingDiff": "BlackRatingDiff",
}

// add adds what the field with a path says.
func (g *game) add(path []string, value json.RawMessage) {
	if fields, err := fieldsOf(value); err == nil {
		for _, f := range fields {
			g.add(append(slices.Clip(path), f.name), f.value)
		}
		return
	}
	name := strings.Join(path, " ")
	if name == "clocks" && json.Unmarshal(value, &g.clocks) == nil {
		return
	}
	text, single := scalar(value)
	switch {
	case !single:
		g.comments = append(g.comments, name+": "+text)
	case text == "" || text == "null":
	default:
		g.addValue(path, name, text)
	}
}

// addValue adds a single value.
func (g *game) addValue(path []string, name, text string) {
	switch name {
	case "id":
		g.tag("Site", "https://lidraughts.org/"+text)
	case "variant":
		if number, known := gameTypes[text]; known {
			g.tag("GameType", number)
		} else {
			g.tag("Variant", text)
		}
	case "createdAt":
		g.time(text)
	case "winner":
		g.winner = text
	case "status":
		g.status = text
		g.tag("Termination", text)
	case "clock initial":
		g.initial = json.Number(text)
	case "clock increment":
		g.extra = json.Number(text)
	case "players white aiLevel", "players black aiLevel":
		side := map[string]string{"white": "White", "black": "Black"}[path[1]]
		g.tag(side, "Lidraughts AI level "+text)
	default:
		if known := tagNames[name]; known != "" {
			g.tag(known, text)
		} else {
			g.tag(madeName(path), text)
		}
	}
}

// scalar returns a value as text, and whether it is a single one.
func scalar(value json.RawMessage) (text string, single bool) {
	if json.Unmarshal(value, &text) == nil {
		return text, true
	}
	var b bytes.Buffer
	_ = json.Compact(&b, value) // it was decoded
	return b.String(), b.Len() > 0 && b.Bytes()[0] != '['
}

// madeName returns the name of a tag for a field that PDN has none for: PlayersWhiteId.
func madeName(path []string) string {
	var b strings.Builder
	for _, part := range path {
		part = strings.Map(func(c rune) rune {
			if c < 0x80 && (c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9') {
				return c
			}
			return '_'
		}, part)
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	if name := b.String(); name != "" && (name[0]|0x20) >= 'a' && (name[0]|0x20) <= 'z' {
		return name
	}
	return "X" + b.String()
}

func (g *game) tag(name, value string) { g.tags = append(g.tags, name, value) }

// time adds the date and time of milliseconds since 1970.
func (g *game) time(text string) {
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil || ms < 0 || ms > 253402300799999 { // the year 9999
		g.tag("CreatedAt", text)
		return
	}
	t := time.UnixMilli(ms).UTC()
	g.tag("Date", t.Format("2006.01.02"))
	g.tag("UTCDate", t.Format("2006.01.02"))
	g.tag("UTCTime", t.Format("15:04:05"))
}

// result returns how the game ended.
func (g *game) result() string {
	switch {
	case g.winner == "white":
		return "2-0"
	case g.winner == "black":
		return "0-2"
	case g.status == "draw" || g.status == "stalemate":
		return "1-1"
	}
	return "*"
}

// text returns the game as PDN.
func (g *game) text() string {
	if g.initial != "" {
		g.tag("TimeControl", string(g.initial)+"+"+string(cmp.Or(g.extra, "0")))
	}
	g.tag("Result", g.result())
	var b strings.Builder
	for i := 0; i < len(g.tags); i += 2 {
		writeTag(&b, g.tags[i], g.tags[i+1])
	}
	b.WriteByte('\n')
	g.writeComments(&b)
	for i, m := range g.moves {
		b.WriteString(m + "\n")
		if i < len(g.clocks) {
			if hundredths, err := g.clocks[i].Int64(); err == nil && hundredths >= 0 {
				s := hundredths / 100
				fmt.Fprintf(&b, "{[%%clk %d:%02d:%02d]}\n", s/3600, s/60%60, s%60)
			}
		}
	}
	b.WriteString(g.result())
	return b.String()
}

// beside returns the game as a server has written it, with what its object says beside it.
func (g *game) beside(pdn string) string {
	var b strings.Builder
	for i := 0; i < len(g.tags); i += 2 {
		if !strings.Contains(pdn, "["+g.tags[i]+" ") {
			writeTag(&b, g.tags[i], g.tags[i+1])
		}
	}
	g.writeComments(&b)
	return b.String() + strings.TrimSpace(pdn)
}

func (g *game) writeComments(b *strings.Builder) {
	for _, c := range g.comments {
		b.WriteString("{" + strings.NewReplacer("{", "(", "}", ")").Replace(c) + "}\n")
	}
}

func writeTag(b *strings.Builder, name, value string) {
	value = strings.Join(strings.Fields(value), " ")
	b.WriteString("[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + "\"]\n")
}
