package web

import (
	"context"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/rulebook"
	"stupol/protocol/words"
)

// A rulesRequest asks for the rules of a game.
type rulesRequest struct {
	Variant string `json:"variant"`
}

// A rulesAnswer is the rules of a game for people.
type rulesAnswer struct {
	Sentences []words.Said    `json:"sentences"`
	Diagrams  []diagramAnswer `json:"diagrams"`
}

// A diagramAnswer is a position with a move that shows a rule.
type diagramAnswer struct {
	FEN     string     `json:"fen"`
	Board   string     `json:"board"`
	Text    string     `json:"text"` // the move, for people
	Path    pathAnswer `json:"path"`
	Caption words.Said `json:"caption"`
}

// rules tells the rules of a game.
func (s *Server) rules(_ context.Context, q rulesRequest) (rulesAnswer, error) {
	r, err := movegen.Lookup(q.Variant)
	if err != nil {
		return rulesAnswer{}, err
	}
	var a rulesAnswer
	sentences, err := rulebook.Sentences(r)
	if err != nil {
		return rulesAnswer{}, err
	}
	for _, sentence := range sentences {
		a.Sentences = append(a.Sentences, words.Said(sentence))
	}
	diagrams, err := rulebook.Diagrams(r)
	if err != nil {
		return rulesAnswer{}, err
	}
	for _, d := range diagrams {
		p := &d.Position
		a.Diagrams = append(a.Diagrams, diagramAnswer{r.FEN(p), r.HubPosition(p), pdn.Usual.Move(r, p, d.Move), firstPath(r, p, d.Move), words.Said(d.Caption)})
	}
	return a, nil
}
