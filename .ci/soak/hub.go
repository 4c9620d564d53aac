package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/hub"
)

// answerTimeout is how long an answer may take on a busy machine.
const answerTimeout = 60 * time.Second

// A hubEngine is a stupol that speaks the Hub protocol.
type hubEngine struct {
	program *program
	params  map[string]string // and their defaults
}

// startHub starts an engine and greets it.
func startHub(name string) (*hubEngine, error) {
	p, err := start(name, "hub")
	if err != nil {
		return nil, err
	}
	h := &hubEngine{program: p, params: map[string]string{}}
	err = h.send("hub")
	if err == nil {
		_, err = h.await("wait", func(m hub.Message) {
			if m.Command == "param" {
				name, _ := m.Arg("name")
				value, _ := m.Arg("value")
				h.params[name.Value] = value.Value
			}
		})
	}
	if err != nil {
		p.kill()
		return nil, err
	}
	return h, nil
}

// startGame starts an engine for a game.
func startGame(name string, r *movegen.Rules, rng *rand.Rand) (*hubEngine, error) {
	h, err := startHub(name)
	if err != nil {
		return nil, err
	}
	if err := h.reset(r, rng); err != nil {
		h.program.kill()
		return nil, err
	}
	return h, nil
}

// send sends lines.
func (h *hubEngine) send(lines ...string) error {
	_, err := io.WriteString(h.program.input, strings.Join(lines, "\n")+"\n")
	return err
}

// await waits for a message and passes those before it to heard, if that is not nil.
func (h *hubEngine) await(command string, heard func(hub.Message)) (hub.Message, error) {
	timeout := time.After(answerTimeout)
	for {
		select {
		case line, ok := <-h.program.lines:
			if !ok {
				return hub.Message{}, fmt.Errorf("ended instead of %s: %w", command, h.program.wait())
			}
			m, err := hub.Parse(line)
			if err != nil {
				return m, fmt.Errorf("%q: %w", line, err)
			}
			if m.Command == command {
				return m, nil
			}
			if heard != nil {
				heard(m)
			}
		case <-timeout:
			return hub.Message{}, fmt.Errorf("no %s within %v", command, answerTimeout)
		}
	}
}

// settle ends whatever goes on, and returns how many searches were answered until then.
func (h *hubEngine) settle() (answers int, err error) {
	if err := h.send("new-game", "ping"); err != nil {
		return 0, err
	}
	_, err = h.await("pong", func(m hub.Message) {
		if m.Command == "done" {
			answers++
		}
	})
	return answers, err
}

// reset sets all parameters to their defaults but for a small table, a game and some
// others at random.
func (h *hubEngine) reset(r *movegen.Rules, rng *rand.Rand) error {
	values := maps.Clone(h.params)
	values["variant"], values["tt-mb"] = r.Hub, "16"
	values["threads"] = fmt.Sprint(1 + rng.IntN(2))
	values["book"] = fmt.Sprint(rng.IntN(2) == 0)
	if rng.IntN(4) == 0 {
		values["multi-pv"] = fmt.Sprint(1 + rng.IntN(5))
	}
	if rng.IntN(4) == 0 {
		values["skill"] = fmt.Sprint(1 + rng.IntN(10))
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		lines = append(lines, (hub.Message{Command: "set-param", Args: []hub.Arg{
			{Name: "name", Value: name}, {Name: "value", Value: values[name]},
		}}).String())
	}
	if _, err := h.settle(); err != nil {
		return err
	}
	if err := h.send(append(lines, "init")...); err != nil {
		return err
	}
	complaint := ""
	_, err := h.await("ready", func(m hub.Message) {
		if m.Command == "error" {
			complaint = m.String()
		}
	})
	if complaint != "" {
		return errors.New(complaint)
	}
	return err
}

// quit ends the engine.
func (h *hubEngine) quit() error {
	if err := h.send("quit"); err != nil {
		return err
	}
	return h.program.wait()
}

// hubGame plays a game with the engine that runs all the time, and disturbs its
// searches.
func hubGame(ctx context.Context, b *bench, rng *rand.Rand) (counts, error) {
	r := randomGame(rng)
	if err := b.hub.reset(r, rng); err != nil {
		return nil, err
	}
	did := counts{"games": 1}
	g := movegen.NewGame(r)
	for len(g.Moves()) < 150 && !over(g) && ctx.Err() == nil {
		if rng.IntN(8) == 0 { // so that games differ
			g.Push(randomMove(g, rng))
			continue
		}
		m, err := b.hub.disturbedSearch(g, rng, did)
		if err != nil {
			return did, fmt.Errorf("%s, %s: %w", r.Name, r.HubPosition(g.Position()), err)
		}
		g.Push(m)
		did["moves"]++
	}
	return did, nil
}

// disturbedSearch has the engine search while something else happens, and returns its
// move, which must be legal.
func (h *hubEngine) disturbedSearch(g *movegen.Game, rng *rand.Rand, did counts) (movegen.Move, error) {
	mode := []string{"think", "think", "think", "ponder", "analyze"}[rng.IntN(5)]
	if err := h.send(position(g), randomLevel(rng), "go "+mode); err != nil {
		return movegen.Move{}, err
	}
	answers := 0
	var last hub.Message
	heard := func(m hub.Message) {
		if m.Command == "done" {
			answers, last = answers+1, m
		}
	}
	err := h.disturb(rng, mode, heard)
	if err == nil && answers == 0 {
		if last, err = h.await("done", nil); err == nil {
			answers = 1
		}
	}
	if err == nil {
		err = h.pong(heard)
	}
	if err != nil {
		return movegen.Move{}, err
	}
	did["searches"]++
	if answers != 1 {
		return movegen.Move{}, fmt.Errorf("%d answers to one go", answers)
	}
	move, _ := last.Arg("move")
	return g.Rules().ParseHubMove(g.Position(), move.Value)
}

