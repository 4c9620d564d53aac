package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// blunderGame has a blunder of Black: 2... 16-21.
const blunderGame = "#v=international&m=34-30.18-22.32-27.16-21.27x18x22.13x22x18"

// analysed opens a game in the panel Analyse after a quick analysis.
func analysed(t *testing.T, s *site, game string) *window {
	t.Helper()
	w := open(t, s, game)
	w.click("#tab-analyse")
	w.analyse()
	return w
}

// analyse analyses the game shown, quickly.
func (w *window) analyse() {
	w.t.Helper()
	w.choose("#budget", "quick")
	evaluate[any](w, `void (document.querySelector("#live").textContent = "")`)
	w.click("#review")
	w.await(`document.querySelector("#live").textContent !== "" && !document.querySelector("#review-result").hidden`) // the result is told
}

// betterRows are the better line of a bad move and what it has led to, as a person reads them.
const betterRows = `[...document.querySelectorAll("#better .line")].map((l) => [...l.querySelectorAll(".name, .chance, .pv, .cost")].map((e) => e.textContent).join(" "))`

// TestBetterLine steps through what was better than a blunder, and through what it led to.
func TestBetterLine(t *testing.T) {
	w := analysed(t, serve(t, testOptions(), usualTimeouts), blunderGame)
	w.still()
	w.click("#next-mistake")
	w.await(`document.querySelector("#moves .here")?.firstChild.textContent === "16-21??"`)
	w.await(`(([better, played]) => /^Better \d+ % \S+ .*\S+$/.test(better) && /^Played \d+ % 16-21 \S+ .*−\d+ %$/.test(played))(` + betterRows + `)`)
	w.await(`document.querySelectorAll(".arrow.danger").length > 0`)

	second := evaluate[string](w, `document.querySelectorAll("#better .why + .line .pv")[1].textContent`)
	count := evaluate[int](w, `document.querySelectorAll("#better .why + .line .pv").length`)
	w.click("#better .why + .line .pv:nth-child(2)")
	w.await(`document.querySelector("#moves .variation .here")?.firstChild.textContent === "` + second + `"`)
	if n := evaluate[int](w, `document.querySelectorAll("#moves .variation .move").length`); n != count {
		t.Errorf("%d moves of the better line, want %d", n, count)
	}
	w.await(`document.querySelector("#better").hidden`)
	w.click("#go-forward")
	w.await(`document.querySelectorAll("#moves .variation .move")[2]?.classList.contains("here")`)

	w.click(`#moves > .move.blunder`)
	reply := evaluate[string](w, `document.querySelectorAll("#better .line:last-child .pv")[1].textContent`)
	w.click("#better .line:last-child .pv:nth-child(2)")
	w.await(`document.querySelector("#moves .here")?.firstChild.textContent.startsWith("` + reply + `")`)
	if got := w.moves(); !strings.HasPrefix(got, "34-30 18-22 32-27 16-21?? 27x18") {
		t.Errorf("the game is %q", got)
	}
}

// TestSignOfAuthor analyses a game whose author praises a blunder: the sign stays, here and in
// the PDN, and what was found is said beside it.
func TestSignOfAuthor(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	w.paste("1. 34-30 18-22 2. 32-27 16-21 $1 3. 27x18 13x22 *")
	w.await(`document.querySelectorAll("#moves > .move").length === 6`)
	w.click("#tab-analyse")
	w.analyse()
	w.click("#next-mistake")
	w.await(`document.querySelector("#moves .here.blunder")?.firstChild.textContent === "16-21!"`)
	w.await(`document.querySelector("#status").textContent.startsWith("16-21! Blunder. ")`)
	if got := strings.Join(strings.Fields(w.copiedPDN()), " "); !strings.Contains(got, " 16-21! {[%eval ") || !strings.Contains(got, "{Blunder. ") || strings.Contains(got, "16-21! $") {
		t.Errorf("copied %s", got)
	}
}

