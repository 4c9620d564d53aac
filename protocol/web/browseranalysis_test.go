package web

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestAnalysis switches the engine on and off, kills it in between, and ends the
// server and starts it again.
func TestAnalysis(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server, ended := newServer(testOptions(), quick), make(chan error, 1)
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
	server = newServer(testOptions(), quick)
	go func() { ended <- server.Serve(ctx, again) }()
	defer func() { stop(); <-ended }()
	w.await(fresh)
}

// TestReview analyses a game with a blunder, which is marked.
func TestReview(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	w := open(t, s, "#v=international&m=32-28.19-23.28x19x23.14x23x19.34-30.20-25.40-34")
	w.click("#tab-analyse")
	w.click("#review")
	w.await(`/Pass 2/.test(document.querySelector("#review-state").textContent)`)
	w.click("#review")
	w.await(`/blunders/.test(document.querySelector("#review-state").textContent)`)
	w.await(`Boolean(document.querySelector("#graph .curve")) && document.querySelectorAll(".move .score").length === 7`)
	w.click("#graph svg")
	w.await(`Boolean(document.querySelector("#moves .here"))`)
}

// TestClickLine plays the first move of a line, twice: the lines follow to the new
// position, and the second click is on a move that is legal there.
func TestClickLine(t *testing.T) {
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
	if got := w.text("#notice"); got != "" {
		t.Errorf("the notice is %q", got)
	}
	w.await(`location.hash.split(".").length === 2`)
	w.run(chromedp.Reload())
	w.await(`document.body?.dataset.ready === "yes" && document.querySelectorAll("#moves > .move").length === 2`)
}

// TestCommentWhileThinking writes a comment while the engine finds new scores and a
// move is played: it stays, and is about the move it was begun for.
func TestCommentWhileThinking(t *testing.T) {
	w := open(t, serve(t, testOptions(), usualTimeouts), "#v=international&m=32-28.19-23.28x19x23.14x23x19")
	w.quietly = true // searches are ended
	w.click("#tab-analyse")
	w.click("#review")
	w.click("#comment")
	for _, letter := range "good" {
		w.run(chromedp.KeyEvent(string(letter)), chromedp.Sleep(400*time.Millisecond))
	}
	if got := evaluate[string](w, `document.querySelector("#comment").value`); got != "good" {
		t.Errorf("the comment is %q", got)
	}
	evaluate[any](w, `void document.querySelector("#go-back").click()`) // without taking the focus
	w.run(chromedp.Sleep(300 * time.Millisecond))
	evaluate[any](w, `void document.activeElement.blur()`)
	w.await(`document.querySelectorAll("#moves > .move").length === 4 && document.querySelector("#moves > .aside")?.previousElementSibling.textContent.startsWith("14x23")`)
	if got := evaluate[string](w, `document.querySelector("#comment").value`); got != "" {
		t.Errorf("the move before has the comment %q", got)
	}
}
