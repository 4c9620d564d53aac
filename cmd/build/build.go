// Package build says what program this is: its version, and how it was built.
package build

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"stupol/bench/match"
)

// Release is the version that Stupol gives itself. A commit that is released has it as
// a tag, "v0.1.0"; .ci/release checks that.
const Release = "0.1.0"

// Version returns the release with what is known of this build, in a line.
func Version() string { return This().String() }

// Program returns what tells this program from others that play differently: its version,
// and the hash of its file unless the version has a commit.
func Program() (string, error) {
	hash, err := match.OwnFile()
	if err != nil || hash == "" {
		return Version(), err
	}
	return Version() + ", file " + hash, nil
}

// shortCommit returns as much of the hash of a commit as Go writes into versions.
func shortCommit(hash string) string { return hash[:min(12, len(hash))] }

// An Info is what is known of how this program was built.
type Info struct {
	Version  string `json:"version"`
	Tag      string `json:"tag,omitempty"`    // of the commit, if it has one
	Commit   string `json:"commit,omitempty"` // "": not known
	Time     string `json:"time,omitempty"`   // of the commit
	Modified bool   `json:"modified"`         // there were changes since the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Level    string `json:"level,omitempty"` // of the architecture that the processor must have: GOAMD64 or GOARM64
}

// This returns what is known of this program.
func This() Info {
	b := Info{Version: Release, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.add(info)
	}
	return b
}

// add adds what Go has noted in the program.
func (b *Info) add(info *debug.BuildInfo) {
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		case "GOAMD64", "GOARM64":
			b.Level = s.Value
		}
	}
	tag, _, _ := strings.Cut(info.Main.Version, "+") // +dirty
	if b.Commit != "" && tag != "(devel)" && !strings.Contains(tag, shortCommit(b.Commit)) {
		b.Tag = tag // else it is v0.0.0-TIME-COMMIT
	}
}

// String returns the version with the commit, the Go version and the platform.
func (b Info) String() string {
	commit := ""
	if b.Commit != "" {
		commit = "commit " + shortCommit(b.Commit)
		if b.Modified {
			commit += " modified"
		}
		commit += ", "
	}
	return fmt.Sprintf("%s (%s%s %s/%s)", b.Version, commit, b.Go, b.OS, b.Arch)
}

// CommitText returns what is known of the commit of b in words.
func (b Info) CommitText() string {
	switch {
	case b.Commit == "":
		return "not known"
	case b.Modified:
		return b.Commit + " of " + b.Time + ", modified"
	}
	return b.Commit + " of " + b.Time
}
