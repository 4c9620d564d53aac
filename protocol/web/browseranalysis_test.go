package web

import (
	"context"
	"fmt"
	"net"
	"slices"
	"testing"
)

// TestAnalysis switches the engine on and off, kills it in between, and ends the
// server and starts it again.
func TestAnalysis(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(context.Background())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	limits := usualTimeouts
	limits.linger = quick.linger
	server, ended := newServer(testOptions(), limits), make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	w := open(t, &site{server, l.Addr().String()}, "#v=international")
	w.quietly = true // broken connections are in the console
	w.click("#tab-analyse")
	w.click("#engine")
	fresh := `document.querySelectorAll("#lines li").length > 0 && /depth \d+/.test(document.querySelector("#engine-state").textContent)`
	w.await(fresh)
	w.click("#engine")
	w.await(`document.querySelector("#engine-state").textContent === "The engine is off."`)
	eventually(t, "the engine is freed", func() bool { return server.engines.count() == 0 })
	w.click("#engine")
	w.await(fresh)

	for _, name := range tabNames(server) {
		server.engines.free(name)
	}
	eventually(t, "the page asks for another engine", func() bool { return server.engines.count() == 1 })
	w.await(fresh)

	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	w.await(`/does not answer/.test(document.querySelector("#engine-state").textContent)`)
	again, err := net.Listen("tcp", w.site.address)
	if err != nil {
		t.Skipf("the port is taken: %v", err)
	}
	ctx, stop = context.WithCancel(context.Background())
	server = newServer(testOptions(), limits)
	go func() { ended <- server.Serve(ctx, again) }()
	defer func() { stop(); <-ended }()
	w.await(fresh)
}

// TestThreeLines analyses with three lines, follows a move, and stops.
func TestThreeLines(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=russian&m=22-18")
	w.quietly = true // searches are ended
	w.still()
	w.click("#tab-analyse")
	w.choose("#line-count", "3")
	w.click("#engine")
	const three = `document.querySelectorAll("#lines li").length === 3 && /depth [5-9]|depth \d\d/.test(document.querySelector("#engine-state").textContent)`
	w.await(three)
	w.play("b6-a5")
	w.await(three)
	w.click("#engine")
	w.await(`document.querySelector("#engine-state").textContent === "The engine is off."`)
	lines := evaluate[[]string](w, `[...document.querySelectorAll("#lines li")].map((l) => l.querySelector(".pv").textContent)`)
	slices.Sort(lines)
	if len(slices.Compact(lines)) != 3 {
		t.Errorf("the lines are %q", lines)
	}
}

// TestReview analyses a game with a blunder, which is marked, also after it is loaded again.
func TestReview(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=34-30.18-22.32-27.16-21.27x18x22.13x22x18")
	w.click("#tab-analyse")
	w.click("#review")
	const result = `/^White [0-9.]+ % \d \?\? \d \? \d \?!( Learn)? Black [0-9.]+ % 1 \?\? /.test([...document.querySelectorAll("#review-result tbody :is(th, td)")].map((c) => c.textContent).join(" "))`
	w.await(`document.querySelector("#review").textContent !== "Stop" && ` + result)
	w.await(`/^White: accuracy [0-9.]+ %, .*Black: accuracy [0-9.]+ %, 1 blunder, /.test(document.querySelector("#live").textContent)`)
	const signs = `[...document.querySelectorAll("#moves > .move.blunder")].some((m) => m.firstChild.textContent === "16-21??")`
	w.await(signs)
	w.await(`document.querySelectorAll("#graph .dot.blunder").length > 0`)
	w.click("#moves > .move.blunder")
	w.await(`/^16-21\?\? Blunder\. \d+-\d+ keeps \d+ % and this move keeps \d+ %\.$/.test(document.querySelector("#status").textContent)`)
	w.click("#go-first")
	w.click("#next-mistake")
	w.await(`document.querySelector("#moves .here")?.firstChild.textContent === "16-21??"`)
	w.reload()
	w.await(`document.body?.dataset.ready === "yes" && ` + signs + " && " + result)
}

// TestBudgets analyses a game quickly, then once more: what was found quickly spares no search
// of the usual budget, and that spares all of a quick one.
func TestBudgets(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=34-30.18-22.32-27.16-21.27x18x22.13x22x18")
	w.click("#tab-analyse")
	searches := func(budget string) int {
		w.choose("#budget", budget)
		evaluate[any](w, `performance.clearResourceTimings()`)
		w.click("#review")
		w.await(`document.querySelector("#review").textContent !== "Stop" && !document.querySelector("#review-result").hidden`)
		return evaluate[int](w, `performance.getEntriesByType("resource").filter((r) => r.name.endsWith("/api/search")).length`)
	}
	if n := searches("quick"); n < 6 {
		t.Errorf("%d searches of a game of which nothing was known", n)
	}
	if n := searches("usual"); n < 6 {
		t.Errorf("%d searches of a game that was analysed quickly", n)
	}
	if n := searches("quick"); n != 0 {
		t.Errorf("%d searches of a game that was analysed better before", n)
	}
}

