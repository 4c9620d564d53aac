package train

import (
	"fmt"
	"strings"

	"stupol/eval"
)

// note returns the note of the weights: a summary in the first line, then a line for
// each run of games, the initial weights, and the note of the options.
func (t *Trainer) note() string {
	var b strings.Builder
	fmt.Fprintf(&b, "learned from %d games, %d positions, held-out loss of positions played %.4f", t.games, t.train.size(), t.Best().Played)
	for _, r := range t.runs {
		h := &r.header
		fmt.Fprintf(&b, "\n%d games: seed %d, %d nodes a move, %s, stupol %s", r.games, h.Seed, h.Nodes, h.Evaluator, h.Engine)
	}
	if t.initial != nil {
		first, _, _ := strings.Cut(t.initial.Note, "\n")
		b.WriteString("\nfrom weights " + first)
	}
	if t.options.Note != "" {
		b.WriteString("\n" + t.options.Note)
	}
	return firstLines(b.String(), eval.MaxNote)
}

// firstLines returns as many lines of text as fit into limit bytes; of a single line
// that is too long, its beginning.
func firstLines(text string, limit int) string {
	for len(text) > limit {
		end := strings.LastIndexByte(text, '\n')
		if end < 0 {
			return text[:limit]
		}
		text = text[:end]
	}
	return text
}
