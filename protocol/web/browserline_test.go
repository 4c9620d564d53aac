package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/dxp/breaker"
	"stupol/protocol/peer"
)

// withOpponent returns options of a server that has an opponent, as a command line names it.
func withOpponent(t *testing.T, text string) Options {
	t.Helper()
	all, err := peer.Config(nil).Offered([]string{text})
	must(t, err)
	o := testOptions()
	o.Peers = []Peer{{
		Name: all[0].Name, Line: true, Asks: all[0].Asks,
		Start: func(ctx context.Context, r *movegen.Rules, params map[string]string) (PeerEngine, error) {
			return all[0].Open(ctx, r, params)
		},
	}}
	return o
}

// twoServers starts two: Ben is at one of them, who waits for a game of Anna's, and reaches her, and
// she him, over a line that breaks.
func twoServers(t *testing.T) (anna, ben *site, line *breaker.Breaker) {
	t.Helper()
	at, err := breaker.FreeAddress()
	must(t, err)
	line, err = breaker.New(at)
	must(t, err)
	t.Cleanup(line.Close)
	ben = serve(t, withOpponent(t, "name=Anna,protocol=dxp,asks=true,listen="+at), usualTimeouts)
	anna = serve(t, withOpponent(t, "name=Ben <i>,dxp="+line.Addr()), usualTimeouts)
	return anna, ben, line
}

// gameOn returns the game on a page, by its address.
func (w *window) gameOn() *movegen.Game {
	w.t.Helper()
	g := movegen.NewGame(movegen.International())
	_, moves, _ := strings.Cut(evaluate[string](w, `decodeURIComponent(location.hash)`), "m=")
	for text := range strings.SplitSeq(moves, ".") {
		if text == "" {
			continue
		}
		m, err := g.Rules().ParseHubMove(g.Position(), text)
		must(w.t, err)
		g.Push(m)
	}
	return g
}

// movesMade waits until a page has so many moves, in its address too.
func (w *window) movesMade(plies string) {
	w.t.Helper()
	w.await(`document.querySelectorAll("#moves > .move").length ` + plies + ` && (decodeURIComponent(location.hash).split("m=")[1] ?? "").split(".").filter(Boolean).length === document.querySelectorAll("#moves > .move").length`)
}

// moveByHand makes the first legal move.
func (w *window) moveByHand() {
	w.t.Helper()
	w.await(`document.querySelector("#play-state").textContent === "Your move."`)
	w.movesMade(">= 0")
	g := w.gameOn()
	w.clickMove(g, g.LegalMoves(nil)[0])
}

