package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestShowFails opens the page where the system finds no browser.
func TestShowFails(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	if _, err := Show("http://127.0.0.1:1/", false, func(error) {}); err == nil {
		t.Error("no error without xdg-open")
	}
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte("#!/bin/sh\nexit 3\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1)
	if _, err := Show("http://127.0.0.1:1/", false, func(err error) { failed <- err }); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-failed:
		if !strings.Contains(err.Error(), "no browser was opened (xdg-open: exit status 3)") {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing was said")
	}
}
