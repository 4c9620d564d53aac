package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"stupol/bench/match"
	"stupol/book/output"
	"stupol/eval/input"
	"stupol/movegen"
)

// readConfig reads the --config file, if there is one.
func (c matchCmd) readConfig() (match.Config, error) {
	if c.Config == "" {
		return nil, nil
	}
	const most = 1 << 20 // bytes
	file, err := input.ReadFile(c.Config, most)
	if err != nil {
		return nil, err
	}
	config, err := match.ReadConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Config, err)
	}
	return config, nil
}

// readOpenings reads a file of openings: games if it is called .pdn, of which
// only that number of plies counts unless plies is 0, or else FENs.
func readOpenings(file string, plies int, r *movegen.Rules, d *movegen.DrawRules) (list match.List, err error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	kind := filepath.Ext(file)
	name := strings.TrimSuffix(filepath.Base(file), kind)
	if strings.EqualFold(kind, ".pdn") {
		list, err = match.ReadPDN(in, name, plies, r, d)
	} else {
		list, err = match.ReadFENs(in, name, r, d)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

// openJournal opens the journal, if one is wanted, and calls replay with the
// games in it.
func (c matchCmd) openJournal(m *match.Match, replay func(*match.Game) error) (*match.Journal, error) {
	if c.Journal == "" {
		return nil, nil
	}
	file, err := output.Resume(c.Journal)
	if err != nil {
		return nil, err
	}
	j, err := match.OpenJournal(file, m.Header(), replay)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.Journal, err), file.Close())
	}
	return j, nil
}

// plot draws the --plot file, if one is wanted and there is something to draw.
func (c matchCmd) plot(s *match.Standings) error {
	if c.Plot == "" || s.Counted() == 0 {
		return nil
	}
	return writeFile(c.Plot, newPicture(c.Force), s.Chart().WriteSVG)
}

// openPDN opens the --pdn file, if one is wanted, and appends the games of an earlier
// run that it lacks.
func (c matchCmd) openPDN(m *match.Match, earlier []*match.Game) (*gameFile, error) {
	if c.PDN == "" {
		return nil, nil
	}
	var there map[gameKey]bool
	if len(earlier) > 0 {
		var err error
		if there, err = gamesIn(c.PDN); err != nil {
			return nil, err
		}
	}
	file, err := openGames(c.PDN)
	if err != nil {
		return nil, err
	}
	for _, g := range earlier {
		record, err := m.PDN(g)
		if err == nil && !there[keyOf(record)] {
			err = file.add(record)
		}
		if err != nil {
			file.close()
			return nil, err
		}
	}
	return file, nil
}

// addTo returns what appends a game of m to games, if that is not nil.
func addTo(games *gameFile, m *match.Match) func(*match.Game) error {
	return func(g *match.Game) error {
		if games == nil {
			return nil
		}
		record, err := m.PDN(g)
		if err != nil {
			return err
		}
		return games.add(record)
	}
}

// moreFiles returns all words in the players: any may be the name of a file that an
// engine reads. With --merge they are the names of files.
func (c matchCmd) moreFiles() (read, written []string) {
	if c.Merge {
		return c.Engines, nil
	}
	for _, player := range c.Engines {
		read = append(read, strings.FieldsFunc(player, func(r rune) bool { return strings.ContainsRune(" ,=", r) })...)
	}
	return read, nil
}

// matchLogs are the files that --protocol-log and --stderr name.
type matchLogs []*output.Appender

// openLogs opens them and has m write there. The name - is the display.
func (c matchCmd) openLogs(m *match.Match, display io.Writer) (logs matchLogs, err error) {
	open := func(name string) io.Writer {
		if name == "" || err != nil {
			return nil
		}
		var file *output.Appender
		if file, err = output.Append(name, onlyLog); err != nil {
			return nil
		}
		logs = append(logs, file)
		return file
	}
	m.ProtocolLog = open(c.ProtocolLog)
	if m.Stderr = display; c.Stderr != "-" {
		m.Stderr = open(c.Stderr)
	}
	if err != nil {
		logs.close()
	}
	return logs, err
}

// close closes the files. Every line has been written to them at once, so there is
// no error left to tell of.
func (logs matchLogs) close() {
	for _, file := range logs {
		_ = file.Close()
	}
}

// repetition says that openings repeat because there are more games, of one pairing,
// than two from each; "" if they do not. With no limit of openings, their number is 0.
func repetition(openings, games int) string {
	if openings == 0 || games <= 2*openings {
		return ""
	}
	return fmt.Sprintf("%d openings repeat in %d games: engines that always play alike will repeat games", openings, games)
}

// otherTime says that the clock of an engine has another time than was asked
// for, if so.
func otherTime(e *match.EngineConfig) string {
	told := e.EffectiveLimits().Time
	if told == e.Limits.Time {
		return ""
	}
	return fmt.Sprintf("engine %s: DXP cannot say %v; it is told %v, which its clock has too (for all engines: --time %v)", e.Name, e.Limits.Time, told, told)
}
