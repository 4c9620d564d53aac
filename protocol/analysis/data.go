package analysis

import (
	"math"
	"strings"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/pdn"
)

// Data is the analysis of a game for programs, as JSON.
type Data struct {
	Game    int      `json:"game"` // its number in the file
	Variant string   `json:"variant"`
	White   string   `json:"white"`
	Black   string   `json:"black"`
	Result  string   `json:"result"`
	Opening string   `json:"opening,omitempty"` // its name, and those of structures
	Fault   string   `json:"fault,omitempty"`   // why the rest could not be replayed
	Scale   float64  `json:"scale"`             // hundredths of a man a logit
	Sides   SideData `json:"sides"`

	Library Departure `json:"library,omitempty"` // the move that left what other games played

	Moves []MoveData `json:"moves"`
}

// SideData are the summaries of both sides.
type SideData struct {
	White SummaryData `json:"white"`
	Black SummaryData `json:"black"`
}

// SummaryData is a Summary.
type SummaryData struct {
	Moves        int      `json:"moves"`    // that count
	Accuracy     *float64 `json:"accuracy"` // 0 to 100; null if no move counts
	Loss         *float64 `json:"loss"`     // mean loss of chances, 0 to 1
	Inaccuracies int      `json:"inaccuracies"`
	Mistakes     int      `json:"mistakes"`
	Blunders     int      `json:"blunders"`
	OnlyMoves    int      `json:"only_moves"`
	MissedWins   int      `json:"missed_wins"` // among the mistakes and blunders
}

// MoveData is a Judgement. Chances are those of the side that moved.
type MoveData struct {
	Ply      int      `json:"ply"` // 1 is the first
	Number   int      `json:"number"`
	Side     string   `json:"side"`
	Move     string   `json:"move"`
	Eval     string   `json:"eval"` // after it, in men, from White's view; #5: White wins in 5
	Chance   float64  `json:"chance"`
	Forced   bool     `json:"forced,omitempty"`
	Counts   bool     `json:"counts"`
	Loss     float64  `json:"loss"`
	Verdict  string   `json:"verdict,omitempty"`
	Sign     string   `json:"sign,omitempty"` // of the verdict: ?!, ? or ??
	Only     bool     `json:"only,omitempty"`
	Missed   bool     `json:"missed_win,omitempty"` // the better move was winning, and now the game is open
	Better   []string `json:"better,omitempty"`     // the line of the best other move, if the verdict is bad
	Reply    []string `json:"reply,omitempty"`      // the expected line after the move
	Database string   `json:"database,omitempty"`
	Rule     string   `json:"rule,omitempty"`   // that ended the game
	Remark   string   `json:"remark,omitempty"` // in words: "Mistake. 32-28 keeps 58 % and this move keeps 31 %."
	Book     string   `json:"book,omitempty"`   // the move itself if the opening book has it, or what it has instead

	Reason *ReasonData `json:"reason,omitempty"` // why the move is bad, if it is: see Explained
}

// Data returns the analysis of the game.
func (g *Game) Data() Data {
	all := g.Judgements()
	d := Data{
		Game: g.Number, Variant: g.Rules.Name, White: g.Record.Tag("White"), Black: g.Record.Tag("Black"),
		Result: string(g.Record.Result), Opening: g.Names().String(), Scale: rounded(g.knowledge.Eval.Scale()), Moves: []MoveData{},
	}
	if g.Fault != nil {
		d.Fault = g.Fault.Error()
	}
	d.Library = g.departure
	sides := Summarize(all)
	d.Sides = SideData{sides[movegen.White].data(), sides[movegen.Black].data()}
	known := false // what the databases say has been told
	for i := range all {
		m := g.moveData(&all[i])
		m.Remark = g.remark(&all[i], known)
		known = all[i].Database
		d.Moves = append(d.Moves, m)
	}
	return d
}

// Explained returns the same with the reasons why moves are bad, which take some time to find.
func (g *Game) Explained() Data {
	d, all := g.Data(), g.Judgements()
	for i := range all {
		if all[i].Verdict != Fine {
			d.Moves[i].Reason = g.reasonData(&all[i])
		}
	}
	return d
}

// data returns s for programs.
func (s *Summary) data() SummaryData {
	d := SummaryData{
		Moves: s.Moves, Inaccuracies: s.Inaccuracies, Mistakes: s.Mistakes, Blunders: s.Blunders, OnlyMoves: s.OnlyMoves, MissedWins: s.MissedWins,
	}
	if s.Moves > 0 {
		accuracy, loss := rounded(s.Accuracy), rounded(s.Loss)
		d.Accuracy, d.Loss = &accuracy, &loss
	}
	return d
}

// moveData returns j for programs.
func (g *Game) moveData(j *Judgement) MoveData {
	before, after := &g.positions[j.move.from], &g.positions[j.move.from+1]
	d := MoveData{
		Ply: j.Ply + 1, Number: j.Number, Side: strings.ToLower(j.Color.String()), Move: g.Record.Plies[j.Ply].Text,
		Eval: pdn.Eval(j.Score), Chance: rounded(j.Played), Forced: j.Forced, Counts: j.Counts,
		Loss: rounded(j.Loss), Verdict: j.Verdict.String(), Sign: j.Verdict.Sign(), Only: j.Only, Missed: j.MissedWin, Rule: j.Rule,
		Reply: g.texts(after, j.Reply),
	}
	if j.Verdict != Fine {
		d.Better = g.texts(before, j.Best)
	}
	switch {
	case j.Book:
		d.Book = d.Move
	case j.move.instead != nil:
		d.Book = g.text(before, j.move.instead[0])
	}
	if j.Database {
		d.Database = map[endgame.Value]string{endgame.Win: "win", endgame.Loss: "loss", endgame.Draw: "draw"}[after.value.Value.Flipped()]
	}
	return d
}

// texts returns a line of play from p on as the record writes it.
func (g *Game) texts(p *position, line []movegen.Move) (texts []string) {
	for _, ply := range g.variation(p, line).Plies {
		texts = append(texts, ply.Text)
	}
	return texts
}

// rounded returns a number with four decimals, the same on all machines.
func rounded(v float64) float64 { return math.Round(v*1e4) / 1e4 }
