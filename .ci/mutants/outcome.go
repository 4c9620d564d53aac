package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// An outcome is what the tests made of a mutant.
type outcome struct {
	result result
	by     string // the test that failed
	took   time.Duration
	output string
}

type result string

const (
	killed   result = "killed"
	survived result = "SURVIVED"
	notBuilt result = "NOT BUILT" // an error of the table
	timedOut result = "TIMED OUT" // a mutant must fail, not hang
	noResult result = "NO RESULT" // the tests did not run
)

// testMutant runs the tests of the package of m, for which the overlay stands: the
// one that should fail, and the others if it does not.
func testMutant(m mutant, overlay string, timeout time.Duration) outcome {
	var o outcome
	if m.test != "" {
		o = test(m.dir(), overlay, timeout, "-run", "^"+m.test+"$")
	}
	if m.test == "" || o.result == survived {
		before := o.took
		o = test(m.dir(), overlay, timeout)
		o.took += before
	}
	return o
}

// test runs the short tests of a package, up to the first that fails.
func test(dir, overlay string, timeout time.Duration, flags ...string) outcome {
	args := append([]string{"test", "-short", "-failfast", "-vet=off", "-timeout", timeout.String()}, flags...)
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	command := exec.Command("go", append(args, dir)...)
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	began := time.Now()
	err := command.Run()
	o := outcome{took: time.Since(began), output: output.String()}
	var failed *exec.ExitError
	switch {
	case err == nil:
		o.result = survived
	case !errors.As(err, &failed):
		o.result, o.output = noResult, fmt.Sprint(err)
	default:
		o.result, o.by = judge(o.output)
	}
	return o
}

var failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// judge tells from the output of a test run that failed how it did.
func judge(output string) (r result, by string) {
	name := failedTest.FindStringSubmatch(output)
	switch {
	case strings.Contains(output, "[build failed]"), strings.Contains(output, "[setup failed]"):
		return notBuilt, ""
	case strings.Contains(output, "panic: test timed out"):
		return timedOut, ""
	case name != nil:
		return killed, name[1]
	case strings.Contains(output, "panic: "), strings.Contains(output, "fatal error: "):
		return killed, "a panic"
	}
	return noResult, ""
}
