package match

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/hub"
	"stupol/protocol/peer"
)

// TestMain lets the test program play the part of an engine.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "engine" {
		e := program{mode: os.Args[3], rules: movegen.International()}
		commands := map[string]func(string){"hub": e.hub, "hub1": e.hub1}
		obey := commands[os.Args[2]]
		e.game = movegen.NewGame(e.rules)
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			obey(lines.Text())
		}
		os.Exit(0)
	}
	if len(os.Args) == 2 && os.Args[1] == "child" {
		time.Sleep(childLife)
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // spares the engines a second of sleep before they exit
	os.Exit(m.Run())
}

// childLife is how long a child lives that an engine has left behind.
const childLife = 15 * time.Second

// pretend returns the command for an engine of that protocol and mode.
func pretend(t *testing.T, protocol peer.Protocol, mode string) peer.EngineConfig {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return peer.EngineConfig{
		Name: mode, Protocol: protocol, Command: []string{self, "engine", string(protocol), mode},
		Limits: peer.Limits{Depth: 1},
	}
}

// A program is an engine written without any of the code it is to test. Its
// mode says what it does wrong.
type program struct {
	mode  string
	rules *movegen.Rules
	game  *movegen.Game
	asked []string // the lines that its next answer is to
}

// hub obeys a line of Hub.
func (e *program) hub(line string) {
	m, _ := hub.Parse(line)
	switch m.Command {
	case "hub":
		fmt.Println("Pretender 1.0, all rights reserved\n\n\x01\"=")
		fmt.Println(`id name=Pretender version=1.0`)
		fmt.Println(`param name=variant value=normal type=enum values="normal frisian"`)
		fmt.Println(`param name=threads value=1 type=int min=1 max=4`)
		fmt.Println("wait for=me")
	case "set-param":
		e.asked = append(e.asked, line)
	case "init":
		if e.mode == "complains" {
			fmt.Println(`error message="not today"`)
		}
		fmt.Println("init eval\nready")
	case "ping":
		if e.mode != "deaf" {
			fmt.Println("pong")
		}
	case "pos":
		e.position(m)
	case "level":
		e.asked = append(e.asked, line)
	case "go":
		e.answer("info depth=3 mean-depth=2.0 score=0.25 nodes=77 time=0.1 pv=x", "done move=%s ponder=1-2 mood=good\n")
	case "quit":
		os.Exit(0)
	}
}

// position reads a pos line.
func (e *program) position(m hub.Message) {
	pos, _ := m.Arg("pos")
	p, err := e.rules.ParseHubPosition(pos.Value)
	if err != nil {
		fail(err)
	}
	e.game = movegen.NewGameFrom(e.rules, p, nil)
	moves, _ := m.Arg("moves")
	for text := range strings.FieldsSeq(moves.Value) {
		e.play(text)
	}
}

func (e *program) play(text string) {
	m, err := e.rules.ParseHubMove(e.game.Position(), text)
	if err != nil {
		fail(err)
	}
	e.game.Push(m)
}

// answer does what the mode says instead of thinking, and thinks a move worth
// a quarter of a man.
func (e *program) answer(info, done string) {
	switch e.mode {
	case "leaves a child":
		child := exec.Command(os.Args[0], "child")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		peer.OwnGroup(child) // so that it is not killed with its parent
		if err := child.Start(); err != nil {
			fail(err)
		}
		os.Exit(0)
	case "dies":
		fmt.Fprintln(os.Stderr, "loading\nassertion failed: score")
		os.Exit(3)
	case "busy":
		me := os.Getpid() // the first process of its group
		for groupTimes([]int{me})[me] < 300*time.Millisecond {
		}
		e.mode = "fine"
		e.answer(info, done)
	case "hangs":
		time.Sleep(time.Hour)
	case "cheats":
		fmt.Printf(done, "31-4")
	case "silent":
		fmt.Println(strings.Fields(done)[0])
	case "floods":
		for range 20_000 {
			fmt.Println("info depth=1")
		}
		fallthrough
	default:
		fmt.Printf("thinking about %q\nerror\n", e.asked)
		fmt.Println(info)
		fmt.Println("info currmove=1-2 multipv=2 score=9.00 depth=9")
		fmt.Printf(done, e.rules.HubMove(e.game.LegalMoves(nil)[0]))
	}
	e.asked = nil
}

// hub1 obeys a line of Hub 1.
func (e *program) hub1(line string) {
	words := strings.Fields(line)
	switch words[0] {
	case "hub":
		fmt.Println("name Pretender 0.9\nauthor nobody\nwait")
	case "init":
		fmt.Println("init eval")
		if e.mode == "complains" {
			fmt.Println("error not today")
		}
		fmt.Println("ready")
	case "ping":
		fmt.Println("pong")
	case "pos":
		p, err := e.rules.ParseHubPosition(strings.ToUpper(words[1][:1]) + words[1][1:])
		if err != nil {
			fail(err)
		}
		e.game = movegen.NewGameFrom(e.rules, p, nil)
	case "move":
		e.play(words[1])
	case "go":
		e.answer("info 3 2.0 25 77 100 0.7 x", "move %s 1-2\n")
	case "quit":
		os.Exit(0)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(4)
}
