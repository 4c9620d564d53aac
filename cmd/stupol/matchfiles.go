package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"stupol/bench/match"
	"stupol/movegen"
	"stupol/protocol/pdn"
)

// readConfig reads the --config file, if there is one.
func (c matchCmd) readConfig() (match.Config, error) {
	if c.Config == "" {
		return nil, nil
	}
	file, err := os.Open(c.Config)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	config, err := match.ReadConfig(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Config, err)
	}
	return config, nil
}

// readOpenings reads a file of openings: games if it is called .pdn, of which
// only so many plies count unless plies is 0, or else FENs.
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
	file, err := os.OpenFile(c.Journal, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j, err := match.OpenJournal(file, m.Header(), replay)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.Journal, err), file.Close())
	}
	return j, nil
}

// plot draws the --plot file, if one is wanted.
func (c matchCmd) plot(s *match.Standings) error {
	if c.Plot == "" {
		return nil
	}
	file, err := os.Create(c.Plot)
	if err != nil {
		return err
	}
	return errors.Join(s.Chart().WriteSVG(file), file.Close())
}

// A pdnFile is where the games go in PDN. Nil is nowhere.
type pdnFile struct {
	match  *match.Match
	file   *os.File
	writer *pdn.Writer
}

// openPDN begins the --pdn file, if one is wanted.
func (c matchCmd) openPDN(m *match.Match) (*pdnFile, error) {
	if c.PDN == "" {
		return nil, nil
	}
	file, err := os.Create(c.PDN)
	if err != nil {
		return nil, err
	}
	return &pdnFile{m, file, pdn.NewWriter(file)}, nil
}

// add writes a game.
func (f *pdnFile) add(g *match.Game) error {
	if f == nil {
		return nil
	}
	record, err := f.match.PDN(g)
	if err != nil {
		return err
	}
	return f.writer.Write(record)
}

// close closes the file. Everything has been written to it at once, so there is
// no error left to tell of.
func (f *pdnFile) close() {
	if f != nil {
		_ = f.file.Close()
	}
}
