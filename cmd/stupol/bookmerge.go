package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"stupol/book"
	"stupol/book/build"
	"stupol/book/endgame"
	"stupol/book/output"
	"stupol/eval/input"
	"stupol/movegen"
	"stupol/protocol/pdn"
)

// bookMergeCmd is `stupol book merge`.
type bookMergeCmd struct {
	forceFlag `embed:""`
	Out       string   `required:"" short:"o" placeholder:"FILE" file:"new" help:"The book."`
	Books     []string `arg:"" placeholder:"FILE" file:"read" help:"The books, all of one game and made with the same settings."`
}

// Help is the manual.
func (bookMergeCmd) Help() string {
	return `Makes a book with the positions of all the books, and works out the scores anew. Books
with scores of other searches (other nodes, tables, weights or databases) are refused.

Example:

    stupol book merge --out my.book share0.book share1.book share2.book share3.book`
}

// Run merges the books and prints a summary on w.
func (c bookMergeCmd) Run(w io.Writer) error {
	var graph *build.Graph
	var header book.Header
	for _, name := range c.Books {
		b, err := readBook(name)
		if err != nil {
			return err
		}
		if graph == nil {
			graph, header = newBookGraph(b.Rules()), b.Header
		}
		if err = sameSearches(header, b.Header); err == nil {
			err = graph.AddBook(b)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	b := graph.Book(withOrigin(header))
	size, err := output.Write(c.Out, newFile(c.Force), writeBook(b))
	if err == nil {
		fmt.Fprintf(w, "%s: %d positions, %d bytes\n", c.Out, b.Len(), size)
	}
	return err
}

// newBookGraph returns a graph whose databases are those in the program.
func newBookGraph(r *movegen.Rules) *build.Graph {
	prober := endgame.Embedded(r).Prober()
	return build.NewGraph(r, build.DefaultSettings(), func(p *movegen.Position) bool {
		return prober.Probe(p) != endgame.Unknown
	})
}

// withOrigin returns h with this program, this day and this command.
func withOrigin(h book.Header) book.Header {
	h.Engine, h.Date = version(), time.Now().Format(time.DateOnly)
	h.Command = strings.Join(append([]string{"stupol"}, os.Args[1:]...), " ")
	return h
}

// bookImportCmd is `stupol book import`.
type bookImportCmd struct {
	bookWorkFlags `embed:""`
	Plies         int      `default:"20" placeholder:"N" help:"Only the first N moves of both sides together (default: ${default})."`
	MinGames      int      `default:"2" placeholder:"N" help:"Only positions of at least N games (default: ${default})."`
	Games         []string `arg:"" placeholder:"FILE" file:"read" help:"The games, in PDN."`
}

// Help is the manual.
func (bookImportCmd) Help() string {
	return `Expands positions that were played, those of most games first: also those after moves
that a build would leave out, because they are worse than others by six tenths of a man
or seem to be. Games that end in an illegal move count up to it. Games of another kind of
draughts are left out.

Example:

    stupol book import --from my.book --out larger.book --positions 500 games.pdn`
}

// Validate checks the numbers.
func (c bookImportCmd) Validate() error {
	return errors.Join(c.bookWorkFlags.Validate(),
		within("plies", c.Plies, 0, maxCount), within("min-games", c.MinGames, 1, maxCount))
}

// Run expands the positions and prints a summary on w.
func (c bookImportCmd) Run(w io.Writer) error {
	played, games := build.Played{}, 0
	for _, name := range c.Games {
		n, err := c.count(played, name)
		if err != nil {
			return err
		}
		games += n
	}
	if games == 0 {
		return fmt.Errorf("no games of %s in %s", c.Variant.Title, strings.Join(c.Games, ", "))
	}
	fmt.Fprintf(w, "%d games, %d positions\n", games, len(played))
	share := fmt.Sprintf("positions of %d games in %s", games, strings.Join(c.Games, ", "))
	return c.run(w, bookRun{share: share, next: func(g *build.Graph) func() (movegen.Position, bool) {
		return func() (movegen.Position, bool) { return g.MostPlayed(played, c.MinGames) }
	}})
}

// count counts the positions of the games of a file and returns how many games it has.
func (c bookImportCmd) count(played build.Played, name string) (games int, err error) {
	file, err := input.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for text, err := range pdn.NewReader(file).Games() {
		if err != nil {
			return games, fmt.Errorf("%s: %w", name, err)
		}
		if r, err := text.Rules(); err == nil && r != c.Variant.Rules {
			continue
		}
		g, _ := text.Replay(c.Variant.Rules) // up to the first fault
		if g == nil || len(g.Moves()) == 0 {
			continue
		}
		games++
		played.Add(c.Variant.Rules, g.Start(), g.Moves(), c.Plies)
	}
	return games, nil
}
