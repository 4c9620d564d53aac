package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/reason"
	"stupol/protocol/words"
	"stupol/search"
)

// A judgeRequest asks how good the moves of a game are, by what searches have found in its
// positions.
type judgeRequest struct {
	gameRequest
	Found  []foundRequest `json:"found"`
	Budget string         `json:"budget,omitempty"` // of the searches that would tell more: quick, usual (if empty), deep

	Explain  int    `json:"explain,omitempty"`  // the ply of the move of which the answer is to say why it is bad; 0: of none
	Language string `json:"language,omitempty"` // to say it in; English if empty
}

// budgets are those of an analysis, in nodes, by their names.
var budgets = map[string]int64{"": analysis.UsualNodes, "quick": analysis.QuickNodes, "usual": analysis.UsualNodes, "deep": analysis.DeepNodes}

// A foundRequest is what is known of a position: a score, for White, and the best line. It is
// that of a search of the pass that the server has asked for; of another one, 0.
type foundRequest struct {
	Ply    int      `json:"ply"`              // how many moves have led to the position
	Others bool     `json:"others,omitempty"` // it was searched without the move that was played
	Pass   int      `json:"pass,omitempty"`
	Score  int      `json:"score"`
	Line   []string `json:"line,omitempty"` // none: a score that a file has
}

// A judgeAnswer is what there is to say of a game.
type judgeAnswer struct {
	Chances []*float64        `json:"chances"` // of White, at the start and after each move; null: not known
	Moves   []judgedMove      `json:"moves"`   // those of which enough is known
	Sides   analysis.SideData `json:"sides"`
	Next    []nextSearch      `json:"next"` // the searches that would tell more, in this order
	Why     *whyAnswer        `json:"why,omitempty"`
}

// A whyAnswer says why a move is bad, and shows it by a line.
type whyAnswer struct {
	Words  []string `json:"words"`            // one or two sentences
	Kind   string   `json:"kind"`             // "shot"; reason.Kind lists them
	FEN    string   `json:"fen"`              // of the position before the move
	Missed bool     `json:"missed,omitempty"` // the line begins before the move; otherwise after it
	Moves  []string `json:"moves,omitempty"`  // of the line, as Hub writes them
	Texts  []string `json:"texts,omitempty"`  // as people do
	Paths  [][]int  `json:"paths,omitempty"`  // the squares that they land on, the first of each where it starts

	Shot *reason.ShotData `json:"shot,omitempty"` // how the line works, if it is one
}

// A judgedMove is what stupol analyze says of a move, and what the page needs to show it.
type judgedMove struct {
	analysis.MoveData
	Remark      words.Said   `json:"remark,omitempty"`       // that of MoveData
	Score       *scoreAnswer `json:"score,omitempty"`        // after the move; none where the rules end the game
	BetterMoves []string     `json:"better_moves,omitempty"` // Better, as Hub writes it
	ReplyMoves  []string     `json:"reply_moves,omitempty"`  // Reply, the same
	ReplyPaths  [][]int      `json:"reply_paths,omitempty"`  // the squares that its moves land on, where the verdict is bad
}

// A nextSearch is a search that the page is to do, if it wants to know more of the game.
type nextSearch struct {
	Ply    int   `json:"ply"`
	Others bool  `json:"others,omitempty"`
	Pass   int   `json:"pass"`
	Nodes  int64 `json:"nodes"`
}

// judge says how good the moves of a game are. A request that takes too long ends when
// nobody waits for it any more.
func (s *Server) judge(ctx context.Context, q judgeRequest) (*judgeAnswer, error) {
	played, err := q.game(ctx, nil)
	if err == nil {
		err = s.prepare(played.Rules())
	}
	if err != nil {
		return nil, err
	}
	budget, known := budgets[q.Budget]
	if !known {
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("there is no budget %q", q.Budget))
	}
	g := analysis.NewPlayed(played, s.knowledge(played.Rules()))
	if err := addFindings(ctx, g, q.Found); err != nil {
		return nil, err
	}
	language, err := words.Named(cmp.Or(q.Language, "en"))
	if err != nil {
		return nil, refuse(http.StatusBadRequest, err.Error())
	}
	a, err := describeJudgements(ctx, g, budget, played)
	if err == nil && q.Explain > 0 {
		g.Within(ctx)
		a.Why, err = explain(g, q.Explain, language), ctx.Err()
	}
	return a, err
}