// TestReviewStopped ends the analysis of a game before it is complete.
func TestReviewStopped(t *testing.T) {
	t.Parallel()
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international&m=32-28.19-23.28x19x23.14x23x19.34-30.20-25.40-34")
	w.click("#tab-analyse")
	w.choose("#budget", "deep")
	w.click("#review")
	w.await(`document.querySelectorAll(".move .score").length > 4 && /Pass/.test(document.querySelector("#review-state").textContent) && document.querySelector("#review-done").max > 1`)
	w.click("#review")
	w.await(`document.querySelector("#review").textContent === "Analyse the game" && !document.querySelector("#review-result").hidden && document.querySelector("#review-progress").hidden`)
	w.await(`Boolean(document.querySelector("#graph .curve")) && document.querySelectorAll(".move .score").length > 4`)
	w.click("#graph")
	w.await(`Boolean(document.querySelector("#moves .here"))`)
}

// TestClickWhileReviewing presses the mouse on a move, and on the graph, and lets it go
// after scores have come in.
func TestClickWhileReviewing(t *testing.T) {
	t.Parallel()
	const scores = `[...document.querySelectorAll("#moves .score")].map((s) => s.textContent).join()`
	const here = `document.querySelector("#moves .here")?.firstChild.textContent || ""`
	s := serve(t, testOptions(), usualTimeouts)
	for _, selector := range []string{"#moves .move", "#graph"} {
		// A game for each, of which nothing is known yet: the analysis of one that is known ends at once.
		w := open(t, s, "#v=international&m=32-28.19-23.28x19x23.14x23x19.34-30.20-25.40-34")
		w.click("#tab-analyse")
		w.choose("#budget", "deep") // it goes on while this looks
		w.click("#review")
		w.await(`!document.querySelector("#graph").hidden`)
		at := evaluate[point](w, fmt.Sprintf(`(() => {
			const b = document.querySelector(%q).getBoundingClientRect();
			return {X: b.left + b.width / 4, Y: b.top + b.height / 2}; // the graph makes room for the result
		})()`, selector))
		before, from := evaluate[string](w, scores), evaluate[string](w, here)
		w.mouse(pressed, left, at, false)
		w.await(fmt.Sprintf(`%s !== %q`, scores, before))
		w.mouse(released, left, at, false)
		w.await(fmt.Sprintf(`(%s) !== %q`, here, from))
	}
}

// TestClickLine plays the first move of a line, twice: the lines follow to the new
// position, and the second click is on a move that is legal there.
func TestClickLine(t *testing.T) {
	t.Parallel()
	const press = `void ((b) => { b.focus(); b.click(); })(document.querySelector("#lines .pv"))` // as a mouse does
	w := open(t, serve(t, testOptions(), usualTimeouts), "")
	w.quietly = true // searches are ended
	w.click("#tab-analyse")
	w.click("#engine")
	w.await(`document.querySelectorAll("#lines .pv").length > 0`)
	evaluate[any](w, press)
	w.await(`document.querySelectorAll("#moves > .move").length === 1`)
	w.await(`document.querySelectorAll("#lines .pv").length > 0 && document.querySelector("#lines .pv").textContent !== document.querySelector("#moves > .move").firstChild.textContent`)
	evaluate[any](w, press)
	w.await(`document.querySelectorAll("#moves > .move").length === 2`)
	if got := w.notice(); got != "" {
		t.Errorf("the notice is %q", got)
	}
	w.await(`location.hash.split(".").length === 2`)
	w.reload()
	w.await(`document.body?.dataset.ready === "yes" && document.querySelectorAll("#moves > .move").length === 2`)
}

// TestCommentWhileThinking writes a comment while the engine finds new scores and a
// move is played: it stays, and is about the move it was begun for.
func TestCommentWhileThinking(t *testing.T) {
	t.Parallel()
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23.28x19x23.14x23x19")
	w.quietly = true // searches are ended
	w.click("#tab-analyse")
	w.click("#review")
	w.click("#comment")
	progress := func() {
		const state = `document.querySelector("#review-state").textContent`
		before := evaluate[string](w, state)
		w.await(fmt.Sprintf(`%s !== %q || document.querySelector("#review").textContent !== "Stop"`, state, before))
	}
	for _, letter := range "good" {
		w.press(string(letter))
		progress()
	}
	if got := evaluate[string](w, `document.querySelector("#comment").value`); got != "good" {
		t.Errorf("the comment is %q", got)
	}
	evaluate[any](w, `void document.querySelector("#go-back").click()`) // without taking the focus
	progress()
	evaluate[any](w, `void document.activeElement.blur()`)
	w.await(`document.querySelectorAll("#moves > .move").length === 4 && document.querySelector("#moves > .aside")?.previousElementSibling.textContent.startsWith("14x23")`)
	if got := evaluate[string](w, `document.querySelector("#comment").value`); got != "" {
		t.Errorf("the move before has the comment %q", got)
	}
}
