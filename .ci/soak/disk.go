package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A smallDisk is a file system so small that a few games fill it.
type smallDisk struct{ folder string }

// notRoot is what a session has done that needs a small disk and may not make one.
var notRoot = counts{"skipped, as only root can mount": 1}

// mountDisk makes a small disk; nil without the right to.
func mountDisk(ctx context.Context, kilobytes int) (*smallDisk, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	folder, err := os.MkdirTemp("", "soak-disk")
	if err != nil {
		return nil, err
	}
	d := &smallDisk{folder}
	if err := d.mount(ctx, fmt.Sprintf("size=%dk", kilobytes)); err != nil {
		return nil, errors.Join(err, os.Remove(folder))
	}
	return d, nil
}

// mount mounts the disk with options.
func (d *smallDisk) mount(ctx context.Context, options string) error {
	out, err := exec.CommandContext(ctx, "mount", "-t", "tmpfs", "-o", options, "soak", d.folder).CombinedOutput()
	if err != nil {
		return fmt.Errorf("mount: %w: %s", err, out)
	}
	return nil
}

// grow gives the disk as much space as the tests need.
func (d *smallDisk) grow(ctx context.Context) error { return d.mount(ctx, "remount,size=64m") }

// remove unmounts the disk.
func (d *smallDisk) remove() error {
	if out, err := exec.Command("umount", d.folder).CombinedOutput(); err != nil {
		return fmt.Errorf("umount: %w: %s", err, out)
	}
	return os.Remove(d.folder)
}

// diskMatch plays a match whose journal and PDN fill the disk. It must stop with a clear
// error, and go on where it was when there is space.
func diskMatch(ctx context.Context, b *bench, rng *rand.Rand) (did counts, err error) {
	const (
		games   = 40
		timeout = 10 * time.Minute // of a busy machine
	)
	d, err := mountDisk(ctx, 24+8*rng.IntN(8))
	if err != nil {
		return nil, err
	}
	if d == nil {
		return notRoot, nil
	}
	defer func() { err = errors.Join(err, d.remove()) }()
	file := func(name string) string { return filepath.Join(d.folder, name) }
	play := func() error {
		p, err := start(b.program, "match", "self,name=a", "self,name=b", "--nodes", "300", "--games", fmt.Sprint(games),
			"--seed", "1", "--journal", file("match.jsonl"), "--pdn", file("match.pdn"), "-q")
		if err != nil {
			return err
		}
		err = p.waitFor(timeout)
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			return errors.New(p.stderr.String())
		}
		return err
	}
	if err := play(); err == nil {
		return nil, errors.New("a match does not notice that the disk is full")
	} else if !strings.Contains(err.Error(), "no space left") {
		return nil, fmt.Errorf("a match on a full disk ends with: %w", err)
	}
	if err := d.grow(ctx); err != nil {
		return nil, err
	}
	if err := play(); err != nil {
		return nil, fmt.Errorf("the match does not go on: %w", err)
	}
	for name, head := range map[string]string{"match.jsonl": "\n{", "match.pdn": "[White \""} {
		text, err := os.ReadFile(file(name))
		if err != nil {
			return nil, err
		}
		if got := strings.Count(string(text), head); got != games {
			return nil, fmt.Errorf("%s has %d games of %d", name, got, games)
		}
	}
	return counts{"games": games}, checkPDN(ctx, b, file("match.pdn"))
}

// diskDXP plays with a server whose PDN fills the disk. It must go on playing, and save
// games whole or not at all.
func diskDXP(ctx context.Context, b *bench, rng *rand.Rand) (did counts, err error) {
	d, err := mountDisk(ctx, 8)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return notRoot, nil
	}
	defer func() { err = errors.Join(err, d.remove()) }()
	s, err := startDXP(ctx, b.program, filepath.Join(d.folder, "games.pdn"))
	if err != nil {
		return nil, err
	}
	defer s.program.kill()
	did = counts{}
	for range 12 {
		c, err := s.dial(ctx)
		if err != nil {
			return did, err
		}
		if _, err := s.play(ctx, c, rng, 10); err != nil {
			return did, err
		}
		did["games"]++
	}
	if said := s.program.stdout.String() + s.program.stderr.String(); !strings.Contains(said, "no space left") {
		return did, fmt.Errorf("a server on a full disk says: %s", said)
	}
	if err := d.grow(ctx); err != nil {
		return did, err
	}
	clear(s.missing) // some are lost, as it has said
	if err := s.check(ctx, rng); err != nil {
		return did, err
	}
	return did, errors.Join(checkPDN(ctx, b, s.pdn), s.leave())
}

// checkPDN has stupol check games.
func checkPDN(ctx context.Context, b *bench, name string) error {
	if out, err := exec.CommandContext(ctx, b.program, "pdn", "check", name).CombinedOutput(); err != nil {
		return fmt.Errorf("pdn check: %w: %s", err, out)
	}
	return nil
}
