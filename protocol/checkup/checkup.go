// Package checkup tells what a machine has for Stupol, what it lacks, and what that costs. The
// costs are measured; where they are written down is said beside them.
package checkup

import (
	"fmt"
	"regexp"
	"strings"

	"stupol/protocol/words"
)

// A Machine is what is known of a machine and of the program on it.
type Machine struct {
	OS, Arch  string
	Level     string // the architecture that the program is built for: GOAMD64
	Kernel    string // what evaluates networks: network.Kernel
	Threads   int    // that can run at a time
	Memory    int64  // bytes that the program may use
	HugePages string // the setting of Linux, as "always [madvise] never"; "": not known
	Browser   string // the command that opens one
	NoBrowser error  // why it would not
	Games     []Game
}

// A Game is what the program has for a game, or the files that were named.
type Game struct {
	Name       string
	Evaluation string // "network"
	Book       int    // positions
	Pieces     int    // that endgame databases have at most
	Wrong      error  // with files that were named
}

// A Finding is what was found of one thing.
type Finding struct {
	What  string `json:"what"`
	OK    bool   `json:"ok"`
	Found string `json:"found"`
	Costs string `json:"costs,omitempty"` // what it costs that it is no better
	Do    string `json:"do,omitempty"`    // what to do about it
}

// usualTable is the table of a search that nobody has set, and smallMemory where half of what
// there is has less than one and what else a program takes.
const (
	usualTable  = 64 << 20
	smallMemory = 512 << 20
)

// Findings returns what there is to say, in the order of the things.
func Findings(m Machine) []Finding {
	all := []Finding{m.processor()}
	if m.Arch == "amd64" && m.Level == "v1" && m.Kernel != "Go" {
		all = append(all, Finding{
			What: "program", OK: true, Found: "for every processor (GOAMD64=v1)",
			Costs: "2 % of the positions a second", // CONTRIBUTING.md, Build and test
			Do:    "GOAMD64=v3 go build ./cmd/stupol",
		})
	}
	return append(append(all, m.memory(), m.hugePages()), append(m.games(), m.browser())...)
}

// processor tells what evaluates networks. What VNNI brings is in eval/train/EXPERIMENTS.md.
func (m Machine) processor() Finding {
	f := Finding{What: "processor", OK: true, Found: fmt.Sprintf("%s at a time, networks by %s", words.Count(m.Threads, "thread"), m.Kernel)}
	switch {
	case m.Arch == "amd64" && m.Kernel == "AVX2":
		f.Costs = "with AVX-512 VNNI it would visit 1.15 times the positions a second"
	case m.Arch == "amd64" && m.Kernel == "Go":
		f.OK, f.Costs = false, "no AVX2: networks are evaluated without vectors"
	case m.Kernel == "Go":
		f.Costs = "there is no assembly for " + m.Arch
	}
	return f
}

// memory tells how large a table can be.
func (m Machine) memory() Finding {
	f := Finding{What: "memory", OK: m.Memory >= smallMemory, Found: words.Sprintf("%d MB; a table can have half of it", m.Memory>>20)}
	if !f.OK {
		f.Costs = words.Sprintf("the table of a search may be less than the usual %d MB, and stupol web thinks for few boards", usualTable>>20)
		f.Do = "stupol web --hash 16 --engines 1"
	}
	return f
}

// chosen is the one of several words that the system has in brackets.
var chosen = regexp.MustCompile(`\[(\w+)\]`)

// hugePages tells whether the table can be in them. What they bring is in search/EXPERIMENTS.md.
func (m Machine) hugePages() Finding {
	f := Finding{What: "large pages", OK: true}
	setting := chosen.FindStringSubmatch(m.HugePages)
	switch {
	case m.OS != "linux":
		f.Found = "not used on this system"
	case setting == nil:
		f.OK, f.Found = false, "not known: the system does not tell"
	case setting[1] == "never":
		f.OK, f.Found = false, "switched off"
		f.Costs = "a search with a table of 256 MB visits 18 % fewer positions a second" // 1/1.22
		f.Do = "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"
	default:
		f.Found = setting[1]
	}
	return f
}

// games tells of weights, books and databases.
func (m Machine) games() []Finding {
	weights, books, bases := Finding{What: "weights", OK: true}, Finding{What: "books", OK: true}, Finding{What: "databases", OK: true}
	var plain, bookless, wrong []string
	fewest, most := 0, 0
	for i, g := range m.Games {
		if g.Evaluation != "network" {
			plain = append(plain, g.Name)
		}
		if g.Book == 0 {
			bookless = append(bookless, g.Name)
		}
		if g.Wrong != nil {
			wrong = append(wrong, g.Wrong.Error())
		}
		if i == 0 || g.Pieces < fewest {
			fewest = g.Pieces
		}
		most = max(most, g.Pieces)
	}
	all := words.Count(len(m.Games), "game")
	weights.Found = "a network for each of " + all
	if len(plain) > 0 {
		weights.OK, weights.Found = false, "no network for "+strings.Join(plain, ", ")
		weights.Costs = "they are evaluated by hand"
	}
	books.Found = "one for each of " + all
	if len(bookless) > 0 {
		books.OK, books.Found = false, "none for "+strings.Join(bookless, ", ")
		books.Costs = "the first moves are thought about"
	}
	bases.Found = fmt.Sprintf("of up to %s for each of %s", words.Count(fewest, "piece"), all)
	if most > fewest {
		bases.Found = fmt.Sprintf("of up to %d pieces, of others %d", most, fewest)
	}
	bases.Costs = "positions with more pieces are searched, not known"
	if len(wrong) > 0 {
		bases.OK, bases.Found = false, strings.Join(wrong, "; ")
		bases.Do = "stupol endgame verify --bb-dir DIR"
	}
	return []Finding{weights, books, bases}
}

// browser tells whether stupol web --open opens one.
func (m Machine) browser() Finding {
	if m.NoBrowser == nil {
		return Finding{What: "browser", OK: true, Found: "opened by " + m.Browser}
	}
	return Finding{
		What: "browser", Found: m.NoBrowser.Error(), Costs: "stupol web --open opens none",
		Do: "open the address that stupol web prints",
	}
}
