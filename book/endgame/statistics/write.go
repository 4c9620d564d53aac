package statistics

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"stupol/eval/files/output"
)

// heads are the columns of tables.
var heads = []string{
	"material", "positions", "won", "drawn", "lost", "drawn %",
	"longest win", "only moves", "from", "longest loss", "only moves", "from",
}

// row returns m in the columns of tables.
func (m *Material) row() []string {
	row := []string{m.Slice.String()}
	for _, n := range []uint64{m.Total(), m.Wins, m.Draws, m.Losses} {
		row = append(row, strconv.FormatUint(n, 10))
	}
	row = append(row, percent(m.Draws, m.Total()))
	return append(append(row, m.Win.row()...), m.Loss.row()...)
}

// row returns l in the columns of tables: plies, only moves of the winner's moves, FEN.
func (l *Longest) row() []string {
	if l == nil {
		return []string{"", "", ""}
	}
	return []string{strconv.Itoa(l.Plies()), fmt.Sprintf("%d of %d", l.OnlyMoves, l.WinnerMoves), l.FEN}
}

// percent returns a part of a whole with two decimals.
func percent(part, whole uint64) string {
	return fmt.Sprintf("%.2f", 100*float64(part)/float64(whole))
}

// WriteTable writes the statistics of games as text.
func WriteTable(w io.Writer, games []Game) error {
	table := output.NewTable(w)
	for _, g := range games {
		fmt.Fprintf(table, "%s\n", g.Rules.Title)
		fmt.Fprintln(table, strings.Join(heads, "\t"))
		for i := range g.Materials {
			fmt.Fprintln(table, strings.Join(g.Materials[i].row(), "\t"))
		}
	}
	return table.Flush()
}

// headsCSV are the columns of WriteCSV.
var headsCSV = []string{
	"game", "material", "positions", "won", "drawn", "lost", "drawn_percent",
	"win_plies", "win_only_moves", "win_fen", "loss_plies", "loss_only_moves", "loss_fen", "win_line", "loss_line",
}

// WriteCSV writes them as comma-separated values: the columns of the table after the game,
// and then the moves of the longest win and loss.
func WriteCSV(w io.Writer, games []Game) error {
	out := csv.NewWriter(w)
	_ = out.Write(headsCSV) // an error is kept until Flush
	for _, g := range games {
		for i := range g.Materials {
			m := &g.Materials[i]
			row := append([]string{g.Rules.Name}, m.row()...)
			_ = out.Write(append(row, m.Win.moves(), m.Loss.moves()))
		}
	}
	out.Flush()
	return out.Error()
}

// moves returns the moves of l; nil has none.
func (l *Longest) moves() string {
	if l == nil {
		return ""
	}
	return strings.Join(l.Line, " ")
}

// materialJSON is the JSON form of a Material.
type materialJSON struct {
	Game      string       `json:"game"`
	Material  string       `json:"material"`
	Pieces    int          `json:"pieces"`
	Positions uint64       `json:"positions"`
	Wins      uint64       `json:"wins"`
	Losses    uint64       `json:"losses"`
	Draws     uint64       `json:"draws"`
	Win       *longestJSON `json:"longest_win,omitempty"`
	Loss      *longestJSON `json:"longest_loss,omitempty"`
}

// longestJSON is the JSON form of a Longest.
type longestJSON struct {
	Plies       int      `json:"plies"`
	FEN         string   `json:"fen"`
	Line        []string `json:"line"`
	WinnerMoves int      `json:"winner_moves"`
	OnlyMoves   int      `json:"only_moves"`
}

// json returns the JSON form of l.
func (l *Longest) json() *longestJSON {
	if l == nil {
		return nil
	}
	return &longestJSON{l.Plies(), l.FEN, append([]string{}, l.Line...), l.WinnerMoves, l.OnlyMoves}
}

// WriteJSON writes a JSON object a material and line.
func WriteJSON(w io.Writer, games []Game) error {
	out := json.NewEncoder(w)
	for _, g := range games {
		for _, m := range g.Materials {
			err := out.Encode(materialJSON{
				g.Rules.Name, m.Slice.String(), m.Slice.Pieces(),
				m.Total(), m.Wins, m.Losses, m.Draws, m.Win.json(), m.Loss.json(),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
