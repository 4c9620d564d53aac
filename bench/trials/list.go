package trials

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"stupol/bench/match"
	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/peer"
	"stupol/search"
	"stupol/search/balanced"
)

// timeMargin is by how much a time limit may be overstepped: the search is judged, not a
// machine that stands still for a moment.
const timeMargin = time.Second

// A trial is an idea and how it is to be judged: the table of a list.
type trial struct {
	idea     string
	new, old player
	variants []variant
	elo      [2]float64
	nodes    int64
	then     duration
	games    int
	balance  float64 // men
	seed     uint64
}

// usual returns the trial of a table without settings.
func usual() trial {
	return trial{
		old: player{peer.EngineConfig{Protocol: peer.Self}}, variants: []variant{{movegen.International()}},
		elo: [2]float64{0, 5}, nodes: 10_000, games: 20_000, balance: 1.5, seed: 1,
	}
}

// settings returns where the values of a table go, by their keys.
func (t *trial) settings() map[string]any {
	return map[string]any{
		"idea": &t.idea, "new": &t.new, "old": &t.old, "variants": &t.variants, "elo": &t.elo, "nodes": &t.nodes,
		"then": &t.then, "games": &t.games, "balance": &t.balance, "seed": &t.seed,
	}
}

// Read reads a list and returns the matches of all its trials, in order. The error
// names the line.
func Read(in io.Reader) ([]*Test, error) {
	var tables map[string]toml.Primitive
	file, err := toml.NewDecoder(in).Decode(&tables)
	if err != nil {
		return nil, peer.InTOML(err)
	}
	var all []*Test
	for _, key := range file.Keys() {
		name := key[0]
		table, ok := tables[name]
		if !ok { // it has been read
			continue
		}
		delete(tables, name)
		tests, err := readTrial(&file, key, table)
		if err != nil {
			return nil, peer.InTOML(err)
		}
		all = append(all, tests...)
	}
	if len(all) == 0 {
		return nil, errors.New("no trials")
	}
	return all, nil
}

// readTrial returns the matches of the trial of a table, in which key is the first.
func readTrial(file *toml.MetaData, key toml.Key, table toml.Primitive) ([]*Test, error) {
	t, name := usual(), key[0]
	var values map[string]toml.Primitive
	if err := file.PrimitiveDecode(table, &values); err != nil {
		return nil, err
	}
	if file.Type(name) != "Hash" {
		if len(key) > 1 { // there is no line of the table itself
			table = values[key[1]]
		}
		return nil, at(file, table, errors.New("not of a trial: want a line [NAME] and its settings below"))
	}
	if name == "" {
		return nil, at(file, table, errors.New("a trial has no name: want a line [NAME]"))
	}
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return nil, at(file, table, fmt.Errorf("the name %q has more than small letters, digits, - and _", name))
	}
	settings := t.settings()
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values[key]
		setting, ok := settings[key]
		if !ok {
			known := slices.Sorted(maps.Keys(settings))
			return nil, at(file, value, fmt.Errorf("unknown setting %q (known: %s)", key, strings.Join(known, ", ")))
		}
		if err := file.PrimitiveDecode(value, setting); err != nil {
			if lineOf(file, value) == 0 {
				err = at(file, value, fmt.Errorf("%s is a setting, not a table", key))
			}
			return nil, err
		}
	}
	tests, err := t.tests(name)
	if err != nil {
		return nil, at(file, table, err)
	}
	return tests, nil
}

