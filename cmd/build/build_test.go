package build

import (
	"runtime/debug"
	"testing"
)

// TestBuildInfo reads what Go notes in programs built from a tagged commit, from one
// without a tag, with changes, and without git.
func TestBuildInfo(t *testing.T) {
	const hash = "814eca93cfd26f8793dcc45c160de78d752e07d5"
	settings := []debug.BuildSetting{{Key: "GOAMD64", Value: "v3"}, {Key: "vcs", Value: "git"}}
	commit := append(settings, debug.BuildSetting{Key: "vcs.revision", Value: hash}, debug.BuildSetting{Key: "vcs.time", Value: "2026-11-22T18:31:25Z"})
	clean := append(commit[:4:4], debug.BuildSetting{Key: "vcs.modified", Value: "false"})
	modified := append(commit[:4:4], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	tests := []struct {
		version   string // of the main module
		settings  []debug.BuildSetting
		tag, text string
	}{
		{"v0.1.0", clean, "v0.1.0", hash + " of 2026-11-22T18:31:25Z"},
		{"v0.1.0+dirty", modified, "v0.1.0", hash + " of 2026-11-22T18:31:25Z, modified"},
		{"v0.0.0-20261122183125-814eca93cfd2", clean, "", hash + " of 2026-11-22T18:31:25Z"},
		{"v0.1.1-0.20261122183125-814eca93cfd2+dirty", modified, "", hash + " of 2026-11-22T18:31:25Z, modified"},
		{"(devel)", settings, "", "not known"},
		{"", clean, "", hash + " of 2026-11-22T18:31:25Z"}, // of tests
	}
	for _, tt := range tests {
		var b Info
		b.add(&debug.BuildInfo{Main: debug.Module{Version: tt.version}, Settings: tt.settings})
		if b.Tag != tt.tag || b.CommitText() != tt.text || b.Level != "v3" {
			t.Errorf("%q: got tag %q, commit %q, level %q; want %q, %q, v3", tt.version, b.Tag, b.CommitText(), b.Level, tt.tag, tt.text)
		}
	}
}

// TestVersionLine checks the line that journals and files tell builds apart by.
func TestVersionLine(t *testing.T) {
	b := Info{Version: "0.1.0", Go: "go1.26.0", OS: "linux", Arch: "arm64"}
	for _, tt := range []struct {
		commit   string
		modified bool
		want     string
	}{
		{"", false, "0.1.0 (go1.26.0 linux/arm64)"},
		{"814eca93cfd26f8793dcc45c160de78d752e07d5", false, "0.1.0 (commit 814eca93cfd2, go1.26.0 linux/arm64)"},
		{"814eca93cfd26f8793dcc45c160de78d752e07d5", true, "0.1.0 (commit 814eca93cfd2 modified, go1.26.0 linux/arm64)"},
		{"814eca9", false, "0.1.0 (commit 814eca9, go1.26.0 linux/arm64)"},
	} {
		b.Commit, b.Modified = tt.commit, tt.modified
		if got := b.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
