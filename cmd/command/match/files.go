package match

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/alecthomas/kong"

	"stupol/bench/match"
	"stupol/cmd/console"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/protocol/peer"
	"stupol/protocol/progress"
	"stupol/protocol/words"
)

// openJournal opens the journal, if one is wanted, and calls replay with the
// games in it.
func (c Match) openJournal(m *match.Match, replay func(*match.Game) error) (*match.Journal, error) {
	if c.Journal == "" {
		return nil, nil
	}
	file, err := output.Resume(c.Journal)
	if err != nil {
		return nil, err
	}
	j, err := match.OpenJournal(file, m.Header(), replay)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.Journal, err), file.Close())
	}
	return j, nil
}

// plot draws the --plot file, if one is wanted and there is something to draw.
func (c Match) plot(s *match.Standings) error {
	if c.Plot == "" || s.Counted() == 0 {
		return nil
	}
	return flags.WriteFile(c.Plot, flags.NewPicture(c.Force), s.Chart().WriteSVG)
}

// MoreFiles returns all words in the players: any may be the name of a file that an
// engine reads. With --merge they are the names of files.
func (c Match) MoreFiles() (read, written []string) {
	if c.Merge {
		return c.Engines, nil
	}
	return peer.Words(c.Engines), nil
}

// matchLogs are the files that --protocol-log and --stderr name.
type matchLogs []*output.Appender

// openLogs opens them and has m write there, up to --max-log. The name - is the display.
func (c Match) openLogs(m *match.Match, display io.Writer) (logs matchLogs, err error) {
	open := func(name string) io.Writer {
		if name == "" || err != nil {
			return nil
		}
		var file *output.Appender
		if file, err = output.Append(name, flags.OnlyLog, output.WholeLines); err != nil {
			return nil
		}
		logs = append(logs, file)
		return file
	}
	m.ProtocolLog, m.MaxLog = open(c.ProtocolLog), int64(c.MaxLog)<<20
	if m.Stderr = display; c.Stderr != "-" {
		m.Stderr = open(c.Stderr)
	}
	if err != nil {
		logs.close()
	}
	return logs, err
}

// close closes the files. Every line has been written to them at once, so there is
// no error left to tell of.
func (logs matchLogs) close() {
	for _, file := range logs {
		_ = file.Close()
	}
}

// matchShardsHelp is the end of the manual.
const matchShardsHelp = `
Machines share a match by --shard, with a --journal each. --merge then counts the games
of all journals in the order in which one machine plays them, as far as none is missing.
A --sprt is for --merge to make; --journal, --pdn and --plot are of all games.

A shard is a block of rounds. Hundreds of them for tens of machines, as an array of a
scheduler, end early: --watch follows the journals that match a pattern, in quotes, and
tells rate, standing and what the count waits for. A verdict is that of one process, as
games are counted in order: a block that is missing holds up those after it, and goes on
with the same command. When the test has decided, --when-decided ends the array. --web
shows the journals until it is interrupted.

    stupol match --self name=new,param.eval-file=new.weights name=old --nodes 5000 --shard 3/16 --journal 3.jsonl
    stupol match --merge --sprt elo0=0 elo1=5 *.jsonl
    stupol match --merge "*.jsonl" --watch --sprt elo0=0 elo1=5 --when-decided "scancel 1234"`

// AfterApply refuses flags that say how to play if nothing is to be played.
func (c Match) AfterApply(ctx *kong.Context) error {
	switch {
	case c.Watch && !c.Merge:
		return errors.New("--watch: it is for --merge, with the journals that others write")
	case c.WhenDecided != "" && !c.Watch:
		return errors.New("--when-decided: it is for --watch")
	case !c.Merge:
		return nil
	case c.Web != "" && !c.Watch:
		return errors.New("--web: with --merge it is for --watch")
	case len(c.Engines) == 0:
		return errors.New("--merge: no journals")
	}
	return flags.Only(ctx, "the journals of --merge say how their games were played",
		"merge", "watch", "when-decided", "web", "board", "token", "report", "language", "sprt", "pdn", "journal", "plot", "json", "quiet", "force")
}

