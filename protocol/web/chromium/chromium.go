// Package chromium starts a Chromium without windows, for tests of pages.
package chromium

import (
	"context"
	"errors"
	"fmt"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// Names are the programs that are looked for on the PATH, the best first: a shell without windows
// opens a page with a third of the processor time that the whole of Chromium takes.
var Names = []string{"chromium-headless-shell", "headless_shell", "headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// ErrNone says that there is no Chromium.
var ErrNone = errors.New("no Chromium on the PATH: apt-get install chromium-headless-shell, to test the page in a browser")

// Start starts a browser, which asks nobody outside this machine, and returns its context and what
// ends it. The error is ErrNone where there is none.
func Start() (browser context.Context, stop func(), err error) {
	path := ""
	for _, name := range Names {
		if path, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if path == "" {
		return nil, nil, ErrNone
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("no-pings", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	browser, cancel := chromedp.NewContext(allocator)
	stop = func() { cancel(); end() }
	if err := chromedp.Do(browser); err != nil { // a deadline of the first call would be that of the browser
		stop()
		return nil, nil, fmt.Errorf("the browser does not start: %w", err)
	}
	return browser, stop, nil
}
