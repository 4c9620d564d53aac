package dxp

import (
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

var update = flag.Bool("update", false, "write what happens into the transcripts")

// TestTranscripts replays the sessions in testdata with a fakeEngine and a
// virtual clock. In a transcript
//
//	% says what the options are, at the top
//	> is a frame from the peer; those that follow each other come in one piece
//	| is the same without a NUL, in the form of a Go string
//	* is a number and a frame that the peer sends that often, one after the other
//	~ is time that passes
//	? is somebody else who is told that we are busy
//	x is the end of the line, as is the end of the transcript
//	< is what we send, at that second of the session
//	= is a game we save, or the end of the session, at that second
//
// and everything else is said to the reader.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := string(text)
			var got string
			synctest.Test(t, func(t *testing.T) { got = replay(t, want) })
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("the session took another course (see -update):\n%s", firstDifference(got, want))
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// replay holds the session of a transcript and returns it as it went.
func replay(t *testing.T, transcript string) string {
	var peer *peer
	var got, unsent strings.Builder
	send := func() {
		if unsent.Len() > 0 {
			peer.say(unsent.String())
			unsent.Reset()
			got.WriteString(peer.hear(0))
		}
	}
	for line := range strings.Lines(transcript) {
		sign, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if sign == "%" {
			peer = meet(t, readOptions(t, text), strings.Contains(text, "stranger"))
			got.WriteString(line + peer.hear(0))
			continue
		}
		if sign != ">" && sign != "|" && unsent.Len() > 0 {
			send()
		}
		if sign == "<" || sign == "=" {
			continue
		}
		got.WriteString(line)
		switch sign {
		case ">":
			unsent.WriteString(text + "\x00")
		case "|":
			raw, err := strconv.Unquote(text)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			unsent.WriteString(raw)
		case "*":
			times, frame, _ := strings.Cut(text, " ")
			n, err := strconv.Atoi(times)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			for range n {
				peer.say(frame + "\x00")
			}
			got.WriteString(peer.hear(0))
		case "?":
			peer.host.turnedAway.record()
		case "~":
			d, err := time.ParseDuration(text)
			if err != nil {
				t.Fatal(err)
			}
			got.WriteString(peer.hear(d))
		case "x":
			peer.line.Close()
			got.WriteString(peer.hear(time.Second))
		}
	}
	send()
	peer.line.Close()
	got.WriteString(peer.hear(time.Second))
	<-peer.left
	return got.String()
}

// readOptions reads the options of a transcript.
func readOptions(t *testing.T, text string) Options {
	o := fakeOptions()
	games, limit, moves := 0, time.Minute, 0
	for field := range strings.FieldsSeq(text) {
		var err error
		switch key, value, _ := strings.Cut(field, "="); key {
		case "follower", "stranger":
		case "initiator":
			games, err = strconv.Atoi(value)
		case "time":
			limit, err = time.ParseDuration(value)
		case "moves":
			moves, err = strconv.Atoi(value)
		case "session":
			o.Peer.Session, err = time.ParseDuration(value)
		case "variant":
			o.Rules, err = movegen.Lookup(value)
		case "ponder":
			o.Ponder = true
		case "no-take-back":
			o.NoTakeBack = true
		default:
			t.Fatalf("no option %q", key)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if games > 0 {
		o.Match = NewMatch(o.Rules, nil, games, limit, moves)
	}
	return o
}

// firstDifference returns the two lines in which texts begin to differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < len(g) && n < len(w) && g[n] == w[n] {
		n++
	}
	line := func(lines []string) string {
		if n < len(lines) {
			return lines[n]
		}
		return "the end"
	}
	return "after  " + strings.Join(g[max(0, n-3):n], "\n       ") + "\ngot    " + line(g) + "\nwant   " + line(w)
}

// A peer is the other side of a session under test, in a synctest bubble.
type peer struct {
	line  net.Conn
	host  *server    // only if there is one session
	left  chan error // what became of the session
	start time.Time

	mu    sync.Mutex
	out   strings.Builder
	heard time.Time // when the last frame came
}

// A lineFrom is a line to a peer with an address of its own.
type lineFrom struct {
	net.Conn
	address net.TCPAddr
}

func (l lineFrom) RemoteAddr() net.Addr { return &l.address }

// pipeFrom returns the two ends of a line to a peer with that address. It is on
// another machine unless the address is empty.
func pipeFrom(address string) (ours, theirs net.Conn) {
	ours, theirs = net.Pipe()
	if address == "" {
		return ours, theirs
	}
	return lineFrom{ours, net.TCPAddr{IP: net.ParseIP(address)}}, theirs
}

// aStranger is an address of another machine.
const aStranger = "192.0.2.1"

// meet starts a session with a peer that has come to us, from another machine
// if it is a stranger.
func meet(t *testing.T, o Options, stranger bool) *peer {
	address := ""
	if stranger {
		address = aStranger
	}
	ours, theirs := pipeFrom(address)
	p := &peer{line: theirs, left: make(chan error, 1), start: time.Now()}
	o.Save = func(r Record) error {
		time.Sleep(time.Nanosecond) // the peer notes first what was sent before
		p.note("= %s %s: %s", r.Outcome, r.Termination, gameText(r))
		return nil
	}
	go p.listen()
	p.host = newServer(o)
	p.host.listens = true
	go func() {
		err := p.host.play(t.Context(), ours)
		time.Sleep(time.Nanosecond)
		p.note("= left: %v", err)
		p.left <- err
	}()
	return p
}

// gameText returns the moves of a game and what each took.
func gameText(r Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s - %s", r.Players[0], r.Players[1])
	for i, m := range r.Game.Moves() {
		fmt.Fprintf(&b, " %s %.1f", r.Game.Rules().HubMove(m), r.Remarks[i].Spent.Seconds())
	}
	return b.String()
}

// listen notes every frame that comes. Each must come in one piece.
func (p *peer) listen() {
	buf := make([]byte, 1000)
	for {
		n, err := p.line.Read(buf)
		if err != nil {
			return
		}
		p.heard = time.Now()
		p.note("< %s", strings.TrimSuffix(strconv.Quote(string(buf[:n]))[1:], `\x00"`))
	}
}

// note notes an event, the second of the session after its sign.
func (p *peer) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(&p.out, "%s %.1f %s\n", text[:1], time.Since(p.start).Seconds(), text[2:])
}

// say sends text in one piece.
func (p *peer) say(text string) { p.line.Write([]byte(text)) }

// hear returns what has happened after time d.
func (p *peer) hear(d time.Duration) string {
	time.Sleep(d + 10)
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.out.Reset()
	return p.out.String()
}