// merge prints the results of all shards of a match on w.
func (c Match) merge(w io.Writer) error {
	p, ended := c.merged()
	if p == nil {
		return ended
	}
	m, merger, standings := p.Match, p.Merger, p.Match.Standings()
	if err := c.count(merger, standings); err != nil {
		return errors.Join(ended, err)
	}
	games, err := m.OpenArchive(c.PDN, merger.Games())
	if err != nil {
		return errors.Join(ended, err)
	}
	games.Close()
	if err := cmp.Or(c.plot(standings), c.writeReport(m, standings, merger.Header(), merger.Games())); err != nil {
		return errors.Join(ended, err)
	}
	c.tellMissing(merger, standings)
	return errors.Join(ended, c.report(w, m, standings, words.Sprintf("%s, %s", words.Count(standings.Counted(), "game"), words.Count(merger.Shards(), "shard"))))
}

// merged returns the match that the journals are of, at once or when it has been watched.
func (c Match) merged() (*match.Progress, error) {
	var test *match.SPRT
	if c.SPRT != nil {
		test = &c.SPRT.SPRT
	}
	if c.Watch {
		return c.watch(test)
	}
	names, err := match.Expand(c.Engines)
	if err != nil {
		return nil, err
	}
	merger := &match.Merger{}
	for _, name := range names {
		if err := addShard(merger, name); err != nil {
			return nil, err
		}
	}
	m, err := merger.Match(test)
	if err != nil {
		return nil, err
	}
	return &match.Progress{Match: m, Merger: merger}, nil
}

// addShard adds a journal.
func addShard(m *match.Merger, name string) error {
	file, err := input.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := m.Add(name, file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// count adds all games to the standings, and to the journal, if one is wanted.
func (c Match) count(merger *match.Merger, s *match.Standings) (err error) {
	if c.Journal == "" {
		return merger.AddTo(s, nil)
	}
	file, err := output.Resume(c.Journal)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	j, err := match.OpenJournal(file, merger.Header(), s.Add)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Journal, err)
	}
	return merger.AddTo(s, j)
}

// tellMissing says on standard error what is missing.
func (c Match) tellMissing(m *match.Merger, s *match.Standings) {
	if c.Quiet || s.Decided() {
		return
	}
	for _, part := range m.Missing() {
		fmt.Fprintf(console.Stderr, "shard %v is missing\n", part)
	}
	if waiting := s.Waiting(); waiting > 0 {
		words.Fprintf(console.Stderr, "not counted: %s, as some that come before are missing\n", words.Count(waiting, "game"))
	}
}

// A live display shows how a match stands while it is played.
type live struct {
	*progress.Display
	began   time.Time
	counted int // the games there were when it began
}

func newLive(s *match.Standings) *live {
	d := progress.New(false, s.Counted())
	d.InTenths(s.Counted(), s.Total())
	return &live{d, time.Now(), s.Counted()}
}

// update shows the standings after a game: the tables on a terminal, else a line.
func (l *live) update(s *match.Standings) {
	l.Show(s.Counted(), s.Total(), func() string {
		if !l.OnTerminal() {
			return s.Line()
		}
		var text bytes.Buffer
		s.WriteResults(&text)
		return text.String() + words.Sprintf("%d of %s", s.Counted(), words.Count(s.Total(), "game"))
	})
}

// speed returns how many games were played in what time.
func (l *live) speed(s *match.Standings) string {
	took := time.Since(l.began)
	games := s.Counted() - l.counted
	return words.Sprintf("%s in %v, %.0f a minute", words.Count(games, "game"), took.Round(time.Second), float64(games)/took.Minutes())
}
