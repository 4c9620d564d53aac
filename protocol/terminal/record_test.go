package terminal

import (
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// TestResume saves games of every variant in the middle and goes on with them.
func TestResume(t *testing.T) {
	for _, r := range movegen.Variants() {
		b := newTable(t, r.Name, "")
		b.You = r.First
		first := b.Game.LegalMoves(nil)[0]
		b.run(t, pdn.Usual.Move(r, b.Game.Position(), first))
		saved := b.memory.games[0]
		if !IsSaved(saved) || IsOver(saved) {
			t.Fatalf("%s: saved as %s", r.Name, saved)
		}
		again := newTable(t, "international", "")
		again.Saved = saved
		again.You = r.First.Opponent()
		wants(t, again.run(t, "", "moves", "undo"), "There is an unfinished game: "+r.Title, "You are "+r.First.String(), "2 moves of both sides played so far.", "Your move 1. is taken back.")
		if got := again.memory.games[0]; len(got.Plies) != 0 || got.Tag(stateTag) != saved.Tag(stateTag) {
			t.Errorf("%s: now %s", r.Name, got)
		}
	}
}

// TestMovesFromPipe has moves where the saved game is offered: they are of another
// game, the first of them included, and the saved one stays.
func TestMovesFromPipe(t *testing.T) {
	saved := &pdn.Game{Tags: []pdn.Tag{{Name: stateTag, Value: "you=White"}}}
	b := newTable(t, "english", "")
	b.Saved, b.You = saved, movegen.White
	b.memory.games = []*pdn.Game{saved}
	wants(t, b.run(t, "22-18", "moves"), "There is an unfinished game", "You are White.", "You: 22-18")
	if len(b.memory.games) != 2 || b.memory.games[0] != saved {
		t.Errorf("saved %v", b.memory.games)
	}
	b.Prompt = true
	if got := b.run(t, "22-18", "n", "quit"); strings.Count(got, "There is an unfinished game") != 2 {
		t.Errorf("a person who types a move is not asked again:\n%s", got)
	}
}

// TestBrokenSave offers a saved game that cannot be gone on with: another one begins,
// and the old one stays.
func TestBrokenSave(t *testing.T) {
	for want, saved := range map[string]*pdn.Game{
		"skill=99":       {Tags: []pdn.Tag{{Name: stateTag, Value: "skill=99"}}},
		"unknown draw r": {Tags: []pdn.Tag{{Name: stateTag, Value: "draws=none-such"}}},
		"32-22":          {Tags: []pdn.Tag{{Name: stateTag, Value: "you=White"}, {Name: "GameType", Value: "20"}}, Line: pdn.Line{Plies: []pdn.Ply{{Text: "32-22"}}}},
	} {
		b := newTable(t, "english", "")
		b.Saved, b.You = saved, movegen.Black
		b.memory.games = []*pdn.Game{saved}
		wants(t, b.run(t, "y", "11-15"), "It cannot be gone on with: ", want, "English draughts", "1. You: 11-15")
		if len(b.memory.games) != 2 || b.memory.games[0] != saved {
			t.Errorf("saved %v", b.memory.games)
		}
	}
}

func TestWrongStates(t *testing.T) {
	for _, text := range []string{"you=me", "skill=11", "skill=0", "nodes=-1", "move-time=x", "time=-1s", "inc=1e9", "other=1", "time=NaN"} {
		if _, err := parseState(text); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: error %v", text, err)
		}
	}
	for _, text := range []string{"", "you=black skill=1 nodes=5 move-time=1.5s time=5m inc=0s draws=fmjd", "time=300 inc=2.5"} {
		if _, err := parseState(text); err != nil {
			t.Error(err)
		}
	}
}
