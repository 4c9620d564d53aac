package web

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/puzzle"
)

// puzzling waits until the page says something about a puzzle, and takes a move if it asks for
// one.
func (w *window) puzzling(want string) {
	w.t.Helper()
	w.await(fmt.Sprintf(`document.querySelector("#puzzle-state").textContent.includes(%q)`, want))
}

// puzzleShown waits until a puzzle is asked.
func (w *window) puzzleShown(number int) {
	w.t.Helper()
	w.await(fmt.Sprintf(`document.querySelector("#puzzle-title").textContent.startsWith("Puzzle %d of ")`, number))
	w.puzzling("to move and win.")
	w.settle()
}

// typeMove types a move of a puzzle.
func (w *window) typeMove(text string) {
	w.t.Helper()
	evaluate[any](w, fmt.Sprintf(`void (document.querySelector("#type").value = %q, document.querySelector("#type-form").requestSubmit())`, text))
}

// solve types the solution of a puzzle.
func (w *window) solve(p puzzle.Puzzle) {
	w.t.Helper()
	texts := usualTexts(p.Rules, p.Start, p.Line)
	for i := 0; i < len(texts); i += 2 {
		w.typeMove(texts[i])
		if i+1 < len(texts) {
			w.puzzling(texts[i] + " is right, and " + texts[i+1] + " follows.")
			w.settle()
		}
	}
	w.puzzling(texts[len(texts)-1] + " is right: solved.")
}

// losing returns a move of the solver that does not begin the solution.
func losing(p puzzle.Puzzle) string {
	moves := slices.DeleteFunc(p.Rules.Moves(nil, &p.Start), func(m movegen.Move) bool { return m == p.Line[0] })
	return pdn.Usual.Move(p.Rules, &p.Start, moves[0])
}

// TestPuzzles solves puzzles, one after a wrong move and with a hint, one without, and looks at
// the solution of a third. The game that was on the board is there again after them, and how
// they went is there after the page was loaded again.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23")
	w.still()
	set := puzzle.Set(movegen.International())
	w.click("#tab-puzzles")
	w.puzzleShown(1)
	for _, selector := range []string{"#moves", "#bar", "#puzzle-line", "#puzzle-next", "#puzzle-analyse"} {
		if evaluate[bool](w, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector)) {
			t.Errorf("%s is to be seen", selector)
		}
	}
	w.typeMove(losing(set[0]))
	w.puzzling(losing(set[0]) + " does not win.")
	w.await(`document.activeElement.id === "puzzle-again" && document.querySelectorAll(".arrow.danger").length > 0`)
	w.await(fmt.Sprintf(`document.querySelector("#puzzle-line .pv").textContent === %q`, losing(set[0])))
	w.click("#puzzle-line .pv:nth-child(2)") // what refutes it is gone through
	w.await(`document.querySelectorAll("#moves > .move").length > 1 && document.querySelectorAll("#moves .move")[1].classList.contains("here")`)
	w.click("#puzzle-again")
	w.puzzleShown(1)
	w.press("h")
	w.puzzling("The piece on ")
	w.await(`document.querySelectorAll(".hinted").length === 1`)
	w.solve(set[0])
	w.await(`document.activeElement.id === "puzzle-next"`)
	w.click("#puzzle-next")
	w.puzzleShown(2)
	if got := w.text("#puzzle-record"); got != "Solved: 0 · in a row without help: 0, most: 0" {
		t.Errorf("after a wrong move: %s", got)
	}
	w.solve(set[1])
	w.await(`document.querySelector("#puzzle-record").textContent === "Solved: 1 · in a row without help: 1, most: 1"`)

	w.click("#puzzle-close")
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	w.settle()
	if got := w.moves(); got != "32-28 19-23" || w.piece("28") != "white man" || !strings.HasSuffix(evaluate[string](w, `location.hash`), "m=32-28.19-23") {
		t.Errorf("the game is %s, at %s", got, evaluate[string](w, `location.hash`))
	}
	if got := evaluate[int](w, `Object.keys(localStorage).filter((k) => k.startsWith("stupol.game.")).length`); got != 1 {
		t.Errorf("%d games are kept, want that game", got)
	}

	w.click("#tab-puzzles")
	w.puzzleShown(3)
	w.load("")
	w.puzzleShown(3)
	w.press("s")
	w.puzzling(usualTexts(set[2].Rules, set[2].Start, set[2].Line)[0] + " wins.")
	w.await(`document.querySelectorAll(".arrow.hint").length === 1 && document.querySelector("#puzzle-record").textContent === "Solved: 1 · in a row without help: 0, most: 1"`)
	w.click("#puzzle-line .pv:last-child")
	w.await(`document.querySelectorAll("#moves > .move").length > 2`)
	w.click("#puzzle-analyse")
	w.await(`document.querySelector("#tab-analyse").getAttribute("aria-selected") === "true" && document.querySelector("#moves").checkVisibility()`)
	w.await(fmt.Sprintf(`document.querySelectorAll("#moves > .move").length === %d`, len(set[2].Line)))
	w.click("#tab-games")
	w.await(`document.querySelectorAll("#recent .game").length === 1`)
}

