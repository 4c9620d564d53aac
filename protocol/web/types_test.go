package web

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stupol/protocol/analysis"
	"stupol/protocol/library"
	"stupol/protocol/opening/names"
	"stupol/protocol/reason"
	"stupol/protocol/words"
)

// typesOfThePage is what TypeScript is told of the questions and answers of this package.
const typesOfThePage = "../../.ci/page/types.d.ts"

// inTypeScript are the names that the structs of questions and answers have there.
var inTypeScript = map[reflect.Type]string{
	reflect.TypeFor[aboutAnswer]():     "About",
	reflect.TypeFor[levelAnswer]():     "Level",
	reflect.TypeFor[variantAnswer]():   "Variant",
	reflect.TypeFor[squareAnswer]():    "SquareName",
	reflect.TypeFor[pathAnswer]():      "Path",
	reflect.TypeFor[scoreAnswer]():     "Score",
	reflect.TypeFor[moveAnswer]():      "Move",
	reflect.TypeFor[resultAnswer]():    "Result",
	reflect.TypeFor[plyAnswer]():       "Ply",
	reflect.TypeFor[positionAnswer]():  "Position",
	reflect.TypeFor[tagJSON]():         "Tag",
	reflect.TypeFor[treeNode]():        "PDNNode",
	reflect.TypeFor[treeGame]():        "PDNGame",
	reflect.TypeFor[writeRequest]():    "WriteQuery",
	reflect.TypeFor[fileRequest]():     "PDNText",
	reflect.TypeFor[listedGame]():      "ListedGame",
	reflect.TypeFor[fileAnswer]():      "GameList",
	reflect.TypeFor[namedMove]():       "NamedMove",
	reflect.TypeFor[setupAnswer]():     "SetUp",
	reflect.TypeFor[engineAnswer]():    "NamedEngine",
	reflect.TypeFor[peerRequest]():     "EngineQuery",
	reflect.TypeFor[setRequest]():      "SetQuery",
	reflect.TypeFor[peerAnswer]():      "EngineAnswer",
	reflect.TypeFor[paramAnswer]():     "Parameter",
	reflect.TypeFor[lineRequest]():     "LineQuery",
	reflect.TypeFor[lineEvent]():       "LineNews",
	reflect.TypeFor[lineOffer]():       "LineOffer",
	reflect.TypeFor[sayRequest]():      "SayQuery",
	reflect.TypeFor[drawAnswer]():      "DrawAnswer",
	reflect.TypeFor[openingRequest]():  "OpeningQuery",
	reflect.TypeFor[openingAnswer]():   "Opening",
	reflect.TypeFor[puzzleRequest]():   "PuzzleQuery",
	reflect.TypeFor[puzzleAnswer]():    "Puzzle",
	reflect.TypeFor[themeAnswer]():     "PuzzleTheme",
	reflect.TypeFor[triedAnswer]():     "Tried",
	reflect.TypeFor[playedAnswer]():    "PlayedOut",
	reflect.TypeFor[gameRequest]():     "GameQuery",
	reflect.TypeFor[positionRequest](): "PositionQuery",
	reflect.TypeFor[moveRequest]():     "MoveQuery",
	reflect.TypeFor[setupRequest]():    "SetupQuery",
	reflect.TypeFor[closeRequest]():    "CloseQuery",
	reflect.TypeFor[clockRequest]():    "Clock",
	reflect.TypeFor[searchRequest]():   "SearchQuery",
	reflect.TypeFor[infoEvent]():       "Info",
	reflect.TypeFor[doneEvent]():       "Done",
	reflect.TypeFor[failedEvent]():     "Failed",
	reflect.TypeFor[judgeRequest]():    "JudgeQuery",
	reflect.TypeFor[foundRequest]():    "KnownFinding",
	reflect.TypeFor[judgeAnswer]():     "Judgements",
	reflect.TypeFor[judgedMove]():      "JudgedMove",
	reflect.TypeFor[whyAnswer]():       "Why",
	reflect.TypeFor[nextSearch]():      "NextSearch",
	reflect.TypeFor[rulesRequest]():    "RulesQuery",
	reflect.TypeFor[rulesAnswer]():     "RulesText",
	reflect.TypeFor[diagramAnswer]():   "Diagram",
	reflect.TypeFor[pictureRequest]():  "PictureQuery",
	reflect.TypeFor[pictureAnswer]():   "Picture",

	reflect.TypeFor[libraryRequest]():     "LibraryQuery",
	reflect.TypeFor[statsAnswer]():        "Stats",
	reflect.TypeFor[resultsAnswer]():      "Results",
	reflect.TypeFor[movesAnswer]():        "MoveStats",
	reflect.TypeFor[findRequest]():        "FindQuery",
	reflect.TypeFor[findAnswer]():         "FoundGames",
	reflect.TypeFor[libraryGameRequest](): "LibraryGameQuery",
	reflect.TypeFor[addedEvent]():         "AddedGames",
	reflect.TypeFor[faultAnswer]():        "AddFault",

	reflect.TypeFor[names.Name]():           "Name",
	reflect.TypeFor[library.Found]():        "FoundGame",
	reflect.TypeFor[analysis.MoveData]():    "MoveData",
	reflect.TypeFor[analysis.ReasonData]():  "Reason",
	reflect.TypeFor[reason.ShotData]():      "Shot",
	reflect.TypeFor[analysis.SideData]():    "Summaries",
	reflect.TypeFor[analysis.SummaryData](): "Summary",
}

