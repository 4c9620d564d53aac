package reason

import (
	"fmt"
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/words"
)

// TestSentences says every kind of reason in every language: each is translated, and nothing is left
// in braces.
func TestSentences(t *testing.T) {
	r := movegen.International()
	p := r.Start()
	moves := r.Moves(nil, &p)
	c := &Case{Rules: r, Before: p, Played: moves[0], Better: moves[1:2], Chance: 0.5, PlayedChance: 0.25}
	english := map[string]string{}
	for _, name := range append([]string{"en"}, words.Names()...) {
		l, err := words.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		w := Writer{
			Language: l, Square: r.SquareName, Share: func(share float64) string { return fmt.Sprint(share) },
			Moves: func(p movegen.Position, line []movegen.Move) (texts []string) {
				for range line {
					texts = append(texts, "32-28")
				}
				return texts
			},
		}
		for kind := range kinds {
			for _, missed := range []bool{false, true} {
				for _, now := range []endgame.Value{endgame.Loss, endgame.Draw, endgame.Win} {
					for _, priority := range []*Priority{nil, {Must: 3, Spared: 1}, {King: true}} {
						re := &Reason{Kind: kind, Missed: missed && kind != Database, Line: moves[:1], Gives: 2, Takes: 3, Moves: 4, Safe: 1, Others: 3, All: 5, Before: endgame.Win, Now: now, Rule: "25-move rule", Priority: priority, Crowned: true}
						text := strings.Join(w.Sentences(re, c), " ")
						key := fmt.Sprint(kind, missed, now, priority)
						if strings.ContainsAny(text, "{}|") || text == "" || len(w.Sentences(re, c)) > mostSentences {
							t.Errorf("%s, %s: %q", name, key, text)
						}
						switch {
						case name == "en":
							english[key] = text
						case text == english[key]:
							t.Errorf("%s, %s is not translated: %q", name, key, text)
						}
					}
				}
			}
		}
	}
}

// TestSentencesOfNothing: what is not given or taken is not counted, and a line that has no moves not
// written.
func TestSentencesOfNothing(t *testing.T) {
	r := movegen.International()
	p := r.Start()
	moves := r.Moves(nil, &p)
	c := &Case{Rules: r, Before: p, Played: moves[0], Better: moves[1:2]}
	said := map[string]string{}
	for _, name := range words.Names() {
		l, err := words.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		w := Writer{Language: l, Moves: func(_ movegen.Position, line []movegen.Move) []string { return make([]string, len(line)) }}
		for _, re := range []Reason{
			{Kind: LongRun, Takes: 3}, {Kind: LongRun, Takes: 3, Missed: true}, {Kind: GotRid, Gives: 3}, {Kind: GotRid, Gives: 3, Missed: true},
			{Kind: IntoDatabase, Now: endgame.Win, Missed: true}, {Kind: IntoDatabase, Now: endgame.Draw, Missed: true},
			{Kind: IntoDatabase, Now: endgame.Loss}, {Kind: IntoDatabase, Now: endgame.Draw},
		} {
			if re.Kind != IntoDatabase {
				re.Line = moves[1:2]
			}
			text := strings.Join(w.Sentences(&re, c), " ")
			if strings.ContainsAny(text, "0{}|") || re.Kind == IntoDatabase && strings.Contains(text, ":") {
				t.Errorf("%s: %v is said as %q", name, re.Kind, text)
			}
			if other, ok := said[text]; ok {
				t.Errorf("%s: %q is said in %s, or of another reason", name, text, other)
			}
			said[text] = name
		}
	}
}
