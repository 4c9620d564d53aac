package main

import (
	"strconv"
	"time"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/pdn"
)

// saver returns the function that appends games to f and flushes them to the disk.
func (f *gameFile) saver() func(dxp.Record) error {
	round := 0
	return func(r dxp.Record) error {
		round++
		if err := f.add(pdnOf(r, round)); err != nil {
			return err
		}
		return f.out.Sync()
	}
}

// pdnOf returns a game over DXP as PDN. The round is its number.
func pdnOf(r dxp.Record, round int) *pdn.Game {
	control := pdn.FormatTimeControl([]pdn.Period{{Time: r.Time}})
	return pdn.FromGame(r.Game, r.Outcome, comments(r),
		pdn.Tag{Name: "Event", Value: "DamExchange"},
		pdn.Tag{Name: "Date", Value: r.Began.Format("2006.01.02")},
		pdn.Tag{Name: "Round", Value: strconv.Itoa(round)},
		pdn.Tag{Name: "White", Value: r.Names[movegen.White]},
		pdn.Tag{Name: "Black", Value: r.Names[movegen.Black]},
		pdn.Tag{Name: "Time", Value: r.Began.Format("15:04:05")},
		pdn.Tag{Name: "TimeControl", Value: control},
		pdn.Tag{Name: "Termination", Value: r.Termination},
	)
}

// comments returns what each move took and left on the clock, and for ours what
// it is worth for White, in the form of stupol match.
func comments(r dxp.Record) []string {
	texts := make([]string, len(r.Plies))
	left := [2]time.Duration{r.Time, r.Time}
	mover := r.Game.Start().Turn
	for i, ply := range r.Plies {
		left[mover] -= ply.Spent
		texts[i] = pdn.Remark{
			Scored: ply.Depth > 0, Score: ply.Score.ForWhite(mover),
			Clocked: true, Clock: left[mover],
			Timed: true, Spent: ply.Spent,
			Depth: ply.Depth, Nodes: ply.Nodes,
		}.String()
		mover = mover.Opponent()
	}
	return texts
}
