package web

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// serveLibrary starts a server with a library, which the page without a server has not.
func serveLibrary(t *testing.T, text string) *site {
	t.Helper()
	if os.Getenv("SITE") != "" {
		t.Skip("there is no library without a server")
	}
	return serve(t, withLibrary(t, text), usualTimeouts)
}

// serveAll starts a server that offers everything there is, and returns the tabs of its page.
func serveAll(t *testing.T) (s *site, tabs []string) {
	t.Helper()
	tabs = []string{"play", "analyse", "puzzles", "games", "library", "setup"}
	if os.Getenv("SITE") != "" {
		return serve(t, testOptions(), usualTimeouts), slices.DeleteFunc(tabs, func(tab string) bool { return tab == "library" })
	}
	return serve(t, withLibrary(t, libraryText), usualTimeouts), tabs
}

// explorer returns the rows of the explorer.
func (w *window) explorer() string {
	w.t.Helper()
	return evaluate[string](w, `[...document.querySelectorAll("#explorer tbody tr")].map((r) =>
		[...r.cells].map((c) => c.querySelector("[role=img]")?.getAttribute("aria-label") ?? c.textContent).join(" ")).join("; ")`)
}

// TestExplorer goes through what the library knows of positions, plays a move of it, lists the
// games behind another one and opens one of these where it has the position.
func TestExplorer(t *testing.T) {
	t.Parallel()
	w := open(t, serveLibrary(t, libraryText), "#v=international&m=32-28")
	w.still()
	w.click("#tab-analyse")
	w.await(`/^Library: 2 games, White scores 75 %/.test(document.querySelector("#explorer caption")?.textContent)`)
	const book = `[−+]?\d\.\d\d`
	want := regexp.MustCompile(`^18-23 ` + book + ` 1 1 drawn 50 %; 19-23 ` + book + ` 1 1 won by White 100 %; \d+-\d+ ` + book + ` –  ; `)
	if got := w.explorer(); !want.MatchString(got) {
		t.Errorf("the explorer: %s\nwant: %s", got, want)
	}
	w.await(`getComputedStyle(document.querySelector("#facts")).display === "none"`) // it says the same of the book
	w.click("#explorer tbody tr:nth-child(2) th button")
	w.await(`document.querySelector("#explorer tbody th")?.textContent === "28x19"`)
	if got := w.moves(); got != "32-28 19-23" {
		t.Errorf("the moves are %s", got)
	}
	w.click("#go-back")
	w.click("#explorer tbody tr:nth-child(1) td button")
	w.await(`document.querySelector("#library-state").textContent === "1 game with 18-23 from here"`)
	w.click("#library-games .game")
	w.await(`document.querySelectorAll("#moves > .move").length === 3 && document.querySelector("#moves .here").textContent === "32-28"`)
	if got := w.text("#player-top .name"); got != "Carla" {
		t.Errorf("Black is %q", got)
	}
	w.click("#tab-analyse")
	w.click("#go-last")
	w.await(`document.querySelector("#explorer tbody th")?.textContent === "end"`)
	w.click("#new")
	w.await(`document.querySelectorAll("#moves > .move").length === 0`)
	w.settle()
	w.play("31-27")
	w.click("#tab-analyse")
	w.await(`document.querySelector("#explorer").textContent === "No game of the library has this position."`)
	w.await(`getComputedStyle(document.querySelector("#facts")).display !== "none"`)
}

// TestNoHelpByTheLibrary plays against Stupol: the library is silent until the game is over.
func TestNoHelpByTheLibrary(t *testing.T) {
	t.Parallel()
	w := open(t, serveLibrary(t, libraryText), "#v=international")
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.click("#tab-analyse")
	w.await(`document.querySelector("#explorer").hidden`)
	w.click("#tab-play")
	w.resign()
	w.click("#tab-analyse")
	w.await(`/^Library: 2 games/.test(document.querySelector("#explorer").textContent)`)
}

