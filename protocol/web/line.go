package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/hub"
	"stupol/search"
)

// A Line is a PeerEngine with somebody at its other end, a program or a person, who plays one game
// at a time. It sees to it that the line is made again when it drops.
type Line interface {
	PeerEngine

	// Begin says which game is on the board, and which side is ours; it is asked for unless it is
	// played already. Wait has the next game taken that is asked for, until Leave. The limits are
	// those of the other side.
	Begin(ctx context.Context, g *movegen.Game, us movegen.Color, l search.Limits) error
	Wait(ctx context.Context) error
	Leave()

	// News waits for what happens. It fails when nothing more will.
	News(ctx context.Context) (dxp.News, error)

	Say(ctx context.Context, text string) error
	AskBack(ctx context.Context, plies int) error
	AnswerBack(ctx context.Context, yes bool) error
	End(ctx context.Context, g *movegen.Game, r dxp.Reason) error // g is how it ends
}

// A lineRequest says which game is on the board of a tab that plays over a line, or that it waits
// for one. The limits are those of the other side.
type lineRequest struct {
	searchRequest
	Side string `json:"side"` // "w" or "b": which is ours
	Wait bool   `json:"wait,omitempty"`
}

// A lineEvent is what has happened on a line.
type lineEvent struct {
	Kind   string     `json:"kind"`
	Text   string     `json:"text,omitempty"`
	Game   *lineOffer `json:"game,omitempty"` // that has begun, if the board has it not
	Plies  int        `json:"plies"`
	Winner string     `json:"winner,omitempty"` // of a game that is over: "white", "black", or "draw" for neither
}

// A lineOffer is a game that the other side has asked for.
type lineOffer struct {
	FEN  string `json:"fen"`  // where it begins; "" as the rules say
	Side string `json:"side"` // "w" or "b": which is ours
	Time int64  `json:"time"` // milliseconds of each side for the game
}

// A sayRequest is what a board says to the other side.
type sayRequest struct {
	gameRequest
	Engine string `json:"engine"`
	Tab    string `json:"tab"`
	What   string `json:"what"`           // "text", "back", "yes", "no", "loss", "draw", "win" or "end"
	Text   string `json:"text,omitempty"` // of "text"
	Plies  int    `json:"plies"`          // of "back": how many are to remain
}

// longestSaid is how many letters the other side can be told at once.
const longestSaid = 126

var (
	sides   = map[string]movegen.Color{"w": movegen.White, "b": movegen.Black}
	winners = map[movegen.Outcome]string{movegen.WhiteWins: "white", movegen.BlackWins: "black", movegen.Drawn: "draw"}
	reasons = map[string]dxp.Reason{"loss": dxp.Loss, "draw": dxp.Draw, "win": dxp.Win, "end": dxp.Unknown}
)

// own takes the line for a tab, if no other one has it, and starts the program if it has to. The
// line stays while it is held.
func (e *seat) own(ctx context.Context, tab string, r *movegen.Rules) (Line, error) {
	e.mu.Lock()
	free := e.owner == "" || e.owner == tab
	if free {
		e.owner = tab
		e.held++
	}
	e.mu.Unlock()
	if !free {
		return nil, refuse(http.StatusServiceUnavailable, fmt.Sprintf("%s plays at another board", e.Name))
	}
	err := e.use(ctx, tab, r, func(context.Context, PeerEngine) error { return nil })
	line := e.lineOf(tab)
	if err == nil && line == nil {
		err = context.Canceled
	}
	if err != nil {
		e.disown()
	}
	return line, err
}

// disown lets go of the line that own has taken. Where nobody holds it, it lives on for a while: the
// page may be loaded again.
func (e *seat) disown() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.held--; e.held > 0 {
		return
	}
	e.owner = ""
	if e.expiry != nil {
		e.expiry.Stop()
	}
	e.expiry = time.AfterFunc(e.timeouts.seated, func() { e.free("") })
}

// lineOf returns the line, if the tab has it.
func (e *seat) lineOf(tab string) Line {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.owner != tab {
		return nil
	}
	return e.line
}