// explain says why the move at a ply is bad, nil if it is not, or if nothing is known of it.
func explain(g *analysis.Game, ply int, l *words.Language) *whyAnswer {
	all := g.Judgements()
	i := slices.IndexFunc(all, func(j analysis.Judgement) bool { return j.Ply+1 == ply })
	if i < 0 || all[i].Verdict == analysis.Fine {
		return nil
	}
	re, of := g.Reason(&all[i])
	p := of.Before
	a := &whyAnswer{Words: g.Why(&all[i], l), Kind: re.Kind.String(), FEN: g.Rules.FEN(&p), Missed: re.Missed}
	if re.Shot != nil {
		a.Shot = re.Shot.Data(g.Rules)
	}
	if !re.Missed {
		p = g.Rules.Play(&p, of.Played)
	}
	line := re.Line[:min(len(re.Line), longestLine)]
	a.Moves, a.Texts, a.Paths = hubLine(g.Rules, line, len(line)), g.Texts(p, line), paths(g.Rules, p, line)
	return a
}

// knowledge returns what is known of a variant.
func (s *Server) knowledge(r *movegen.Rules) analysis.Knowledge {
	return analysis.Knowledge{Eval: s.evals.of(r), Endgames: s.dbs.of(r), Book: s.books.of(r)}
}

// addFindings tells an analysis what the page has found.
func addFindings(ctx context.Context, g *analysis.Game, found []foundRequest) error {
	if most := 2 * g.Positions(); len(found) > most {
		return refuse(http.StatusBadRequest, fmt.Sprintf("more than %d findings", most))
	}
	for i := range found {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f, err := found[i].finding(g.Turn(0))
		if err == nil {
			err = g.Add(f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// finding returns what was found for the analysis, in a game that the side first begins.
func (f *foundRequest) finding(first movegen.Color) (*analysis.Finding, error) {
	switch {
	case len(f.Line) > longestLine:
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("a line of more than %d moves", longestLine))
	case max(f.Score, -f.Score) > int(search.Win):
		return nil, refuse(http.StatusBadRequest, fmt.Sprintf("there is no score %d", f.Score))
	}
	score := search.Score(f.Score)
	if (first == movegen.Black) != (f.Ply%2 == 1) {
		score = -score // Black is to move
	}
	return &analysis.Finding{Position: f.Ply, Others: f.Others, Pass: f.Pass, Score: score, Line: f.Line}, nil
}

// describeJudgements returns what there is to say of a game that was played.
func describeJudgements(ctx context.Context, g *analysis.Game, budget int64, played *movegen.Game) (*judgeAnswer, error) {
	data := g.Data()
	a := &judgeAnswer{Moves: []judgedMove{}, Sides: data.Sides, Next: []nextSearch{}}
	p, ply := played.Start(), 0
	for i, j := range g.Judgements() {
		for ; ply <= j.Ply; ply++ {
			p = g.Rules.Play(&p, played.Moves()[ply])
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m := describeJudgement(g.Rules, &data.Moves[i], &j, data.Scale)
		if j.Verdict != analysis.Fine {
			m.ReplyPaths = paths(g.Rules, p, j.Reply[:len(m.Reply)])
		}
		a.Moves = append(a.Moves, m)
	}
	for i := range g.Positions() {
		var known *float64
		if white, ok := g.Chance(i); ok {
			known = &white
		}
		a.Chances = append(a.Chances, known)
	}
	for _, w := range g.Wanted(budget) {
		a.Next = append(a.Next, nextSearch{Ply: w.Position, Others: w.Others, Pass: w.Pass, Nodes: w.Nodes})
	}
	return a, nil
}

// describeJudgement returns what there is to say of a move, j, of which data is told.
func describeJudgement(r *movegen.Rules, data *analysis.MoveData, j *analysis.Judgement, scale float64) judgedMove {
	m := judgedMove{MoveData: *data, Remark: words.Said(data.Remark)}
	if j.Rule == "" {
		score := describeScore(j.Score, movegen.White, scale)
		m.Score = &score
	}
	m.BetterMoves, m.ReplyMoves = hubLine(r, j.Best, len(m.Better)), hubLine(r, j.Reply, len(m.Reply))
	return m
}

// hubLine returns the first n moves of a line as Hub writes them.
func hubLine(r *movegen.Rules, line []movegen.Move, n int) (texts []string) {
	for _, m := range line[:n] {
		texts = append(texts, r.HubMove(m))
	}
	return texts
}

// paths returns the squares that the moves of a line from p on land on, the first of each where
// it starts.
func paths(r *movegen.Rules, p movegen.Position, line []movegen.Move) (all [][]int) {
	for _, m := range line {
		all = append(all, firstPath(r, &p, m).Squares)
		p = r.Play(&p, m)
	}
	return all
}