// TestLibrarySearch finds games by a player, by the position, and by a pattern that is drawn on
// the board. The board is that of the game again when one is opened, or the tab is left.
func TestLibrarySearch(t *testing.T) {
	t.Parallel()
	w := open(t, serveLibrary(t, libraryText), "#v=international&m=32-28.19-23")
	w.still()
	w.click("#tab-library")
	w.await(`document.querySelectorAll("#library-games li").length === 2`) // before anything is asked
	found := func(want string) {
		t.Helper()
		w.click("#library-find")
		w.await(fmt.Sprintf(`!/Searching/.test(document.querySelector("#library-state").textContent) &&
			[...document.querySelectorAll("#library-games strong")].map((s) => s.textContent).join() === %q`, want))
	}
	found("Ada – Babbage,Babbage – Carla")
	w.enter("#library-player", "CARL")
	found("Babbage – Carla")
	if got := w.text("#library-games li"); got != "Babbage – Carla\ndraw · Paris · Jan 1, 1850 · 2 moves" {
		t.Errorf("listed: %q", got)
	}
	w.click("#library-here")
	found("")
	evaluate[any](w, `void document.querySelector("#library-form").reset()`)
	w.click("#library-here")
	found("Ada – Babbage")
	w.click("#library-here")

	w.click("#tab-analyse")
	w.click("#engine")
	w.await(`document.querySelectorAll(".arrow").length > 0`)
	w.click("#tab-library")
	w.click("#pattern summary")
	w.await(`document.querySelectorAll(".piece").length === 0 && document.querySelector("#status").textContent === "You draw a pattern."`)
	w.await(`document.querySelectorAll(".arrow").length === 0 && document.querySelector("#engine").textContent === "Start"`)
	w.clickSquares("38", "18") // a man of White
	w.choose("[name=wish][value=y]", "y")
	w.clickSquares("23")
	w.choose("[name=wish][value=o]", "o")
	w.clickSquares("18") // in place of the man
	w.clickSquares("40", "40")
	for square, want := range map[string]string{"38": "white man", "23": "black man or king", "18": "must be empty", "40": "anything"} {
		if got := w.piece(square); got != want {
			t.Errorf("%s: %s, want %s", square, got, want)
		}
	}
	found("Babbage – Carla")
	w.click("#tab-play")
	w.await(`document.querySelectorAll(".piece").length === 40`)
	w.click("#tab-library")
	w.await(`document.querySelectorAll(".piece").length === 3`)
	w.click("#library-games .game")
	w.await(`document.querySelector("#moves .here")?.textContent === "18-23" && document.querySelectorAll(".piece").length === 40 && !document.querySelector("#pattern").open`)
	w.settle()
	w.clickSquares("38", "32") // the board takes moves again
	w.await(`document.querySelector("#moves .here")?.textContent === "38-32"`)
	w.click("#pattern summary")
	w.click("#pattern-take")
	w.await(`document.querySelectorAll(".piece").length === 40`)
	w.click("#pattern-clear")
	w.await(`document.querySelectorAll(".piece").length === 0`)
	w.click("#notice-act")
	w.await(`document.querySelectorAll(".piece").length === 40`)
}

// TestLibraryFiles adds a file on the page.
func TestLibraryFiles(t *testing.T) {
	t.Parallel()
	s := serveLibrary(t, "")
	name := filepath.Join(t.TempDir(), "more games.pdn")
	if err := os.WriteFile(name, []byte(libraryText), 0o600); err != nil {
		t.Fatal(err)
	}
	w := open(t, s, "#v=international")
	w.click("#tab-analyse")
	w.await(`/^No game/.test(document.querySelector("#explorer").textContent)`)
	w.click("#tab-library")
	w.upload("#library-files", name)
	w.await(`/more games.pdn: 3 games, 2 added, 1 that cannot be replayed\nGame 3, line \d+: "/.test(document.querySelector("#library-state").textContent) && document.querySelector("#library-stop").hidden`)
	w.click("#tab-analyse")
	w.await(`/^Library: 2 games/.test(document.querySelector("#explorer").textContent)`)

	w.play("31-27")
	w.click("#tab-library")
	w.click("#library-keep")
	w.await(`/: 1 game, 1 added/.test(document.querySelector("#library-state").textContent) && document.querySelector("#library-stop").hidden`) // until then no other is added
	w.click("#library-keep")
	w.await(`/: 1 game, 1 read earlier/.test(document.querySelector("#library-state").textContent)`)
}

// TestLibraryReadOnly opens pages that may add nothing, and one without a library.
func TestLibraryReadOnly(t *testing.T) {
	t.Parallel()
	s := serveLibrary(t, libraryText)
	s.opts.LibraryAdd = false
	w := open(t, s, "")
	w.click("#tab-library")
	if got := w.text("#library-form"); strings.Contains(got, "Add ") || !strings.Contains(got, "Search") {
		t.Errorf("the form: %s", got)
	}
	w.click("#library-find")
	w.await(`document.querySelectorAll("#library-games li").length === 2`)
	without := open(t, serve(t, testOptions(), usualTimeouts), "")
	if got := without.text("[role=tablist]"); strings.Contains(got, "Library") {
		t.Errorf("without a library the tabs are %s", got)
	}
}

// TestLibraryExample does what protocol/library/README.md shows.
func TestLibraryExample(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../library/testdata/two.pdn")
	if err != nil {
		t.Fatal(err)
	}
	w := open(t, serveLibrary(t, string(text)), "#v=international")
	w.still()
	w.play("32-28")
	w.click("#tab-analyse")
	w.await(`/^Library: 2 games/.test(document.querySelector("#explorer").textContent)`)
	if got := w.explorer(); !strings.Contains(got, "1 won by White 100 %; 19-23") || !strings.Contains(got, "1 drawn 50 %") {
		t.Errorf("the explorer: %s", got)
	}
	w.click("#tab-library")
	w.enter("#library-player", "ann")
	w.click("#library-find")
	w.await(`document.querySelectorAll("#library-games li").length === 2`)
	w.click("#pattern summary")
	w.await(`document.querySelectorAll(".piece").length === 0`)
	w.clickSquares("32")
	w.choose("[name=wish][value=o]", "o")
	w.clickSquares("38")
	w.click("#library-find")
	w.await(`document.querySelectorAll("#library-games li").length === 1`)
	w.click("#library-games .game")
	w.await(`document.querySelector("#moves .here")?.textContent === "38-32"`)
}
