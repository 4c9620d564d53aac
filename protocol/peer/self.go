package peer

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"stupol/protocol/params"
	"stupol/search"
)

// ConstantPrefix begins the name of a parameter, of an engine in this process, that
// sets a constant of the search.
const ConstantPrefix = "search."

// Values returns the values of the parameters of an engine in this process. Its table
// is small unless they say otherwise, because it has to be cleared for every game, its
// moves have no way to the clock, and it has no opening book: matches begin with openings.
func (e *EngineConfig) Values() (params.Values, *search.Constants, error) {
	v := params.Defaults()
	v.TTSize, v.Overhead = 16, 0
	v.Book.Use, v.Book.Margin = false, 0
	constants := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(e.Params)) {
		if err := setValue(&v, constants, name, e.Params[name]); err != nil {
			return v, nil, fmt.Errorf("engine %s: %w", e.Name, err)
		}
	}
	c, err := search.NewConstants(constants)
	if err != nil {
		return v, nil, fmt.Errorf("engine %s: %w", e.Name, err)
	}
	return v, c, nil
}

// setValue sets a parameter in v, or a constant. The range of a constant is not
// checked.
func setValue(v *params.Values, constants map[string]int, name, value string) error {
	if constant, ok := strings.CutPrefix(name, ConstantPrefix); ok {
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("%s=%s: want a number", name, value)
		}
		constants[constant] = n
		return nil
	}
	p, ok := params.Named(name)
	if !ok {
		return fmt.Errorf("unknown parameter %q", name)
	}
	if err := p.Set(v, value); err != nil {
		return fmt.Errorf("%s=%s: %w", name, value, err)
	}
	return nil
}
