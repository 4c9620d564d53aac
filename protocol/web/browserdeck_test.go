package web

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/puzzle"
)

// deckGame is a game with a blunder of Bob.
const deckGame = `[White "Ann"]
[Black "Bob"]
[Result "2-0"]
[GameType "20"]

1. 34-30 18-22 2. 32-27 16-21 3. 27x18 13x22 2-0
`

// collected opens a game, has it looked through for the mistakes of Bob, and shows the deck.
func collected(t *testing.T, s *site) *window {
	t.Helper()
	w := open(t, s, "")
	w.still()
	w.paste(deckGame)
	w.await(`document.querySelectorAll("#moves > .move").length === 6`)
	w.settle()
	evaluate[any](w, `void document.querySelector("#budget").dispatchEvent(new Event("change", void (document.querySelector("#budget").value = "quick")))`)
	w.click("#tab-puzzles")
	w.puzzling("to move and win.")
	w.click("#deck-open")
	w.await(`document.querySelector("#deck-state").textContent.startsWith("No mistakes yet.")`)
	w.enter("#deck-player", "bob")
	evaluate[any](w, `void document.querySelector("#deck-player").dispatchEvent(new Event("change"))`)
	w.click("#deck-collect")
	w.await(`document.querySelector("#notice-text").textContent === "1 game looked through."`)
	w.deckSays("Mistakes: 1. Due today: 1. Learned: 0.")
	return w
}

// deckSays waits until the deck says something.
func (w *window) deckSays(want string) {
	w.t.Helper()
	w.await(fmt.Sprintf(`document.querySelector("#deck-state").textContent.startsWith(%q)`, want))
}

// openDeck shows the deck.
func (w *window) openDeck() {
	w.t.Helper()
	w.click("#tab-puzzles")
	w.await(`document.querySelector("#deck").checkVisibility() || document.querySelector("#puzzle-state").classList.contains("ask")`) // which moves the buttons
	if evaluate[bool](w, `document.querySelector("#deck").hidden`) {
		w.click("#deck-open")
	}
}

// TestDeck collects the mistake of a game and answers it wrong: the refutation can be gone through, the
// mistake comes back tomorrow, and the game that was on the board is there again. It stays so when the
// page is loaded again, and when Stupol has been started again.
func TestDeck(t *testing.T) {
	t.Parallel()
	if os.Getenv("SITE") != "" {
		t.Skip("there is no server to be started again")
	}
	s, stop := startAt(t, "127.0.0.1:0")
	w := collected(t, s)
	w.click("#deck-start")
	w.learning("Black played 16-21??")
	if got := w.text("#learn-title"); got != "My mistakes: 1 to go" {
		t.Errorf("the title is %q", got)
	}
	if evaluate[bool](w, `Boolean(document.querySelector("#learn-line").checkVisibility())`) {
		t.Error("the better move is told")
	}
	w.clickSquares("22", "28")
	w.learning("22-28 loses 3")
	w.await(`/^Played \d+ % 22-28 \S+ .*−\d+ %$/.test([...document.querySelectorAll("#learn-line .line > *, #learn-line .pv")].filter((e) => !e.matches(".pvs")).map((e) => e.textContent).join(" ").replace(/(−\d+ %) (.*)/, "$2 $1"))`)
	w.click("#learn-line .pv:nth-child(2)")
	w.await(`document.querySelector("#learn-line").checkVisibility() && document.querySelectorAll(".piece").length === 39`)
	w.click("#learn-again")
	w.learning("Black played 16-21??")
	w.await(`document.querySelectorAll(".piece").length === 40`)
	w.settle()
	better := evaluate[string](w, `Object.values(JSON.parse(localStorage["stupol.deck.international"]).cards)[0].better[0]`)
	w.typeMove(better)
	w.learning(better + " is right")
	w.learning(" It comes back on ")
	w.click("#learn-next")
	tomorrow := `Mistakes: 1. Due today: 0. Learned: 0. The next one comes on `
	w.deckSays(tomorrow)
	w.await(`document.querySelector("#deck-start").disabled && document.querySelectorAll("#moves > .move").length === 6`)
	w.settle()
	if got := evaluate[int](w, `Object.keys(localStorage).filter((k) => k.startsWith("stupol.game.")).length`); got != 1 {
		t.Errorf("%d games are kept, want the one", got)
	}
	w.click("#deck-collect")
	w.await(`document.querySelector("#notice-text").textContent.startsWith("There are no new games of yours.")`)
	w.reload()
	w.await(`document.body?.dataset.ready === "yes"`)
	w.deckSays(tomorrow)
	w.leave()
	stop()
	s, _ = startAt(t, s.address)
	w.site = s
	w.load("")
	w.deckSays(tomorrow)
}

