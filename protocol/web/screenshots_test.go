package web

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestScreenshots draws the pictures of the page into the folder that the
// environment names.
func TestScreenshots(t *testing.T) {
	folder := os.Getenv("STUPOL_SCREENSHOTS")
	if folder == "" {
		t.Skip("STUPOL_SCREENSHOTS names no folder")
	}
	s := serve(t, testOptions(), usualTimeouts)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"phone", 380, 800}, {"desktop", 1280, 800}} {
		for _, theme := range []string{"light", "dark"} {
			w := openIn(t, browser(t), s, "#v=international&m=32-28.19-23.28x19x23.14x23x19.37-32.10-14.41-37.14-19.46-41.5-10", size.width, size.height)
			shoot := func(name string) {
				picture, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(folder, size.name+"-"+theme+"-"+name+".png"), picture, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			eval[any](w, `void (document.documentElement.dataset.theme = "`+theme+`")`)
			shoot("play")
			w.click("#tab-analyse")
			eval[any](w, `void (document.querySelector("#line-count").value = "3", document.querySelector("#line-count").dispatchEvent(new Event("change")))`)
			w.click("#engine")
			w.await(`document.querySelectorAll("#lines li").length === 3 && /depth 1[0-9]/.test(document.querySelector("#engine-state").textContent)`)
			shoot("analyse")
			w.click("#tab-games")
			shoot("games")
			w.click("#tab-setup")
			shoot("setup")
		}
	}
}
