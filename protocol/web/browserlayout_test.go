package web

import (
	"fmt"
	"slices"
	"testing"
)

// TestLayout looks at the page in windows of many sizes, in English and in the languages with
// the longest words: the whole board is to be seen, nothing is beside the window, what has room
// has no scroll bar, and no button is too small for its text.
func TestLayout(t *testing.T) {
	t.Parallel()
	s, tabs := serveAll(t)
	w := open(t, s, "#v=international&m=32-28.19-23")
	for _, language := range []string{"", "de", "ru"} {
		if language != "" {
			w.speak(language)
		}
		w.settle()
		for _, size := range []struct {
			width, height int64
			board         int // least width
		}{
			{360, 640, 330},
			{844, 390, 310},
			{800, 600, 420},
			{1024, 768, 510},
			{1280, 800, 560},
			{1920, 1080, 740},
			{2560, 1440, 1000},
		} {
			w.resize(size.width, size.height)
			for _, tab := range tabs {
				for _, fault := range evaluate[[]string](w, fmt.Sprintf(faultsOfLayout, tab, size.width, size.height, size.board)) {
					t.Errorf("%dx%d %s %s: %s", size.width, size.height, language, tab, fault)
				}
			}
		}
	}
}

// faultsOfLayout opens a tab and tells what is not as TestLayout wants it, in a window of a width and
// height and with a board of a least width.
const faultsOfLayout = `(async (tab, width, height, least) => {
	const faults = [], fault = (text, ...values) => faults.push([text, ...values.map((v) => JSON.stringify(v))].join(" "));
	tab.click();
	` + twoFrames + `
	const own = tab.getBoundingClientRect(), all = document.querySelector(".tabs").getBoundingClientRect();
	if (own.left < all.left - 1 || own.right > all.right + 1) fault("the tab is not to be seen as a whole");
	const b = document.querySelector(".squares").getBoundingClientRect(), { scrollWidth, scrollHeight } = document.documentElement;
	if (b.left < 0 || b.top < 0 || b.right > width || b.bottom > height || b.width < least) fault("the board is not whole in the window and " + least + " wide at least:", b);
	if (Math.abs(b.width - b.height) > 1) fault("the board is no square:", b);
	if (scrollWidth > width || scrollHeight > height) fault("the page is larger than the window:", scrollWidth, scrollHeight);
	const uneven = ` + unevenRows + `;
	if (uneven.length) fault("not as high as what they stand beside:", uneven);
	const narrow = [...document.querySelectorAll("button, .button, .segments span, .panel, .moves-box, header")].filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1);
	if (narrow.length) fault("too narrow for their texts:", narrow.map((e) => e.id || e.textContent));
	return faults;
})(document.querySelector("#tab-%s"), %d, %d, %d)`

// tab opens a panel, on a narrow page as a sheet.
func (w *window) tab(name string) {
	w.t.Helper()
	evaluate[any](w, fmt.Sprintf(`void ((tab) => {
		if (tab.getAttribute("aria-selected") !== "true" || !document.body.classList.contains("sheet")) tab.click();
	})(document.querySelector("#tab-%s"))`, name))
}

