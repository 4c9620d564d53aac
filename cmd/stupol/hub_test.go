package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"stupol/cmd/exit"
	"stupol/movegen"
)

// talk is the script command `talk FILE ARG...`: it starts stupol with the
// arguments, sends the lines of FILE that begin with "> " and waits, at those
// that begin with "< ", for a line that the rest matches as a whole. Lines in
// between are skipped, but before a line that begins with "= " there may be none.
func talk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: talk file [argument ...]")
	}
	s, err := startSession(ts.MkAbs("."), args[1:]...)
	ts.Check(err)
	defer s.close()
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		line = strings.TrimRight(line, "\n")
		if command, ok := strings.CutPrefix(line, "> "); ok {
			ts.Check(s.send(command))
		} else if pattern, ok := strings.CutPrefix(line, "< "); ok {
			answer, err := s.await(pattern)
			ts.Check(err)
			ts.Logf("%s", answer)
		} else if pattern, ok := strings.CutPrefix(line, "= "); ok {
			_, err := s.next(pattern)
			ts.Check(err)
		}
	}
	ts.Check(s.close())
}

// TestHubEndsWithoutAReader starts a search, asks for more answers than fit
// into a pipe, reads none and ends the input. The output stays open.
func TestHubEndsWithoutAReader(t *testing.T) {
	cmd := exec.Command("stupol", "hub")
	cmd.Stdin = strings.NewReader("go analyze\n" + strings.Repeat("hub\n", 1000))
	output, unread, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	defer unread.Close()
	cmd.Stdout = unread
	var complaint strings.Builder
	cmd.Stderr = &complaint
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	killer := time.AfterFunc(answerTime, func() { cmd.Process.Kill() })
	defer killer.Stop()
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != exit.Failed || !strings.Contains(complaint.String(), "nobody reads") {
		t.Errorf("exit status %d, %q, want %d and a complaint", status, complaint.String(), exit.Failed)
	}
}

// TestEveryVariantAnswersLegally gives the engine a game of each kind, some
// moves old, in one session.
func TestEveryVariantAnswersLegally(t *testing.T) {
	skipUnderRace(t)
	s, err := startSession("", "hub")
	if err != nil {
		t.Fatal(err)
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range movegen.Variants() {
		position, moves := openingOf(r)
		start := r.Start()
		for _, line := range []string{
			"set-param name=variant value=" + r.Hub,
			"init",
			fmt.Sprintf("pos pos=%s moves=%q", r.HubPosition(&start), strings.Join(moves, " ")),
			"level move-time=0.05",
			"go think",
		} {
			check(s.send(line))
		}
		done, err := s.await("done move=.*")
		check(err)
		text, _, _ := strings.Cut(strings.TrimPrefix(done, "done move="), " ")
		m, err := r.ParseHubMove(&position, text)
		check(err)
		if !slices.Contains(r.Moves(nil, &position), m) {
			t.Errorf("%s after %s: %s is not a legal move", r.Name, moves, text)
		}
	}
	check(s.send("quit"))
	check(s.close())
}

// openingOf returns the position after some moves chosen at random, the same
// in every run, and the moves in Hub form.
func openingOf(r *movegen.Rules) (p movegen.Position, texts []string) {
	random := rand.New(rand.NewPCG(1, 2))
	p = r.Start()
	for range 8 {
		moves := r.Moves(nil, &p)
		m := moves[random.IntN(len(moves))]
		texts = append(texts, r.HubMove(m))
		p = r.Play(&p, m)
	}
	return p, texts
}