// startAt starts a server at an address, and returns what stops it.
func startAt(t *testing.T, address string) (*site, func()) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	s := newServer(testOptions(), usualTimeouts)
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	stopped := false
	stop := func() {
		if cancel(); !stopped {
			stopped = true
			must(t, <-done)
		}
	}
	t.Cleanup(stop)
	return &site{s, l.Addr().String()}, stop
}

// TestDroppedMistake has a mistake asked no more, and takes that back.
func TestDroppedMistake(t *testing.T) {
	t.Parallel()
	w := collected(t, serve(t, testOptions(), usualTimeouts))
	w.click("#deck-start")
	w.learning("Black played 16-21??")
	w.click("#learn-solution")
	w.learning(" was better. ")
	w.click("#learn-drop")
	w.await(`document.querySelector("#notice-text").textContent === "This mistake is not asked again."`)
	w.deckSays("Mistakes: 1. Due today: 0. Learned: 1.")
	w.await(`document.querySelector("#deck-start").disabled && document.querySelectorAll("#moves > .move").length === 6`)
	w.click("#notice-act")
	w.deckSays("Mistakes: 1. Due today: 0. Learned: 0. The next one comes on ") // as the solution was asked for
}

// TestDeckOfTabs has two tabs with one deck. What the one answers, the other shows at once; neither
// forgets what the other has added.
func TestDeckOfTabs(t *testing.T) {
	t.Parallel()
	a := collected(t, serve(t, testOptions(), usualTimeouts))
	b := a.beside("#v=international")
	b.still()
	b.openDeck()
	b.deckSays("Mistakes: 1. Due today: 1.")
	a.click("#deck-start")
	a.learning("Black played 16-21??")
	a.press("s")
	a.learning(" was better.")
	b.deckSays("Mistakes: 1. Due today: 0.")
	name := filepath.Join(t.TempDir(), "mistakes.json")
	text := evaluate[string](a, `JSON.stringify({ format: "stupol-mistakes", version: 1, decks: { international: JSON.parse(localStorage["stupol.deck.international"].replaceAll("16-21", "17-21").replace(/"at":\d{5,}/, '"at":0')) } })`)
	must(t, os.WriteFile(name, []byte(text), 0o600))
	b.upload("#deck-import", name)
	b.await(`document.querySelector("#notice-text").textContent === "1 mistake added."`)
	b.deckSays("Mistakes: 2. Due today: 0.")
	a.click("#learn-close")
	a.deckSays("Mistakes: 2. Due today: 0.")
	if got := a.downloaded("#deck-export"); !strings.Contains(got, `"17-21"`) || !strings.Contains(got, `"16-21"`) {
		t.Errorf("exported %s", got)
	}
	must(t, os.WriteFile(name, []byte("{}"), 0o600))
	b.upload("#deck-import", name)
	b.await(`document.querySelector("#notice-text").textContent === "That is no file of mistakes."`)
	b.deckSays("Mistakes: 2. Due today: 0.")
}

// TestDeckWithoutRoom has a storage that is full: that is said, what was kept stays, and this tab goes on
// with all it knows, which can be exported.
func TestDeckWithoutRoom(t *testing.T) {
	t.Parallel()
	w := collected(t, serve(t, testOptions(), usualTimeouts))
	evaluate[any](w, `void (() => { let n = 1 << 22; for (let i = 0; n >= 1; i++) { try { localStorage["fill" + i] = "x".repeat(n); } catch { n >>= 1; } } })()`)
	before := evaluate[string](w, `localStorage["stupol.deck.international"]`)
	w.click("#deck-start")
	w.learning("Black played 16-21??")
	evaluate[any](w, `void (() => { let n = 1 << 22; for (let i = 0; n >= 1; i++) { try { localStorage["full" + i] = "x".repeat(n); } catch { n >>= 1; } } })()`)
	w.press("s")
	w.learning(" was better.")
	w.await(`document.querySelector("#notice-text").textContent.startsWith("The browser does not keep your mistakes")`)
	w.click("#learn-close")
	w.deckSays("Mistakes: 1. Due today: 0.")
	if got := evaluate[string](w, `localStorage["stupol.deck.international"]`); got != before {
		t.Errorf("kept: %s, before: %s", got, before)
	}
	if got := w.downloaded("#deck-export"); !strings.Contains(got, `"step":1`) {
		t.Errorf("exported %s", got)
	}
}

