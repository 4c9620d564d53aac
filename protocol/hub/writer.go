package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A writer writes messages in order, each with one call to Write. It never makes the
// search wait: reports go into a queue, and are dropped when that is full because the
// GUI does not read.
//
// All that it writes is ASCII, except what the GUI itself has said and hears again: values
// of parameters, and what was wrong.
//
// Once the input has ended it gives up if the output takes nothing for unreadTimeout: the
// GUI is gone, and another program may hold the other end of the output.
//
// The last line of an answer is written at least answerPause after the one before it.
// Some clients use select on a buffered pipe: they read all lines that have arrived,
// return the first, and wait for more input. They would not see the last line of an
// answer that arrives in one piece.
type writer struct {
	out        io.Writer
	queue      chan Message
	canceled   <-chan struct{} // nobody waits for the output any more
	inputEnded <-chan struct{} // closed at the end of the input
	done       chan struct{}   // closed when nothing more will be written
	err        error           // why, once done is closed; nil if all is written
}

const (
	answerPause   = 2 * time.Millisecond
	earlyReport   = answerPause + time.Millisecond/2 // before the end of a search, so that its answer need not wait
	unreadTimeout = time.Second

	// Reports may take up only part of the queue, so that the reader, which
	// has to answer a ping, is not held up by them.
	queueLength  = 256
	reportLength = 192
)

var errUnread = errors.New("the input has ended, and nobody reads the output")

// newWriter starts a writer on out. After ctx is done it takes no more. The
// input has ended when ended is closed.
func newWriter(ctx context.Context, out io.Writer, ended <-chan struct{}) *writer {
	w := &writer{
		out:        out,
		queue:      make(chan Message, queueLength),
		canceled:   ctx.Done(),
		inputEnded: ended,
		done:       make(chan struct{}),
	}
	go w.run()
	return w
}

func (w *writer) run() {
	defer close(w.done)
	var last time.Time
	for m := range w.queue {
		if endsAnswer(m) {
			time.Sleep(answerPause - time.Since(last))
		}
		if w.err = w.write(m); w.err != nil {
			return
		}
		last = time.Now()
	}
}

// write writes m, which takes as long as nobody reads.
func (w *writer) write(m Message) error {
	line := m.String() + "\n"
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(w.out, line)
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-w.inputEnded:
	}
	select {
	case err := <-written:
		return err
	case <-time.After(unreadTimeout):
		return errUnread
	}
}

// endsAnswer reports whether m is the last line of an answer.
func endsAnswer(m Message) bool {
	switch m.Command {
	case "wait", "ready", "done", "pong":
		return true
	}
	return false
}

// send queues m, waiting for room if need be.
func (w *writer) send(m Message) {
	select {
	case w.queue <- m:
	case <-w.done:
	case <-w.canceled:
	}
}

// offer queues m if there is room for it and reports whether there was. It
// never waits.
func (w *writer) offer(m Message) bool {
	if len(w.queue) >= reportLength {
		return false
	}
	select {
	case w.queue <- m:
		return true
	default:
		return false
	}
}

// close waits until everything is written and returns what prevented it.
func (w *writer) close() error {
	close(w.queue)
	select {
	case <-w.done:
		return w.err
	case <-w.canceled:
		return nil
	}
}

// infoMessage returns the info line for i. It has the items of Scan in the same
// order: clients read them with a fixed pattern, in which only nps is optional.
func infoMessage(r *movegen.Rules, i search.Info) Message {
	m := newMessage("info",
		"depth", strconv.Itoa(i.Depth),
		"mean-depth", fmt.Sprintf("%.1f", i.MeanDepth),
		"score", clampScore(i.Score).String(),
		"nodes", strconv.FormatInt(i.Nodes, 10),
		"time", fmt.Sprintf("%.3f", i.Time.Seconds()),
	)
	if i.Time >= 10*time.Millisecond {
		speed := float64(i.Nodes) / i.Time.Seconds() / 1e6
		m.Args = append(m.Args, Arg{Name: "nps", Value: fmt.Sprintf("%.1f", speed)})
	}
	line := make([]string, len(i.PV))
	for n, move := range i.PV {
		line[n] = r.HubMove(move)
	}
	m.Args = append(m.Args, Arg{Name: "pv", Value: strings.Join(line, " ")})
	return m
}

// clampScore keeps a score from being exactly 100.00, a win in no moves: pydraughts
// does not read that as a win.
func clampScore(s search.Score) search.Score {
	return min(max(s, search.LossIn(1)), search.WinIn(1))
}

// doneMessage returns the done line for a search of g with result r, its moves
// numbered as in rules.
func doneMessage(rules *movegen.Rules, g *movegen.Game, r search.Result) Message {
	m := newMessage("done", "move", rules.HubMove(r.Move))
	if reply, ok := expectedReply(g, r); ok {
		m.Args = append(m.Args, Arg{Name: "ponder", Value: rules.HubMove(reply)})
	}
	return m
}

// expectedReply returns the second move of the PV, if it is legal after the move and
// leaves one to ponder: lidraughts-bot ponders after the end of a game, and cannot read
// that there is no move.
func expectedReply(g *movegen.Game, r search.Result) (movegen.Move, bool) {
	if len(r.PV) < 2 || r.PV[0] != r.Move {
		return movegen.Move{}, false
	}
	after := g.Clone()
	if err := after.Play(r.Move); err != nil {
		return movegen.Move{}, false
	}
	reply := r.PV[1]
	if after.Play(reply) != nil {
		return movegen.Move{}, false
	}
	return reply, len(after.LegalMoves(nil)) > 0
}
