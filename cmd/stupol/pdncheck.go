package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"stupol/protocol/pdn"
)

// pdnCheckCmd is `stupol pdn check`.
type pdnCheckCmd struct {
	pdnFlags `embed:""`
	JSON     bool     `name:"json" help:"One JSON object a file and line."`
	Files    []string `arg:"" name:"file" file:"read" help:"Files of games; - is standard input."`
}

// Help is the manual.
func (pdnCheckCmd) Help() string {
	return `A game is clean if its text could be understood and every move, variations
included, is legal. Of others the first fault is printed, as file:line:column, of at
most 100 games a file, and the exit status is 1.

Games that do not say by which rules they are played are replayed by all that the
way they are written allows. The ones by which most of them are clean are named, all
that do equally well.
Killer, breakthrough, losing and poddavki games cannot be told from International
and Russian ones in this way.

With --json, plies are those of the games themselves up to the first fault, and
text is what is wrong:

    {"file":"a.pdn","games":2,"plies":93,"clean":1,"first_error":
      {"game":2,"ply":41,"line":17,"column":9,"text":"32-28","reason":"illegal"},
      "replays_as":["international"]}

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
	file, err := newPDNSource(name)
	if err != nil {
		return pdn.Report{}, err
	}
	survey, err := c.survey(file)
	if err != nil {
		return pdn.Report{}, err
	}
	report := survey.Report()
	if c.JSON {
		return report, json.NewEncoder(w).Encode(newFileReport(name, report))
	}
	for _, p := range report.Problems {
		fmt.Fprintln(w, file.place(p.Game, p.Fault))
	}
	fmt.Fprintf(w, "%s: %d games, %d plies, %d clean", name, report.Games, report.Plies, report.Clean)
	if len(report.Guessed) > 0 {
		fmt.Fprintf(w, "; replays as %s", strings.Join(ruleNames(report.Guessed), ", "))
	}
	fmt.Fprintln(w)
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
}

type firstError struct {
	Game   int    `json:"game"`
	Ply    int    `json:"ply"` // 0 if it is not about a move
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	Reason string `json:"reason"`
}

func newFileReport(name string, r pdn.Report) fileReport {
	report := fileReport{File: name, Games: r.Games, Plies: r.Plies, Clean: r.Clean, ReplaysAs: ruleNames(r.Guessed)}
	if len(r.Problems) > 0 {
		p := r.Problems[0]
		report.FirstError = &firstError{p.Game, p.Fault.Ply, p.Fault.Line, p.Fault.Column, p.Fault.Text, p.Fault.Err.Error()}
	}
	return report
}