// TestDeckLeaves goes elsewhere in the midst of a mistake: the game that was on the board is there again.
func TestDeckLeaves(t *testing.T) {
	t.Parallel()
	w := collected(t, serve(t, testOptions(), usualTimeouts))
	w.click("#deck-start")
	w.learning("Black played 16-21??")
	w.click("#tab-games")
	w.await(`document.querySelectorAll("#moves > .move").length === 6 && document.querySelector("#learn").hidden`)
	w.openDeck()
	w.deckSays("Mistakes: 1. Due today: 1.")
	w.click("#deck-start")
	w.learning("Black played 16-21??")
	w.click("#learn-skip")
	w.deckSays("Mistakes: 1. Due today: 1.")
	w.await(`document.querySelectorAll("#moves > .move").length === 6`)
	w.click("#deck-start")
	w.learning("Black played 16-21??")
	evaluate[any](w, `void (location.hash = "#v=russian&m=22-17")`)
	w.await(`document.querySelector("#variant").value === "russian" && document.querySelectorAll("#moves > .move").length === 1`)
	w.await(`document.querySelector("#learn").hidden && document.querySelector("#tab-play").getAttribute("aria-selected") === "true"`)
}

// TestDeckOfNoPositions has cards, as a file may have them, of positions that cannot be: they are left out.
func TestDeckOfNoPositions(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28")
	w.still()
	w.quietly = true // refusals are in the console
	w.openDeck()
	w.fillDeck()
	w.click("#deck-start")
	w.learning("Black played 16-21??")
	w.press("s")
	w.learning("12-18 was better.")
	w.click("#learn-next")
	w.deckSays("Mistakes: 5. Due today: 4.")
	w.await(`document.querySelectorAll("#moves > .move").length === 1 && document.querySelector("#learn").hidden`)
}

// fillDeck gives the browser a deck that has the blunder of deckGame, and in which games show something.
func (w *window) fillDeck() {
	w.t.Helper()
	evaluate[any](w, `void (() => {
		const card = {
			fen: "B:W27,30,31,33,35-50:B1-17,19,20,22", draws: "", move: "16-21", text: "16-21", sign: "??", loss: 0.34, chance: 0.15, kind: "taken", better: ["12-18"], better_moves: ["12-18"],
			reply: ["27x16"], reply_moves: ["27x16x21"], reply_paths: [[27, 16]], plies: 3, squares: [], games: ["a"], made: 1, state: { step: 0, due: 0, at: 0 },
		};
		const cards = [card, ...["a", "b", "c", "d"].map((fen) => ({ ...card, fen, kind: "shot", squares: ["24"], games: [fen], state: { step: 2, due: 1, at: 1 } }))];
		const games = Object.fromEntries(["a", "b", "c"].map((name) => [name, { of: "1.1", at: 1, moves: [20, 9], mistakes: [6, 1] }]));
		localStorage["stupol.deck.international"] = JSON.stringify({ cards: Object.fromEntries(cards.map((c) => [c.fen + " " + c.move, c])), games });
		dispatchEvent(new StorageEvent("storage", { key: "stupol.deck.international" }));
	})()`)
	w.await(`document.querySelectorAll("#deck-profile li").length === 3`)
}

// TestPicturesOfDecks draws pictures of the deck, as TestScreenshots does.
func TestPicturesOfDecks(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("STUPOL_SCREENSHOTS")
	if folder == "" {
		t.Skip("STUPOL_SCREENSHOTS names no folder")
	}
	s := serve(t, testOptions(), usualTimeouts)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"small", 360, 640}, {"phone", 390, 844}, {"desktop", 1280, 800}} {
		for _, theme := range []string{"light", "dark"} {
			w := openSized(t, s, "", size.width, size.height)
			w.quietly = true
			language := os.Getenv("STUPOL_LANGUAGE")
			w.speak(language)
			w.name = filepath.Join(folder, size.name+"-"+theme+language)
			w.setTheme(theme)
			w.still()
			w.tab("puzzles")
			w.await(`document.querySelector("#puzzle-hint").checkVisibility()`)
			w.shoot("puzzle")
			w.typeMove(losing(puzzle.Set(movegen.International())[0]))
			w.await(`document.querySelector("#puzzle-again").checkVisibility()`)
			w.shoot("puzzle-wrong")
			evaluate[any](w, `void document.querySelector("#deck-open").click()`)
			w.await(`document.querySelector("#deck").checkVisibility()`)
			w.settle()
			w.shoot("deck-empty")
			w.fillDeck()
			w.shoot("deck")
			evaluate[any](w, `void document.querySelector("#deck-start").click()`)
			w.await(`document.querySelector("#learn-hint").checkVisibility()`)
			w.settle()
			w.shoot("deck-ask")
			w.clickSquares("22", "28")
			w.await(`document.querySelector("#learn-again").checkVisibility()`)
			w.shoot("deck-wrong")
			w.press("s")
			w.await(`document.querySelector("#learn-next").checkVisibility()`)
			w.shoot("deck-told")
		}
	}
}
