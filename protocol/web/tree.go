package web

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
	"stupol/search"
)

// A treeReader makes a tree of a game that was replayed.
type treeReader struct {
	ctx     context.Context
	record  *pdn.Game
	replay  *pdn.Replay
	scale   float64 // of the scores
	nodes   int     // so far
	stopped bool    // something is not in the tree
}

// line returns a line as far as it is made of legal moves.
func (t *treeReader) line(l *pdn.Line) []treeNode {
	r, steps := t.replay.Rules, t.replay.Variation(l)
	nodes, variations := []treeNode{}, variationsIn(l.Notes)
	for i := range steps {
		step := &steps[i]
		if t.nodes++; t.nodes > mostNodes || t.ctx.Err() != nil || step.Kind != pdn.Played {
			break
		}
		ply := step.Ply()
		variations += variationsIn(ply.Notes) - len(step.Instead)
		node := treeNode{
			Move: r.HubMove(step.Move), Text: pdn.Usual.Move(r, &step.Before, step.Move),
			Signs: ply.Signs, Glyphs: ply.NAGs, Given: analysis.GivenNAG(t.record, &ply), Comments: comments(ply.Notes),
		}
		node.hear(t.scale)
		for _, v := range step.Instead {
			if instead := t.line(v); len(instead) > 0 {
				instead[0].Before = comments(v.Notes)
				node.Instead = append(node.Instead, instead)
			}
		}
		nodes = append(nodes, node)
	}
	if len(nodes) < len(steps) || len(nodes) == 0 && len(l.Plies) > 0 || variations > 0 {
		t.stopped = true
	}
	return nodes
}

// variationsIn returns how many of the notes are variations.
func variationsIn(notes []pdn.Note) (n int) {
	for _, note := range notes {
		if note.Variation != nil {
			n++
		}
	}
	return n
}

// hear takes what programs have said in the comments on a move: a score, which is one of that
// scale, and times.
func (n *treeNode) hear(scale float64) {
	said := remarked(n.Comments)
	if said.Scored {
		score := describeScore(said.Score, movegen.White, scale)
		n.Score = &score
	}
	if said.Clocked {
		n.Clock = inMilliseconds(said.Clock)
	}
	if said.Timed {
		n.Spent = inMilliseconds(said.Spent)
	}
}

func inMilliseconds(d time.Duration) *int64 {
	ms := d.Milliseconds()
	return &ms
}

// remarked returns what programs have said in comments, each thing where it is said first.
func remarked(comments []string) (all pdn.Remark) {
	for _, c := range comments {
		said := pdn.ParseRemark(c)
		if said.Scored && !all.Scored {
			all.Scored, all.Score = true, said.Score
		}
		if said.Clocked && !all.Clocked {
			all.Clocked, all.Clock = true, said.Clock
		}
		if said.Timed && !all.Timed {
			all.Timed, all.Spent = true, said.Spent
		}
	}
	return all
}

func comments(notes []pdn.Note) (list []string) {
	for _, n := range notes {
		if n.Variation == nil {
			list = append(list, n.Comment)
		}
	}
	return list
}

// What a tree may hold at most.
const (
	mostNodes  = 50_000
	mostNested = 90
	mostTags   = 1000 // as many as a file may have
)

// A treeWriter makes lines of a tree.
type treeWriter struct {
	ctx   context.Context
	rules *movegen.Rules
	nodes int
}

// resultForm is what the result of a game looks like: 2-0, 1/2-1/2, 1+-1-.
var resultForm = regexp.MustCompile(`^[0-9/+-]{3,9}$`)

var errTree = errors.New("the game has too many moves or variations")

// game returns the game of a tree, its moves legal.
func (t *treeWriter) game(q *treeGame) (*pdn.Game, error) {
	r := t.rules
	p := r.Start()
	g := &pdn.Game{Result: pdn.NoResult}
	if resultForm.MatchString(q.Result) {
		g.Result = pdn.Result(q.Result)
	}
	if len(q.Tags) > mostTags {
		return nil, errTree
	}
	for _, tag := range q.Tags {
		if tag.Name == "Result" {
			continue // that of the file it was read from
		}
		g.SetTag(tagName(tag.Name), pdn.OneLine(tag.Value))
	}
	if named, err := g.Rules(); err != nil || named != r {
		g.SetTag("GameType", r.GameType)
		if named, _ = g.Rules(); named != r {
			g.SetTag("Variant", r.Name)
		}
	}
	if q.FEN != "" {
		var err error
		if p, err = r.ParseFEN(q.FEN); err != nil {
			return nil, err
		}
		g.SetTag("FEN", t.fen(&p))
	}
	line, err := t.line(q.Line, p, 0)
	if err != nil {
		return nil, err
	}
	g.Line = *line
	g.Notes = notes(q.Before)
	return g, nil
}

