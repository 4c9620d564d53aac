//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stupol/cmd/exit"
)

// namedInputs are commands that read a file as a whole or several times: PIPE. With hub it
// is named by a parameter.
var namedInputs = []string{
	"analyze PIPE", "pdn check PIPE", "pdn convert PIPE", "pdn positions PIPE", "pdn show PIPE", "puzzles check PIPE", "puzzles make PIPE", "puzzles make --journal PIPE",
	"play --pdn PIPE --save own.pdn", "play --save PIPE", "play --book-file PIPE --save own.pdn", "play --eval-file PIPE --save own.pdn",
	"games add -l own.games PIPE", "games add -l PIPE -", "games find -l PIPE", "games remove -l PIPE --games 1",
	"match --config PIPE engine other", "bench compare --config PIPE engine", "bench compare --shots PIPE engine", "bench solve --shots PIPE", "bench make-shots PIPE", "match --merge PIPE", "match --self nodes=1 nodes=2 --journal PIPE",
	"book show --book PIPE", "book info --book-file PIPE", "book verify PIPE", "book merge --out b PIPE", "merge --out b PIPE", "book import --out b PIPE",
	"book build --out b --from PIPE", "selfplay --merge --out g PIPE", "selfplay --out PIPE", "train --out w PIPE", "status PIPE",
	"eval --eval-file PIPE", "dxp --listen 0 --book-file PIPE", "web --listen 0 --book-file PIPE", "web --listen 0 --library PIPE", "tune --out PIPE", "trials --out d PIPE",
	"hub",
}

// TestPipesAreRefused names a pipe without a writer as a file: nobody waits for it.
func TestPipesAreRefused(t *testing.T) {
	skipUnderRace(t)
	for _, args := range namedInputs {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := syscall.Mkfifo(filepath.Join(dir, "PIPE"), 0o666); err != nil {
				t.Skip(err)
			}
			ctx, stop := context.WithTimeout(t.Context(), answerTime)
			defer stop()
			var said strings.Builder
			cmd := exec.CommandContext(ctx, "stupol", strings.Fields(args)...)
			cmd.Stdin, cmd.Stdout = strings.NewReader("hub\nset-param name=book-file value=PIPE\ninit\nquit\n"), &said
			r := ended(t, dir, cmd)
			if args == "hub" && r.status == exit.OK {
				r = result{exit.Failed, said.String()}
			}
			if r.status != exit.Failed || !strings.Contains(r.stderr, "a pipe, not a file") {
				t.Error(r)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 2 {
				t.Errorf("%v, %v", left, err)
			}
		})
	}
}
