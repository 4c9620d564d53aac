package web

import (
	"bufio"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/websocket"
)

// The browser tests drive Firefox instead of Chromium if the environment's BROWSER is firefox.
// It speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) by itself. What only
// Chromium can do, with chromedp, is skipped there.

// inFirefox reports whether the tests are to drive Firefox.
func inFirefox() bool { return os.Getenv("BROWSER") == "firefox" }

// firefoxNames are the programs that Firefox has.
var firefoxNames = []string{"firefox-esr", "firefox"}

// oneFirefox is started for the first test that needs it and serves all of them.
var oneFirefox struct {
	sync.Mutex
	*firefox
}

// A firefox is a running Firefox.
type firefox struct {
	program            *exec.Cmd
	profile, downloads string // folders
	conn               *websocket.Conn

	mu      sync.Mutex
	last    int
	waiting map[int]chan biDiAnswer
	tabs    map[string]*fox
}

// biDiAnswer is what Firefox says: the answer to a command, or an event.
type biDiAnswer struct {
	ID      int
	Type    string
	Result  json.RawMessage
	Error   string
	Message string
	Method  string
	Params  json.RawMessage
}

// theFirefox returns the running Firefox.
func theFirefox(t *testing.T) *firefox {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes long")
	}
	var name string
	for _, n := range firefoxNames {
		if path, err := exec.LookPath(n); err == nil {
			name = cmp.Or(name, path)
		}
	}
	if name == "" {
		t.Skip("no Firefox on the PATH: apt-get install firefox-esr, to test the page in it")
	}
	oneFirefox.Lock()
	defer oneFirefox.Unlock()
	if oneFirefox.firefox == nil {
		f, err := startFirefox(name)
		if err != nil {
			t.Fatalf("Firefox does not start: %v", err)
		}
		oneFirefox.firefox = f
	}
	return oneFirefox.firefox
}

// startFirefox starts Firefox with a profile of its own.
func startFirefox(name string) (*firefox, error) {
	profile, err := os.MkdirTemp("", "firefox-")
	if err != nil {
		return nil, err
	}
	f := &firefox{profile: profile, downloads: filepath.Join(profile, "downloads"), waiting: map[int]chan biDiAnswer{}, tabs: map[string]*fox{}}
	settings := fmt.Sprintf(`user_pref("browser.download.folderList", 2);
user_pref("browser.download.dir", %q);
user_pref("intl.accept_languages", "en-US, en");
user_pref("network.dns.disabled", true);
`, f.downloads)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o600); err != nil {
		return nil, err
	}
	const origin = "http://127.0.0.1"
	f.program = exec.Command(name, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "--remote-allow-origins="+origin)
	dieWithTests(f.program)
	said, err := f.program.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := f.program.Start(); err != nil {
		return nil, err
	}
	lines, address := bufio.NewScanner(said), ""
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "BiDi listening on ")
	}
	if address == "" {
		return nil, errors.Join(errors.New("it does not say where it listens"), lines.Err(), f.program.Wait())
	}
	go func() {
		for lines.Scan() { // lest it waits for a reader
		}
	}()
	if f.conn, err = websocket.Dial(address+"/session", "", origin); err != nil {
		return nil, err
	}
	f.conn.MaxPayloadBytes = 64 << 20
	go f.listen()
	if err := f.do("session.new", object{"capabilities": object{}}, nil); err != nil {
		return nil, err
	}
	return f, f.do("session.subscribe", object{"events": []string{"log.entryAdded", "network.beforeRequestSent"}}, nil)
}

// stop ends Firefox.
func (f *firefox) stop() {
	_ = f.program.Process.Kill() // unless it has ended already
	_ = f.program.Wait()
	_ = os.RemoveAll(f.profile)
}

type object = map[string]any

// listen hands out what Firefox says, until it ends.
func (f *firefox) listen() {
	for {
		var a biDiAnswer
		if err := websocket.JSON.Receive(f.conn, &a); err != nil {
			return
		}
		f.mu.Lock()
		if a.Type == "event" {
			f.event(a)
		} else if waits := f.waiting[a.ID]; waits != nil {
			delete(f.waiting, a.ID)
			waits <- a
		}
		f.mu.Unlock()
	}
}

// event notes in a tab what its console says, and what it asks for.
func (f *firefox) event(a biDiAnswer) {
	var e struct {
		Context string
		Source  struct{ Context string }
		Level   string
		Text    string
		Request struct{ URL string }
	}
	if json.Unmarshal(a.Params, &e) != nil {
		return
	}
	tab := f.tabs[cmp.Or(e.Context, e.Source.Context)]
	if tab == nil {
		return
	}
	if a.Method == "log.entryAdded" {
		tab.window.note(e.Level + ": " + e.Text)
	} else {
		tab.window.noteRequest(e.Request.URL)
	}
}

