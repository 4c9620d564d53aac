package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"stupol/movegen"
)

// A bench is what sessions share: the programs, and a folder for files.
type bench struct {
	program string // stupol
	commit  string // of program
	jumping string // stupol with a clock that jumps; built when first needed
	folder  string

	hub    *hubEngine
	dxp    *dxpServer
	others []*dxpServer // of other games
}

// memory is what the two programs that run all the time occupy, in MB; 0 if that is
// not known.
type memory struct {
	Hub int `json:"hub"`
	DXP int `json:"dxp"`
}

// newBench builds stupol, unless there is a program, and starts what runs all the time.
func newBench(ctx context.Context, program string) (*bench, error) {
	folder, err := os.MkdirTemp("", "soak")
	if err != nil {
		return nil, err
	}
	b := &bench{program: program, folder: folder}
	if program == "" {
		b.program = filepath.Join(folder, "stupol")
		err = compile(ctx, b.program)
	}
	if err == nil {
		b.commit, err = commitOf(ctx, b.program)
	}
	if err == nil {
		b.hub, err = startHub(b.program)
	}
	if err == nil {
		b.dxp, err = startDXP(ctx, b.program, filepath.Join(folder, "games.pdn"))
	}
	for _, r := range movegen.Variants()[1:8] {
		if err != nil {
			break
		}
		var s *dxpServer
		s, err = startDXP(ctx, b.program, filepath.Join(folder, r.Hub+".pdn"), "--variant", r.Hub)
		b.others = append(b.others, s)
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// commitOf returns the commit that stupol is of, as stupol version tells it.
func commitOf(ctx context.Context, program string) (string, error) {
	out, err := exec.CommandContext(ctx, program, "version").Output()
	if err != nil {
		return "", fmt.Errorf("%s version: %w", program, err)
	}
	for line := range strings.Lines(string(out)) {
		if name, commit, _ := strings.Cut(line, " "); name == "commit" {
			return strings.TrimSpace(commit), nil
		}
	}
	return "", fmt.Errorf("%s version names no commit", program)
}

// compile builds stupol, which knows its commit whatever GOFLAGS says.
func compile(ctx context.Context, program string, flags ...string) error {
	args := append(append([]string{"build", "-buildvcs=auto"}, flags...), "-o", program, "stupol/cmd/stupol")
	if out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// jumpingProgram returns stupol with a clock whose time of day is moved by up to two
// hours, forward and back, every fifth of a second, as when a machine's clock is set.
// The monotonic clock, which a system never sets, is left alone.
func (b *bench) jumpingProgram(ctx context.Context) (string, error) {
	if b.jumping != "" {
		return b.jumping, nil
	}
	const (
		read  = "sec, nsec, mono := runtimeNow()\n"
		jumps = "sec += (mono / 200e6 * 7919 + 3600) % 7200 - 3600\n"
	)
	// Not that of go/build: a program built with -trimpath does not know it.
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src/time/time.go")
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	changed := strings.Replace(string(text), read, read+jumps, 1)
	if changed == string(text) {
		return "", fmt.Errorf("%s does not read the clock as expected", source)
	}
	replacement := filepath.Join(b.folder, "time.go")
	overlay := filepath.Join(b.folder, "overlay.json")
	program := filepath.Join(b.folder, "stupol-jumping")
	err = errors.Join(
		os.WriteFile(replacement, []byte(changed), 0o600),
		os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace":{%q:%q}}`, source, replacement), 0o600),
	)
	if err == nil {
		err = compile(ctx, program, "-overlay", overlay)
	}
	if err != nil {
		return "", err
	}
	b.jumping = program
	return program, nil
}

// memory returns what the programs occupy now.
func (b *bench) memory() memory {
	return memory{Hub: b.hub.program.megabytes(), DXP: b.dxp.program.megabytes()}
}

// words returns what the programs have last written to standard error.
func (b *bench) words() string {
	return "hub: " + b.hub.program.stderr.String() + "\ndxp: " + b.dxp.program.stderr.String()
}

// leave ends the programs that run all the time, and returns an error if they do not
// end as they should.
func (b *bench) leave() error {
	err := errors.Join(b.hub.quit(), b.dxp.leave())
	for _, s := range b.others {
		err = errors.Join(err, s.leave())
	}
	return err
}

// close kills what still runs and removes the folder.
func (b *bench) close() {
	if b.hub != nil {
		b.hub.program.kill()
	}
	for _, s := range append(b.others, b.dxp) {
		if s != nil {
			s.program.kill()
		}
	}
	_ = os.RemoveAll(b.folder)
}

// freeAddress returns an address of this machine at which nobody listens.
func freeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