// TestPuzzleByLink opens a link to a puzzle, whatever kind was chosen before. The address is that of the
// puzzle until the game is back.
func TestPuzzleByLink(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28")
	w.still()
	w.click("#tab-puzzles")
	w.puzzleShown(1)
	w.choose("#puzzle-theme", "sending-to-king")
	w.puzzleShown(1 + slices.IndexFunc(puzzle.Set(movegen.International()), func(p puzzle.Puzzle) bool { return slices.Contains(p.Mechanisms(), "sending-to-king") }))
	evaluate[any](w, `void (location.hash = "#puzzle=russian.7")`)
	w.puzzleShown(7)
	w.await(`document.querySelector("#variant").value === "russian" && location.hash === "#puzzle=russian.7"`)
	w.reload()
	w.await(`document.body?.dataset.ready === "yes"`)
	w.puzzleShown(7)
	w.click("#puzzle-close")
	w.await(`document.querySelectorAll("#moves > .move").length === 1 && location.hash.endsWith("m=32-28")`)
}

// TestPuzzlesByTheme asks for puzzles of one theme, and for those of another game.
func TestPuzzlesByTheme(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23")
	w.still()
	set := puzzle.Set(movegen.International())
	of := func(theme puzzle.Theme) int {
		return 1 + slices.IndexFunc(set, func(p puzzle.Puzzle) bool { return p.Theme == theme })
	}
	w.click("#tab-puzzles")
	w.puzzleShown(1)
	w.choose("#puzzle-theme", string(puzzle.Endgame))
	w.puzzleShown(of(puzzle.Endgame))
	w.choose("#puzzle-theme", string(puzzle.Shot))
	w.await(fmt.Sprintf(`/Puzzle \d+/.test(document.querySelector("#puzzle-title").textContent) && document.querySelector("#puzzle-theme").value === %q`, puzzle.Shot))
	w.choose("#variant", "russian")
	w.await(`document.querySelectorAll("[data-square]").length === 32`)
	w.puzzleShown(1)
	w.click("#tab-play")
	w.await(`document.querySelectorAll("#moves > .move").length === 2 && document.querySelector("#variant").value === "international"`)
}

// TestPuzzlesDuringAGame leaves a game against Stupol for a puzzle: it waits and goes on.
func TestPuzzlesDuringAGame(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.still()
	w.choose("#time", "c5+3")
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.play("32-28")
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	before := w.moves()
	for range 3 { // in quick succession
		evaluate[any](w, `void (document.querySelector("#tab-puzzles").click(), document.querySelector("#tab-play").click())`)
	}
	w.click("#tab-puzzles")
	w.puzzleShown(1)
	evaluate[any](w, `void document.querySelector("#new").click()`) // which keeps the game, not the puzzle
	w.await(`document.querySelectorAll("#moves > .move").length === 0 && !document.querySelector("#notice-act").hidden`)
	w.click("#notice-act")
	w.await(`document.querySelectorAll("#moves > .move").length === 2 && !document.querySelector("#resign").hidden`)
	if got := w.moves(); got != before {
		t.Errorf("the game was %s and is %s", before, got)
	}
}

// TestPuzzlesWithoutAnswer asks for puzzles while nobody answers: it is said where the puzzle would
// stand, and asked again there.
func TestPuzzlesWithoutAnswer(t *testing.T) {
	t.Parallel()
	if os.Getenv("SITE") != "" {
		t.Skip("without a server there is always an answer")
	}
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international")
	w.quietly = true
	evaluate[any](w, `void (window.heard = window.fetch, window.fetch = async () => { throw new TypeError("Failed to fetch"); })`)
	w.click("#tab-puzzles")
	w.puzzling("Stupol does not answer.")
	evaluate[any](w, `void (window.fetch = window.heard)`)
	w.click("#puzzle-again")
	w.puzzleShown(1)
}

// TestPicturesOfPuzzles draws pictures of puzzles, as TestScreenshots does.
func TestPicturesOfPuzzles(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("STUPOL_SCREENSHOTS")
	if folder == "" {
		t.Skip("STUPOL_SCREENSHOTS names no folder")
	}
	s := serve(t, testOptions(), usualTimeouts)
	set := puzzle.Set(movegen.International())
	language := os.Getenv("STUPOL_LANGUAGE")
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"phone", 360, 640}, {"wide-phone", 844, 390}, {"desktop", 1280, 800}} {
		for _, theme := range []string{"light", "dark"} {
			w := openSized(t, s, blunderGame, size.width, size.height)
			w.speak(language)
			w.name = filepath.Join(folder, size.name+"-"+theme+language)
			w.setTheme(theme)
			w.still()
			evaluate[any](w, `void document.querySelector("#tab-puzzles").click()`)
			w.await(`/ 1 .*\d/.test(document.querySelector("#puzzle-title").textContent)`)
			w.settle()
			w.press("h")
			w.shoot("puzzle")
			w.typeMove(losing(set[0]))
			w.await(`document.querySelector("#puzzle-state").classList.contains("wrong")`)
			w.shoot("puzzle-wrong")
			w.click("#puzzle-solution")
			w.await(`document.querySelectorAll(".arrow.hint").length === 1`)
			w.shoot("puzzle-solution")
		}
	}
}
