package watch

import (
	"maps"
	"slices"
	"strings"
	"time"

	"stupol/bench/match"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
	"stupol/search"
)

// A headView is what does not change while a match is played.
type headView struct {
	Conditions
	Size    int      `json:"size"`
	Analyse string   `json:"analyse,omitempty"` // the address of stupol web where games can be opened
	Squares [][2]int `json:"squares"`           // row from the top and column from the left of each, square 1 first
}

func newHead(m *match.Match, h *match.Header, l *words.Language, analyse string) headView {
	v := headView{Conditions: NewConditions(m, h, l), Size: m.Rules.Size, Analyse: analyse}
	for n := 1; n <= m.Rules.Squares(); n++ {
		row, column := m.Rules.RowAndColumn(m.Rules.SquareOf(n))
		v.Squares = append(v.Squares, [2]int{row, column})
	}
	return v
}

// A boardView is a game that is played.
type boardView struct {
	Number  string   `json:"number"`
	White   string   `json:"white"`
	Black   string   `json:"black"`
	Opening string   `json:"opening"`
	Board   string   `json:"board"`          // movegen.Rules.HubPosition
	Last    []int    `json:"last,omitempty"` // numbers of the squares of the last move
	Text    string   `json:"text,omitempty"` // the last move
	Moves   int      `json:"moves"`          // plies
	Scores  []*int32 `json:"scores"`         // after each move of the players, in hundredths of a man for White; null: not said
	Depths  []int    `json:"depths"`         // of these; 0: not said
	Clocks  []*int64 `json:"clocks"`         // what they left, in milliseconds; null: that side has no clock
	First   int      `json:"first"`          // who made the first of these: 0 is White
	Said    [2]said  `json:"said"`           // of White and of Black
	Age     int64    `json:"age"`            // milliseconds since the last move
}

// said is what a player has said of its last move, and its clock.
type said struct {
	Score string `json:"score,omitempty"`
	Depth int    `json:"depth,omitempty"`
	Nodes int64  `json:"nodes,omitempty"`
	Spent int64  `json:"spent"`           // for that move, in milliseconds
	Clock *int64 `json:"clock,omitempty"` // milliseconds left
}

// replayed is a game that is played, as far as it has been replayed.
type replayed struct {
	pair, leg int
	start     string
	game      *movegen.Game
	plies     int
	last      []int
	text      string
}

// view returns the games that are played, in the order of the workers.
func (f *frames) view(m *match.Match, live map[int]liveGame) (views []boardView) {
	views = []boardView{}
	for worker := range f.boards {
		if _, ok := live[worker]; !ok {
			delete(f.boards, worker)
		}
	}
	for _, worker := range slices.Sorted(maps.Keys(live)) {
		g := live[worker]
		b := f.boards[worker]
		if b == nil || b.pair != g.Pair || b.leg != g.Leg || b.start != g.Start || b.plies > len(g.Book)+len(g.Plies) {
			b = &replayed{pair: g.Pair, leg: g.Leg, start: g.Start}
			f.boards[worker] = b
		}
		if err := b.follow(m, &g.Game); err == nil {
			views = append(views, newBoardView(m, &g, b))
		}
	}
	return views
}

// follow replays the moves of g that it has not.
func (b *replayed) follow(m *match.Match, g *match.Game) error {
	r := m.Rules
	if b.game == nil {
		p, err := r.ParseFEN(g.Start)
		if err != nil {
			return err
		}
		b.game = movegen.NewGameFrom(r, p, m.Draws)
	}
	for n := len(g.Book) + len(g.Plies); b.plies < n; b.plies++ {
		text := ""
		if i := b.plies - len(g.Book); i < 0 {
			text = g.Book[b.plies]
		} else {
			text = g.Plies[i].Move
		}
		p := b.game.Position()
		move, err := r.ParseHubMove(p, text)
		if err != nil {
			return err
		}
		b.last, b.text = []int{r.Number(move.From), r.Number(move.To)}, pdn.Usual.Move(r, p, move)
		b.game.Push(move)
	}
	return nil
}

