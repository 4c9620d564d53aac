package pdn

import (
	"fmt"
	"strings"

	"stupol/movegen"
)

// printer writes the moves of a game.
type printer struct {
	wrapper
	strict bool
	colon  bool
	first  movegen.Color // who begins the game
	nested int           // variations that are open
}

// moment is the number of the next move and whose it is.
type moment struct {
	number int
	turn   movegen.Color
}

// start returns the moment at which g begins.
func (p *printer) start(g *Game) moment {
	return moment{1, turnOf(g.Tag("FEN"), p.first)}
}

// turnOf returns the side to move in a FEN, or other if it does not tell.
func turnOf(fen string, other movegen.Color) movegen.Color {
	turn, _, _ := strings.Cut(strings.TrimSpace(fen), ":")
	switch turn {
	case "W", "w":
		return movegen.White
	case "B", "b":
		return movegen.Black
	}
	return other
}

// line writes the plies of a game or a variation from a moment on.
func (p *printer) line(l *Line, at moment) {
	p.notes(l.Notes, at, at)
	numbered := false // the number of the move has just been written
	for i := range l.Plies {
		ply := &l.Plies[i]
		next := at
		switch {
		case ply.Setup != "":
			p.word(fmt.Sprintf(`/FEN "%s"/`, ply.Setup))
			next.turn = turnOf(ply.Setup, at.turn)
		case at.turn == p.first:
			p.word(fmt.Sprintf("%d. %s", at.number, p.move(ply.Text)))
			next.turn = at.turn.Opponent()
		default:
			text := p.move(ply.Text)
			// In a game, a reply after a comment has no number: pydraughts takes
			// a number that occurs twice for a fault.
			reply := p.nested == 0 && i > 0 && l.Plies[i-1].Setup == ""
			if !numbered && !reply {
				text = fmt.Sprintf("%d... %s", at.number, text)
			}
			p.word(text)
			next = moment{at.number + 1, at.turn.Opponent()}
		}
		p.signs(ply)
		p.notes(ply.Notes, at, next)
		numbered = ply.Setup == "" && len(ply.Notes) == 0
		at = next
	}
}

// move returns the text of a move, with colons if they are wanted and it stays a move.
func (p *printer) move(text string) string {
	if !p.colon {
		return text
	}
	withColons := strings.ReplaceAll(text, "x", ":")
	var t token
	if scan([]byte(withColons), &t); t.kind == resultToken { // 1:1
		return text
	}
	return withColons
}

// signs writes what belongs to a move: its signs and glyphs.
func (p *printer) signs(ply *Ply) {
	symbols, free := splitSigns(ply.Signs)
	nags, others := ply.NAGs, ""
	if p.strict {
		var forced bool
		if symbols, others, forced = strictSigns(symbols); forced {
			nags = append([]int{forcedMove}, nags...)
		}
	}
	if ply.Text == UnknownMove && !endsWord([]byte(symbols)) {
		p.word(symbols)
	} else {
		p.glue(symbols)
	}
	for _, n := range nags {
		p.word(fmt.Sprintf("$%d", n))
	}
	if others != "" {
		p.comment(others)
	}
	switch {
	case free && p.strict:
		p.comment(anyMove)
	case free:
		p.word(anyMove)
	}
}

// notes writes comments and variations on a move that was made at a moment, before the next.
func (p *printer) notes(notes []Note, at, next moment) {
	for _, n := range notes {
		if n.Variation == nil {
			p.comment(n.Comment)
			continue
		}
		p.open("(")
		p.nested++
		if n.Variation.Follows {
			p.line(n.Variation, next)
		} else {
			p.line(n.Variation, at)
		}
		p.nested--
		p.glue(")")
	}
}
