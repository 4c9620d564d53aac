package puzzle

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/archive"
)

// A Goal is what the side to move is to reach.
type Goal uint8

// The goals.
const (
	ToWin Goal = iota
	ToDraw
)

// String returns "win" or "draw".
func (g Goal) String() string { return [...]string{"win", "draw"}[g] }

// MarshalText returns the same.
func (g Goal) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// A Problem is a position with a task for the side to move.
type Problem struct {
	Place string // in its file: "game 3", "line 7"
	Title string // of the author, if there is one

	Rules    *movegen.Rules
	Start    movegen.Position
	Goal     Goal
	Solution []movegen.Move // the author's main line; empty: none is given
}

// ErrNoPosition is the error for a game without a position to solve.
var ErrNoPosition = errors.New("no position: the tag FEN is missing")

// ErrLost is the error for a problem whose result says that the solver loses.
var ErrLost = errors.New("by its result the side to move is to lose")

// FromGame returns the problem that a game of a file is: its FEN, and its moves as the
// solution. The goal is a draw if the result is one.
func FromGame(g *pdn.Game, r *movegen.Rules, number int) (Problem, error) {
	p := Problem{Place: fmt.Sprintf("game %d", number), Title: title(g), Rules: r}
	if g.Tag("FEN") == "" {
		return p, ErrNoPosition
	}
	replay := g.Replay(r)
	if err := replay.Err(); err != nil {
		return p, err
	}
	game := replay.Game(nil)
	p.Start, p.Solution = game.Start(), game.Moves()
	return p, p.setGoal(resultOf(g))
}

// resultOf returns the result of a game, as it is written or by its tag.
func resultOf(g *pdn.Game) movegen.Outcome {
	if o := g.Result.Outcome(); o != movegen.Ongoing {
		return o
	}
	return pdn.Result(g.Tag("Result")).Outcome()
}

// setGoal sets the goal by the result of the game.
func (p *Problem) setGoal(o movegen.Outcome) error {
	switch o {
	case movegen.Drawn:
		p.Goal = ToDraw
	case movegen.WinFor(p.Start.Turn.Opponent()):
		// Where Black begins, one problem alone may not tell whose points its result names
		// first: see pdn.Meaning.
		if p.Rules.First == movegen.White {
			return ErrLost
		}
	}
	return nil
}

// title returns what a game is called: its event, or who made it.
func title(g *pdn.Game) string {
	for _, name := range []string{"Event", "White"} {
		if text := g.Tag(name); strings.Trim(text, "? -") != "" {
			return text
		}
	}
	return ""
}

// Read reads a file of problems, games or a list of positions, and calls found with each, or
// with what is wrong with it. A list of positions whose game is not said is of
// International draughts.
func Read(source input.Source, how archive.Reading, found func(Problem, error) error) error {
	in, err := source.Open()
	if err != nil {
		return err
	}
	isList := isFENList(in)
	in.Close()
	if !isList {
		return readGames(source, how, found)
	}
	if in, err = source.Open(); err != nil {
		return err
	}
	defer in.Close()
	return ReadFENs(in, cmp.Or(how.Rules, movegen.International()), found)
}

// readGames reads problems from games.
func readGames(source input.Source, how archive.Reading, found func(Problem, error) error) error {
	games, err := archive.SourceOf(source, how)
	if err != nil {
		return err
	}
	number := 0
	for g, err := range games.Games() {
		if err != nil {
			return err
		}
		number++
		r, err := games.Survey.Rules(g)
		p := Problem{Place: fmt.Sprintf("game %d", number)}
		if err == nil {
			p, err = FromGame(g, r, number)
		}
		if err := found(p, err); err != nil {
			return err
		}
	}
	return nil
}

// isFENList reports whether a file begins as a list of positions rather than as games.
func isFENList(in io.Reader) bool {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		text := strings.TrimSpace(movegen.PlainText(lines.Text()))
		if text != "" && text[0] != '#' {
			side, rest := strings.ToUpper(text[:1]), strings.TrimSpace(text[1:])
			return (side == "W" || side == "B") && strings.HasPrefix(rest, ":")
		}
	}
	return false
}

// ReadFENs reads a list of positions and calls found with each problem, or with what is
// wrong with it. A line is
//
//	FEN [ ; moves [ ; remark ] ]
//
// The moves are the solution, separated by spaces; numbers of moves may stand among them.
// Squares have the numbers of files in PDN. Blank lines and those that begin with # are left out. The error is one of reading, or
// of found.
func ReadFENs(in io.Reader, r *movegen.Rules, found func(Problem, error) error) error {
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(movegen.PlainText(lines.Text()))
		if text == "" || text[0] == '#' {
			continue
		}
		p, err := parseLine(text, r)
		p.Place = fmt.Sprintf("line %d", number)
		if err := found(p, err); err != nil {
			return err
		}
	}
	return lines.Err()
}

// parseLine reads a line of a list.
func parseLine(text string, r *movegen.Rules) (p Problem, err error) {
	p.Rules = r
	numbered := pdn.Numbered(r)
	fen, rest, _ := strings.Cut(text, ";")
	if p.Start, err = numbered.ParseFEN(fen); err != nil {
		return p, err
	}
	moves, remark, _ := strings.Cut(rest, ";")
	p.Title = strings.TrimSpace(remark)
	now := p.Start
	for word := range strings.FieldsSeq(moves) {
		if strings.HasSuffix(word, ".") {
			continue // the number of a move
		}
		m, err := numbered.ParsePDNMove(&now, word)
		if err != nil {
			return p, err
		}
		p.Solution = append(p.Solution, m)
		now = r.Play(&now, m)
	}
	return p, nil
}
