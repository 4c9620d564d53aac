package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// A writing is how the tests run a command that writes the file of a flag.
type writing struct {
	args string                                               // without the flag; N is the size of the run, ~ a space within an argument
	file string                                               // what is written of a folder; "": FILE itself, which is no folder
	size int                                                  // of a small run; twice as much is a large one
	play func(t *testing.T, dir string, args []string) result // nil: invoke
}

// writings has every flag whose file is written. TestFileRoles demands it.
var writings = map[string]writing{
	"bench search --profile": {args: "bench search --depth 1 --variant russian --hash 1"},
	"board --png":            {args: "board"},
	"board --svg":            {args: "board"},
	"book build --journal":   {args: "book build -q --variant russian --nodes 30 --threads 1 --positions N --out b", size: 20},
	"book build --out":       {args: "book build -q --variant russian --nodes 30 --threads 1 --positions N", size: 20},
	"book exam --journal":    {args: "book exam -q --variant russian --book-file book --nodes 100 --threads 1 --positions N", size: 4},
	"book export --out":      {args: "book export --variant russian --book-file book"},
	"book import --journal":  {args: "book import -q --nodes 30 --threads 1 --positions N --min-games 1 --out b games.pdn", size: 2},
	"book import --out":      {args: "book import -q --nodes 30 --threads 1 --positions N --min-games 1 games.pdn", size: 2},
	"book merge --out":       {args: "book merge book"},
	"dxp --protocol-log":     {args: "dxp --connect 127.0.0.1:1 --initiator", play: playDXP},
	"dxp --pdn":              {args: "dxp --connect 127.0.0.1:1 --initiator", play: playDXP},
	"endgame build --bb-dir": {args: "endgame build -q --variant english --pieces N", size: 2, file: "english/1k-1k.endgame"},
	"endgame pack --out":     {args: "endgame pack --variant english --bb-dir ."},
	"analyze --journal":      {args: "analyze games.pdn -q --nodes 400 --threads 1"},
	"analyze --out":          {args: "analyze games.pdn -q --nodes 400"},
	"analyze --report":       {args: "analyze games.pdn -q --nodes 400"},
	"games add --library":    {args: "games add -q games.pdn"},
	"games export --out":     {args: "games export --library my.games"},
	"match --journal":        {args: "match --self nodes=30 nodes=20 --variant russian --games N -q", size: 4},
	"match --pdn":            {args: "match --self nodes=30 nodes=20 --variant russian --games N -q", size: 4},
	"match --plot":           {args: "match --self nodes=30 nodes=20 --variant russian --games N -q", size: 4},
	"match --protocol-log":   {args: "match stupol self --nodes 30 --variant russian --games N -q", size: 2},
	"match --report":         {args: "match --self nodes=30 nodes=20 --variant russian --games N -q", size: 4},
	"match --stderr":         {args: "match sh~-c~'echo~hello~>&2;exec~stupol',name=a self --nodes 30 --variant russian --games N -q", size: 2},
	"merge --out":            {args: "merge part.jsonl"},
	"pdn convert --out":      {args: "pdn convert games.pdn"},
	"pdn convert --split":    {args: "pdn convert games.pdn", file: "games-0001.pdn"},
	"pdn positions --out":    {args: "pdn positions games.pdn"},
	"pdn show --gif":         {args: "pdn show games.pdn"},
	"pdn show --png":         {args: "pdn show games.pdn"},
	"pdn show --svg":         {args: "pdn show games.pdn"},
	"play --save":            {args: "play --nodes 30 --no-book --color black"},
	"puzzles make --journal": {args: "puzzles make -q --variant russian --nodes 200 --seed 4 --hash 1 --threads 1 --count N", size: 4},
	"puzzles make --out":     {args: "puzzles make -q --variant russian --nodes 200 --seed 4 --hash 1 --threads 1 --count N", size: 4},
	"selfplay --out":         {args: "selfplay -q --variant russian --games N --nodes 20", size: 8},
	"train --out":            {args: "train -q --network 64 --epochs 1 sp"},
	"train --plot":           {args: "train -q --network 64 --epochs 1 --out w sp"},
	"trials --out":           {args: "trials -q list.toml", file: "x.russian.nodes.jsonl"},
	"web --library":          {args: "web --hash 1 --listen 0", play: playWeb},
	"tune --out":             {args: "tune -q --variant russian --nodes 60 --pairs 1 --iterations N", size: 2},
}

// A result is how a command ended.
type result struct {
	status int
	stderr string
}

// invoke runs stupol in a folder.
func invoke(t *testing.T, dir string, args []string) result {
	t.Helper()
	return ended(t, dir, exec.Command("stupol", args...))
}

// ended runs a command in a folder.
func ended(t *testing.T, dir string, cmd *exec.Cmd) result {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &stderr
	cmd.Env = append(cmd.Environ(), "GORACE="+leaveAtOnce)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stderr.String()}
}

// playDXP is invoke for the initiator of a game with another stupol.
func playDXP(t *testing.T, dir string, args []string) result {
	t.Helper()
	return invoke(t, dir, againstFollower(t, args))
}

// againstFollower starts another stupol to play a game with, until the test is over, and
// returns the command line of an initiator with its address.
func againstFollower(t *testing.T, args []string) []string {
	t.Helper()
	follower, err := startSession("", "dxp", "--listen", "0", "--nodes", "20", "--hash", "1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		follower.cmd.Process.Signal(os.Interrupt)
		if err := follower.close(); err != nil {
			t.Error(err)
		}
	})
	listening, err := follower.await("listening on .*")
	if err != nil {
		t.Fatal(err)
	}
	args = slices.Clone(args)
	args[slices.Index(args, "127.0.0.1:1")] = strings.TrimPrefix(listening, "listening on ")
	return append(args, "--games", "1", "--nodes", "20", "--hash", "1")
}

