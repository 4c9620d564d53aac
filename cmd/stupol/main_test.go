package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"stupol/protocol/progress"
)

// TestMain makes the program itself a command of the scripts.
func TestMain(m *testing.M) {
	// What a shell starts in the background ignores interrupts, and so would the programs that
	// the tests start and interrupt. A signal that is caught here is no longer ignored there.
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	testscript.Main(m, map[string]func(){"stupol": main, "stubborn": stubborn, "onfailingdisk": onFailingDisk})
}

// leaveAtOnce is the value of GORACE that spares a program built with the race
// detector its second of sleep before it exits.
const leaveAtOnce = "atexit_sleep_ms=0"

// TestScripts runs the transcripts in testdata against the whole program.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files: scripts(t),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": wantStatus,
			"talk":   talk,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", leaveAtOnce)
			return nil
		},
	})
}

// longScripts build databases, play, train and search at length. Their work is tested
// in its packages too; the short tests leave them out.
var longScripts = []string{"benchsearch", "endgame", "selfplay", "train", "tune"}

// raceDetector is set if the tests are built with the race detector. It makes every start
// of the program take half a second.
var raceDetector bool

// parallelScripts are those of commands in which several goroutines share something. The
// race detector looks at no others.
var parallelScripts = []string{"bookplay", "dxp", "hub", "matchfaults", "web"}

// skipUnderRace leaves out a test that runs one command after the other, or none.
func skipUnderRace(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("nothing runs in parallel here")
	}
}

// scripts returns the files of the transcripts to run.
func scripts(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	return slices.DeleteFunc(files, func(name string) bool {
		name = strings.TrimSuffix(filepath.Base(name), ".txtar")
		return testing.Short() && slices.Contains(longScripts, name) || raceDetector && !slices.Contains(parallelScripts, name)
	})
}

// wantStatus is the script command `status N PROGRAM ARG...`: it runs the program
// and fails unless it exits with that status.
func wantStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status n program [argument ...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	got := "0"
	if errors.As(err, &exit) {
		got = strconv.Itoa(exit.ExitCode())
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// TestNullIsNoTerminal checks that nothing is drawn, and no help printed instead of
// speaking Hub, where there is a device that is no terminal.
func TestNullIsNoTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if progress.IsTerminal(null) {
		t.Errorf("%s is taken for a terminal", os.DevNull)
	}
	defer func(in *os.File) { os.Stdin = in }(os.Stdin)
	os.Stdin = null
	if got := withDefault(nil); !slices.Equal(got, []string{"hub"}) {
		t.Errorf("without arguments and with %s as input: %q", os.DevNull, got)
	}
}
