package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/pdn"
	"stupol/search"
)

// TestScreenshots draws pictures of the page into the folder that the environment
// names: play, a game analysed, and the other panels, on a phone and on a desktop,
// light and dark, in the language that STUPOL_LANGUAGE names. Two of them are in the folder
// screenshots.
func TestScreenshots(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("STUPOL_SCREENSHOTS")
	if folder == "" {
		t.Skip("STUPOL_SCREENSHOTS names no folder")
	}
	o := withLibrary(t, libraryOf(300))
	moby := &fakePeer{news: make(chan dxp.News, 10)}
	o.Peers = []Peer{(&fakePeer{}).peer("Scan 3.1", true), moby.peer("Moby Dam", false)}
	s := serve(t, o, usualTimeouts)
	moves := playedGame(t, 50)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"small", 360, 640}, {"phone", 390, 844}, {"wide", 844, 390}, {"desktop", 1280, 800}, {"large", 1920, 1080}} {
		for _, theme := range []string{"light", "dark"} {
			t.Run(size.name+"-"+theme, func(t *testing.T) {
				w := openSized(t, s, "#v=international&m="+moves, size.width, size.height)
				language := os.Getenv("STUPOL_LANGUAGE")
				w.speak(language)
				w.name = filepath.Join(folder, size.name+"-"+theme+language)
				w.setTheme(theme)
				w.shootAll()
				w.shootLine(moby)
			})
		}
	}
}

// shootLine draws a game with somebody at the other end of a line.
func (w *window) shootLine(f *fakePeer) {
	w.tab("play")
	w.chooseOption("#opponent", "Moby Dam")
	w.click("#start")
	for _, n := range []dxp.News{
		{Kind: dxp.Up}, {Kind: dxp.Said, Text: "Hello from Hilversum. Good luck!"}, {Kind: dxp.Said, Text: strings.Repeat("long ", 25)},
	} {
		f.news <- n
	}
	w.await(`document.querySelectorAll("#line-chat li").length === 2`)
	f.news <- dxp.News{Kind: dxp.Asked, Plies: 4}
	w.await(`!document.querySelector("#line-asks").hidden`)
	evaluate[any](w, `void scrollTo(0, 0)`)
	w.shoot("line")
	f.news <- dxp.News{Kind: dxp.Down}
	w.await(`document.querySelector("#line-text").disabled`)
	w.shoot("line-down")
}

// annotatedGame is a game as a server of games writes it.
const annotatedGame = `[Event "World Championship 2023 Final, round 5"]
[Site "Wageningen"]
[Date "2023.05.14"]
[Round "5"]
[White "Alexander Schwarzman"]
[Black "Jan Groenendijk"]
[WhiteElo "2411"]
[BlackElo "2408"]
[Result "2-0"]
[GameType "20"]

1. 32-28 {[%clk 1:20:00]} 19-23 {[%clk 1:19:41]} 2. 28x19 {[%clk 1:19:58]} 14x23 {[%clk 1:19:30]} 3. 37-32 {[%clk 1:19:10]} 10-14 {[%clk 1:18:02]} 4. 41-37 14-19 5. 46-41 5-10 2-0`

