package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the version the Hub handshake and --version report.
const release = "0.1"

// version returns the release with what is known of this build: the commit,
// the Go version and the platform.
func version() string {
	commit := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		commit = revision(info.Settings)
	}
	return fmt.Sprintf("%s (%s%s %s/%s)", release, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision returns the commit a program was built from, or nothing.
func revision(settings []debug.BuildSetting) string {
	var commit, modified string
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			commit = "commit " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " modified"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + modified + ", "
}