// disturb does something in the time of a search, and sees to it that the search ends.
func (h *hubEngine) disturb(rng *rand.Rand, mode string, heard func(hub.Message)) error {
	switch rng.IntN(6) {
	case 0:
		return h.send("stop")
	case 1:
		return h.send(string(badLine(rng, "go", "set-param")), "stop") // other parameters would stay
	case 2:
		return h.send(strings.Repeat("x", 2<<20), "stop")
	case 3:
		if err := h.slowPing(rng, heard); err != nil {
			return err
		}
	}
	if mode == "ponder" {
		return h.send([]string{"ponder-hit", "stop"}[rng.IntN(2)])
	}
	return nil
}

// slowPing sends a ping in two pieces and waits for the answer.
func (h *hubEngine) slowPing(rng *rand.Rand, heard func(hub.Message)) error {
	if _, err := io.WriteString(h.program.input, "pi"); err != nil {
		return err
	}
	time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
	if err := h.send("ng"); err != nil {
		return err
	}
	_, err := h.await("pong", heard)
	return err
}

// pong waits until the engine has answered all that was sent.
func (h *hubEngine) pong(heard func(hub.Message)) error {
	if err := h.send("ping"); err != nil {
		return err
	}
	_, err := h.await("pong", heard)
	return err
}

// hubLines sends malformed lines to the engine that runs all the time, which must answer
// a ping after every fifty.
func hubLines(ctx context.Context, b *bench, rng *rand.Rand) (counts, error) {
	const groups, each = 40, 50
	did := counts{}
	for range groups {
		var lines []string
		for range each {
			lines = append(lines, string(badLine(rng)))
		}
		if err := b.hub.send(lines...); err != nil {
			return did, err
		}
		if _, err := b.hub.settle(); err != nil || ctx.Err() != nil {
			return did, err
		}
		did["lines"] += each
	}
	return did, nil
}

// goodLines are those that malformed ones are made of.
var goodLines = []string{
	"hub", "init", "new-game", "stop", "ponder-hit", "quit",
	"set-param name=variant value=russian",
	"set-param name=book-margin value=10",
	"set-param name=numbering value=bottom-left",
	"set-param name=multi-pv value=3",
	"set-param name=ponder value=true",
	"set-param name=skill value=5",
	"level depth=5", "level nodes=1000", "level move-time=0.01", "level infinite",
	"level moves=40 time=60 inc=0.5", "level handicap=3",
	"pos start",
	"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
	`pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves="32-28 19-23 28x19 14x23"`,
	"pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
	"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww wolf=W31=2",
	"go think", "go ponder", "go analyze", `go think search-moves="32-28 33-29"`,
}

// badLine returns a line that is malformed, or at least has never been meant: but no
// ping, no quit, none of the excepted commands, and none that has the engine use as much
// memory or as many threads as it likes.
func badLine(rng *rand.Rand, except ...string) []byte {
	for {
		line := spoil([]byte(goodLines[rng.IntN(len(goodLines))]), rng)
		if rng.IntN(10) == 0 {
			line = noise(rng, rng.IntN(300))
		}
		for i := range line {
			if line[i] == '\n' || line[i] == '\r' {
				line[i] = ' '
			}
		}
		m, _ := hub.Parse(string(line)) // what precedes an error counts
		name, _ := m.Arg("name")
		switch {
		case m.Command == "ping" || m.Command == "quit" || slices.Contains(except, m.Command):
		case m.Command == "set-param" && strings.HasPrefix(name.Value, "t"): // tt-mb, threads
		default:
			return line
		}
	}
}

// hubEnd starts an engine that ends in the midst of its work.
func hubEnd(_ context.Context, b *bench, rng *rand.Rand) (counts, error) {
	h, err := startGame(b.program, randomGame(rng), rng)
	if err != nil {
		return nil, err
	}
	defer h.program.kill()
	if err := h.send("pos start", "go analyze"); err != nil {
		return nil, err
	}
	time.Sleep(time.Duration(rng.IntN(100)) * time.Millisecond)
	switch rng.IntN(3) {
	case 0: // its GUI is killed
		_, _ = io.WriteString(h.program.input, "pos pos=") // a line cut; if it has ended that shows below
		_ = h.program.input.Close()
		return counts{"engines": 1}, h.program.wait()
	case 1:
		return counts{"engines": 1}, h.quit()
	default:
		h.program.kill()
		return counts{"killed": 1}, nil
	}
}

// position returns the line that sends a game: in Frisian its moves count.
func position(g *movegen.Game) string {
	r, start := g.Rules(), g.Start()
	var moves []string
	for _, m := range g.Moves() {
		moves = append(moves, r.HubMove(m))
	}
	return fmt.Sprintf("pos pos=%s moves=%q", r.HubPosition(&start), strings.Join(moves, " "))
}

// randomLevel returns limits of a few milliseconds.
func randomLevel(rng *rand.Rand) string {
	switch rng.IntN(4) {
	case 0:
		return "level move-time=0.01"
	case 1:
		return "level time=1 inc=0.01"
	case 2:
		return "level depth=6"
	default:
		return "level nodes=3000"
	}
}

// randomGame returns the rules of one of all games.
func randomGame(rng *rand.Rand) *movegen.Rules {
	all := movegen.Variants()
	return all[rng.IntN(len(all))]
}

// randomMove returns a legal move.
func randomMove(g *movegen.Game, rng *rand.Rand) movegen.Move {
	moves := g.LegalMoves(nil)
	return moves[rng.IntN(len(moves))]
}

// over reports whether a game is over.
func over(g *movegen.Game) bool { return g.Result().Outcome != movegen.Ongoing }
