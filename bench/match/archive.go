package match

import "stupol/protocol/pdn/archive"

// An Archive is a file to which the games of a match are appended. Nil is none.
type Archive struct {
	match *Match
	file  *archive.File
}

// OpenArchive opens the file with that name, "" is none, and appends the games of an earlier
// run that it lacks.
func (m *Match) OpenArchive(name string, earlier []*Game) (*Archive, error) {
	if name == "" {
		return nil, nil
	}
	var there map[archive.Key]bool
	if len(earlier) > 0 {
		var err error
		if there, err = archive.Keys(name); err != nil {
			return nil, err
		}
	}
	file, err := archive.Open(name)
	if err != nil {
		return nil, err
	}
	a := &Archive{m, file}
	for _, g := range earlier {
		if err := a.add(g, there); err != nil {
			a.Close()
			return nil, err
		}
	}
	return a, nil
}

// Add appends a game.
func (a *Archive) Add(g *Game) error {
	if a == nil {
		return nil
	}
	return a.add(g, nil)
}

// add appends a game, unless it is there.
func (a *Archive) add(g *Game, there map[archive.Key]bool) error {
	record, err := a.match.PDN(g)
	if err != nil || there[archive.KeyOf(record)] {
		return err
	}
	return a.file.Add(record)
}

// Close closes the file.
func (a *Archive) Close() {
	if a != nil {
		a.file.Close()
	}
}
