package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"stupol/eval"
	"stupol/eval/input"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/params"
	"stupol/protocol/pdn"
)

// analyzeInput is what stupol analyze works with.
type analyzeInput struct {
	records   []analyzeRecord // of the games chosen
	faulty    int
	sum       string   // SHA-256 of the file
	ruleNames []string // of all games of the file, without repetitions
	knowledge map[*movegen.Rules]analysis.Knowledge
	weights   map[string]string // fingerprints, by the name of the rules
}

// analyzeRecord is a game, as it was read and for analysis; the latter is nil if
// nobody knows its rules.
type analyzeRecord struct {
	raw  *pdn.Game
	game *analysis.Game
}

// analyzed returns the games that are analyzed.
func (in *analyzeInput) analyzed() (games []*analysis.Game) {
	for _, r := range in.records {
		if r.game != nil {
			games = append(games, r.game)
		}
	}
	return games
}

// close closes the databases.
func (in *analyzeInput) close() {
	for _, k := range in.knowledge {
		_ = k.Endgames.Close() // it was only read
	}
}

// read reads the file and all that is needed for its games.
func (c analyzeCmd) read() (*analyzeInput, error) {
	file, err := newPDNSource(c.File)
	if err != nil {
		return nil, err
	}
	in := &analyzeInput{knowledge: map[*movegen.Rules]analysis.Knowledge{}, weights: map[string]string{}}
	if in.sum, err = file.sum(); err != nil {
		return nil, err
	}
	survey, err := c.survey(file)
	if err != nil {
		return nil, err
	}
	number := 0
	for g, err := range file.games() {
		if err != nil {
			return nil, err
		}
		number++
		if err := c.add(in, file, g, number, survey); err != nil {
			return nil, err
		}
	}
	if last := c.Games.last(); last > number {
		return nil, fmt.Errorf("--games: %s has %d games", c.File, number)
	}
	if len(in.analyzed()) == 0 {
		return nil, fmt.Errorf("%s: no game to analyze", c.File)
	}
	return in, nil
}

// add adds a game of the file, if it was chosen.
func (c analyzeCmd) add(in *analyzeInput, file *pdnSource, g *pdn.Game, number int, survey *pdn.Survey) error {
	rules, err := survey.Rules(g)
	if err == nil {
		if err := c.know(in, rules); err != nil {
			return err
		}
	}
	if !c.Games.has(number) {
		return nil
	}
	record, faults := analyzeRecord{raw: g}, g.Faults
	if err != nil {
		faults = append(faults, &pdn.Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: err})
	} else {
		record.game = analysis.NewGame(g, number, rules, analysis.Plies{First: c.Plies.first, Last: c.Plies.last})
		if record.game.Fault != nil {
			faults = append(faults, record.game.Fault)
		}
	}
	if len(faults) > 0 {
		c.fault(file, number, faults[0])
		in.faulty++
	}
	in.records = append(in.records, record)
	return nil
}

// know opens what is known of a variant.
func (c analyzeCmd) know(in *analyzeInput, r *movegen.Rules) error {
	if _, ok := in.knowledge[r]; ok {
		return nil
	}
	evaluator, err := c.evaluator(r)
	if err != nil {
		return err
	}
	if in.weights[r.Name], err = eval.Fingerprint(r, c.EvalFile); err != nil {
		return err
	}
	in.ruleNames = append(in.ruleNames, r.Name)
	opening, err := params.Book{Use: c.Book, Plies: 1, File: c.BookFile}.Open(r, input.Folder)
	if err != nil {
		return err
	}
	in.knowledge[r] = analysis.Knowledge{Eval: evaluator, Endgames: c.open(r), Book: opening}
	return nil
}

// sum returns the SHA-256 of the file.
func (f *pdnSource) sum() (string, error) {
	if f.name == "-" {
		return fmt.Sprintf("%x", sha256.Sum256(f.stdin)), nil
	}
	file, err := input.Open(f.name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// rangeFlag is a flag for a range of numbers, "4-12" or "7"; "4-" has no end.
type rangeFlag struct{ first, last int } // both 0: not given

// UnmarshalText reads it.
func (f *rangeFlag) UnmarshalText(text []byte) error {
	before, after, isRange := strings.Cut(string(text), "-")
	first, errFirst := strconv.Atoi(before)
	last, errLast := first, error(nil)
	switch {
	case isRange && after == "":
		last = maxCount
	case isRange:
		last, errLast = strconv.Atoi(after)
	}
	if errFirst != nil || errLast != nil || first < 1 || last < first || last > maxCount {
		return fmt.Errorf("%q is not a range like 4-12", text)
	}
	f.first, f.last = first, last
	return nil
}

// rangeList is a flag for several ranges, "1-3,7"; none is all there is.
type rangeList []rangeFlag

// UnmarshalText reads it.
func (l *rangeList) UnmarshalText(text []byte) error {
	*l = nil
	for part := range strings.SplitSeq(string(text), ",") {
		var r rangeFlag
		if r.UnmarshalText([]byte(part)) != nil {
			return errors.New(strconv.Quote(string(text)) + " is not a list of numbers and ranges like 1-3,7")
		}
		*l = append(*l, r)
	}
	return nil
}

// has reports whether a number is in one of the ranges.
func (l rangeList) has(n int) bool {
	return len(l) == 0 || slices.ContainsFunc(l, func(r rangeFlag) bool { return r.first <= n && n <= r.last })
}

// last returns the largest number that is named.
func (l rangeList) last() (n int) {
	for _, r := range l {
		if r.last < maxCount {
			n = max(n, r.last)
		}
		n = max(n, r.first)
	}
	return n
}