func newBoardView(m *match.Match, g *liveGame, b *replayed) boardView {
	v := boardView{
		Number: g.Number(), White: shown(g.White), Black: shown(g.Black), Opening: shown(g.Opening),
		Board: m.Rules.HubPosition(b.game.Position()), Last: b.last, Text: b.text, Moves: b.plies,
		Scores: []*int32{}, Depths: []int{}, Clocks: []*int64{}, First: int(g.Mover(0)), Age: time.Since(g.since).Milliseconds(),
	}
	for _, r := range m.Remarks(&g.Game)[len(g.Book):] {
		v.Clocks = append(v.Clocks, clockOf(r))
	}
	for i := range g.Plies {
		p := &g.Plies[i]
		v.Scores, v.Depths = append(v.Scores, scoreOf(p)), append(v.Depths, p.Depth)
		if i >= len(g.Plies)-2 {
			s := &v.Said[g.Mover(i)]
			s.Score, s.Depth, s.Nodes, s.Spent = evalText(p), p.Depth, p.Nodes, p.Spent.Milliseconds()
		}
	}
	clocks, timed := m.Clocks(&g.Game)
	for i := range clocks {
		if timed[i] {
			v.Said[i].Clock = new(clocks[i].Milliseconds())
		}
	}
	return v
}

// clockOf returns what a move has left on the clock, in milliseconds; nil without one.
func clockOf(r pdn.Remark) *int64 {
	if !r.Clocked {
		return nil
	}
	return new(r.Clock.Milliseconds())
}

// scoreOf returns the score that a player gave its move, for White; nil if it gave none.
func scoreOf(p *match.Ply) *int32 {
	if !p.Scored {
		return nil
	}
	return new(int32(p.Score))
}

// evalText returns the score that a player gave its move, for White and for people.
func evalText(p *match.Ply) string {
	switch text := pdn.Eval(p.Score); {
	case !p.Scored:
		return ""
	case p.Score > search.Draw && text[0] != '#':
		return "+" + text
	default:
		return text
	}
}

// A gameView is a finished game, move by move.
type gameView struct {
	rowView
	Date  string     `json:"date"`
	Steps []stepView `json:"steps"` // the first is the start
	First int        `json:"first"` // who made the first move of the players: 0 is White
	Book  int        `json:"book"`  // how many moves are of the opening
	Link  string     `json:"link"`  // analysis.Link
}

// A stepView is the position after a move, and what the player said of it.
type stepView struct {
	Board string `json:"board"` // movegen.Rules.HubPosition
	Text  string `json:"text,omitempty"`
	Last  []int  `json:"last,omitempty"`
	White bool   `json:"white,omitempty"` // made the move
	Value *int32 `json:"value,omitempty"` // in hundredths of a man for White
	said
}

// viewGame returns a finished game.
func viewGame(m *match.Match, g *match.Game) (*gameView, error) {
	v := &gameView{rowView: newRow(g), Date: shown(g.Date), First: int(g.Mover(0)), Book: len(g.Book)}
	remarks := m.Remarks(g)
	b := &replayed{}
	part := *g
	for n := 0; n <= len(remarks); n++ {
		part.Book, part.Plies = g.Book[:min(n, len(g.Book))], g.Plies[:max(n-len(g.Book), 0)]
		if err := b.follow(m, &part); err != nil {
			return nil, err
		}
		p := b.game.Position()
		step := stepView{Board: m.Rules.HubPosition(p), Text: b.text, Last: b.last, White: n > 0 && p.Turn == movegen.Black}
		if i := n - len(g.Book) - 1; i >= 0 {
			ply, remark := &g.Plies[i], remarks[n-1]
			step.Value = scoreOf(ply)
			step.said = said{Score: evalText(ply), Depth: ply.Depth, Nodes: ply.Nodes, Spent: ply.Spent.Milliseconds()}
			step.Clock = clockOf(remark)
		}
		v.Steps = append(v.Steps, step)
	}
	v.Link = analysis.Link(m.Rules, m.Draws, b.game.Start(), b.game.Moves())
	return v, nil
}

// shown returns a text of others as a page shows it: in one line, and not longer than one reads.
func shown(text string) string {
	const most = 300 // bytes
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…" // not half a letter
	}
	return movegen.Visible(text)
}
