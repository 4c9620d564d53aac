package train

import (
	"fmt"
	"strings"

	"stupol/eval"
)

// note returns what the weights are to say of themselves: in the first line
// what they are, then of which games, then what the options add.
func (t *Trainer) note() string {
	var b strings.Builder
	fmt.Fprintf(&b, "learned from %d games, %d positions, held-out loss %.4f", t.games, t.train.size(), t.Best().HeldOut)
	for _, s := range t.sources {
		h := &s.header
		fmt.Fprintf(&b, "\n%d games: seed %d, %d nodes a move, %s, stupol %s", s.games, h.Seed, h.Nodes, h.Evaluator, h.Engine)
	}
	if t.from != nil {
		first, _, _ := strings.Cut(t.from.Note, "\n")
		b.WriteString("\nfrom weights " + first)
	}
	if t.options.Note != "" {
		b.WriteString("\n" + t.options.Note)
	}
	return shortened(b.String(), eval.MaxNote)
}

// shortened returns as many of the first lines of text as have so many bytes.
func shortened(text string, limit int) string {
	for len(text) > limit {
		end := strings.LastIndexByte(text, '\n')
		if end < 0 {
			return text[:limit]
		}
		text = text[:end]
	}
	return text
}