// TestDXPOnTwoPages has two servers play each other over DXP: Ben by hand, on a phone, and Anna has
// Stupol play. The line breaks in the middle, again and again, and Ben loads his page again.
func TestDXPOnTwoPages(t *testing.T) {
	t.Parallel()
	annasSite, bensSite, line := twoServers(t)
	ben := openSized(t, bensSite, "#v=international", 390, 844)
	language := os.Getenv("STUPOL_LANGUAGE")
	if folder := os.Getenv("STUPOL_SCREENSHOTS"); folder != "" {
		ben.name = filepath.Join(folder, "dxp-phone"+language)
	}
	ben.tab("play")
	ben.chooseOption("#opponent", "Anna")
	ben.click("#start")
	ben.await(`document.querySelector("#line-state").textContent === "Waiting until Anna asks for a game …"`)

	anna := openSized(t, annasSite, "#v=international", 1280, 800)
	anna.tab("play")
	anna.chooseOption("#opponent", "Ben <i>")
	anna.chooseOption("#stand-in", "Stupol")
	anna.chooseOption("#time", "1 hour")
	evaluate[any](anna, `void (document.querySelector("#level").value = 1, document.querySelector("#play-form").dispatchEvent(new Event("input", { bubbles: true })))`)
	anna.click("#start")
	anna.await(`document.querySelector("#line-state").textContent === "Connected with Ben <i>."`)
	ben.await(`document.querySelector("#player-bottom").textContent.includes("You") && document.querySelector("#player-top").textContent.includes("Anna")`)
	for ply := 2; ply <= 12; ply += 2 {
		ben.moveByHand()
		ben.movesMade(fmt.Sprintf(">= %d", ply))
		if ply == 4 || ply == 8 {
			line.Cut()
		}
		if ply == 6 {
			ben.reload()
			ben.await(`document.body?.dataset.ready === "yes"`)
		}
	}
	ben.await(`document.querySelector("#play-state").textContent === "Your move."`)
	anna.await(`document.querySelectorAll("#moves > .move").length === 13`)
	if ben.moves() != anna.moves() {
		t.Errorf("Ben has %s, Anna has %s", ben.moves(), anna.moves())
	}

	ben.await(`!document.querySelector("#line-text").disabled`)
	ben.enter("#line-text", "<b>Goedenavond</b>")
	ben.click("#line-form button")
	anna.await(`document.querySelector("#line-chat").textContent === "Ben <i>: <b>Goedenavond</b>"`)
	if evaluate[bool](anna, `Boolean(document.querySelector("#line b, #line i"))`) {
		t.Error("what a stranger says is HTML")
	}
	ben.click("#take-back")
	anna.await(`document.querySelector("#line-question").textContent === "Ben <i> asks to go back to move 6."`)
	anna.click("#line-no")
	ben.await(`document.querySelector("#notice-text").textContent === "Anna takes no moves back."`)
	ben.click("#take-back")
	anna.await(`!document.querySelector("#line-asks").hidden`)
	anna.click("#line-yes")
	for _, w := range []*window{ben, anna} {
		w.await(`document.querySelectorAll("#moves > .move").length === 11`)
	}
	ben.moveByHand()
	ben.movesMade("=== 13")
	anna.movesMade("=== 13")
	if ben.moves() != anna.moves() {
		t.Errorf("after moves taken back Ben has %s, Anna has %s", ben.moves(), anna.moves())
	}
	ben.resign()
	anna.await(`document.querySelector("#play-state").textContent === "White wins: resignation"`)
}

// TestChatOnPhone writes to the opponent on a phone, below a chat that grows all the time: the button
// stays where it is.
func TestChatOnPhone(t *testing.T) {
	t.Parallel()
	s, f := servePeers(t, usualTimeouts)
	w := openSized(t, s, "#v=international", 390, 844)
	w.still()
	w.tab("play")
	w.chooseOption("#opponent", "Moby")
	w.click("#start")
	f.news <- dxp.News{Kind: dxp.Up}
	w.await(`!document.querySelector("#line-text").disabled`)
	w.enter("#line-text", "Hello")
	send := w.middle("#line-form button")
	for n := 1; n <= 40; n++ {
		f.news <- dxp.News{Kind: dxp.Said, Text: fmt.Sprintf("message %d of many", n)}
		w.await(fmt.Sprintf(`document.querySelectorAll("#line-chat li").length === %d`, n))
		now := evaluate[point](w, `(() => { const b = document.querySelector("#line-form button").getBoundingClientRect(); return { X: b.left + b.width / 2, Y: b.top + b.height / 2 }; })()`)
		if now != send {
			t.Fatalf("after %d messages the button is at %v, and was at %v", n, now, send)
		}
	}
	w.clickAt(send)
	w.await(`document.querySelector("#line-chat").textContent.endsWith("You: Hello") && document.querySelector("#line-text").value === ""`)
	if said := f.lines(); !strings.HasSuffix(said, ", text Hello") {
		t.Errorf("said: %s", said)
	}
	f.news <- dxp.News{Kind: dxp.Asked, Plies: 0}
	w.await(`((e) => { const b = e.getBoundingClientRect(); return b.height > 0 && document.elementFromPoint(b.left + b.width / 2, b.bottom - 2) === e; })(document.querySelector("#line-yes"))`)
}