// playWeb is invoke for a page to which a file is given.
func playWeb(t *testing.T, dir string, args []string) result {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent Ctrl-C there")
	}
	var stderr bytes.Buffer
	cmd := exec.Command("stupol", args...)
	cmd.Dir, cmd.Stderr = dir, &stderr
	cmd.Env = append(os.Environ(), "GORACE="+leaveAtOnce)
	said, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(said).ReadString('\n') // none if it has ended
	if address, ok := strings.CutPrefix(strings.TrimSpace(line), "Stupol is at "); ok {
		answer, err := http.Post(address+"api/library/add?name=games.pdn", "application/octet-stream", strings.NewReader(someGames))
		if err != nil {
			t.Error(err)
		} else {
			_, _ = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
		}
		_ = cmd.Process.Signal(os.Interrupt)
	}
	_ = cmd.Wait() // the status says it
	return result{cmd.ProcessState.ExitCode(), stderr.String()}
}

// A workbench is a folder to run a writing in, with what it reads.
type workbench struct {
	writing
	dir  string
	name string // of what the flag names
	flag string
}

// someGames is a file of games, each longer than a block of a disk.
var someGames = strings.Repeat("[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 {"+strings.Repeat("a good move ", 100)+"} 19-23 *\n\n", 4)

// inputs are files for all writings, by name. Those of self-play are left out of
// short tests.
func inputs(t *testing.T) map[string][]byte {
	t.Helper()
	const trial = "[x]\nnew = \"self\"\nvariants = [\"russian\"]\nnodes = 30\n"
	files := map[string][]byte{"games.pdn": []byte(someGames), "list.toml": []byte(trial + "games = 4\n"), "long.toml": []byte(trial),
		"part.jsonl": []byte("{\"version\":1}\n{\"text\":\"" + strings.Repeat("x", 5000) + "\"}\n")}
	bookDir := t.TempDir()
	if r := invoke(t, bookDir, strings.Fields("book build -q --out book --variant russian --positions 40 --nodes 30")); r.status != 0 {
		t.Fatal(r)
	}
	files["book"] = contentOf(t, filepath.Join(bookDir, "book"))
	if err := os.WriteFile(filepath.Join(bookDir, "games.pdn"), files["games.pdn"], 0o666); err != nil {
		t.Fatal(err)
	}
	if r := invoke(t, bookDir, strings.Fields("games add -q --library my.games games.pdn")); r.status != 0 {
		t.Fatal(r)
	}
	files["my.games"] = contentOf(t, filepath.Join(bookDir, "my.games"))
	files["english.zip"] = contentOf(t, "../../book/endgame/embedded/english.zip")
	if !testing.Short() {
		dir := t.TempDir()
		if r := invoke(t, dir, strings.Fields("selfplay -q --out sp --variant frysk --games 60 --nodes 20")); r.status != 0 {
			t.Fatal(r)
		}
		files["sp"] = contentOf(t, filepath.Join(dir, "sp"))
	}
	return files
}

// newBench returns a new folder for what the test calls "train --out". What the
// command writes has that content, or is not there if it is nil.
func newBench(t *testing.T, name string, inputs map[string][]byte, content []byte) *workbench {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil && strings.Contains(writings[name].args, " sh~") {
		t.Skip(err)
	}
	b := &workbench{writing: writings[name], dir: t.TempDir(), name: "FILE", flag: name[strings.LastIndex(name, " ")+1:]}
	for name, content := range inputs {
		b.put(t, name, content)
	}
	if b.file != "" {
		if err := os.MkdirAll(filepath.Join(b.dir, "FILE", filepath.Dir(b.file)), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if content != nil {
		b.put(t, filepath.Join("FILE", b.file), content)
	}
	return b
}

func (b *workbench) put(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, name), content, 0o666); err != nil {
		t.Fatal(err)
	}
}

// command returns the command line of a run of that size.
func (b *workbench) command(size int, more ...string) []string {
	args := strings.Fields(b.args)
	for i, arg := range args {
		if arg == "N" {
			args[i] = strconv.Itoa(size)
		}
		args[i] = strings.ReplaceAll(args[i], "~", " ")
	}
	return append(append(args, b.flag, b.name), more...)
}

// run runs the command.
func (b *workbench) run(t *testing.T, size int, more ...string) result {
	t.Helper()
	if b.play != nil {
		return b.play(t, b.dir, b.command(size, more...))
	}
	return invoke(t, b.dir, b.command(size, more...))
}

// content returns what the file holds, nil if there is none.
func (b *workbench) content(t *testing.T) []byte {
	t.Helper()
	return contentOf(t, filepath.Join(b.dir, "FILE", b.file))
}

func contentOf(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return content
}

// names returns all there is in the folder.
func (b *workbench) names(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(b.dir, func(name string, _ fs.DirEntry, err error) error {
		names = append(names, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// roleOf returns the role of the file of "train --out", and whether the command
// has --force.
func roleOf(t *testing.T, name string) (role string, force bool) {
	t.Helper()
	eachValue(t, func(other string, command *kong.Node, v *kong.Value) {
		if other == name {
			role = v.Tag.Get("file")
			force = slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name == "force" })
		}
	})
	return role, force
}
