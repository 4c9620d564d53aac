package hub

import (
	"strconv"
	"strings"

	"stupol/movegen"
)

// What is said of the game that pos has described goes beyond the protocol: it is for programs
// without rules of their own. As a go always has its done, so a question has its answer, which is
// bare where there is no position: the error was that of the pos.

// listMoves answers moves with the legal ones, in no order that means something. A game that is
// drawn may have some.
func (s *session) listMoves(Message) {
	if s.game == nil {
		s.send(newMessage("moves"))
		return
	}
	legal := s.game.LegalMoves(nil)
	texts := make([]string, 0, len(legal))
	for _, move := range legal {
		texts = append(texts, s.settings.moveRules().HubMove(move))
	}
	s.send(newMessage("moves", "count", strconv.Itoa(len(texts)), "list", strings.Join(texts, " ")))
}

// results are what state says of an outcome.
var results = map[movegen.Outcome]string{movegen.Ongoing: "none", movegen.WhiteWins: "white", movegen.BlackWins: "black", movegen.Drawn: "draw"}

// tellState answers state with the variant, the side to move, the result and why, how often the
// position has occurred, and in how many plies a rule of counting draws the game, if one runs.
func (s *session) tellState(Message) {
	if s.game == nil {
		s.send(newMessage("state"))
		return
	}
	turn := "white"
	if s.game.Position().Turn == movegen.Black {
		turn = "black"
	}
	r := s.game.Result()
	args := []string{"variant", s.settings.rules.Hub, "turn", turn, "result", results[r.Outcome]}
	if r.Outcome != movegen.Ongoing {
		args = append(args, "reason", r.Reason)
	}
	args = append(args, "occurred", strconv.Itoa(s.game.Repetitions()))
	if left := s.game.CountLeft(); left < mostCount {
		args = append(args, "draw-in", strconv.Itoa(max(left, 0)))
	}
	s.send(newMessage("state", args...))
}

// mostCount is more than any rule of draws counts to.
const mostCount = 1000
