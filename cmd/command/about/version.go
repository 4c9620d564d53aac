// Package about has the commands that tell about the program and its games: version,
// doctor, variants and rules.
package about

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/cmd/build"
	"stupol/eval"
	"stupol/eval/files/output"
	"stupol/eval/network"
	"stupol/movegen"
	"stupol/protocol/words"
)

// Version is `stupol version`.
type Version struct {
	JSON bool `name:"json" help:"One JSON object."`
}

// Help is the manual.
func (Version) Help() string {
	return `Tells what this program is: its version and commit, and whether files differed from the
commit when it was built; what it was built with and for; what evaluates neural networks
on this processor, AVX-512 VNNI, AVX2 or plain Go; and what it has in it for each game: a
network, an opening book, and endgame databases with their distances.

stupol --version prints a line of it.

Examples:

    stupol version
    stupol version --json`
}

// A versionInfo is what stupol version prints.
type versionInfo struct {
	build.Info
	Kernel   string     `json:"network_kernel"`
	Variants []contents `json:"variants"`
}

// contents are what the program has in it for a game.
type contents struct {
	Variant       string `json:"variant"`
	Evaluation    string `json:"evaluation"`
	EvalBytes     int    `json:"evaluation_bytes"`
	BookPositions int    `json:"book_positions"`
	BookBytes     int64  `json:"book_bytes"`
	Pieces        int    `json:"endgame_pieces"` // that the databases have at most
	EndgameBytes  int64  `json:"endgame_bytes"`
	DistanceBytes int64  `json:"distance_bytes"`
}

// contentsOf returns what the program has in it for r.
func contentsOf(r *movegen.Rules) (contents, error) {
	e, sizes := eval.InfoOf(r), endgame.EmbeddedSizes(r)
	c := contents{
		Variant: r.Name, Evaluation: e.Kind, EvalBytes: e.Bytes,
		Pieces: sizes.Pieces, EndgameBytes: sizes.Values, DistanceBytes: sizes.Distances,
	}
	b := book.Embedded(r)
	if b == nil {
		return c, nil
	}
	c.BookPositions = b.Len()
	var err error
	c.BookBytes, err = b.WriteTo(io.Discard)
	return c, err
}

// Run prints the facts on w.
func (c Version) Run(w io.Writer) error {
	v := versionInfo{Info: build.This(), Kernel: network.Kernel()}
	for _, r := range movegen.Variants() {
		game, err := contentsOf(r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		v.Variants = append(v.Variants, game)
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(v)
	}
	return v.print(w)
}

// print prints v as text.
func (v *versionInfo) print(w io.Writer) error {
	t := output.NewTable(w)
	fmt.Fprintf(t, "version\t%s\n", v.Version)
	if v.Tag != "" {
		fmt.Fprintf(t, "tag\t%s\n", v.Tag)
	}
	fmt.Fprintf(t, "commit\t%s\n", v.CommitText())
	fmt.Fprintf(t, "built\twith %s for %s/%s\n", v.Go, v.OS, strings.TrimSpace(v.Arch+" "+v.Level))
	fmt.Fprintf(t, "networks\tby %s\n\n", v.Kernel)
	fmt.Fprintln(t, "GAME\tEVALUATION\tBOOK\tENDGAMES")
	for _, c := range v.Variants {
		words.Fprintf(t, "%s\t%s, %d KB\t%s, %d KB\t%d pieces, %d KB\n", c.Variant, c.Evaluation, kilobytes(int64(c.EvalBytes)),
			words.Count(c.BookPositions, "position"), kilobytes(c.BookBytes), c.Pieces, kilobytes(c.EndgameBytes+c.DistanceBytes))
	}
	return t.Flush()
}

// kilobytes returns the size of a file in units of 1024 bytes, rounded up.
func kilobytes(bytes int64) int64 { return (bytes + 1023) / 1024 }
