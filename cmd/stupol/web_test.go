package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestWeb opens the board and ends it as Ctrl-C does.
func TestWeb(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent Ctrl-C there")
	}
	s, err := startSession("", "web", "--hash", "1", "--listen", "0")
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

// TestTrialsPage watches trials in Italian while one of them is played.
func TestTrialsPage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent Ctrl-C there")
	}
	folder := t.TempDir()
	list := filepath.Join(folder, "list.toml")
	if err := os.WriteFile(list, []byte("[long]\nnew = \"self\"\nvariants = [\"russian\"]\nnodes = 100\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "stupol", "trials", list, "--out", filepath.Join(folder, "out"), "--web", "0", "-q")
	output, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	lines.Scan()
	address, ok := strings.CutPrefix(lines.Text(), "The page is at ")
	if !ok {
		t.Fatalf("it said %q", lines.Text())
	}
	answer, err := http.Get(address + "api/events?language=it")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	told := ""
	for events := bufio.NewReader(answer.Body); !strings.Contains(told, `"boards":[{`); {
		line, err := events.ReadString('\n')
		if told += line; err != nil {
			t.Fatalf("%v\n%s", err, told)
		}
	}
	for _, want := range []string{`"game":"Dama russa","limits":"100 posizioni"`, `"playing":true`} {
		if !strings.Contains(told, want) {
			t.Errorf("no %s is told:\n%s", want, told)
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	if err := cmd.Wait(); err == nil || lines.Err() != nil {
		t.Errorf("after an interruption: %v, %v", err, lines.Err())
	}
}

// TestWebToken opens the board to other machines: the address has a token that differs from
// start to start, and the browser is not told it on its command line.
func TestWebToken(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs a browser of our own named xdg-open")
	}
	folder := t.TempDir()
	browser := "#!/bin/sh\necho \"$1\" >" + folder + "/asked\ncp \"$1\" " + folder + "/page\n"
	if err := os.WriteFile(folder+"/xdg-open", []byte(browser), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("TMPDIR", folder)
	t.Setenv("STUPOL_TOKEN", "")
	tokens := map[string]bool{}
	for range 2 {
		s, err := startSession("", "web", "--hash", "1", "--listen", "0.0.0.0:0", "--open")
		if err != nil {
			t.Fatal(err)
		}
		line, err := s.await("Stupol is at http://.*/\\?token=[A-Z2-7]{20,}")
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(line, "?token=")
		tokens[token] = true
		var page []byte
		for deadline := time.Now().Add(20 * time.Second); !strings.Contains(string(page), token) && time.Now().Before(deadline); {
			time.Sleep(20 * time.Millisecond)
			page, _ = os.ReadFile(folder + "/page")
		}
		asked, _ := os.ReadFile(folder + "/asked")
		if strings.Contains(string(asked), token) || !strings.Contains(string(page), token) {
			t.Errorf("the browser is asked to open %q, a page with %q", asked, page)
		}
		if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("after Ctrl-C: %v", err)
		}
		if left, _ := filepath.Glob(folder + "/stupol-*.html"); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
	if len(tokens) != 2 {
		t.Errorf("two starts have the token %v", tokens)
	}
}
