//go:build js

// The program of the module for pages and for Node: it speaks the Hub protocol with the
// worker of protocol/module, whose README is its manual.
//
// The worker calls globalThis.stupol.receive with each line, and has its function send
// called with each that is to go out.
package main

import (
	"bytes"
	"context"
	"sync"
	"syscall/js"

	"stupol/cmd/wasm/supply"
	"stupol/protocol/hub"
	"stupol/search"
)

// version is set when the module is built: see .ci/module.
var version = "unreleased"

// mostTable is the most memory for the table, whatever is asked for: the system of a phone
// closes pages that take much more.
const mostTable = 256 << 20

func main() {
	worker := js.Global().Get("stupol")
	lines := newInbox()
	worker.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		lines.add(args[0].String())
		return nil
	}))
	err := hub.Serve(context.Background(), lines, output{worker}, hub.Options{
		Name: "Stupol", Version: version, Author: "The Stupol authors", Country: "International",
		Without:   []string{"threads", "bb-dir", "bb-cache", "book-file"}, // there is one processor, and no folder
		Prepare:   supply.Game,
		NewEngine: newEngine,
	})
	if err != nil {
		js.Global().Get("console").Call("error", "stupol: "+err.Error())
	}
}

// newEngine makes an engine whose table is not too large.
func newEngine(o search.Options) (hub.Engine, error) {
	o.Threads, o.TableBytes = 1, min(o.TableBytes, mostTable) // there is one processor
	return supply.NewEngine(o)
}

// An inbox holds the lines that have come in, until they are read. Adding one never waits,
// which the function that the worker calls must not.
type inbox struct {
	mu    sync.Mutex
	more  *sync.Cond
	lines bytes.Buffer
}

func newInbox() *inbox {
	i := &inbox{}
	i.more = sync.NewCond(&i.mu)
	return i
}

func (i *inbox) add(line string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.lines.WriteString(line)
	i.lines.WriteByte('\n')
	i.more.Signal()
}

// Read waits for lines and reads them.
func (i *inbox) Read(b []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.lines.Len() == 0 {
		i.more.Wait()
	}
	return i.lines.Read(b)
}

// An output sends lines to the page.
type output struct{ worker js.Value }

// Write sends a line.
func (o output) Write(line []byte) (int, error) {
	o.worker.Call("send", string(bytes.TrimSuffix(line, []byte("\n"))))
	return len(line), nil
}
