package terminal

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/pdn"
	"stupol/search"
)

// stateTag is the tag of saved games that says how to go on with them.
const stateTag = "StupolPlay"

// IsSaved reports whether a game was saved by this package.
func IsSaved(g *pdn.Game) bool { return g.Tag(stateTag) != "" }

// IsOver reports whether a saved game is over.
func IsOver(g *pdn.Game) bool { return g.Result != pdn.NoResult }

// keep saves the game, if there is anything to save. A failure is told once.
func (s *session) keep() {
	if len(s.clocks) == 1 && !s.kept {
		return
	}
	s.kept = true
	err := s.opts.Files.Keep(s.record(pdn.Tag{Name: stateTag, Value: s.state()}))
	if err != nil && !s.unsaved {
		s.out.line("The game cannot be saved: %v.", err)
	}
	s.unsaved = err != nil
}

// record returns the game as PDN, with more tags.
func (s *session) record(more ...pdn.Tag) *pdn.Game {
	record := pdn.Record{
		Game: s.game, Remarks: s.remarks(), Outcome: s.over.Outcome,
		Players: [2]string{"Stupol", "Stupol"},
		Tags:    []pdn.Tag{{Name: "Event", Value: "stupol play"}, {Name: "Date", Value: s.day}},
	}
	record.Players[s.you] = "Human"
	if s.over.Outcome != movegen.Ongoing {
		record.Termination = s.termination()
	}
	if s.control.Time > 0 {
		control := pdn.FormatTimeControl(s.control.Time, s.control.Increment)
		record.Tags = append(record.Tags, pdn.Tag{Name: "TimeControl", Value: control})
	}
	record.Tags = append(record.Tags, more...)
	return record.PDN()
}

func today() string { return time.Now().Format("2006.01.02") }

func (s *session) termination() string {
	if s.over.why != "" {
		return s.over.why
	}
	return s.over.Reason
}

// remarks returns what the clock of the mover showed after each move, none if there are
// no clocks.
func (s *session) remarks() (remarks []pdn.Remark) {
	if s.control.Time == 0 {
		return nil
	}
	mover := s.game.Start().Turn
	for _, left := range s.clocks[1:] {
		remarks = append(remarks, pdn.Remark{Clocked: true, Clock: left[mover].Remaining})
		mover = mover.Opponent()
	}
	return remarks
}

// state returns the value of the state tag.
func (s *session) state() string {
	text := fmt.Sprintf("you=%s draws=%s skill=%d", s.you, s.game.DrawRules().Name, s.level.Skill)
	if s.level.Nodes > 0 {
		text += fmt.Sprintf(" nodes=%d", s.level.Nodes)
	}
	if s.level.MoveTime > 0 {
		text += fmt.Sprintf(" move-time=%v", s.level.MoveTime)
	}
	if s.control.Time > 0 {
		text += fmt.Sprintf(" time=%v inc=%v", s.control.Time, s.control.Increment)
	}
	if used := s.used(); s.running() && used > 0 {
		text += fmt.Sprintf(" used=%v", used)
	}
	return text
}

// A state is what a state tag says.
type state struct {
	you     movegen.Color
	draws   string
	level   Level
	control search.TimeControl
	used    time.Duration // for the move to come
}

// parseState reads a state tag.
func parseState(text string) (st state, err error) {
	st.level.Skill = search.FullSkill
	for field := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(field, "=")
		switch key {
		case "you":
			st.you, err = ColorNamed(value)
		case "draws":
			st.draws = value
		case "skill":
			st.level.Skill, err = parseSkill(value)
		case "nodes":
			st.level.Nodes, err = parseNodes(value)
		case "move-time":
			st.level.MoveTime, err = parseTime(value)
		case "time":
			st.control.Time, err = parseTime(value)
		case "inc":
			st.control.Increment, err = parseTime(value)
		case "used":
			st.used, err = parseTime(value)
		default:
			err = errors.New("unknown")
		}
		if err != nil {
			return state{}, fmt.Errorf("tag %s: %q: %w", stateTag, field, err)
		}
	}
	return st, nil
}

// ColorNamed returns the side with that name.
func ColorNamed(name string) (movegen.Color, error) {
	for _, c := range []movegen.Color{movegen.White, movegen.Black} {
		if strings.EqualFold(name, c.String()) {
			return c, nil
		}
	}
	return 0, errors.New("want white or black")
}

func parseSkill(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > search.FullSkill {
		return 0, fmt.Errorf("want a number from 1 to %d", search.FullSkill)
	}
	return n, nil
}

func parseNodes(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, errors.New("want a number")
	}
	return n, nil
}

// parseTime reads a time of a day at most.
func parseTime(text string) (time.Duration, error) {
	d, err := params.ParseTime(text)
	if err == nil && d > 24*time.Hour {
		err = errors.New("want a day at most")
	}
	return d, err
}

// resume goes on with a saved game.
func (s *session) resume(saved *pdn.Game) error {
	st, err := parseState(saved.Tag(stateTag))
	if err != nil {
		return err
	}
	g, remarks, err := Replayed(saved, nil, st.draws)
	if err != nil {
		return err
	}
	s.you, s.level, s.control, s.day = st.you, st.level, st.control, saved.Tag("Date")
	s.take(g, shown(remarks, g.Start().Turn, st.control.Start()))
	s.began = s.began.Add(-st.used) // to leave gives no time back
	s.kept = true
	return nil
}

// Replayed returns a game of a file by rules, or by those that it seems to be played by if
// they are nil, with the draw rules of that name, and what is said of its moves.
func Replayed(record *pdn.Game, rules *movegen.Rules, draws string) (*movegen.Game, []pdn.Remark, error) {
	if len(record.Plies) == 0 && len(record.Faults) > 0 {
		return nil, nil, record.Faults[0] // no game at all
	}
	replay := record.Replay(rules)
	if err := replay.Err(); err != nil {
		return nil, nil, err
	}
	d, err := replay.Rules.DrawRulesNamed(draws)
	if err != nil {
		return nil, nil, err
	}
	return replay.Game(d), replay.Remarks(), nil
}

// shown returns the clocks of a saved game, which begin full. A clock of which nothing is
// said has not changed.
func shown(remarks []pdn.Remark, mover movegen.Color, full search.Clock) []clocks {
	now := clocks{full, full}
	all := []clocks{now}
	for _, r := range remarks {
		if r.Clocked {
			now[mover].Remaining = r.Clock
		}
		all = append(all, now)
		mover = mover.Opponent()
	}
	return all
}

// describe returns a saved game in words.
func describe(saved *pdn.Game) string {
	game := "a game"
	if r, err := saved.Rules(); err == nil {
		game = r.Title
	}
	return fmt.Sprintf("%s of %s, %s", game, saved.Tag("Date"), plies(len(saved.Plies)))
}
