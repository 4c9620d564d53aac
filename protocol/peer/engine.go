package peer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/mattn/go-shellwords"

	"stupol/eval/files/input"
	"stupol/protocol/dxp"
	"stupol/protocol/params"
)

// EngineConfig says how to start an engine, and its limits.
type EngineConfig struct {
	Name     string            `json:"name"`
	Protocol Protocol          `json:"protocol"`
	Command  []string          `json:"command,omitempty"` // program and arguments
	Dir      string            `json:"dir,omitempty"`     // where it runs; "": here
	Params   map[string]string `json:"params,omitempty"`  // parameters of the engine
	Limits   Limits            `json:"limits"`

	// Where an engine that speaks DXP is met: it listens at Connect, or it
	// connects to us at Listen. Without either it is met at port 27531 of this
	// machine. Without a command somebody else has started it.
	Connect string `json:"connect,omitempty"`
	Listen  string `json:"listen,omitempty"`

	// Asks says that the other side of DXP asks for games, which only boards take.
	Asks bool `json:"asks,omitempty"`

	// MaxOutput is how many bytes the program may write at once, and again each minute, before it
	// is killed; 0: any number.
	MaxOutput int64 `json:"-"`
}

// Protocol is the language a player is spoken to in.
type Protocol string

// The protocols.
const (
	Self Protocol = "self" // no other program: a search in this process
	Hub  Protocol = "hub"  // Hub, version 2
	Hub1 Protocol = "hub1" // Hub, version 1, as Scan 2.0 speaks it
	DXP  Protocol = "dxp"  // the DamExchange protocol; the engine is the follower
)

// Validate returns an error if e is not complete.
func (e *EngineConfig) Validate() error {
	if err := e.Limits.Validate(); err != nil {
		return fmt.Errorf("engine %s: %w", e.Name, err)
	}
	if e.Asks {
		return fmt.Errorf("engine %s: asks is for the board of stupol web: in a match it is we who ask for games", e.Name)
	}
	return e.validate()
}

// validate returns an error if e has not all that it takes to start it, or has limits that its
// protocol cannot say.
func (e *EngineConfig) validate() error {
	if e.Asks && e.Protocol != DXP {
		return fmt.Errorf("engine %s: asks is for DXP", e.Name)
	}
	switch e.Protocol {
	case Self:
		_, _, err := e.Values()
		return err
	case "", Hub, Hub1:
		if e.Limits.Pace != 0 {
			return fmt.Errorf("engine %s: only the time of an engine in this process can pass with its nodes", e.Name)
		}
		if len(e.Command) == 0 {
			return fmt.Errorf("engine %s: no command", e.Name)
		}
		return nil
	case DXP:
		if (e.Limits != Limits{Time: e.Limits.Time}) {
			return fmt.Errorf("engine %s: DXP has a time for the whole game and no other limit, not %v; how many moves a game may have is for the match to say", e.Name, e.Limits)
		}
		return nil
	}
	return fmt.Errorf("engine %s: unknown protocol %q (known: %s, %s, %s, %s)", e.Name, e.Protocol, Self, Hub, Hub1, DXP)
}

// EffectiveLimits returns the limits that the engine and its clock have. They differ
// from Limits if a DXP request has no room for the time: see dxp.AskedTime.
func (e *EngineConfig) EffectiveLimits() Limits {
	l := e.Limits
	if e.Protocol == DXP {
		l.Time = dxp.AskedTime(l.Time)
	}
	return l
}

// Executable returns the file of the engine's program, found as it will be when
// it is started.
func (e *EngineConfig) Executable() string {
	name := e.Command[0]
	switch found, err := exec.LookPath(name); {
	case filepath.Base(name) == name && err == nil:
		return found
	case filepath.Base(name) != name && !filepath.IsAbs(name):
		return filepath.Join(e.Dir, name)
	}
	return name
}

// Config holds the engines of a file, by name.
type Config map[string]engineTable

// engineTable is the table of one engine: see EngineConfig.set.
type engineTable map[string]any

