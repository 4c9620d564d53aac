package main

import (
	"cmp"
	"fmt"
	"time"

	"github.com/alecthomas/kong"

	"stupol/protocol/dxp"
)

// dxpLimitFlags are what an opponent over DXP may do at most.
type dxpLimitFlags struct {
	MaxGame    float64 `placeholder:"MIN" help:"Refuse games of more minutes for each side (default: ${dxp_max_game} if asked by another machine)."`
	MaxWait    float64 `placeholder:"MIN" help:"Wait no longer than this for a move (default: ${dxp_max_wait} for another machine)."`
	MaxSession float64 `placeholder:"MIN" help:"Refuse more games after this time if somebody else wants to play (default: ${dxp_max_session} to another machine)."`
	MaxLog     int     `default:"100" placeholder:"MB" help:"Write no more than this to --log; 0: no limit (default: ${default})."`
	MaxSaved   int     `default:"100000" placeholder:"N" help:"Write no more than N games to --pdn; 0: no limit (default: ${default})."`
}

// Validate checks the numbers.
func (f dxpLimitFlags) Validate() error {
	const most = 1e6
	return cmp.Or(
		minutesWithin("max-game", f.MaxGame, mostDXP),
		minutesWithin("max-wait", f.MaxWait, most),
		minutesWithin("max-session", f.MaxSession, most),
		within("max-log", f.MaxLog, 0, most),
		within("max-saved", f.MaxSaved, 0, 1e9),
	)
}

// minutesWithin returns an error unless a number of minutes, 0 if it was not
// given, is one.
func minutesWithin(flag string, value, most float64) error {
	if !(value >= 0 && value <= most) {
		return fmt.Errorf("--%s: %v is not within 0 to %v", flag, value, most)
	}
	return nil
}

// dxpDefaults are the numbers in the help.
var dxpDefaults = kong.Vars{
	"dxp_name":        "Stupol " + release,
	"dxp_max_game":    fmt.Sprint(dxp.DefaultPeerLimits.Game.Minutes()),
	"dxp_max_wait":    fmt.Sprint(dxp.DefaultPeerLimits.Wait.Minutes()),
	"dxp_max_session": fmt.Sprint(dxp.DefaultPeerLimits.Session.Minutes()),
}

// limit sets the limits in o.
func (f dxpLimitFlags) limit(o *dxp.Options) {
	minutes := func(n float64) time.Duration { return time.Duration(n * float64(time.Minute)) }
	o.Peer = dxp.PeerLimits{Game: minutes(f.MaxGame), Wait: minutes(f.MaxWait), Session: minutes(f.MaxSession)}
	o.MaxLog, o.MaxSaved = int64(f.MaxLog)<<20, f.MaxSaved
}