// do gives a command and waits for its result.
func (f *firefox) do(method string, params object, result any) error {
	waits := make(chan biDiAnswer, 1)
	f.mu.Lock()
	f.last++
	id := f.last
	f.waiting[id] = waits
	f.mu.Unlock()
	if err := websocket.JSON.Send(f.conn, object{"id": id, "method": method, "params": params}); err != nil {
		return err
	}
	select {
	case a := <-waits:
		if a.Type == "error" {
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.Result, result)
	case <-time.After(patience):
		return fmt.Errorf("%s: no answer within %v", method, patience)
	}
}

// A fox is a tab of Firefox.
type fox struct {
	*firefox
	window  *window
	context string
	storage string // what it stores is for the tabs with the same
	shift   bool   // the shift key is held down
}

// openFox opens the page in a tab of Firefox, in a browser window of its own: what is not to be
// seen is slow there. It has the storage of another tab, or its own.
func openFox(t *testing.T, other *fox, s *site, hash string, width, height int64) *window {
	t.Helper()
	w := &window{t: t, site: s}
	f := &fox{firefox: theFirefox(t), window: w}
	if other != nil {
		f.storage = other.storage
	} else {
		var user struct{ UserContext string }
		must(t, f.do("browser.createUserContext", object{}, &user))
		f.storage = user.UserContext
		t.Cleanup(func() { must(t, f.do("browser.removeUserContext", object{"userContext": f.storage}, nil)) })
	}
	var created struct{ Context string }
	must(t, f.do("browsingContext.create", object{"type": "window", "userContext": f.storage}, &created))
	f.context = created.Context
	f.know(f.context, f)
	t.Cleanup(func() {
		f.know(f.context, nil)
		w.verdict()
	})
	must(t, f.resize(width, height))
	w.fox = f
	w.load(hash)
	return w
}

// know remembers a tab, or nil.
func (f *firefox) know(context string, tab *fox) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tabs[context] = tab
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (f *fox) resize(width, height int64) error {
	return f.do("browsingContext.setViewport", object{"context": f.context, "viewport": object{"width": width, "height": height}}, nil)
}

func (f *fox) navigate(address string) error {
	return f.do("browsingContext.navigate", object{"context": f.context, "url": address, "wait": "complete"}, nil)
}

func (f *fox) reload() error {
	return f.do("browsingContext.reload", object{"context": f.context, "wait": "complete"}, nil)
}

// evaluate returns the value of an expression as JSON.
func (f *fox) evaluate(expression string) ([]byte, error) {
	var got struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.do("script.evaluate", object{
		"expression":   "(async () => JSON.stringify(await (" + expression + ")) ?? 'null')()",
		"target":       object{"context": f.context},
		"awaitPromise": true,
	}, &got)
	if err == nil && got.ExceptionDetails.Text != "" {
		err = errors.New(got.ExceptionDetails.Text)
	}
	return []byte(got.Result.Value), err
}

// act has an input device do something.
func (f *fox) act(device object, actions ...object) error {
	device["actions"] = actions
	return f.do("input.performActions", object{"context": f.context, "actions": []object{device}}, nil)
}

// point has the mouse do something at a place, with the shift key held down or not.
func (f *fox) point(at point, shift bool, actions ...object) error {
	if f.shift != shift {
		f.shift = shift
		key := map[bool]string{false: "keyUp", true: "keyDown"}[shift]
		if err := f.act(object{"type": "key", "id": "keys"}, object{"type": key, "value": "\ue008"}); err != nil {
			return err
		}
	}
	there := object{"type": "pointerMove", "x": int(at.X), "y": int(at.Y)}
	return f.act(object{"type": "pointer", "id": "mouse"}, append([]object{there}, actions...)...)
}

// keysOfBiDi are the keys that have no letter, as chromedp calls them and as WebDriver does.
var keysOfBiDi = strings.NewReplacer("\u001b", "\ue00c", "\r", "\ue007", "\t", "\ue004", "\u0301", "\ue015", "\u0302", "\ue012", "\u0303", "\ue014", "\u0304", "\ue013")

// press presses keys one after the other.
func (f *fox) press(keys string) error {
	var actions []object
	for _, key := range keysOfBiDi.Replace(keys) {
		actions = append(actions, object{"type": "keyDown", "value": string(key)}, object{"type": "keyUp", "value": string(key)})
	}
	return f.act(object{"type": "key", "id": "keys"}, actions...)
}

// upload chooses files where the page asks for some.
func (f *fox) upload(selector string, names []string) error {
	var found struct{ Nodes []struct{ SharedID string } }
	err := f.do("browsingContext.locateNodes", object{"context": f.context, "locator": object{"type": "css", "value": selector}}, &found)
	if err == nil && len(found.Nodes) != 1 {
		err = fmt.Errorf("%d elements %s", len(found.Nodes), selector)
	}
	if err != nil {
		return err
	}
	return f.do("input.setFiles", object{"context": f.context, "element": object{"sharedId": found.Nodes[0].SharedID}, "files": names}, nil)
}

// picture returns a picture of what is to be seen.
func (f *fox) picture() ([]byte, error) {
	var got struct{ Data string }
	if err := f.do("browsingContext.captureScreenshot", object{"context": f.context}, &got); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(got.Data)
}
