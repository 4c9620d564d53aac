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
	MaxGame    timeFlag `placeholder:"TIME" help:"Refuse games with more time for each side (default: ${dxp_max_game} if asked by another machine)."`
	MaxWait    timeFlag `placeholder:"TIME" help:"Wait no longer than this for a move (default: ${dxp_max_wait} for another machine)."`
	MaxSession timeFlag `placeholder:"TIME" help:"Refuse more games after this time if somebody else wants to play (default: ${dxp_max_session} to another machine)."`
	MaxLog     int      `default:"100" placeholder:"MB" help:"Write no more than this to --log; 0: no limit (default: ${default})."`
	MaxSaved   int      `default:"100000" placeholder:"N" help:"Write no more than N games to --pdn; 0: no limit (default: ${default})."`
}

// Validate checks the numbers.
func (f dxpLimitFlags) Validate() error {
	const most = 1e6
	if f.MaxGame > maxDXPTime {
		return fmt.Errorf("--max-game: %v is more than 999m", time.Duration(f.MaxGame))
	}
	return cmp.Or(within("max-log", f.MaxLog, 0, most), within("max-saved", f.MaxSaved, 0, 1e9))
}

// dxpDefaults are the numbers in the help.
var dxpDefaults = kong.Vars{
	"dxp_name":        "Stupol " + release,
	"dxp_max_game":    shortTime(dxp.DefaultPeerLimits.Game),
	"dxp_max_wait":    shortTime(dxp.DefaultPeerLimits.Wait),
	"dxp_max_session": shortTime(dxp.DefaultPeerLimits.Session),
}

// shortTime returns d, which is of whole minutes, as "1h" or "30m".
func shortTime(d time.Duration) string {
	if d%time.Hour == 0 {
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dm", d/time.Minute)
}

// limit sets the limits in o.
func (f dxpLimitFlags) limit(o *dxp.Options) {
	o.Peer = dxp.PeerLimits{
		Game: time.Duration(f.MaxGame), Wait: time.Duration(f.MaxWait), Session: time.Duration(f.MaxSession),
	}
	o.MaxLog, o.MaxSaved = int64(f.MaxLog)<<20, f.MaxSaved
}
