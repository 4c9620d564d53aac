package main

import (
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"stupol/protocol/params"
)

// paramHelp returns the help and the defaults of the engine's parameters for flags:
// ${help_tt_mb} and ${default_tt_mb} are those of tt-mb.
func paramHelp() kong.Vars {
	vars := kong.Vars{}
	for _, p := range params.Params {
		name := strings.ReplaceAll(p.Name, "-", "_")
		vars["help_"+name], vars["default_"+name] = p.Help, p.Value(params.Defaults())
	}
	return vars
}

// withinParam returns an error unless the value of a flag is in the range of a
// parameter of the engine.
func withinParam(flag, param string, value int) error {
	p, _ := params.Named(param)
	return within(flag, value, p.Min, p.Max)
}

// maxOverhead returns the most that --move-overhead may be.
func maxOverhead() timeFlag {
	p, _ := params.Named("move-overhead")
	return timeFlag(time.Duration(p.Max) * time.Millisecond)
}
