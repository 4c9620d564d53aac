package main

import (
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestWeb opens the board and ends it as Ctrl-C does.
func TestWeb(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent Ctrl-C there")
	}
	s, err := startSession("", "web", "--hash", "1")
	if err != nil {
		t.Fatal(err)
	}
	line, err := s.await("Stupol is at http://.*/")
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimPrefix(line, "Stupol is at ")
	answer, err := http.Get(address + "api/about")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || !strings.Contains(string(body), `"international"`) {
		t.Errorf("%v: %.200s", err, body)
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v", err)
	}
}
