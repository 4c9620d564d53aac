package match

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"stupol/bench/match"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/protocol/peer"
	"stupol/protocol/words"
)

// watch follows the journals until the match is over or the program has to stop, and then
// starts the command of --when-decided if there is a verdict. It returns the last progress,
// nil if there was none.
func (c Match) watch(test *match.SPRT) (*match.Progress, error) {
	const every = 5 * time.Second
	var then []string
	if c.WhenDecided != "" {
		var err error
		if then, err = peer.SplitCommand(c.WhenDecided); err != nil {
			return nil, exit.UsageError(fmt.Errorf("--when-decided: %w", err))
		}
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	page, err := c.serve(ctx)
	if err != nil {
		return nil, err
	}
	defer page.close()
	var shown *live
	w := match.Watch{Journals: c.Engines, Test: test, Every: every}
	w.Tell = func(line string) {
		if shown != nil {
			shown.Hide()
		}
		fmt.Fprintln(console.Stderr, line)
	}
	w.Show = func(p match.Progress) {
		if shown == nil {
			shown = newLive(p.Standings)
			shown.counted = p.Standings.Counted() + p.Standings.Waiting()
			if then != nil && p.Match.SPRT == nil {
				w.Tell("--when-decided: there is no test, neither --sprt nor in the journals")
			}
		}
		page.replace(p)
		if !c.Quiet {
			shown.watched(p)
		}
	}
	last, err := w.Run(ctx)
	if shown != nil {
		shown.Hide()
	}
	if err != nil {
		return last, exit.OrInterruption(err, "")
	}
	if then != nil && last.Standings.Decided() {
		err = c.end(ctx, then)
	}
	page.wait(ctx)
	return last, err
}

// end starts the command that ends what still plays.
func (c Match) end(ctx context.Context, command []string) error {
	const longest = time.Minute
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = console.Stderr, console.Stderr
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("--when-decided %s: %w", c.WhenDecided, errors.Join(ctx.Err(), err))
	}
	return nil
}

// watched shows the standings of a match that others play, how fast they are, and which
// shard holds up the count.
func (l *live) watched(p match.Progress) {
	s := p.Standings
	played := s.Counted() + s.Waiting()
	l.Show(played, s.Total(), func() string {
		text := s.Line()
		if waiting := s.Waiting(); waiting > 0 {
			text += words.Sprintf(", %d not counted yet", waiting)
		}
		if took := time.Since(l.began); played > l.counted {
			text += words.Sprintf(", %.0f games a minute", float64(played-l.counted)/took.Minutes())
		}
		if part, name, ok := p.Merger.WaitsFor(s); ok {
			text += fmt.Sprintf(", next is shard %v", part)
			if name == "" {
				text += ", which has no journal"
			}
		}
		return text
	})
}
