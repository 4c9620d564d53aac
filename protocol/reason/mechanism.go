package reason

import (
	"slices"

	"stupol/movegen"
)

// An Element is what a move of a shot is for.
type Element uint8

// The elements, each by what can be seen on the board.
const (
	// Offer: a move that captures nothing, after which the other side captures what it could not
	// capture before.
	Offer Element = iota
	// FreeTempo: a move that captures nothing while the other side has a capture to make anyway,
	// which it makes then (temps de repos).
	FreeTempo
	// Forcing: an offer or a free tempo after which there is one legal move.
	Forcing
	// SendingOn: the other side captures with a piece that has captured before in the line
	// (promenade).
	SendingOn
	// SendingToKing: a man of the other side becomes a king by its capture, and that king is taken
	// later in the line (envoi à dame).
	SendingToKing
	// Exchanging: a capture before the final one.
	Exchanging

	elements
)

var elementKeys = [elements]string{"offer", "free-tempo", "forcing", "sending-on", "sending-to-king", "exchanging"}

// String returns the name of the element for programs: "free-tempo".
func (e Element) String() string { return elementKeys[min(e, elements-1)] }

// A Mechanism is how a shot works.
type Mechanism struct {
	Elements [][]Element // of each ply of the line; none for those of the other side
	Final    int         // the ply of the capture that takes the most, the last of several

	Takes     int              // pieces, by the final capture
	Path      []movegen.Square // its start and where it lands
	RoundTrip bool             // it ends where it begins
	BroughtIn int              // of the pieces that it takes, those that the line has brought there
	Opened    bool             // it lands on a square that was not free when the line began

	Name Name // Nameless if it has none
}

// Mechanics returns the mechanism of a line that begins with a move that captures nothing and after
// which the other side must capture. It reports false for any other line.
func Mechanics(r *movegen.Rules, p movegen.Position, line []movegen.Move) (Mechanism, bool) {
	gains := p.Turn
	s, err := play(r, p, line, gains)
	if err != nil || len(line) < 3 || line[0].IsCapture() || !line[1].IsCapture() {
		return Mechanism{}, false
	}
	w := walk{rules: r, line: line, positions: s.positions}
	m := Mechanism{Final: w.final(), Elements: make([][]Element, len(line))}
	if m.Final < 2 {
		return Mechanism{}, false
	}
	for i := 0; i < m.Final; i += 2 {
		m.Elements[i] = w.elements(i)
	}
	capture := line[m.Final]
	before := &s.positions[m.Final]
	m.Takes, m.RoundTrip = capture.Captured.Len(), capture.From == capture.To
	m.Path = pathOf(r, before, capture)
	moved := w.moved(m.Final)
	m.BroughtIn = (capture.Captured & moved).Len()
	start := p.Occupied() &^ w.origin(m.Final, capture.From).Bit()
	for _, sq := range m.Path[1:] {
		m.Opened = m.Opened || start.Has(sq)
	}
	m.Name = w.name(&m)
	return m, true
}

// pathOf returns the start of a move and the squares on which its piece lands.
func pathOf(r *movegen.Rules, p *movegen.Position, m movegen.Move) []movegen.Square {
	for steps := range r.Steps(p, m) {
		path := []movegen.Square{m.From}
		for _, step := range steps {
			path = append(path, step.To)
		}
		return path
	}
	return []movegen.Square{m.From, m.To}
}

// A walk is a line with its positions.
type walk struct {
	rules     *movegen.Rules
	line      []movegen.Move
	positions []movegen.Position // that before each move, and the last
}

// final returns the ply of the capture of who gains that takes the most, -1 if there is none.
func (w *walk) final() int {
	best, most := -1, 0
	for i := 0; i < len(w.line); i += 2 {
		if n := w.line[i].Captured.Len(); n > 0 && n >= most {
			best, most = i, n
		}
	}
	return best
}

// elements returns what a move of who gains is for.
func (w *walk) elements(i int) (all []Element) {
	if w.line[i].IsCapture() {
		return []Element{Exchanging}
	}
	answer := w.line[i+1]
	if !answer.IsCapture() {
		return nil
	}
	before, after := &w.positions[i], &w.positions[i+1]
	all = append(all, Offer)
	if w.rules.CanCapture(before, before.Turn.Opponent()) && !answer.Captured.Has(w.line[i].To) {
		all[0] = FreeTempo
	}
	if len(w.rules.Moves(nil, after)) == 1 {
		all = append(all, Forcing)
	}
	if w.capturedBefore(i + 1) {
		all = append(all, SendingOn)
	}
	if answer.Promotes && w.takenLater(i+1) {
		all = append(all, SendingToKing)
	}
	return all
}

// capturedBefore reports whether the piece that captures at a ply has captured at an earlier one.
func (w *walk) capturedBefore(ply int) bool {
	at := w.line[ply].From
	for i := ply - 2; i >= 1; i -= 2 {
		if m := w.line[i]; m.To == at {
			if m.IsCapture() {
				return true
			}
			at = m.From
		}
	}
	return false
}

// takenLater reports whether the piece that moves at a ply is captured later in the line.
func (w *walk) takenLater(ply int) bool {
	at := w.line[ply].To
	for i := ply + 1; i < len(w.line); i++ {
		switch m := w.line[i]; {
		case (i-ply)%2 == 1 && m.Captured.Has(at):
			return true
		case (i-ply)%2 == 0 && m.From == at:
			at = m.To
		}
	}
	return false
}

// origin returns where the piece that is to move from a square at a ply stood when the line began.
func (w *walk) origin(ply int, sq movegen.Square) movegen.Square {
	for i := ply - 2; i >= 0; i -= 2 { // its own moves
		if w.line[i].To == sq {
			sq = w.line[i].From
		}
	}
	return sq
}

// moved returns the squares of the pieces of the other side that have moved in the line before a ply.
func (w *walk) moved(ply int) (squares movegen.Bits) {
	for i := 1; i < ply; i += 2 {
		squares = squares&^w.line[i].From.Bit() | w.line[i].To.Bit()
		squares &^= w.line[min(i+1, ply-1)].Captured
	}
	return squares & w.positions[ply].Pieces[w.positions[0].Turn.Opponent()]
}

// has reports whether the move at a ply has an element.
func (m *Mechanism) has(ply int, e Element) bool { return slices.Contains(m.Elements[ply], e) }

// ShotData is a Mechanism for programs.
type ShotData struct {
	Elements  [][]string `json:"elements"` // of each ply
	Final     int        `json:"final"`    // the ply of the final capture, 1 is the first of the line
	Takes     int        `json:"takes"`
	Path      []string   `json:"path"`
	RoundTrip bool       `json:"round_trip,omitempty"`
	BroughtIn int        `json:"brought_in,omitempty"`
	Opened    bool       `json:"opened,omitempty"`
	Name      string     `json:"name,omitempty"`
}

// Data returns the mechanism for programs.
func (m *Mechanism) Data(r *movegen.Rules) *ShotData {
	d := &ShotData{
		Final: m.Final + 1, Takes: m.Takes, RoundTrip: m.RoundTrip, BroughtIn: m.BroughtIn, Opened: m.Opened, Name: m.Name.String(),
	}
	for _, ply := range m.Elements {
		texts := []string{}
		for _, e := range ply {
			texts = append(texts, e.String())
		}
		d.Elements = append(d.Elements, texts)
	}
	for _, sq := range m.Path {
		d.Path = append(d.Path, r.UsualSquare(sq))
	}
	return d
}
