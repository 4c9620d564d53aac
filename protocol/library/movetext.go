package library

import (
	"fmt"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// ParseMoves returns the game that begins with the moves of a text, written as in PDN with or
// without their numbers.
func ParseMoves(r *movegen.Rules, text string) (*movegen.Game, error) {
	games, err := pdn.ReadAll(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return movegen.NewGame(r), nil
	}
	g := games[0]
	if len(games) > 1 || len(g.Faults) > 0 || len(g.Tags) > 0 {
		return nil, fmt.Errorf("%q: these are not the moves of one game", text)
	}
	replay := g.Replay(r)
	if err := replay.Err(); err != nil {
		return nil, err
	}
	if replay.Begin != r.Start() {
		return nil, fmt.Errorf("%q: the other side begins", text)
	}
	return replay.Game(nil), nil
}