// ReadConfig reads a TOML file with a table for each engine:
//
//	[scan]
//	command = "./scan hub"          # or ["./scan", "hub"]; with spaces: "'./my scan' hub"
//	dir = "/opt/scan"               # where it runs
//	protocol = "hub"                # the default; hub1, dxp, self
//	params = { threads = 1, book = false }
//	move-time = "100ms"             # limits, over those for all engines
//
// The limits are nodes, depth, move-time, time, inc, moves and pace; a time without
// a unit is in seconds. Engines that speak DXP have connect or listen, an
// address, as well; dxp is protocol and connect in one. With asks = true, for boards alone,
// it is they who ask for games.
func ReadConfig(in io.Reader) (Config, error) {
	var c Config
	if _, err := toml.NewDecoder(in).Decode(&c); err != nil {
		return nil, InTOML(err)
	}
	for name := range c {
		if _, err := c.engine(name, EngineConfig{}); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// OpenConfig reads a file as ReadConfig does; without a name there is nothing in it.
func OpenConfig(name string) (Config, error) {
	if name == "" {
		return nil, nil
	}
	const most = 1 << 20 // bytes
	file, err := input.ReadFile(name, most)
	if err != nil {
		return nil, err
	}
	c, err := ReadConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// InTOML returns the error of a file in TOML without the name of the package that read it.
func InTOML(err error) error {
	if place := (toml.ParseError{}); errors.As(err, &place) {
		return tomlError{err}
	}
	return err
}

// A tomlError is an error of the package toml, which says the line.
type tomlError struct{ error }

// Error says it.
func (e tomlError) Error() string { return strings.TrimPrefix(e.error.Error(), "toml: ") }

// Unwrap returns the error of the package.
func (e tomlError) Unwrap() error { return e.error }

// engine returns base with the settings of that name added.
func (c Config) engine(name string, base EngineConfig) (EngineConfig, error) {
	base.Name = name
	for _, key := range slices.Sorted(maps.Keys(c[name])) {
		if err := base.set(key, c[name][key]); err != nil {
			return base, fmt.Errorf("engine %s: %w", name, err)
		}
	}
	return base, nil
}

// ParseEngine reads an engine as it is given on a command line:
//
//	engine = what { "," key "=" value }
//	what   = a name in c | "self" | a command
//
// Of an engine that somebody else has started there is no command, and key=value alone says
// how to meet it: name=Moby,dxp=localhost:27531.
//
// The words of a command are separated by spaces. One that contains a space or a
// comma is put in single or double quotes, as for a shell.
//
// The keys are those of ReadConfig, name and, for a parameter p of the engine,
// param.p. The limits are those given here, in c, or in limits, in this order.
func (c Config) ParseEngine(text string, limits Limits) (EngineConfig, error) {
	what, rest := cutCommand(text)
	e := EngineConfig{Limits: limits}
	switch {
	case isSetting(what):
		rest = text
	case c[what] != nil:
		var err error
		if e, err = c.engine(what, e); err != nil {
			return e, err
		}
	case what == string(Self):
		e.Protocol, e.Name = Self, cmp.Or(rest, what)
	default:
		if err := e.set("command", what); err != nil {
			return e, err
		}
	}
	for item := range strings.SplitSeq(rest, ",") {
		if item == "" {
			continue
		}
		key, value, ok := strings.Cut(item, "=")
		if !ok {
			return e, fmt.Errorf("engine %q: %q is not key=value", text, item)
		}
		if err := e.set(key, value); err != nil {
			return e, fmt.Errorf("engine %q: %w", text, err)
		}
	}
	return e, nil
}

// isSetting reports whether a text is a setting, and no command.
func isSetting(text string) bool {
	key, _, ok := strings.Cut(text, "=")
	_, known := setters[key]
	return ok && known
}

// ParseEngines reads engines as ParseEngine does, settings alone if they are all searches in
// this process. No two have the same name.
func (c Config) ParseEngines(texts []string, self bool, limits Limits) ([]EngineConfig, error) {
	var engines []EngineConfig
	for _, text := range texts {
		if self {
			text = string(Self) + "," + text
		}
		e, err := c.ParseEngine(text, limits)
		if err != nil {
			return nil, err
		}
		engines = append(engines, e)
	}
	Distinguish(engines)
	return engines, nil
}

// Words returns all words of such texts: any may be the name of a file that an engine reads.
func Words(texts []string) (words []string) {
	for _, text := range texts {
		words = append(words, strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,=", r) })...)
	}
	return words
}

// Distinguish renames engines so that no two have the same name: the second
// "stupol" becomes "stupol-2".
func Distinguish(engines []EngineConfig) {
	seen := map[string]int{}
	for i := range engines {
		name := engines[i].Name
		if seen[name]++; seen[name] > 1 {
			engines[i].Name = fmt.Sprintf("%s-%d", name, seen[name])
		}
	}
}

// set sets what key stands for. The value is a string, or what TOML makes of
// one without quotes.
func (e *EngineConfig) set(key string, value any) error {
	if key == "params" {
		return e.setParams(value)
	}
	if list, ok := value.([]any); ok && key == "command" {
		return e.setCommandList(list)
	}
	text := fmt.Sprint(value)
	if name, ok := strings.CutPrefix(key, "param."); ok {
		e.setParam(name, text)
		return nil
	}
	set, ok := setters[key]
	if !ok {
		return fmt.Errorf("unknown setting %q", key)
	}
	if err := set(e, text); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// setters are the settings with a simple value.
var setters = map[string]func(e *EngineConfig, text string) error{
	"name":     func(e *EngineConfig, text string) error { e.Name = text; return nil },
	"dir":      func(e *EngineConfig, text string) error { e.Dir = text; return nil },
	"protocol": func(e *EngineConfig, text string) error { e.Protocol = Protocol(text); return nil },
	"command":  func(e *EngineConfig, text string) error { return e.setCommandLine(text) },
	"connect":  func(e *EngineConfig, text string) error { e.Connect = text; return nil },
	"dxp": func(e *EngineConfig, text string) error {
		e.Protocol, e.Connect, e.Name = DXP, text, cmp.Or(e.Name, text)
		return nil
	},
	"asks": func(e *EngineConfig, text string) error {
		if e.Asks = text == "true"; !e.Asks && text != "false" {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		return nil
	},
	"listen": func(e *EngineConfig, text string) error { e.Listen = text; return nil },
	"nodes": func(e *EngineConfig, text string) (err error) {
		e.Limits.Nodes, err = params.ParseWhole(text)
		return
	},
	"depth":     func(e *EngineConfig, text string) error { return setCount(&e.Limits.Depth, text) },
	"moves":     func(e *EngineConfig, text string) error { return setCount(&e.Limits.Moves, text) },
	"move-time": func(e *EngineConfig, text string) error { return setTime(&e.Limits.MoveTime, text) },
	"time":      func(e *EngineConfig, text string) error { return setTime(&e.Limits.Time, text) },
	"pace": func(e *EngineConfig, text string) (err error) {
		e.Limits.Pace, err = params.ParseWhole(text)
		return
	},
	"inc": func(e *EngineConfig, text string) error { return setTime(&e.Limits.Increment, text) },
}

func setCount(n *int, text string) error {
	whole, err := params.ParseWhole(text)
	*n = int(whole)
	return err
}

func setTime(d *time.Duration, text string) (err error) {
	*d, err = params.ParseTime(text)
	return err
}

// setCommandLine sets the command from its text.
func (e *EngineConfig) setCommandLine(text string) error {
	list, err := SplitCommand(text)
	if err != nil {
		return err
	}
	return e.setCommand(list)
}

// setCommand sets the command.
func (e *EngineConfig) setCommand(words []string) error {
	if len(words) == 0 {
		return errors.New("empty")
	}
	e.Command = words
	e.Name = cmp.Or(e.Name, filepath.Base(words[0]))
	e.Protocol = cmp.Or(e.Protocol, Hub)
	return nil
}

// setCommandList sets the command from a list of words.
func (e *EngineConfig) setCommandList(list []any) error {
	words := make([]string, len(list))
	for i, word := range list {
		words[i] = fmt.Sprint(word)
	}
	return e.setCommand(words)
}

// setParams sets parameters from a table.
func (e *EngineConfig) setParams(value any) error {
	table, ok := value.(map[string]any)
	if !ok {
		return errors.New("params: want { name = value, ... }")
	}
	for name, v := range table {
		e.setParam(name, fmt.Sprint(v))
	}
	return nil
}

func (e *EngineConfig) setParam(name, value string) {
	if e.Params == nil {
		e.Params = map[string]string{}
	}
	e.Params[name] = value
}

// SplitCommand returns the words of a command as a shell does: separated by
// spaces, except within single or double quotes and after a backslash. Nothing
// is expanded, and what else means something to a shell has to be quoted. On
// Windows a backslash separates folders and nothing more. Bytes that are not UTF-8 stay: they
// may be part of the name of a file.
func SplitCommand(command string) ([]string, error) {
	if runtime.GOOS == "windows" {
		command = strings.ReplaceAll(command, `\`, `\\`)
	}
	parser := shellwords.NewParser()
	list, err := parser.Parse(bytesAsRunes(command)) // it would write U+FFFD for other bytes
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q: a quote, bracket or backslash without its partner", command)
	case parser.Position >= 0:
		return nil, fmt.Errorf("%q: no shell runs it, so %q has to be quoted", command, command[parser.Position])
	case len(list) == 0:
		return nil, errors.New("empty")
	}
	for i, word := range list {
		list[i] = runesAsBytes(word)
	}
	return list, nil
}

// bytesAsRunes returns a text that has a rune for every byte of another.
func bytesAsRunes(text string) string {
	runes := make([]rune, len(text))
	for i := range len(text) {
		runes[i] = rune(text[i])
	}
	return string(runes)
}

// runesAsBytes undoes bytesAsRunes.
func runesAsBytes(text string) string {
	var b []byte
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b)
}

// cutCommand cuts text after the command it begins with, at the first comma that
// is neither quoted nor follows a backslash.
func cutCommand(text string) (command, settings string) {
	var quote rune
	escaped := false
	for i, c := range text {
		switch {
		case escaped:
			escaped = false
		case c == '\\' && quote != '\'' && runtime.GOOS != "windows":
			escaped = true
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ',':
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}
