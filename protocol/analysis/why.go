package analysis

import (
	"context"
	"slices"
	"strings"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/reason"
	"stupol/protocol/words"
	"stupol/search"
)

// A why is the reason of a judgement, with what it was found by.
type why struct {
	best, reply []movegen.Move
	of          reason.Case
	reason      reason.Reason
}

// Reason returns why a move that is not fine is worse than the better one, and the case that it is
// about.
func (g *Game) Reason(j *Judgement) (reason.Reason, *reason.Case) {
	w := j.move.why
	if w == nil || !slices.Equal(w.best, j.Best) || !slices.Equal(w.reply, j.Reply) {
		w = &why{best: j.Best, reply: j.Reply, of: g.caseOf(j)}
		w.reason = reason.Find(&w.of)
		j.move.why = w
	}
	return w.reason, &w.of
}

// Within has reasons that are looked for from now on end with ctx: they mean nothing after that.
func (g *Game) Within(ctx context.Context) { g.done = ctx.Done() }

// caseOf returns what is known of a move that is not fine.
func (g *Game) caseOf(j *Judgement) reason.Case {
	before, after := &g.positions[j.move.from], &g.positions[j.move.from+1]
	c := reason.Case{Rules: g.Rules, Before: before.Position, Played: j.move.Move, Reply: j.Reply, Better: j.Best, Chance: j.Chance, PlayedChance: j.Played, Done: g.done}
	if j.Rule != "" && j.Score == search.Draw {
		c.Draw = j.Rule
	}
	if g.knowledge.Endgames == nil {
		return c
	}
	prober := g.knowledge.Endgames.Prober()
	c.Probe = func(p *movegen.Position) endgame.Value {
		if p.Occupied().Len() > g.knowledge.Endgames.MostPieces() {
			return endgame.Unknown
		}
		if v := prober.Probe(p); v == endgame.Unknown || endgame.Certain(g.Rules, p, v) {
			return v
		}
		return endgame.Unknown
	}
	if j.Decided {
		c.Was, c.Now = before.value.Value, after.value.Value.Flipped()
		c.WasPlies, _ = prober.Distance(&before.Position)
		c.NowPlies, _ = prober.Distance(&after.Position)
	}
	return c
}

// Why returns in one or two sentences of a language, nil being English, why a move that is not fine
// is worse than the better one.
func (g *Game) Why(j *Judgement, l *words.Language) []string {
	re, of := g.Reason(j)
	return reason.Writer{
		Language: l, Square: g.Rules.UsualSquare,
		Moves: g.Texts,
		Share: func(share float64) string { return percentText(l, percent(share)) },
	}.Sentences(&re, of)
}

// Texts returns the moves of a line from p as the game writes them.
func (g *Game) Texts(p movegen.Position, line []movegen.Move) []string {
	return g.texts(&position{Position: p}, line)
}

// whyRemark is how the comment begins that says why. It stands between a verdict and the better line.
const whyRemark = "Why: "

// whyComment returns the comment that says why a move is bad, "" if there is nothing to say but how
// bad it is, or if the games are written without.
func (g *Game) whyComment(j *Judgement) string {
	if g.Silent {
		return ""
	}
	if re, _ := g.Reason(j); re.Kind == reason.Worse {
		return ""
	}
	return pdn.OneLine(whyRemark + strings.Join(g.Why(j, nil), " "))
}

// ReasonData is a reason.Reason for programs. Which facts there are depends on the reason.
type ReasonData struct {
	FEN    string   `json:"fen"`              // of the position before the move
	Kind   string   `json:"kind"`             // "shot"; reason.Kind lists them
	Missed bool     `json:"missed,omitempty"` // the side that moved would have gained, not the opponent
	Line   []string `json:"line,omitempty"`   // from the position after the move or, if Missed, before it
	Gives  int      `json:"gives,omitempty"`
	Takes  int      `json:"takes,omitempty"`
	King   bool     `json:"king,omitempty"` // the line makes one
	Moves  int      `json:"moves,omitempty"`
	Safe   int      `json:"safe,omitempty"`
	All    int      `json:"all,omitempty"`    // the same after the better move
	Others int      `json:"others,omitempty"` // of them
	Square string   `json:"square,omitempty"`
	Rule   string   `json:"rule,omitempty"`
	Before string   `json:"before,omitempty"` // by the databases
	Now    string   `json:"now,omitempty"`
	Plies  int      `json:"plies,omitempty"`
	Left   int      `json:"left,omitempty"`

	Must   int `json:"must,omitempty"`   // pieces that a rule of priority demands at a ply of the line
	Spared int `json:"spared,omitempty"` // and those of the capture that it forbids

	Shot *reason.ShotData `json:"shot,omitempty"`

	Words []string `json:"words"` // one or two sentences
}

// reasonData returns the reason of a judgement for programs.
func (g *Game) reasonData(j *Judgement) *ReasonData {
	re, of := g.Reason(j)
	d := &ReasonData{
		FEN: g.Rules.FEN(&of.Before), Kind: re.Kind.String(), Missed: re.Missed, Gives: re.Gives, Takes: re.Takes, King: re.Crowned,
		Moves: re.Moves, Safe: re.Safe, All: re.All, Others: re.Others, Rule: re.Rule, Plies: re.Plies, Left: re.Left,
	}
	d.Words = g.Why(j, nil)
	from := of.Before
	if !re.Missed {
		from = g.Rules.Play(&from, of.Played)
	}
	d.Line = g.Texts(from, re.Line)
	if re.Kind == reason.KingLocked {
		d.Square = g.Rules.UsualSquare(re.Piece)
	}
	for text, v := range map[*string]endgame.Value{&d.Before: re.Before, &d.Now: re.Now} {
		if v != endgame.Unknown {
			*text = v.String()
		}
	}
	if re.Priority != nil {
		d.Must, d.Spared = re.Priority.Must, re.Priority.Spared
	}
	if re.Shot != nil {
		d.Shot = re.Shot.Data(g.Rules)
	}
	return d
}