// searchLine waits for a move from the other end of a line.
func (s *Server) searchLine(ctx context.Context, e *seat, q *searchRequest, g *movegen.Game, l search.Limits, out *stream) error {
	line, err := e.own(ctx, q.Tab, g.Rules())
	if err != nil {
		return err
	}
	defer e.disown()
	err = think(ctx, scaled{line, s.evals.of(g.Rules()).Scale()}, g, l, out)
	unfit := (*hub.UnfitError)(nil)
	if err == nil || errors.Is(err, context.Canceled) || errors.As(err, &unfit) || errors.Is(err, ctx.Err()) {
		return err
	}
	return e.use(ctx, q.Tab, g.Rules(), func(context.Context, PeerEngine) error { return err }) // which ends it
}

// A listening is a lineRequest as it was understood.
type listening struct {
	*lineRequest
	seat   *seat
	game   *movegen.Game
	us     movegen.Color
	limits search.Limits
}

// listen tells what happens on a line, and says to it which game is on the board.
func (s *Server) listen(w http.ResponseWriter, r *http.Request) {
	q, err := s.readLine(w, r)
	if err != nil {
		failWith(w, err)
		return
	}
	out := newStream(w, s.timeouts)
	out.begin()
	out.end(q.tell(r.Context(), out))
}

// readLine reads what a board wants of a line.
func (s *Server) readLine(w http.ResponseWriter, r *http.Request) (q listening, err error) {
	h := holding{of: &s.memory}
	defer h.release()
	q.lineRequest = &lineRequest{}
	if err := readJSON(w, r, watched, &h, q.lineRequest); err != nil {
		return q, err
	}
	if q.game, err = q.check(r.Context()); err != nil {
		return q, err
	}
	if q.seat, err = s.seat(q.Engine); err != nil {
		return q, err
	}
	us, known := sides[q.Side]
	if !known || !q.seat.Line {
		return q, refuse(http.StatusBadRequest, errQuestion)
	}
	q.us = us
	q.limits, err = q.searchRequest.limits(q.game)
	return q, err
}

// tell writes what happens on a line until there is nothing more, or nobody reads it.
func (q *listening) tell(ctx context.Context, out *stream) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out.broken = cancel
	line, err := q.seat.own(ctx, q.Tab, q.game.Rules())
	if err != nil {
		return err
	}
	defer q.seat.disown()
	if q.Wait {
		defer line.Leave()
		err = line.Wait(ctx)
	} else {
		err = line.Begin(ctx, q.game, q.us, q.limits)
	}
	for err == nil {
		next := make(chan dxp.News, 1)
		failed := make(chan error, 1)
		go func() {
			n, err := line.News(ctx)
			failed <- err
			next <- n
		}()
		n := wait(next, out)
		if err = <-failed; err == nil {
			out.send("line", describeNews(n, q.game.Rules()))
		}
	}
	return err
}

func describeNews(n dxp.News, r *movegen.Rules) lineEvent {
	e := lineEvent{Kind: string(n.Kind), Text: n.Text, Plies: n.Plies, Winner: winners[n.Outcome]}
	switch n.Kind {
	case dxp.Begun:
		e.Text = n.Opponent
	case dxp.Over:
		e.Text = ""
		if n.Resigned {
			e.Text = "resignation"
		}
	}
	if n.New {
		e.Game = &lineOffer{Side: letter(n.Terms.Follower), Time: n.Terms.Time.Milliseconds()}
		if n.Terms.Start != r.Start() {
			e.Game.FEN = r.FEN(&n.Terms.Start)
		}
	}
	return e
}

// say says something to the other end of a line.
func (s *Server) say(ctx context.Context, q sayRequest) (none struct{}, err error) {
	e, err := s.seat(q.Engine)
	if err != nil {
		return none, err
	}
	line := e.lineOf(q.Tab)
	if line == nil {
		return none, refuse(http.StatusConflict, fmt.Sprintf("there is no line to %s", e.Name))
	}
	reason, ends := reasons[q.What]
	switch {
	case ends:
		var g *movegen.Game
		if g, err = q.game(ctx, nil); err != nil {
			return none, err
		}
		err = line.End(ctx, g, reason)
	case q.What == "text" && q.Text != "" && utf8.RuneCountInString(q.Text) <= longestSaid:
		err = line.Say(ctx, q.Text)
	case q.What == "back":
		err = line.AskBack(ctx, q.Plies)
	case q.What == "yes" || q.What == "no":
		err = line.AnswerBack(ctx, q.What == "yes")
	default:
		return none, refuse(http.StatusBadRequest, errQuestion)
	}
	if err != nil {
		return none, refuse(http.StatusConflict, err.Error())
	}
	return none, nil
}
