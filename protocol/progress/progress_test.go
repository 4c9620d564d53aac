package progress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shown returns what a display writes while do runs.
func shown(t *testing.T, terminal bool, do func(*Display)) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	d := New(false, 0)
	d.out, d.terminal = file, terminal
	do(d)
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTenths prints a line for every tenth of the work.
func TestTenths(t *testing.T) {
	got := shown(t, false, func(d *Display) {
		d.InTenths(25, 100)
		for done := 26; done <= 100; done++ {
			d.Show(done, 100, func() string { return "x" })
		}
	})
	if lines := strings.Count(got, "\n"); lines != 8 {
		t.Errorf("%d lines, want 8:\n%s", lines, got)
	}
}

// TestDrawing draws over the last drawing, and makes room for lines that stay.
func TestDrawing(t *testing.T) {
	got := shown(t, true, func(d *Display) {
		for range 2 {
			d.shown = d.shown.Add(-drawingPause)
			d.Show(1, 2, func() string { return "table\nhalf" })
		}
		if _, err := d.Write([]byte("\x1b[31mred\n")); err != nil {
			t.Error(err)
		}
		d.Hide()
	})
	for _, want := range []string{"table\n[####################....................] half", "\r\x1b[2A\x1b[J", `\x1b[31mred` + "\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if strings.Count(got, "\r\x1b[2A\x1b[J") != 2 {
		t.Errorf("drawn over wrongly: %q", got)
	}
}

// TestQuiet shows nothing.
func TestQuiet(t *testing.T) {
	c := NewCounter(true, 10, "positions")
	c.Resume(3)
	c.Advance(7)
	c.Close()
	if got := c.done.Load(); got != 10 {
		t.Errorf("%d done, want 10", got)
	}
	if got := shown(t, false, func(d *Display) { d.quiet = true; d.Show(1, 1, func() string { return "x" }) }); got != "" {
		t.Errorf("got %q", got)
	}
}
