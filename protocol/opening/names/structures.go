package names

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"stupol/movegen"
	"stupol/protocol/pattern"
)

//go:embed structures.csv
var structureTable []byte

// standing is in how many positions in a row a structure must stand, which takes three moves of each side.
// In the middle of an exchange many have their squares for a moment: README.md counts them.
const standing = 6

// A structure is a row of structures.csv.
type structure struct {
	name  Name
	sides [2]pattern.Pattern // as it is written, and with the colours exchanged
}

// structures are the structures by the name of the game.
var structures = sync.OnceValue(func() map[string][]structure {
	all, err := readStructures(structureTable)
	if err != nil {
		panic(err) // the program was built with a damaged file
	}
	return all
})

var (
	errNames = errors.New("want names as in \"en fork lock; nl hekstelling\", each after its language")
	errStart = errors.New("the squares are held at the start of the game")
)

// readStructures reads a table of structures.
func readStructures(file []byte) (map[string][]structure, error) {
	all := map[string][]structure{}
	err := rows("structures", file, func(r *movegen.Rules, names, squares string) error {
		name, err := parseNames(names)
		if err != nil {
			return err
		}
		p, err := pattern.Parse(r, squares)
		if err != nil {
			return err
		}
		if start := r.Start(); p.Fits(&start) {
			return errStart // every game would have it
		}
		all[r.Name] = append(all[r.Name], structure{name, [2]pattern.Pattern{p, p.Swapped(r)}})
		return nil
	})
	return all, err
}

// parseNames reads the names of a structure, the own one first.
func parseNames(text string) (Name, error) {
	name := Name{ByLanguage: map[string]string{}, Structure: true}
	for part := range strings.SplitSeq(text, "; ") {
		language, in, _ := strings.Cut(part, " ")
		if len(language) != 2 || in == "" {
			return Name{}, errNames
		}
		if name.ByLanguage[language] != "" {
			return Name{}, fmt.Errorf("two names in %s", language)
		}
		name.ByLanguage[language] = in
		if name.Own == "" {
			name.Own = in
		}
	}
	return name, nil
}

// structuresOf returns the names of the structures of a game, in the order in which they came about.
func structuresOf(r *movegen.Rules, start movegen.Position, moves []movegen.Move) (names Names) {
	all := structures()[r.Name]
	if all == nil {
		return nil
	}
	positions := []movegen.Position{start}
	for _, m := range moves {
		start = r.Play(&start, m)
		positions = append(positions, start)
	}
	since := map[string]int{} // by own name
	for i := range all {
		if ply := all[i].since(positions); ply >= 0 {
			names = append(names, all[i].name)
			since[all[i].name.Own] = ply
		}
	}
	slices.SortStableFunc(names, func(a, b Name) int { return since[a.Own] - since[b.Own] })
	return names
}

// since returns in which position s came about that then stood, -1 if it never has.
func (s *structure) since(positions []movegen.Position) int {
	var stood [2]int // by side
	for i := range positions {
		for side := range s.sides {
			if !s.sides[side].Fits(&positions[i]) {
				stood[side] = 0
				continue
			}
			stood[side]++
			if stood[side] == standing {
				return i + 1 - standing
			}
		}
	}
	return -1
}