// TestSignsOfFiles opens what stupol analyze writes: its signs are seen, and led to, and what is
// copied then is the same.
func TestSignsOfFiles(t *testing.T) {
	t.Parallel()
	game, _ := analyzed(t, judgedGames[0], 4000, 1<<16)
	text := game.Annotated().String()
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	w.click("#tab-games")
	evaluate[any](w, `void (document.querySelector("#paste").value = `+"`"+text+"`"+`)`)
	w.click("#read")
	w.await(`document.querySelectorAll("#moves > .move").length === 6`)
	w.click("#tab-analyse")
	w.click("#next-mistake")
	w.await(`document.querySelector("#moves .here.blunder")?.firstChild.textContent === "16-21??"`)
	w.await(`document.querySelector("#sign").value === "??"`)
	w.await(fmt.Sprintf(`document.querySelectorAll("#graph .dot.blunder").length === %d`, strings.Count(text, "$4")))
	if got := w.copiedPDN(); got != text {
		t.Errorf("copied\n%s\nread\n%s", got, text)
	}
	w.click("#tab-analyse") // the engine finds something here, and has not judged the game
	w.click("#engine")
	w.await(`document.querySelectorAll("#lines li").length > 0`)
	w.click("#engine")
	if got := w.copiedPDN(); got != text {
		t.Errorf("copied after a look at one position\n%s\nread\n%s", got, text)
	}
	w.choose("#sign", "!?")
	w.await(`document.querySelector("#moves .here")?.firstChild.textContent === "16-21!?"`)
	if got := w.copiedPDN(); !strings.Contains(got, "16-21!?") || strings.Contains(got, "16-21!? $4") {
		t.Errorf("copied\n%s", got)
	}
}

// TestCopiedAnalysis analyses a game and copies it, with the analysis and without.
func TestCopiedAnalysis(t *testing.T) {
	w := analysed(t, serve(t, testOptions(), usualTimeouts), blunderGame)
	if got := w.copiedPDN(); !strings.Contains(got, `[Annotator "Stupol"]`) || !strings.Contains(got, "16-21 $4") || !strings.Contains(got, "{Blunder. ") || !strings.Contains(got, "(2... ") || !strings.Contains(got, "[%eval ") {
		t.Errorf("copied\n%s", got)
	}
	w.click("#with-analysis")
	if got := w.copiedPDN(); strings.Contains(got, "Stupol") || !strings.Contains(got, "1. 34-30 18-22 2. 32-27 16-21 3. 27x18 13x22") {
		t.Errorf("copied without the analysis\n%s", got)
	}
}

// copiedPDN returns what the panel Games copies, which stands in its text field where the
// browser does not let the page copy.
func (w *window) copiedPDN() string {
	w.t.Helper()
	w.click("#tab-games")
	evaluate[any](w, `void (navigator.clipboard.writeText = async () => { throw new Error("not allowed"); }, document.querySelector("#paste").value = "")`)
	w.click("#copy-pdn")
	w.await(`document.querySelector("#paste").value !== ""`)
	return evaluate[string](w, `document.querySelector("#paste").value`)
}

// TestPicturesOfMistakes draws pictures of what is said of mistakes, as TestScreenshots does.
func TestPicturesOfMistakes(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("STUPOL_SCREENSHOTS")
	if folder == "" {
		t.Skip("STUPOL_SCREENSHOTS names no folder")
	}
	s := serve(t, testOptions(), usualTimeouts)
	game := "#v=international&m=" + playedGame(t, 50)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"phone", 360, 640}, {"desktop", 1280, 800}} {
		for _, theme := range []string{"light", "dark"} {
			w := openSized(t, s, game, size.width, size.height)
			w.quietly = true
			w.name = filepath.Join(folder, size.name+"-"+theme)
			w.setTheme(theme)
			w.shootMistakes()
		}
	}
}

func (w *window) shootMistakes() {
	w.click("#tab-analyse")
	w.choose("#budget", "usual")
	w.click("#review")
	w.await(`/Pass 2/.test(document.querySelector("#review-state").textContent)`)
	evaluate[any](w, `void document.querySelector("#review").scrollIntoView({ block: "center" })`)
	w.shoot("reviewing")
	w.click("#review")
	w.analyse()
	w.click("#next-mistake")
	w.click("#next-mistake")
	w.click("#next-mistake")
	w.await(`!document.querySelector("#better").hidden`)
	w.settle()
	w.shoot("reviewed")
	w.choose("#line-count", "3")
	w.click("#engine")
	w.await(`document.querySelectorAll("#lines li").length === 3`)
	w.shoot("mistake")
	w.click("#engine")
	w.click("#better .why + .line .pv:nth-child(2)")
	w.settle()
	w.shoot("better")
}