// fen returns a FEN that does not depend on the numbering of squares, for that differs
// from game to game.
func (t *treeWriter) fen(p *movegen.Position) string {
	r := t.rules
	if r.Size != 8 {
		return r.FEN(p)
	}
	fields := []string{p.Turn.String()[:1]}
	for _, c := range []movegen.Color{movegen.White, movegen.Black} {
		var pieces []string
		for n := 1; n <= r.Squares(); n++ {
			switch sq := r.SquareOf(n); {
			case !p.Pieces[c].Has(sq):
			case p.Kings.Has(sq):
				pieces = append(pieces, "K"+r.AlgebraicName(sq))
			default:
				pieces = append(pieces, r.AlgebraicName(sq))
			}
		}
		fields = append(fields, c.String()[:1]+strings.Join(pieces, ","))
	}
	return strings.Join(fields, ":")
}

// line returns the line of nodes from p on.
func (t *treeWriter) line(nodes []treeNode, p movegen.Position, nested int) (*pdn.Line, error) {
	l := &pdn.Line{}
	if len(nodes) > 0 {
		l.Notes = notes(nodes[0].Before)
	}
	for i := range nodes {
		n := &nodes[i]
		if t.nodes++; t.nodes > mostNodes || nested > mostNested {
			return nil, errTree
		}
		if err := t.ctx.Err(); err != nil {
			return nil, err
		}
		m, err := t.rules.ParseHubMove(&p, n.Move)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		ply := pdn.Ply{Text: t.text(&p, m), Signs: signs(n.Signs), NAGs: n.Glyphs, Notes: n.notes()}
		for _, instead := range n.Instead {
			variation, err := t.line(instead, p, nested+1)
			if err != nil {
				return nil, err
			}
			ply.Notes = append(ply.Notes, pdn.Note{Variation: variation})
		}
		l.Plies = append(l.Plies, ply)
		p = t.rules.Play(&p, m)
	}
	return l, nil
}

// text writes a move in a way that does not depend on the numbering of squares.
func (t *treeWriter) text(p *movegen.Position, m movegen.Move) string {
	if t.rules.Size == 8 {
		return t.rules.AlgebraicMove(p, m)
	}
	return t.rules.HubMove(m)
}

// notes returns the comments on a move: first its score and its times, where none of them has
// them.
func (n *treeNode) notes() []pdn.Note {
	var new pdn.Remark
	old := remarked(n.Comments)
	if s := n.Score; s != nil && -int(search.Win) <= s.Score && s.Score <= int(search.Win) && !old.Scored {
		new.Scored, new.Score = true, search.Score(s.Score)
	}
	if !old.Clocked {
		new.Clock, new.Clocked = duration(n.Clock)
	}
	if !old.Timed {
		new.Spent, new.Timed = duration(n.Spent)
	}
	return append(notes([]string{new.String()}), notes(n.Comments)...)
}

// duration returns a time in milliseconds, false if there is none, or none that a game could
// take.
func duration(ms *int64) (time.Duration, bool) {
	const most = 1000 * time.Hour
	if ms == nil || *ms < 0 || *ms > most.Milliseconds() {
		return 0, false
	}
	return time.Duration(*ms) * time.Millisecond, true
}

func notes(comments []string) (list []pdn.Note) {
	for _, c := range comments {
		if c = pdn.OneLine(c); c != "" {
			list = append(list, pdn.Note{Comment: c})
		}
	}
	return list
}

// signs returns what of text are signs of a move.
func signs(text string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune("!?*+=()-#", c) {
			return c
		}
		return -1
	}, text)
}

// tagName returns what of name can be the name of a tag.
func tagName(name string) string {
	name = strings.Map(func(c rune) rune {
		if c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
			return c
		}
		return -1
	}, name)
	if name == "" {
		return "Tag"
	}
	return name
}