// TestBoardStays opens and begins games in every way there is: then the whole board is in the window
// and nothing lies over it, with both players and, outside puzzles, a line of moves.
func TestBoardStays(t *testing.T) {
	s, tabs := serveAll(t)
	for _, size := range [][2]int64{{360, 640}, {390, 844}, {844, 390}, {1280, 800}, {1920, 1080}} {
		w := openSized(t, s, "#v=international&m=32-28.19-23", size[0], size[1])
		w.still()
		w.quietly = true // searches are ended
		seen := func(how string) {
			t.Helper()
			w.settle()
			if got := evaluate[[]string](w, `[...document.querySelectorAll(document.body.classList.contains("learning") ? ".squares, .player" : ".squares, .player, #moves")].filter((e) => {
				const b = e.getBoundingClientRect(), inset = 4;
				const free = [[b.left, b.top], [b.right, b.top], [b.left, b.bottom], [b.right, b.bottom], [(b.left + b.right) / 2, (b.top + b.bottom) / 2]].every(([x, y]) => {
					const at = document.elementFromPoint(Math.min(Math.max(x, b.left + inset), b.right - inset), Math.min(Math.max(y, b.top + inset), b.bottom - inset));
					return e.contains(at) || e.parentElement.contains(at);
				});
				return !free || b.top < 0 || b.left < 0 || b.bottom > innerHeight || b.right > innerWidth || !b.height;
			}).map((e) => (e.id || e.getAttribute("class")) + " " + JSON.stringify(e.getBoundingClientRect()))`); len(got) > 0 {
				t.Errorf("%dx%d, %s: not to be seen: %q", size[0], size[1], how, got)
			}
		}
		do := func(how, selector, until string) {
			t.Helper()
			w.click(selector)
			w.await(until)
			seen(how)
		}
		const none = `document.querySelectorAll("#moves .move").length === 0`
		seen("a link")
		evaluate[any](w, `void (document.querySelector("#level").value = 1, document.querySelector("#time").value = "m500", document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
		w.tab("play")
		do("play on from here", "#play-on", `!document.querySelector("#play-now").hidden`)
		w.resign()
		do("analyse this game", "#analyse-game", `!document.querySelector("#panel-analyse").hidden`)
		w.tab("play")
		do("rematch", "#rematch", `document.querySelector("#take-back").checkVisibility()`)
		w.resign()
		do("a game against Stupol", "#start", `document.querySelector("#take-back").checkVisibility()`)
		w.resign()
		w.tab("games")
		do("a game of the browser", "#recent .game", `document.querySelectorAll("#moves .move").length > 0`)
		w.paste(libraryOf(40))
		w.await(`document.querySelectorAll("#file-games .game").length === 40`)
		w.tab("games")
		do("a game of a file", "#file-games li:nth-child(30) .game", `document.querySelector("#file-games li:nth-child(30) .chosen") !== null`)
		if slices.Contains(tabs, "library") {
			w.tab("library")
			w.await(`document.querySelectorAll("#library-games .game").length > 1`)
			do("a game of the library", "#library-games li:nth-child(2) .game", `document.querySelector("#library-games li:nth-child(2) .chosen") !== null`)
		}
		do("a puzzle", "#tab-puzzles", `document.body.classList.contains("learning")`)
		w.tab("play") // a low window has no head beside a puzzle
		do("a new game", "#new", none)
		evaluate[any](w, `location.hash = "#v=russian&m=c3-d4"`)
		w.await(`document.querySelectorAll("#moves .move").length === 1`)
		seen("a link in the page")
		w.paste("http://localhost:8080/stupol/#v=international&m=32-28.19-23")
		w.await(`document.querySelectorAll("#moves .move").length === 2`)
		seen("a link pasted")
	}
}

// unevenRows are the controls that stand beside another and are not as high.
const unevenRows = `[...document.querySelectorAll(".engine, .buttons, .move-tools, .wanted")].flatMap((row) => {
	const boxes = [...row.querySelectorAll("button, .button, select, input:not([type=checkbox], [type=file])")].map((e) => ({ name: e.id, ...e.getBoundingClientRect().toJSON() })).filter((b) => b.height);
	return boxes.filter((b, i) => i && b.left > boxes[i - 1].left && b.top < boxes[i - 1].bottom && Math.abs(b.height - boxes[i - 1].height) > 1).map((b) => b.name);
})`

// TestNothingIsCut shows what needs much room in windows that have little: a name beside a clock
// of an hour, games of a file, the board in words, the moves of a database, and numbers, which
// stay with their moves.
func TestNothingIsCut(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := openSized(t, s, "", 1280, 800)
	w.still()
	whole := func(what, language string) {
		t.Helper()
		for _, size := range [][2]int64{{360, 640}, {800, 600}, {844, 390}, {1280, 800}} {
			w.resize(size[0], size[1])
			if got := evaluate[[]string](w, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((e) => {
				const range = new Range();
				range.selectNodeContents(e);
				return e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1 && e.clientWidth || e.matches(".pv, .whole") && range.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(e).fontSize));
			}).map((e) => e.textContent)`, what)); len(got) > 0 {
				t.Errorf("%s, %d wide: not whole: %q", language, size[0], got)
			}
		}
		w.resize(1280, 800)
	}
	for _, language := range []string{"pl", "ru"} {
		w.speak(language)
		evaluate[any](w, `void (document.querySelector("#time").value = "c60+0", document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
		w.click("#start")
		w.await(`document.querySelectorAll(".clock").length === 2`)
		w.settle()
		whole(".player .name", language)
		w.click("#text-toggle")
		whole("#diagram", language)
		w.click("#text-toggle")
		w.paste(libraryOf(2))
		w.await(`document.querySelectorAll("#file-games .game").length === 2`)
		whole(".game *", language)
		w.paste("1. 32-28 (1. 31-27 19-23 2. 33-28 14-19 3. 39-33 10-14 4. 44-39 5-10 5. 50-44 20-25 6. 37-31 14-20) 1... 19-23 *")
		w.await(`document.querySelectorAll("#moves .variation .move").length === 12`)
		if n := evaluate[int](w, `document.querySelectorAll("#moves .variation .whole .count").length`); n != 6 {
			t.Errorf("%d numbers stand with their moves, want 6", n)
		}
		whole("#moves .whole", language)
		w.paste("W:W38,K27:B12,K5")
		w.click("#tab-analyse")
		w.await(`document.querySelectorAll("#facts .loss").length > 0`)
		whole("#facts .pv", language)
		w.click("#tab-play")
	}
}

// TestNamesOfTabs looks at the names of the tabs in all languages: with a library, too, each is to be seen
// whole, and apart from the next.
func TestNamesOfTabs(t *testing.T) {
	t.Parallel()
	s, _ := serveAll(t)
	w := openSized(t, s, "", 1280, 800)
	for _, language := range evaluate[[]string](w, `[...document.querySelectorAll("#language option")].map((o) => o.value).filter(Boolean)`) {
		w.speak(language)
		for _, size := range [][2]int64{{360, 640}, {844, 390}, {800, 600}, {1024, 768}, {1280, 800}} {
			w.resize(size[0], size[1])
			if got := evaluate[[]string](w, `(() => {
				const library = document.querySelector("#tab-library");
				const { hidden } = library;
				const cut = [hidden, true].flatMap((without) => {
					library.hidden = without;
					const { left, right } = document.querySelector(".tabs").getBoundingClientRect();
					const texts = [...document.querySelectorAll(".tabs button")].filter((b) => b.checkVisibility()).map((b) => {
						const range = new Range();
						range.selectNodeContents(b);
						return { name: b.textContent, ...range.getBoundingClientRect().toJSON() };
					});
					return texts.filter((t, i) => t.left < left + 2 || t.right > right - 2 || (texts[i + 1]?.top === t.top && texts[i + 1].left < t.right + 5)).map((t) => t.name);
				});
				library.hidden = hidden;
				return cut;
			})()`); len(got) > 0 {
				t.Errorf("%s, %d wide: no room for %q", language, size[0], got)
			}
		}
	}
}

// TestChoicesAreWhole looks at every list to choose from, in all panels and dialogs and in all
// languages: whatever is chosen can be read as a whole, above all the name of the game, which
// makes the head no higher.
func TestChoicesAreWhole(t *testing.T) {
	t.Parallel()
	s, _ := serveAll(t)
	w := openSized(t, s, "", 360, 640)
	for _, language := range evaluate[[]string](w, `[...document.querySelectorAll("#language option")].map((o) => o.value).filter(Boolean)`) {
		w.speak(language)
		evaluate[any](w, `void document.querySelector("#rules-open").click()`) // the choice in it is made then
		w.await(`document.querySelector("#rules").open`)
		evaluate[any](w, `void document.querySelector("#rules").close()`)
		for _, size := range [][2]int64{{360, 640}, {480, 800}, {1024, 768}} {
			w.resize(size[0], size[1])
			if got := evaluate[[]string](w, `(() => {
				const cut = new Set(), seen = new Set(), head = document.querySelector("header"), high = head.offsetHeight;
				const look = () => {
					for (const s of document.querySelectorAll("select")) {
						if (seen.has(s) || !s.checkVisibility()) continue;
						seen.add(s);
						const shown = s.nextElementSibling;
						if (s.matches(".wrapping > select")) {
							for (const o of s.options) {
								shown.textContent = o.textContent;
								if (shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight || head.offsetHeight > high) cut.add(s.id + ": " + o.textContent);
							}
							shown.textContent = s.selectedOptions[0].textContent;
							continue;
						}
						const whole = s.cloneNode(true);
						whole.style.cssText = "position: absolute; width: max-content; min-width: 0; max-width: none";
						s.after(whole);
						if (whole.offsetWidth > s.offsetWidth) cut.add(s.id);
						whole.remove();
					}
				};
				const panels = [...document.querySelectorAll(".panel")], now = panels.find((p) => !p.hidden);
				for (const panel of [...panels, now]) {
					for (const p of panels) p.hidden = p !== panel;
					look();
				}
				for (const d of document.querySelectorAll("dialog")) {
					d.showModal();
					look();
					d.close();
				}
				return [...cut];
			})()`); len(got) > 0 {
				t.Errorf("%s, %d wide: no room for %q", language, size[0], got)
			}
		}
	}
	w.choose("#variant", "english")
	w.await(`document.querySelector("#variant + span").textContent === "Английские (чекерс)"`)
	w.choose("#time", "own")
	w.await(`document.querySelector("#time + span").textContent === "Другой контроль…"`)
}

// TestResultOnPhone analyses a game on a phone, in languages with long words: what is shown
// meanwhile and in the end is not wider than the panel.
func TestResultOnPhone(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	for _, language := range []string{"de", "ru", "fr"} {
		w := openSized(t, s, "#v=international&m="+playedGame(t, 50), 360, 640)
		w.quietly = true // searches are ended
		w.speak(language)
		w.click("#tab-analyse")
		w.click("#review")
		fits := func() {
			t.Helper()
			if got := evaluate[int](w, `document.querySelector("#panel-analyse").scrollWidth - document.querySelector("#panel-analyse").clientWidth`); got > 1 {
				t.Errorf("%s: the panel is %d too wide", language, got)
			}
		}
		w.await(`document.querySelector(".learn-open") !== null && document.querySelector("#review-state").textContent !== ""`)
		fits()
		w.click("#review")
		w.await(`document.querySelector("#review-progress").hidden`)
		fits()
	}
}

// TestNoticesCoverNothing shows a notice over the same page with and without room for it.
func TestNoticesCoverNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	for _, size := range [][2]int64{{360, 800}, {844, 390}, {1280, 800}} {
		width := size[0]
		w := openSized(t, s, "", width, size[1])
		w.quietly = true // the refusal is in the console
		w.typeMove("1-50")
		w.await(`!document.querySelector("#notice").hidden`)
		if high := evaluate[int](w, `document.documentElement.scrollHeight`); width == 1280 && high > 800 {
			t.Errorf("the notice makes the page %d high", high)
		}
		if covered := evaluate[[]string](w, `(() => {
			const n = document.querySelector("#notice").getBoundingClientRect();
			return [...document.querySelectorAll("button, select, input, textarea, .squares")].filter((e) => {
				const b = e.getBoundingClientRect();
				return e.checkVisibility() && !e.closest("#notice") && b.width && b.left < n.right && b.right > n.left && b.top < n.bottom && b.bottom > n.top;
			}).map((e) => e.id);
		})()`); len(covered) > 0 {
			t.Errorf("%d wide: the notice covers %q", width, covered)
		}
		w.click("#notice-close")
		w.await(`document.querySelector("#notice").hidden`)
	}
}

// TestNoticesAreWhole shows a long notice with a button, on a phone.
func TestNoticesAreWhole(t *testing.T) {
	t.Parallel()
	w := openSized(t, serve(t, testOptions(), usualTimeouts), "", 360, 640)
	w.still()
	for _, language := range []string{"fr", "ru", "pt"} {
		w.speak(language)
		w.play("32-28")
		w.click("#new")
		w.await(`!document.querySelector("#notice-act").hidden`)
		if cut := evaluate[int](w, `((p) => p.scrollHeight - p.clientHeight)(document.querySelector("#notice-text"))`); cut > 0 {
			t.Errorf("%s: %d pixels of the notice are not to be seen", language, cut)
		}
	}
}

// TestAnalysisBesideMoves analyses a game at 1280x800, with a library: the progress, then the
// lines, the graph, the result, what the library knows, and eight rows of moves are to be seen
// together. So many rows there are beside the games, too.
func TestAnalysisBesideMoves(t *testing.T) {
	t.Parallel()
	s, tabs := serveAll(t)
	withLibrary := slices.Contains(tabs, "library")
	w := openSized(t, s, "#v=international&m="+playedGame(t, 50), 1280, 800)
	w.quietly = true // searches are ended
	seen := func(when string, ids ...string) {
		t.Helper()
		for _, id := range ids {
			if !evaluate[bool](w, fmt.Sprintf(`(() => {
				const b = document.querySelector("#%s").getBoundingClientRect(), p = document.querySelector("#panel-analyse").getBoundingClientRect();
				return b.height > 0 && b.top >= p.top && b.bottom <= p.bottom && b.bottom <= innerHeight;
			})()`, id)) {
				t.Errorf("%s: #%s is not to be seen", when, id)
			}
		}
	}
	rows := func(when string, want float64) {
		t.Helper()
		if got := evaluate[float64](w, `document.querySelector("#moves").clientHeight / document.querySelector("#moves > .move").offsetHeight`); got < want {
			t.Errorf("%s: %.1f rows of moves, want %v", when, got, want)
		}
	}
	for _, language := range []string{"en", "de", "ru"} {
		w.speak(language)
		w.click("#tab-analyse")
		w.click("#review")
		w.await(`!document.querySelector("#graph").hidden && !document.querySelector("#review-progress").hidden && !document.querySelector("#review-result").hidden`)
		seen(language+", under way", "graph", "review", "review-result", "review-progress")
		rows(language+", under way", 8)
		w.click("#review")
		w.await(`document.querySelector("#review-progress").hidden`)
		w.choose("#line-count", "3")
		w.click("#go-first")
		w.click("#engine")
		w.await(`document.querySelectorAll("#lines li").length === 3`)
		seen(language+", in the end", "lines", "graph", "review", "review-result", "threat")
		if withLibrary {
			w.await(`Boolean(document.querySelector("#explorer tbody"))`)
			seen(language, "explorer")
		}
		rows(language+", in the end", 8)
		w.click("#engine")
		w.click("#go-last")
		w.click("#tab-games")
		rows(language+", among the games", 8)
		if withLibrary {
			w.click("#tab-library")
			rows(language+", in the library", 5)
		}
	}
}

// TestNothingIsPushedOut plays a game with all that needs room at 1280x800: a move to confirm
// makes no scroll bar, and when the game is over its result and what to do next are to be seen.
func TestNothingIsPushedOut(t *testing.T) {
	t.Parallel()
	w := openSized(t, serve(t, testOptions(), usualTimeouts), "", 1280, 800)
	w.still()
	w.check("confirm-moves", true)
	if got := w.text("#draws option"); got != "FMJD (usual)" {
		t.Errorf("the rules of draws are %q", got)
	}
	evaluate[any](w, `void (document.querySelector("#time").value = "own", document.querySelector("#play-form").dispatchEvent(new Event("input")))`)
	w.click("#start")
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.clickSquares("32", "28")
	w.await(`!document.querySelector("#confirm").hidden`)
	if high := evaluate[int](w, `document.documentElement.scrollHeight`); high > 800 {
		t.Errorf("the page is %d high while a move is confirmed", high)
	}
	w.click("#confirm-no")
	w.resign()
	w.await(`!document.querySelector("#rematch").hidden`)
	for _, id := range []string{"play-state", "analyse-game", "rematch"} {
		if !evaluate[bool](w, fmt.Sprintf(`(() => {
			const b = document.querySelector("#%s").getBoundingClientRect(), p = document.querySelector("#panel-play").getBoundingClientRect();
			return b.height > 0 && b.top >= p.top && b.bottom <= p.bottom;
		})()`, id)) {
			t.Errorf("#%s is not to be seen when the game is over", id)
		}
	}
}

// TestAnalysedGameFits looks at the panel of analysis and at what was better, in the languages
// with the longest words and in windows that leave them the least room: nothing is cut, and
// there is no scroll bar below.
func TestAnalysedGameFits(t *testing.T) {
	t.Parallel()
	w := openSized(t, serve(t, testOptions(), usualTimeouts), blunderGame, 1280, 800)
	for _, language := range []string{"en", "de", "pl", "ru"} {
		w.speak(language)
		w.click("#tab-analyse")
		w.analyse()
		w.click("#next-mistake")
		w.await(`!document.querySelector("#better").hidden`)
		for _, size := range [][2]int64{{360, 640}, {800, 600}, {1280, 800}} {
			w.resize(size[0], size[1])
			if got := evaluate[[]string](w, `[...document.querySelectorAll("#panel-analyse, #panel-analyse button, #better .name")].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map((e) => e.id || e.textContent)`); len(got) > 0 {
				t.Errorf("%s, %d wide: too narrow: %q", language, size[0], got)
			}
		}
	}
}

// TestDialogsFit opens the dialogs at 1280x800: they need no scroll bar in any language tried.
func TestDialogsFit(t *testing.T) {
	t.Parallel()
	w := openSized(t, serve(t, testOptions(), usualTimeouts), "", 1280, 800)
	for _, language := range []string{"en", "de", "pl", "ru"} {
		w.speak(language)
		for _, dialog := range []string{"settings", "help", "rules"} {
			w.click("#" + dialog + "-open")
			w.await(fmt.Sprintf(`document.querySelector("#%s").open && document.querySelectorAll("#rules[open] .diagrams svg").length !== 0 === %v`, dialog, dialog == "rules"))
			if over := evaluate[int](w, fmt.Sprintf(`((d) => d.scrollHeight - d.clientHeight)(document.querySelector("#%s"))`, dialog)); over > 0 {
				t.Errorf("%s, %s: %d pixels do not fit", language, dialog, over)
			}
			w.click("#" + dialog + " .drop")
		}
	}
}
