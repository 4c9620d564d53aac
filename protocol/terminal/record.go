package terminal

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
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
	names := [2]string{"Stupol", "Stupol"}
	names[s.you] = "Human"
	tags := []pdn.Tag{
		{Name: "Event", Value: "stupol play"},
		{Name: "Date", Value: s.day},
		{Name: "White", Value: names[movegen.White]},
		{Name: "Black", Value: names[movegen.Black]},
	}
	if s.over.Outcome != movegen.Ongoing {
		tags = append(tags, pdn.Tag{Name: "Termination", Value: s.termination()})
	}
	if s.control.Time > 0 {
		period := pdn.Period{Time: s.control.Time, Increment: s.control.Increment}
		tags = append(tags, pdn.Tag{Name: "TimeControl", Value: pdn.FormatTimeControl([]pdn.Period{period})})
	}
	return pdn.FromGame(s.game, s.over.Outcome, s.comments(), append(tags, more...)...)
}

func today() string { return time.Now().Format("2006.01.02") }

func (s *session) termination() string {
	if s.over.why != "" {
		return s.over.why
	}
	return s.over.Reason
}

// comments returns what the clock of the mover showed after each move, nothing if
// there are no clocks.
func (s *session) comments() (texts []string) {
	mover := s.game.Start().Turn
	for _, left := range s.clocks[1:] {
		if s.control.Time > 0 {
			texts = append(texts, pdn.Remark{Clocked: true, Clock: left[mover]}.String())
		}
		mover = mover.Opponent()
	}
	return texts
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
	return text
}

// A state is what a state tag says.
type state struct {
	you     movegen.Color
	draws   string
	level   Level
	control Control
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

// parseTime reads a time, in seconds if it has no unit.
func parseTime(text string) (time.Duration, error) {
	const longest = 24 * time.Hour
	d, err := time.ParseDuration(text)
	if seconds, failed := strconv.ParseFloat(text, 64); failed == nil && seconds >= 0 && seconds <= longest.Seconds() {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d < 0 || d > longest {
		return 0, errors.New("want a time like 10, 0.5s or 5m")
	}
	return d, nil
}

// resume goes on with a saved game.
func (s *session) resume(saved *pdn.Game) error {
	st, err := parseState(saved.Tag(stateTag))
	if err != nil {
		return err
	}
	g, err := Replayed(saved, nil, st.draws)
	if err != nil {
		return err
	}
	s.you, s.level, s.control, s.day = st.you, st.level, st.control, saved.Tag("Date")
	s.take(g, shown(saved, g, st.control.Time))
	s.kept = true
	return nil
}

// Replayed returns a game of a file by rules, or by those that it seems to be played by if
// they are nil, with the draw rules of that name.
func Replayed(record *pdn.Game, rules *movegen.Rules, draws string) (*movegen.Game, error) {
	if len(record.Plies) == 0 && len(record.Faults) > 0 {
		return nil, record.Faults[0] // no game at all
	}
	if rules == nil {
		var err error
		if rules, err = record.Rules(); err != nil {
			rules = record.GuessRules()
		}
	}
	g, err := record.Replay(rules)
	if err != nil {
		return nil, err
	}
	d, err := rules.DrawRulesNamed(draws)
	if err != nil {
		return nil, err
	}
	again := movegen.NewGameFrom(rules, g.Start(), d)
	for _, m := range g.Moves() {
		again.Push(m)
	}
	return again, nil
}

// shown returns what the clocks showed in a saved game, beginning with the full time.
// A clock of which nothing is said has not changed.
func shown(saved *pdn.Game, g *movegen.Game, full time.Duration) []clocks {
	now := clocks{full, full}
	all := []clocks{now}
	mover := g.Start().Turn
	for i := range g.Moves() {
		if i < len(saved.Plies) {
			now[mover] = clockOf(&saved.Plies[i], now[mover])
		}
		all = append(all, now)
		mover = mover.Opponent()
	}
	return all
}

// clockOf returns what the clock showed after a ply, or what it showed before if that
// is not told.
func clockOf(p *pdn.Ply, before time.Duration) time.Duration {
	if r := pdn.ParseRemark(p.Comment()); r.Clocked {
		return r.Clock
	}
	return before
}

// describe returns a saved game in words.
func describe(saved *pdn.Game) string {
	game := "a game"
	if r, err := saved.Rules(); err == nil {
		game = r.Title
	}
	return fmt.Sprintf("%s of %s, %s", game, saved.Tag("Date"), plies(len(saved.Plies)))
}
