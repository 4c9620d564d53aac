package dxp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stupol/movegen"
)

// The letters of a setup and those of the Hub protocol for the same things.
var (
	setupLetters = strings.NewReplacer("b", "z", "B", "Z")
	hubLetters   = strings.NewReplacer("z", "b", "Z", "B")
)

// setupColumn is the column of a setup in its frame, 1-based.
const setupColumn = 44

// Setup returns p as GameRequest.Setup, empty for the normal start with White
// to move.
func Setup(r *movegen.Rules, p *movegen.Position) string {
	if *p == r.Start() && p.Turn == movegen.White {
		return ""
	}
	setup := setupLetters.Replace(r.HubPosition(p))
	return setup + strings.Repeat("e", 1+boardWidth-len(setup))
}

// Position returns the position that m asks for, under rules r. It fails
// unless a game can be played from there. The error for a position that
// cannot be read is of type *movegen.SyntaxError.
func (m GameRequest) Position(r *movegen.Rules) (movegen.Position, error) {
	p := r.Start()
	if m.Setup != "" {
		var err error
		if p, err = readSetup(r, m.Setup); err != nil {
			return p, err
		}
	}
	if result := movegen.NewGameFrom(r, p, nil).Result(); result.Outcome != movegen.Ongoing {
		return p, fmt.Errorf("the game would be over at once: %s, %s", result.Outcome, result.Reason)
	}
	return p, nil
}

func readSetup(r *movegen.Rules, setup string) (movegen.Position, error) {
	used := 1 + r.Squares()
	if len(setup) < used || strings.Trim(setup[used:], "e") != "" {
		return movegen.Position{}, fmt.Errorf("a board of %d squares does not fit %s", r.Squares(), r.Title)
	}
	p, err := r.ParseHubPosition(hubLetters.Replace(setup[:used]))
	var syntax *movegen.SyntaxError
	if errors.As(err, &syntax) {
		moved := *syntax
		moved.What, moved.Column = "frame R", syntax.Column+setupColumn-1
		return p, &moved
	}
	return p, err
}

// NewMove returns the message for move m, thought about for that long.
func NewMove(r *movegen.Rules, m movegen.Move, spent time.Duration) Move {
	message := Move{Spent: spent, From: r.Number(m.From), To: r.Number(m.To)}
	for n := 1; n <= r.Squares(); n++ {
		if m.Captured.Has(r.SquareOf(n)) {
			message.Captured = append(message.Captured, n)
		}
	}
	return message
}

// Find returns the legal move of p that m stands for.
func (m Move) Find(r *movegen.Rules, p *movegen.Position) (movegen.Move, error) {
	captured := slices.Sorted(slices.Values(m.Captured))
	legal := r.Moves(nil, p)
	for _, move := range legal {
		same := NewMove(r, move, 0)
		if same.From == m.From && same.To == m.To && slices.Equal(same.Captured, captured) {
			return move, nil
		}
	}
	return movegen.Move{}, fmt.Errorf("illegal move %s, %s may play %s", m, p.Turn, listMoves(r, legal))
}

// String returns m as Hub writes moves: 28-33, or 28x19x23 for a capture of
// the piece on 23.
func (m Move) String() string {
	if len(m.Captured) == 0 {
		return fmt.Sprintf("%d-%d", m.From, m.To)
	}
	text := fmt.Sprintf("%dx%d", m.From, m.To)
	for _, n := range m.Captured {
		text += fmt.Sprintf("x%d", n)
	}
	return text
}

func listMoves(r *movegen.Rules, moves []movegen.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = NewMove(r, m, 0).String()
	}
	return strings.Join(texts, " ")
}
