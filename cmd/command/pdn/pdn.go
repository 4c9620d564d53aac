// Package pdn has the commands for files of games: pdn and analyze.
package pdn

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/archive"
	"stupol/protocol/words"
)

// PDN is `stupol pdn`.
type PDN struct {
	Check     pdnCheckCmd     `cmd:"" help:"Replay every game of some files."`
	Convert   pdnConvertCmd   `cmd:"" help:"Write games in the standard form or in another notation."`
	Positions pdnPositionsCmd `cmd:"" help:"Write the positions of games."`
	Show      pdnShowCmd      `cmd:"" help:"Draw the board of a game."`
}

// ruleNames returns the names of rules.
func ruleNames(rules []*movegen.Rules) []string {
	names := []string{}
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return names
}

// pdnCheckCmd is `stupol pdn check`.
type pdnCheckCmd struct {
	flags.PDN `embed:""`
	JSON      bool     `name:"json" help:"One JSON object a file and line."`
	Files     []string `arg:"" name:"file" file:"read" help:"Files of games; - is standard input."`
}

// Help is the manual.
func (pdnCheckCmd) Help() string {
	return `A game is clean if its text could be understood and every move, variations
included, is legal. Of others the first fault is printed, as file:line:column, of at
most 100 games a file, and the exit status is 1.

Games that do not say by which rules they are played are replayed by all that the
way they are written allows. The ones by which most of them are clean are named, all
that do equally well.
Files in UTF-8 and in Windows-1252 and Windows-1251, and the JSON of lidraughts.org, are told
apart and said; --encoding says it where that fails. Moves may have Cyrillic letters.
Killer, breakthrough, losing and poddavki games cannot be told from International
and Russian ones in this way.

With --json, plies are those of the games themselves up to the first fault, and
text is what is wrong:

    {"file":"a.pdn","games":2,"plies":93,"clean":1,"first_error":
      {"game":2,"ply":41,"line":17,"column":9,"text":"32-28","reason":"illegal"},
      "replays_as":["international"],
      "results":{"order":"white","asked":false,"games":0,"white":0,"first_player":0,"turned":0}}

Where Black begins, as in English draughts, 1-0 means by PDN that White has won, but in
many files that Black has, the first player. The order that fits the games of a file is
named: by positions without a move, by what the endgame databases know of the last one,
and by who moved last, who has seldom lost. In results, games are those with a winner in
which Black begins, white and first_player how many of them fit each order. One order must
have thrice the weight of the other; without that, results are as PDN says. The other
commands that read games write White's points first, and keep the text of a result that
they turn in the tag OriginalResult; with such a tag no result is turned again.

Examples:

    stupol pdn check *.pdn
    stupol pdn check --variant poddavki games.pdn`
}

// Run reports on w.
func (c pdnCheckCmd) Run(w io.Writer) error {
	var failed []error
	games, clean := 0, 0
	for _, name := range c.Files {
		report, err := c.check(w, name)
		if err != nil {
			failed = append(failed, err)
		}
		games += report.Games
		clean += report.Clean
	}
	if clean < games {
		failed = append(failed, fmt.Errorf("%d of %d games not clean", games-clean, games))
	}
	return errors.Join(failed...)
}

// check reports on one file.
func (c pdnCheckCmd) check(w io.Writer, name string) (pdn.Report, error) {
	file, err := c.Source(name)
	if err != nil {
		return pdn.Report{}, err
	}
	report, meaning := file.Survey.Report(), file.Survey.Meaning()
	if c.JSON {
		return report, json.NewEncoder(w).Encode(newFileReport(name, report, file))
	}
	for _, p := range report.Problems {
		fmt.Fprintln(w, file.Place(p.Game, p.Fault))
	}
	words.Fprintf(w, "%s: %s, %s, %d clean", movegen.Visible(name), words.Count(report.Games, "game"), words.Count(report.Plies, "ply"), report.Clean)
	if len(report.Guessed) > 0 {
		fmt.Fprintf(w, "; replays as %s", strings.Join(ruleNames(report.Guessed), ", "))
	}
	if file.Found != "" {
		fmt.Fprintf(w, "; read as %s", file.Found)
	}
	fmt.Fprintln(w)
	if text := meaning.String(); text != "" {
		fmt.Fprintf(w, "%s: %s\n", movegen.Visible(name), text)
	}
	return report, nil
}

// fileReport is the JSON form of a report.
type fileReport struct {
	File       string      `json:"file"`
	Games      int         `json:"games"`
	Plies      int         `json:"plies"`
	Clean      int         `json:"clean"`
	FirstError *firstError `json:"first_error"`
	ReplaysAs  []string    `json:"replays_as"`
	Results    resultsOf   `json:"results"`
	ReadAs     string      `json:"read_as,omitempty"` // unless it is UTF-8
}

// resultsOf is the JSON form of what results mean.
type resultsOf struct {
	Order string `json:"order"`
	pdn.Meaning
}

type firstError struct {
	Game   int    `json:"game"`
	Ply    int    `json:"ply"` // 0 if it is not about a move
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	Reason string `json:"reason"`
}

func newFileReport(name string, r pdn.Report, s *archive.Source) fileReport {
	m := s.Survey.Meaning()
	report := fileReport{
		File: name, Games: r.Games, Plies: r.Plies, Clean: r.Clean, ReplaysAs: ruleNames(r.Guessed),
		Results: resultsOf{m.Order.String(), m}, ReadAs: s.Found,
	}
	if len(r.Problems) > 0 {
		p := r.Problems[0]
		report.FirstError = &firstError{p.Game, p.Fault.Ply, p.Fault.Line, p.Fault.Column, p.Fault.Text, p.Fault.Err.Error()}
	}
	return report
}
