package web

import (
	"context"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/rulebook"
)

// A rulesRequest asks for the rules of a game.
type rulesRequest struct {
	Variant string `json:"variant"`
}

// A rulesAnswer is the rules of a game for people.
type rulesAnswer struct {
	Sentences []string        `json:"sentences"`
	Diagrams  []diagramAnswer `json:"diagrams"`
}

// A diagramAnswer is a position with a move that shows a rule.
type diagramAnswer struct {
	FEN     string     `json:"fen"`
	Board   string     `json:"board"`
	Text    string     `json:"text"` // the move, for people
	Path    pathAnswer `json:"path"`
	Caption string     `json:"caption"`
}

// rules tells the rules of a game.
func (s *Server) rules(_ context.Context, q rulesRequest) (rulesAnswer, error) {
	r, err := movegen.Lookup(q.Variant)
	if err != nil {
		return rulesAnswer{}, err
	}
	var a rulesAnswer
	if a.Sentences, err = rulebook.Sentences(r); err != nil {
		return rulesAnswer{}, err
	}
	diagrams, err := rulebook.Diagrams(r)
	if err != nil {
		return rulesAnswer{}, err
	}
	for _, d := range diagrams {
		p := &d.Position
		a.Diagrams = append(a.Diagrams, diagramAnswer{r.FEN(p), r.HubPosition(p), pdn.Usual.Move(r, p, d.Move), firstPath(r, p, d.Move), d.Caption})
	}
	return a, nil
}