// tests returns the matches of t, which has that name.
func (t *trial) tests(name string) (tests []*Test, err error) {
	const mostMen = 100
	switch {
	case t.new.Protocol == "":
		return nil, errors.New("no new player")
	case strings.ContainsAny(t.idea, "|\r\n"):
		return nil, errors.New("the idea has a | or more than one line, but is for a cell of a table")
	case utf8.RuneCountInString(t.idea) > longestIdea:
		return nil, fmt.Errorf("the idea has more than %d letters, but is for a cell of a table", longestIdea)
	case !(t.balance >= 0 && t.balance <= mostMen):
		return nil, fmt.Errorf("a balance of %v is not within 0 to %v men", t.balance, mostMen)
	case len(t.variants) == 0:
		return nil, errors.New("no variants")
	}
	for i, v := range t.variants {
		if slices.Contains(t.variants[:i], v) {
			return nil, fmt.Errorf("%s is one of the variants twice", v.Name)
		}
		first := t.test(name, v.Rules, "nodes", peer.Limits{Nodes: t.nodes})
		tests = append(tests, first)
		if t.then != 0 {
			second := t.test(name, v.Rules, "time", peer.Limits{MoveTime: time.Duration(t.then)})
			first.next, second.previous = second, first
			tests = append(tests, second)
		}
	}
	for _, test := range tests {
		if err := test.Match.Validate(); err != nil {
			return nil, err
		}
	}
	return tests, nil
}

// test returns the match of a game with those limits.
func (t *trial) test(name string, r *movegen.Rules, kind string, limits peer.Limits) *Test {
	seed := t.seed
	if limits.MoveTime != 0 {
		seed++
	}
	openings := &match.RandomOpenings{
		Rules: r, Seed: seed, Plies: balanced.UsualPlies(r),
		Balance: search.Score(math.Round(100 * t.balance)), Nodes: balanced.UsualNodes,
	}
	return &Test{
		Trial: name, Idea: cmp.Or(t.idea, name), kind: kind,
		Match: &match.Match{
			Rules: r, Engines: []peer.EngineConfig{t.new.called("new", limits), t.old.called("old", limits)},
			Rounds: t.games/2 + t.games%2, Openings: openings, OpeningsName: openings.String(),
			TimeMargin: timeMargin, MoveTimeout: match.DefaultMoveTimeout,
			SPRT: &match.SPRT{Elo0: t.elo[0], Elo1: t.elo[1], Alpha: 0.05, Beta: 0.05}, Frozen: true,
		},
	}
}

// A player is an engine without limits and name.
type player struct{ peer.EngineConfig }

// UnmarshalText reads a player as stupol match does.
func (p *player) UnmarshalText(text []byte) (err error) {
	p.EngineConfig, err = peer.Config(nil).ParseEngine(string(text), peer.Limits{})
	if err == nil && p.Limits != (peer.Limits{}) {
		err = fmt.Errorf("%s: the limits of a trial are nodes and then", text)
	}
	return err
}

// called returns the engine with a name and limits.
func (p player) called(name string, limits peer.Limits) peer.EngineConfig {
	p.Name, p.Limits = name, limits
	return p.EngineConfig
}

// A variant is the rules of the game with its name.
type variant struct{ *movegen.Rules }

// UnmarshalText looks the name up.
func (v *variant) UnmarshalText(name []byte) (err error) {
	v.Rules, err = movegen.Lookup(string(name))
	return err
}

// A duration is a time for a move.
type duration time.Duration

// UnmarshalText reads it as stupol match does.
func (d *duration) UnmarshalText(text []byte) error {
	t, err := params.ParseTime(string(text))
	*d = duration(t)
	return err
}

// at returns err with the line of a value of the file. A table that is named only as a
// part of other keys, as b in a.b.c, has no line: then it is that of what it holds.
func at(file *toml.MetaData, value toml.Primitive, err error) error {
	for lineOf(file, value) == 0 {
		var table map[string]toml.Primitive
		if file.PrimitiveDecode(value, &table) != nil || len(table) == 0 {
			break
		}
		value = table[slices.Min(slices.Collect(maps.Keys(table)))]
	}
	return file.PrimitiveDecode(value, &refusal{err})
}

// lineOf returns the line of a value of the file, 0 if it has none.
func lineOf(file *toml.MetaData, value toml.Primitive) int {
	var place toml.ParseError
	errors.As(file.PrimitiveDecode(value, &refusal{errors.New("?")}), &place)
	return place.Position.Line
}

// A refusal is what no value can be decoded into.
type refusal struct{ error }

// UnmarshalTOML returns the reason.
func (r *refusal) UnmarshalTOML(any) error { return r.error }
