package dxp

import (
	"strconv"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// Record is a game as it was played, finished or not. Its remarks have the time of each
// move by our clock, and what the search reported of ours.
type Record struct {
	pdn.Record
	Us movegen.Color

	Began     time.Time
	Time      time.Duration // what each side had for the whole game
	MoveLimit int           // for each side; 0: none
}

// PDN returns the game as PDN. The round is its number.
func (r *Record) PDN(round int) *pdn.Game {
	record := r.Record
	record.Tags = []pdn.Tag{
		{Name: "Event", Value: "DamExchange"},
		{Name: "Date", Value: r.Began.Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(round)},
		{Name: "Time", Value: r.Began.Format("15:04:05")},
		{Name: "TimeControl", Value: pdn.FormatTimeControl(r.Time, 0)},
	}
	return record.PDN()
}

// Used returns the time that side c has used for its moves.
func (r *Record) Used(c movegen.Color) time.Duration {
	var used time.Duration
	turn := r.Game.Start().Turn
	for _, remark := range r.Remarks {
		if turn == c {
			used += remark.Spent
		}
		turn = turn.Opponent()
	}
	return used
}

// movesBy returns how many moves side c has made.
func (r *Record) movesBy(c movegen.Color) int {
	n := len(r.Remarks)
	if r.Game.Start().Turn == c {
		n++
	}
	return n / 2
}