// shootAll draws one picture after the other.
func (w *window) shootAll() {
	w.shoot("start")
	evaluate[any](w, `void (document.querySelector("#time").value = "c5+3", document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
	w.tab("play")
	w.click("#play-on")
	w.settle()
	w.clickSquares("43")
	evaluate[any](w, `void scrollTo(0, 0)`)
	w.shoot("play")
	w.resign()
	w.tab("analyse")
	w.click("#review")
	w.await(`/ 2\s?: /.test(document.querySelector("#review-state").textContent)`)
	w.click("#review")
	evaluate[any](w, `void (document.querySelector("#line-count").value = "3", document.querySelector("#line-count").dispatchEvent(new Event("change")))`)
	w.await(`!document.querySelector("#next-mistake").hidden`)
	w.click("#next-mistake")
	w.click("#next-mistake")
	w.click("#engine")
	w.await(`document.querySelectorAll("#lines li").length === 3 && / 1[2-9] /.test(document.querySelector("#engine-state").textContent)`)
	evaluate[any](w, `void scrollTo(0, 0)`)
	w.shoot("analyse")
	w.click("#others [aria-pressed]")
	w.await(`document.querySelector("#others .quiet").textContent !== ""`)
	evaluate[any](w, `void document.querySelector("#others").scrollIntoView({ block: "nearest" })`)
	w.shoot("engines")
	w.click("#others .engine button:last-child")
	w.await(`document.querySelector("#parameters").open`)
	w.shoot("parameters")
	w.press("\u001b")
	w.click("#others [aria-pressed]")
	w.click("#engine")
	w.click(".learn-open")
	w.await(`document.querySelector("#learn").checkVisibility()`)
	w.shoot("learn")
	w.tab("puzzles")
	w.await(`document.querySelector("#puzzle-hint").checkVisibility()`)
	w.settle()
	w.shoot("puzzle")
	w.tab("games")
	w.paste(annotatedGame + "\n\n" + libraryOf(40))
	w.await(`document.querySelectorAll("#file-games .game").length === 41`)
	w.shoot("file")
	w.click("#file-games .game")
	w.settle()
	w.shoot("opened")
	w.tab("games")
	w.shoot("games")
	w.tab("library")
	w.click("#library-find")
	w.await(`document.querySelectorAll("#library-games li").length > 9`)
	w.shoot("library")
	w.click("#pattern summary")
	w.await(`document.querySelectorAll(".piece").length === 0`)
	w.clickSquares("28", "32", "33")
	for letter, square := range map[string]string{"W": "37", "x": "38", "b": "19", "B": "10", "y": "14", "o": "23"} {
		w.choose("[name=wish][value="+letter+"]", letter)
		w.clickSquares(square)
	}
	w.shoot("pattern")
	w.tab("analyse")
	w.await(`Boolean(document.querySelector("#explorer tbody"))`)
	evaluate[any](w, `void document.querySelector("#explorer").scrollIntoView({ block: "nearest" })`)
	w.shoot("explorer")
	w.tab("setup")
	w.shoot("setup")
	w.tab("play")
	w.click("#help-open")
	w.shoot("help")
	w.click("#help-rules")
	w.await(rulesAreOpen)
	w.shoot("rules")
	w.press("\u001b")
	w.click("#settings-open")
	w.shoot("settings")
	w.press("\u001bt")
	evaluate[any](w, `void document.querySelector("#text-mode").scrollIntoView()`)
	w.shoot("words")
}

// shoot writes a picture of the window.
func (w *window) shoot(name string) {
	w.t.Helper()
	picture, err := w.picture()
	must(w.t, err)
	if err := os.WriteFile(w.name+"-"+name+".png", picture, 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// picture returns what is to be seen in the window, as PNG.
func (w *window) picture() ([]byte, error) {
	if w.fox != nil {
		return w.fox.picture()
	}
	return chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
}

// libraryOf returns the text of games that begin like those of people, and end at random.
func libraryOf(games int) string {
	var text strings.Builder
	players := []string{"Sijbrands", "Wiersma", "Gantwarg", "Tsjizjov", "Schwarzman", "Boomstra"}
	rng := rand.New(rand.NewPCG(1, 2))
	r := movegen.International()
	for i := range games {
		g := movegen.NewGame(r)
		for g.Result().Outcome == movegen.Ongoing && len(g.Moves()) < 120 {
			moves := g.LegalMoves(nil)
			g.Push(moves[min(rng.IntN(len(moves)), rng.IntN(len(moves)))])
		}
		record := pdn.Record{
			Game: g, Players: [2]string{players[i%6], players[(i+1+i/6%5)%6]}, Outcome: g.Result().Outcome,
			Tags: []pdn.Tag{{Name: "Event", Value: "World Championship"}, {Name: "Date", Value: fmt.Sprintf("%d.05.%02d", 1970+i%50, 1+i%28)}},
		}
		text.WriteString(record.PDN().String() + "\n")
	}
	return text.String()
}

// playedGame returns a game between two engines of little skill, as the address
// has it.
func playedGame(t *testing.T, plies int) string {
	t.Helper()
	r := movegen.International()
	e, err := search.New(search.Options{Rules: r, Skill: 2, Seed: 6})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	g := movegen.NewGame(r)
	var texts []string
	for range plies {
		result, err := e.Search(context.Background(), g, search.Limits{}, nil)
		if err != nil || !result.Found {
			t.Fatal(result, err)
		}
		texts = append(texts, r.HubMove(result.Move))
		g.Push(result.Move)
	}
	return strings.Join(texts, ".")
}
