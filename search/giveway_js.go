package search

import "syscall/js"

// In a browser a program has one thread, and messages reach it only when it has nothing
// to do. A timer would lose up to four milliseconds each time; a message to oneself comes
// after all that wait already and takes a few hundredths of one. Node does not look for
// others while there are such messages, but has setImmediate.
var (
	arrived   = make(chan struct{})
	onArrival = js.FuncOf(func(js.Value, []js.Value) any {
		arrived <- struct{}{} // one search has asked for it and waits
		return nil
	})
	callBack = callBackLater()
)

// callBackLater returns what has onArrival called when everything that waits has had its
// turn.
func callBackLater() func() {
	if immediate := js.Global().Get("setImmediate"); immediate.Truthy() {
		return func() { immediate.Invoke(onArrival) }
	}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", onArrival)
	port := channel.Get("port2")
	return func() { port.Call("postMessage", js.Null()) }
}

// giveWay lets messages in: a stop, another question.
func giveWay(bool) {
	callBack()
	<-arrived
}
