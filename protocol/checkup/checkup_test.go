package checkup

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// good is a machine that lacks nothing.
func good() Machine {
	return Machine{
		OS: "linux", Arch: "amd64", Level: "v3", Kernel: "AVX-512 VNNI", Threads: 8, Memory: 16 << 30,
		HugePages: "always [madvise] never\n", Browser: "xdg-open",
		Games: []Game{{"international", "network", 10_000, 4, nil}, {"russian", "network", 9_000, 4, nil}},
	}
}

// find returns the finding of a thing.
func find(t *testing.T, m Machine, what string) Finding {
	t.Helper()
	all := Findings(m)
	i := slices.IndexFunc(all, func(f Finding) bool { return f.What == what })
	if i < 0 {
		t.Fatalf("nothing is said of %s in %+v", what, all)
	}
	return all[i]
}

func TestNothingIsMissing(t *testing.T) {
	for _, f := range Findings(good()) {
		if !f.OK || f.Do != "" || f.Costs != "" && f.What != "databases" {
			t.Errorf("%+v", f)
		}
	}
}

func TestMissing(t *testing.T) {
	tests := []struct {
		what   string
		change func(m *Machine)
		ok     bool
		want   string // in what is found, in what it costs or in what to do
	}{
		{"processor", func(m *Machine) { m.Kernel = "Go" }, false, "no AVX2"},
		{"processor", func(m *Machine) { m.Kernel = "AVX2" }, true, "1.15"},
		{"processor", func(m *Machine) { m.Arch, m.Kernel = "arm64", "Go" }, true, "no assembly for arm64"},
		{"program", func(m *Machine) { m.Level = "v1" }, true, "2 %"},
		{"memory", func(m *Machine) { m.Memory = 100 << 20 }, false, "100 MB"},
		{"large pages", func(m *Machine) { m.HugePages = "always madvise [never]" }, false, "18 %"},
		{"large pages", func(m *Machine) { m.HugePages = "" }, false, "not known"},
		{"large pages", func(m *Machine) { m.OS = "windows" }, true, "not used"},
		{"weights", func(m *Machine) { m.Games[1].Evaluation = "patterns" }, false, "no network for russian"},
		{"books", func(m *Machine) { m.Games[0].Book = 0 }, false, "none for international"},
		{"databases", func(m *Machine) { m.Games[0].Pieces = 6 }, true, "of up to 6 pieces, of others 4"},
		{"databases", func(m *Machine) { m.Games[0].Wrong = errors.New("2-1: damaged") }, false, "2-1: damaged"},
		{"browser", func(m *Machine) { m.NoBrowser = errors.New("there is no xdg-open") }, false, "there is no xdg-open"},
	}
	for _, tt := range tests {
		m := good()
		tt.change(&m)
		f := find(t, m, tt.what)
		if f.OK != tt.ok || !strings.Contains(f.Found+"\n"+f.Costs, tt.want) {
			t.Errorf("%+v; want OK %v and %q", f, tt.ok, tt.want)
		}
	}
}
