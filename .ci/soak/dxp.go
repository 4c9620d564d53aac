package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"stupol/movegen"
	"stupol/protocol/dxp"
)

// A dxpServer is a stupol that waits for DXP connections and saves its games.
type dxpServer struct {
	program *program
	address string
	pdn     string

	games   int             // played, so that each has a name of its own
	missing map[string]bool // the names of games that are not yet found in pdn
	read    int64           // how far pdn has been read
}

// startDXP starts a server.
func startDXP(ctx context.Context, name, pdn string, flags ...string) (*dxpServer, error) {
	address, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	p, err := start(name, append([]string{"dxp", "--listen", address, "--pdn", pdn, "--nodes", "2000", "--hash", "16"}, flags...)...)
	if err != nil {
		return nil, err
	}
	p.keepOutput()
	s := &dxpServer{program: p, address: address, pdn: pdn, missing: map[string]bool{}}
	c, err := s.dial(ctx)
	if err != nil {
		p.kill()
		return nil, fmt.Errorf("%w: %s", err, p.stderr.String())
	}
	return s, c.Close()
}

// dial connects; the server may have only just been started.
func (s *dxpServer) dial(ctx context.Context) (net.Conn, error) {
	for range 100 {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", s.address)
		if err == nil || !errors.Is(err, syscall.ECONNREFUSED) {
			return c, err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, fmt.Errorf("nobody listens at %s", s.address)
}

// play plays a game of that many moves of the server, or all of it, on a connection that
// is closed at the end. Our moves are random.
func (s *dxpServer) play(ctx context.Context, c net.Conn, rng *rand.Rand, moves int) (made int, err error) {
	limited, cancel := context.WithTimeout(ctx, 5*answerTimeout)
	defer cancel()
	s.games++
	name := fmt.Sprint("Soak ", s.games)
	i := dxp.NewInitiator(c, name, movegen.International(), nil)
	defer i.Close()
	g := movegen.NewGame(movegen.International())
	if rng.IntN(2) == 0 {
		g.Push(randomMove(g, rng)) // so that the server has Black
	}
	if err := i.Request(limited, g, 5*time.Minute, 0); err != nil {
		return 0, err
	}
	for made < moves && !over(g) {
		m, err := i.Move(limited, g)
		if err != nil {
			return made, err
		}
		made++
		s.missing[name] = true
		g.Push(m)
		if !over(g) {
			g.Push(randomMove(g, rng))
		}
	}
	if err := i.EndGame(limited); err != nil && !errors.Is(err, dxp.ErrNoMoreGames) {
		return made, err
	}
	return made, nil
}

// check checks that the server is well: it plays a game of a few moves, and has saved
// all games in which it moved.
func (s *dxpServer) check(ctx context.Context, rng *rand.Rand) error {
	c, err := s.dial(ctx)
	if err != nil {
		return err
	}
	if _, err := s.play(ctx, c, rng, 3); err != nil {
		return fmt.Errorf("the game after it: %w", err)
	}
	return s.saved()
}

// saved waits until all games are saved in which the server has moved.
func (s *dxpServer) saved() error {
	began := time.Now()
	for {
		if err := s.find(); err != nil {
			return err
		}
		if len(s.missing) == 0 {
			return nil
		}
		if time.Since(began) > exitTimeout { // games are saved after their connection is closed
			return fmt.Errorf("lost games: %q", slices.Collect(maps.Keys(s.missing)))
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// find looks for missing games in what has been saved since the last time.
func (s *dxpServer) find() error {
	file, err := os.Open(s.pdn)
	if err != nil {
		return err
	}
	defer file.Close()
	text, err := io.ReadAll(io.NewSectionReader(file, s.read, 1<<40))
	if err != nil {
		return err
	}
	whole := text[:strings.LastIndex(string(text), "\n")+1]
	s.read += int64(len(whole))
	for _, tag := range player.FindAllSubmatch(whole, -1) {
		delete(s.missing, string(tag[1]))
	}
	return nil
}

// player is the tag of a player of ours.
var player = regexp.MustCompile(`(?m)^\[(?:White|Black) "(Soak \d+)"\]$`)

// leave ends the server as Control-C does.
func (s *dxpServer) leave() error {
	if err := s.program.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return s.program.wait()
}

// dxpGame plays a game, the frames of which may come in pieces.
func dxpGame(ctx context.Context, b *bench, rng *rand.Rand) (counts, error) {
	c, err := b.dxp.dial(ctx)
	if err != nil {
		return nil, err
	}
	if rng.IntN(2) == 0 {
		c = &pieces{c, rng}
	}
	made, err := b.dxp.play(ctx, c, rng, 150)
	if err == nil {
		err = b.dxp.saved()
	}
	return counts{"games": 1, "moves": made}, err
}

// pieces is a connection that writes byte by byte, with pauses.
type pieces struct {
	net.Conn
	rng *rand.Rand
}

// Write writes b.
func (p *pieces) Write(b []byte) (n int, err error) {
	for i := range b {
		if p.rng.IntN(20) == 0 {
			time.Sleep(time.Millisecond)
		}
		if _, err := p.Conn.Write(b[i : i+1]); err != nil {
			return i, err
		}
	}
	return len(b), nil
}

// goodFrames are those that malformed ones are made of.
var goodFrames = []string{
	"R01Soak                            W005075A",
	"R01Soak                            Z001000BWeeeeeeeeeezeeeezeeeeeeeeeeeeeeeeeeeeeeeweeeeweWeee",
	"ASoak                            0",
	"M0012832", "M000128190123", "M00011722",
	"E00", "E10", "E21", "E33",
	"CHello", "B002W", "K0", "K1",
}

// dxpFrames sends malformed frames on connections of their own: to the server that runs
// all the time and to others, at once, because a server waits between its answers. A frame
// that happens to be a request begins a game.
func dxpFrames(ctx context.Context, b *bench, rng *rand.Rand) (counts, error) {
	const connections, frames = 8, 25
	servers := append([]*dxpServer{b.dxp}, b.others...)
	sent := make([]int, len(servers))
	group, working := errgroup.WithContext(ctx)
	for i, s := range servers {
		rng := rand.New(rand.NewPCG(rng.Uint64(), uint64(i)))
		group.Go(func() error {
			for range connections {
				n, err := s.sendBad(working, rng, frames)
				sent[i] += n
				if err != nil {
					return err
				}
			}
			return working.Err()
		})
	}
	err := group.Wait()
	did := counts{}
	for _, n := range sent {
		did["frames"] += n
	}
	if err != nil {
		return did, err
	}
	return did, b.dxp.check(ctx, rng)
}

// answerPause is how long to wait for the answer to a frame, as not all have one. The server
// writes slowly to those who do not wait.
const answerPause = 10 * time.Millisecond

// sendBad sends n malformed frames, or fewer if the server closes the connection, as it
// does after twenty.
func (s *dxpServer) sendBad(ctx context.Context, rng *rand.Rand, n int) (sent int, err error) {
	c, err := s.dial(ctx)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	if rng.IntN(2) == 0 {
		if _, err := io.WriteString(c, goodFrames[0]+"\x00"); err != nil {
			return 0, err
		}
	}
	for range n {
		frame := spoil([]byte(goodFrames[rng.IntN(len(goodFrames))]), rng)
		if rng.IntN(10) == 0 {
			frame = noise(rng, rng.IntN(300))
		}
		if _, err := c.Write(append(frame, 0)); err != nil {
			break // it has had enough of them
		}
		sent++
		if err := c.SetReadDeadline(time.Now().Add(answerPause)); err != nil {
			return sent, err
		}
		_, _ = c.Read(make([]byte, 256)) // an answer, if there is one
	}
	if err := c.SetDeadline(time.Now().Add(answerTimeout)); err != nil {
		return sent, err
	}
	if rng.IntN(2) == 0 {
		_, _ = c.Write([]byte("M00")) // a frame cut; the server may have closed the connection
	}
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.CloseWrite() // for the same reason without effect
	}
	if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
		return sent, fmt.Errorf("the connection is not closed within %v", answerTimeout)
	}
	return sent, nil
}

// dxpDrop closes the connection in a game, without a word.
func dxpDrop(ctx context.Context, b *bench, rng *rand.Rand) (counts, error) {
	c, err := b.dxp.dial(ctx)
	if err != nil {
		return nil, err
	}
	if rng.IntN(2) == 0 {
		if err := c.(*net.TCPConn).SetLinger(0); err != nil { // a reset instead of an end
			return nil, err
		}
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(rng.IntN(500))*time.Millisecond)
	defer cancel()
	stop := context.AfterFunc(limited, func() { _ = c.Close() })
	defer stop()
	made, err := b.dxp.play(ctx, c, rng, 150)
	if err != nil && limited.Err() == nil {
		return nil, err
	}
	return counts{"moves": made}, b.dxp.check(ctx, rng)
}

// dxpKill has another stupol play, and kills it.
func dxpKill(ctx context.Context, b *bench, rng *rand.Rand) (counts, error) {
	const games = 20
	p, err := start(b.program, "dxp", "--connect", b.dxp.address, "--initiator", "--games", fmt.Sprint(games), "--time", "1m", "--nodes", "500")
	if err != nil {
		return nil, err
	}
	time.Sleep(time.Duration(200+rng.IntN(3000)) * time.Millisecond)
	p.kill()
	return counts{"killed": 1}, b.dxp.check(ctx, rng)
}
