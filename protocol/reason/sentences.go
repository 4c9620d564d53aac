package reason

import (
	"fmt"
	"slices"
	"strings"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/words"
)

// A Writer says a reason in a language, with moves and squares as the game writes them.
type Writer struct {
	Language *words.Language // nil: English
	Moves    func(movegen.Position, []movegen.Move) []string
	Square   func(movegen.Square) string
	Share    func(float64) string // of chances
}

// Sentences returns one or two plain sentences. They speak of the opponent of the side that moved.
func (w Writer) Sentences(re *Reason, c *Case) []string {
	all := []string{w.sentence(re, c)}
	if p := re.Priority; p != nil {
		all = append(all, w.priority(p))
	}
	switch {
	case re.Shot != nil && re.Shot.Name != Nameless && re.Kind == Shot:
		all = append(all, w.Language.Say("Its name is {name}.", "name", re.Shot.Name.French()))
	case re.Kind == Shot && re.Crowned:
		all = append(all, w.Language.Say("It ends with a king."))
	}
	for i := range all {
		all[i] = strings.ReplaceAll(all[i], "….", "…")
	}
	return all[:min(len(all), mostSentences)]
}

const (
	mostSentences = 2
	longestLine   = 14 // plies that are written
)

// line returns the line of a reason as text.
func (w Writer) line(re *Reason, c *Case) (text string) {
	p, _ := re.from(c)
	return w.written(p, re.Line)
}

// written returns a line as text, its beginning if it is long.
func (w Writer) written(p movegen.Position, line []movegen.Move) (text string) {
	for i, move := range w.Moves(p, line[:min(len(line), longestLine)]) {
		if i > 0 {
			text += " "
		}
		text += move
	}
	if len(line) > longestLine {
		text += " …"
	}
	return text
}

// facts are what the sentences have in braces.
func (w Writer) facts(re *Reason, c *Case) []any {
	p, _ := re.from(c)
	facts := []any{"gives", re.Gives, "takes", re.Takes, "moves", re.Moves, "safe", re.Safe, "line", w.line(re, c), "rule", w.Language.Heard(re.Rule)}
	if len(re.Line) > 0 {
		facts = append(facts, "move", w.written(p, re.Line[:1]))
	}
	return facts
}

// parts returns the known part of the line of a reason and the rest of it, for the sentences that have
// both.
func (w Writer) parts(re *Reason, c *Case) []any {
	p, _ := re.from(c)
	known, rest := re.Line[:re.Known], re.Line[re.Known:]
	return []any{"line", w.written(p, known), "rest", w.written(c.end(p, known), rest)}
}

// sentence returns the first sentence.
func (w Writer) sentence(re *Reason, c *Case) string {
	l, facts := w.Language, w.facts(re, c)
	if re.Missed {
		return w.missed(re, c, facts)
	}
	switch re.Kind {
	case Shot:
		return l.Say("The opponent has a shot, which gives {gives} and takes {takes}: {line}.", facts...)
	case Taken:
		return l.Say("The opponent takes {takes} at once, and nothing can be taken back: {line}.", facts...)
	case Exchange:
		return l.Say("The exchange costs material, for the opponent takes {takes} for {gives}: {line}.", facts...)
	case Attack:
		return l.Say("There is no answer to {move} that loses nothing: {line}.", facts...)
	case Zugzwang:
		return l.Say("After {move} every possible move ({moves} in all) loses a piece, though a pass would not. For example {line}.", facts...)
	case Breakthrough:
		return l.Say("The opponent gets a king: {line}.", facts...)
	case KingCaught:
		return l.Say("A king is lost: {line}.", facts...)
	case Ended:
		return l.Say("This is how the game ends: {line}.", facts...)
	case GotRid:
		if re.Takes == 0 {
			return l.Say("The opponent gets rid of {gives}: {line}.", facts...)
		}
		return l.Say("The opponent gets rid of {gives} and takes {takes}: {line}.", facts...)
	case WrongCapture:
		return l.Say("Another capture, {move}, is the right one; after the one that was played comes {line}.", "move", w.written(c.Before, c.Better[:1]), "line", w.line(re, c))
	case LongRun:
		if re.Takes <= re.Gives {
			return l.Say("In the line that was found the opponent comes out ahead, with a king: {line}.", facts...)
		}
		if re.Gives == 0 {
			return l.Say("In the line that was found the opponent takes {takes} without loss: {line}.", facts...)
		}
		return l.Say("In the line that was found the opponent takes {takes} for {gives}: {line}.", facts...)
	case Later:
		return l.Say("After {line} a loss of material can no longer be stopped: {rest}.", w.parts(re, c)...)
	case Freer:
		line := w.written(c.Before, slices.Concat([]movegen.Move{c.Played}, re.Line))
		return l.Say("The opponent is freer: after {line}, {safe} of {moves} moves lose no piece soon; after the better move, {others} of {all}.", "line", line, "safe", re.Safe, "moves", re.Moves, "others", re.Others, "all", re.All)
	case KingLocked:
		return l.Say("After {line} the king on {square} is locked in: it has no move that does not lose it.", append(facts, "square", w.Square(re.Piece))...)
	case Bind:
		return l.Say("There is less freedom: after {line}, {safe} of {moves} moves lose no piece soon; after the better move, {others} of {all}.", append(facts, "others", re.Others, "all", re.All)...)
	case DrawnByRule:
		return l.Say("The move has made it a draw by rule: {rule}.", facts...)
	case Database, IntoDatabase:
		return w.database(re, facts)
	}
	return l.Say("It is worse by {share}; nothing is lost at once.", "share", w.Share(c.Chance-c.PlayedChance))
}

