package match

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"stupol/protocol/peer"
	"stupol/search"
)

// TestLogs keeps what is said to and by a program, with the time.
func TestLogs(t *testing.T) {
	var protocol, stderr bytes.Buffer
	h := testHost()
	h.worker, h.protocol, h.stderr = "#2", newLogger(&protocol, 0), newLogger(&stderr, 0)
	e := pretend(t, peer.Hub, "dies")
	p, err := startPlayer(t.Context(), &e, h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = p.Move(t.Context(), anyGame(t), search.Limits{Depth: 1}); err == nil {
		t.Error("the engine did not die")
	}
	_ = p.Close() // it has left already
	for _, want := range []string{
		"dies#2 > hub\n", `dies#2 < \x01"=` + "\n", "dies#2 < wait for=me\n", "dies#2 > set-param name=variant value=normal\n",
		"dies#2 < ready\n", "dies#2 > level depth=1\n", "dies#2 > go think\n",
	} {
		if !strings.Contains(protocol.String(), want) {
			t.Errorf("no %q in the protocol log:\n%s", want, &protocol)
		}
	}
	stamp := `\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} `
	if want := regexp.MustCompile(`^` + stamp + "dies#2 ! loading\n" + stamp + "dies#2 ! assertion failed: score\n$"); !want.Match(stderr.Bytes()) {
		t.Errorf("got %q, want %v", stderr.String(), want)
	}
}

// TestMatchLog says which game it is that is played.
func TestMatchLog(t *testing.T) {
	var protocol bytes.Buffer
	m := newMatch(t, 1, "a", "b")
	m.ProtocolLog = &protocol
	run(t, m)
	for _, want := range []string{" match - game 1.1, a against b, begins with ballot 1\n", " match - game 1.2, b against a, "} {
		if !strings.Contains(protocol.String(), want) {
			t.Errorf("no %q in\n%s", want, &protocol)
		}
	}
}

// A full writer has room for some lines.
type full struct{ left int }

func (f *full) Write(text []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(text), nil
}

// TestFullLog plays a match to its end, and says then that the log is not whole.
func TestFullLog(t *testing.T) {
	m := newMatch(t, 1, "a", "b")
	m.ProtocolLog = &full{1}
	s := m.Standings()
	if err := m.Run(t.Context(), s, nil); err == nil || err.Error() != "protocol log: no space left" || s.Counted() != 2 {
		t.Errorf("got %v after %d games, want no space left after 2", err, s.Counted())
	}
}

// TestLongLog plays a match to its end although the log is full, which its last line says.
func TestLongLog(t *testing.T) {
	var protocol bytes.Buffer
	m := newMatch(t, 1, "a", "b")
	m.ProtocolLog, m.MaxLog = &protocol, 160
	s := m.Standings()
	if err := m.Run(t.Context(), s, nil); err != nil || s.Counted() != 2 {
		t.Errorf("got %v after %d games, want 2", err, s.Counted())
	}
	const last = "\n... the rest is left out: this log is as long as it may be\n"
	if text := protocol.String(); len(text) > 160 || strings.Count(text, "\n") != 2 || !strings.HasSuffix(text, last) {
		t.Errorf("the log is %q", text)
	}
}