// TestTypesOfThePage compares the fields of what the page and the server tell each other:
// the same names, kinds and omissions in Go and in TypeScript.
func TestTypesOfThePage(t *testing.T) {
	text, err := os.ReadFile(typesOfThePage)
	if err != nil {
		t.Fatal(err)
	}
	types := typeScript(string(text))
	for of, name := range inTypeScript {
		want, got := map[string]string{}, types.fields(name)
		goFields(t, of, want)
		for _, field := range slices.Sorted(maps.Keys(want)) {
			if got[field] != want[field] {
				t.Errorf("%s: the type %s has %s: %q, %s makes it %q", typesOfThePage, name, field, got[field], of, want[field])
			}
			delete(got, field)
		}
		for _, field := range slices.Sorted(maps.Keys(got)) {
			t.Errorf("%s: the type %s has %s: %q, and %s has not", typesOfThePage, name, field, got[field], of)
		}
	}
}

// TestNoStructIsUntyped looks for structs of questions and answers that are not compared.
func TestNoStructIsUntyped(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	compared := map[string]bool{}
	for of := range inTypeScript {
		compared[of.Name()] = true
	}
	declared := regexp.MustCompile(`(?ms)^type (\w+) struct \{(.*?)^\}`)
	found := 0
	for _, file := range files {
		if name := file.Name(); !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllStringSubmatch(string(source), -1) {
			if !strings.Contains(m[2], "`json:") {
				continue
			}
			found++
			if !compared[m[1]] {
				t.Errorf("%s: %s is in JSON, and not in inTypeScript: write its type into %s", file.Name(), m[1], typesOfThePage)
			}
		}
	}
	ours := 0
	for of := range inTypeScript {
		if of.PkgPath() == reflect.TypeFor[Server]().PkgPath() {
			ours++
		}
	}
	if found < ours {
		t.Errorf("%d structs with JSON, and %d are compared", found, ours)
	}
}

// goFields adds the fields that a struct has in JSON, as TypeScript would write them.
func goFields(t *testing.T, of reflect.Type, to map[string]string) {
	t.Helper()
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Anonymous {
			goFields(t, f.Type, to)
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		kind, err := goKind(f.Type)
		if err != nil {
			t.Fatalf("%s.%s: %v", of, f.Name, err)
		}
		switch {
		case options == "omitempty" || options == "omitzero":
			name += "?"
		case f.Type.Kind() == reflect.Pointer:
			kind += " | null"
		}
		to[name] = kind
	}
}

func goKind(of reflect.Type) (string, error) {
	if name, ok := inTypeScript[of]; ok {
		return name, nil
	}
	switch of {
	case reflect.TypeFor[[]byte]():
		return "string", nil // base64
	case reflect.TypeFor[words.Said]():
		return "Said", nil
	}
	switch of.Kind() {
	case reflect.String:
		return "string", nil
	case reflect.Bool:
		return "boolean", nil
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number", nil
	case reflect.Map:
		kind, err := goKind(of.Elem())
		return "Record<string, " + kind + ">", err // by names
	case reflect.Pointer:
		return goKind(of.Elem())
	case reflect.Slice:
		kind, err := goKind(of.Elem())
		if of.Elem().Kind() == reflect.Pointer {
			kind = "(" + kind + " | null)"
		}
		return kind + "[]", err
	}
	return "", fmt.Errorf("what is %s in TypeScript?", of)
}

// A declarations is the types of a file of TypeScript, by name.
type declarations map[string]string

var (
	declaration = regexp.MustCompile(`(?ms)^type (\w+) =\s(.*?);\n(?:\n|type |//|interface |\z)`)
	member      = regexp.MustCompile(`(\w+\??): ([^;]+);`)
	literals    = regexp.MustCompile(`^"\w+"( \| "\w+")*$`)
)

// typeScript reads the declarations of types, which begin a line each.
func typeScript(text string) declarations {
	d := declarations{}
	for {
		at := declaration.FindStringSubmatchIndex(text)
		if at == nil {
			return d
		}
		d[text[at[2]:at[3]]] = strings.TrimSpace(text[at[4]:at[5]])
		text = text[at[5]:]
	}
}

// fields returns the fields of an object type: its own, and those of the types that it is
// made of. What is one of some texts is a text.
func (d declarations) fields(name string) map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq(d[name], " & ") {
		if part = strings.TrimSpace(part); !strings.HasPrefix(part, "{") {
			maps.Copy(all, d.fields(part))
			continue
		}
		for _, m := range member.FindAllStringSubmatch(strings.TrimSuffix(strings.TrimSpace(part[1:]), "}")+";", -1) {
			kind := strings.TrimSpace(m[2])
			if literals.MatchString(d[kind]) {
				kind = "string"
			}
			all[m[1]] = kind
		}
	}
	return all
}
