package match

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/peer"
)

// TestIdentify asks all kinds of engines which program they are.
func TestIdentify(t *testing.T) {
	ours, err := eval.Fingerprint(movegen.International(), "")
	if err != nil {
		t.Fatal(err)
	}
	m := newMatch(t, 1, "self", "hand")
	m.Version = "9.9"
	m.Engines[1].Params = map[string]string{"eval-file": "hand"}
	dxp := pretend(t, peer.DXP, "dxp")
	m.Engines = append(m.Engines, pretend(t, peer.Hub, "hub"), pretend(t, peer.Hub1, "hub1"), dxp, peer.EngineConfig{Name: "met", Protocol: peer.DXP})
	if err := m.Identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	hash := m.programs["hub"].File
	if !regexp.MustCompile("^[0-9a-f]{16}$").MatchString(hash) {
		t.Errorf("the hash of a file is %q", hash)
	}
	for engine, want := range map[string]Program{
		"self": {Says: "Stupol 9.9", File: hash, Weights: ours}, // a test is not built from a commit
		"hand": {Says: "Stupol 9.9", File: hash, Weights: "hand"},
		"hub":  {Says: "Pretender 1.0", File: hash},
		"hub1": {Says: "Pretender 0.9", File: hash},
		"dxp":  {File: hash},
		"met":  {},
	} {
		if got := m.programs[engine]; got != want {
			t.Errorf("engine %s: got %+v, want %+v", engine, got, want)
		}
	}
	if m.openingsHash == "" || m.openingsBy != nil {
		t.Errorf("openings: got %q, %v; want the hash of the ballots", m.openingsHash, m.openingsBy)
	}
	m.Engines[2].Command = []string{"no such program"}
	if err := m.Identify(t.Context()); err == nil || !strings.Contains(err.Error(), "engine hub: ") {
		t.Errorf("got %v, want an error about engine hub", err)
	}
}

// TestJournalOfOtherPrograms refuses to go on with other builds of the engines,
// or with other openings, and leaves the journal as it is.
func TestJournalOfOtherPrograms(t *testing.T) {
	original := func() *Match {
		m := newMatch(t, 5, "a", "b")
		if err := m.Identify(t.Context()); err != nil {
			t.Fatal(err)
		}
		m.programs["b"] = Program{Says: "Scan 3.0", File: "0123456789abcdef"}
		return m
	}
	tests := []struct {
		name   string
		change func(*Match)
		want   string
	}{
		{"nothing", func(*Match) {}, ""},
		{"version", func(m *Match) { m.programs["b"] = Program{Says: "Scan 3.1", File: "0123456789abcdef"} },
			"engine b was Scan 3.0, file 0123456789abcdef, and is Scan 3.1, file 0123456789abcdef"},
		{"file", func(m *Match) { m.programs["b"] = Program{Says: "Scan 3.0", File: "fedcba9876543210"} },
			"and is Scan 3.0, file fedcba9876543210"},
		{"weights", func(m *Match) { m.programs["a"] = Program{Says: m.programs["a"].Says, Weights: "hand"} },
			"engine a was Stupol, file "},
		{"not known any more", func(m *Match) { delete(m.programs, "b") }, "and is unknown"},
		{"openings", func(m *Match) { m.openingsHash = "fedcba9876543210" }, `other settings: openings_sha256 is "`},
		{"maker of the openings", func(m *Match) { m.openingsBy = &Program{Says: "Stupol 2"} }, "openings_by"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "journal")
			interrupted(t, original(), name, 2)
			before, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file, err := os.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			m := original()
			tt.change(m)
			_, err = OpenJournal(file, m.Header(), m.Standings().Add)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if after, _ := os.ReadFile(name); err != nil && !strings.HasPrefix(string(before), string(after)) {
				t.Errorf("the journal was %q and is %q", before, after)
			}
		})
	}
}

// TestRandomOpeningsAreIdentified by who makes them.
func TestRandomOpeningsAreIdentified(t *testing.T) {
	m := newMatch(t, 1, "a", "b")
	m.Version = "9.9"
	m.Openings = &RandomOpenings{Rules: m.Rules}
	if err := m.Identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	if m.openingsHash != "" || m.openingsBy == nil || m.openingsBy.Says != "Stupol 9.9" || m.openingsBy.Weights == "" {
		t.Errorf("got %q, %+v; want nothing and Stupol with its weights", m.openingsHash, m.openingsBy)
	}
}

// TestHashOpenings sees every position and every move.
func TestHashOpenings(t *testing.T) {
	seen := map[string]string{}
	for name, g := range map[string]*movegen.Game{
		"start": movegen.NewGame(movegen.International()), "other position": gameAt(t, "W:W32:B5"), "moves": anyGame(t),
	} {
		hash, err := hashOpenings(t.Context(), List{{Name: "x", Game: g}})
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := hashOpenings(t.Context(), List{{Name: "y", Game: g}}); again != hash {
			t.Errorf("%s: %s, called otherwise %s", name, hash, again)
		}
		if seen[hash] != "" {
			t.Errorf("%s and %s have the hash %s", name, seen[hash], hash)
		}
		seen[hash] = name
	}
}

// TestIdentifyBook tells two books with one name apart.
func TestIdentifyBook(t *testing.T) {
	name := filepath.Join(t.TempDir(), "my.book")
	m := newMatch(t, 1, "book", "none")
	m.Engines[0].Params = map[string]string{"book": "true", "book-file": name}
	known := map[Program]bool{}
	for _, content := range []string{"one", "another"} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := m.Identify(t.Context()); err != nil {
			t.Fatal(err)
		}
		known[m.programs["book"]] = true
	}
	if len(known) != 2 || m.programs["none"].Book != "" {
		t.Errorf("got %v, without a book %v", known, m.programs["none"])
	}
}