// missed returns the first sentence of what the better move would have gained.
func (w Writer) missed(re *Reason, c *Case, facts []any) string {
	l := w.Language
	switch re.Kind {
	case Shot:
		return l.Say("A shot was missed, which gives {gives} and takes {takes}: {line}.", facts...)
	case Zugzwang:
		return l.Say("{move} would have put the opponent in zugzwang: every possible move ({moves} in all) loses a piece. For example {line}.", facts...)
	case Breakthrough:
		return l.Say("A king was to be had: {line}.", facts...)
	case KingCaught:
		return l.Say("The opponent’s king could have been caught: {line}.", facts...)
	case Ended:
		return l.Say("The game could have been won: {line}.", facts...)
	case GotRid:
		if re.Takes == 0 {
			return l.Say("One could have got rid of {gives}: {line}.", facts...)
		}
		return l.Say("One could have got rid of {gives} and taken {takes}: {line}.", facts...)
	case WrongCapture:
		return l.Say("Another capture is the right one: {line}.", facts...)
	case LongRun:
		if re.Takes <= re.Gives {
			return l.Say("The line of the better move comes out ahead, with a king: {line}.", facts...)
		}
		if re.Gives == 0 {
			return l.Say("The line of the better move takes {takes} without loss: {line}.", facts...)
		}
		return l.Say("The line of the better move takes {takes} for {gives}: {line}.", facts...)
	case Later:
		return l.Say("The better line wins material by force where it ends, after {line}: {rest}.", w.parts(re, c)...)
	case IntoDatabase:
		switch {
		case len(re.Line) == 0 && re.Now == endgame.Win:
			return l.Say("Before this move it was won by the endgame databases.")
		case len(re.Line) == 0:
			return l.Say("Before this move it was a draw by the endgame databases.")
		case re.Now == endgame.Win:
			return l.Say("There was a line into a won ending of the databases: {line}.", facts...)
		}
		return l.Say("There was a line into a drawn ending of the databases: {line}.", facts...)
	}
	return l.Say("{move} would have won material, for there is no answer that loses nothing: {line}.", facts...)
}

// database returns what the endgame databases say.
func (w Writer) database(re *Reason, facts []any) string {
	l := w.Language
	moves := func(plies int) []any { return []any{"moves", (plies + 1) / 2} }
	switch {
	case re.Kind == IntoDatabase && len(re.Line) == 0 && re.Now == endgame.Loss:
		return l.Say("After this move it is lost by the endgame databases.")
	case re.Kind == IntoDatabase && len(re.Line) == 0:
		return l.Say("After this move it is a draw by the endgame databases.")
	case re.Kind == IntoDatabase && re.Now == endgame.Loss:
		return l.Say("The endgame databases know what this leads to, a loss: {line}.", facts...)
	case re.Kind == IntoDatabase:
		return l.Say("The endgame databases know what this leads to, a draw: {line}.", facts...)
	case re.Now == endgame.Draw && re.Plies > 0:
		return l.Say("By the endgame databases this was won (moves to the end: {moves}) and is now drawn.", moves(re.Plies)...)
	case re.Now == endgame.Draw:
		return l.Say("By the endgame databases this was won and is now drawn.")
	case re.Before == endgame.Win:
		return l.Say("By the endgame databases this was won and is now lost.")
	case re.Left > 0:
		return l.Say("By the endgame databases this was drawn and is now lost (moves to the end: {moves}).", moves(re.Left)...)
	}
	return l.Say("By the endgame databases this was drawn and is now lost.")
}

// priority returns the rule that forces a capture of the line.
func (w Writer) priority(p *Priority) string {
	if p.King {
		return w.Language.Say("By rule the king must capture, not the man.")
	}
	return w.Language.Say("By rule the capture must be the one that takes {must}, not the one that takes {spared}.", "must", p.Must, "spared", p.Spared)
}

// French returns what the shot is called in French, as players of all countries call it.
func (n Name) French() string {
	names := [names]string{
		"", "coup royal", "coup Philippe", "coup turc", "coup demi-turc", "coup de talon", "coup de la trappe",
		"coup de ricochet", "coup de rappel", "coup du tourniquet",
	}
	if n >= Name(len(names)) {
		return fmt.Sprint(n)
	}
	return names[n]
}
