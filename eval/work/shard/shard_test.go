package shard

import (
	"slices"
	"strings"
	"testing"
)

// environment returns a getenv that knows variables "A=1 B=2".
func environment(variables string) func(string) string {
	values := map[string]string{}
	for _, v := range strings.Fields(variables) {
		name, value, _ := strings.Cut(v, "=")
		values[name] = value
	}
	return func(name string) string { return values[name] }
}

func TestParse(t *testing.T) {
	const array = "SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=15 SLURM_ARRAY_TASK_COUNT=16 SLURM_ARRAY_TASK_STEP=1 "
	tests := []struct {
		text, env string
		want      string // the shard, or "error: " and what it says
	}{
		{"3/100", "", "3/100"},
		{"0/1", array + "SLURM_ARRAY_TASK_ID=5", "0/1"},

		{"env", array + "SLURM_ARRAY_TASK_ID=0", "0/16"},
		{"env", array + "SLURM_ARRAY_TASK_ID=15", "15/16"},
		{"env/16", array + "SLURM_ARRAY_TASK_ID=7", "7/16"},
		{"env/8", "JOB_COMPLETION_INDEX=7", "7/8"},
		{"env/8", "PARALLEL_SEQ=1 PARALLEL_JOBSLOT=4", "0/8"},
		{"env/8", "PARALLEL_SEQ=8 PARALLEL_JOBSLOT=1", "7/8"},

		// Some of 16 tasks again; an array from 1; one with steps; a list.
		{"env/16", "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=4", "5/16"},
		{"env", "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=4", "error: 4 tasks from 4 to 7, not from 0"},
		{"env", "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=4 SLURM_ARRAY_TASK_COUNT=4", "error: 4 tasks from 1 to 4, not from 0"},
		{"env", "SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=6 SLURM_ARRAY_TASK_COUNT=4", "error: 4 tasks from 0 to 6, not from 0 without gaps"},
		{"env/4", "SLURM_ARRAY_TASK_ID=4", "error: 4/4: the first of N shards is 0/N"},

		{"env", "", "error: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX and PARALLEL_SEQ is set"},
		{"env/4", "", "error: none of SLURM_ARRAY_TASK_ID"},
		{"env", "JOB_COMPLETION_INDEX=1", "error: does not say how many shards there are: env/N does"},
		{"env", "PARALLEL_SEQ=1", "error: env/N does"},
		{"env", "SLURM_ARRAY_TASK_ID=1", `error: SLURM_ARRAY_TASK_COUNT is ""`},
		{"env/4", "SLURM_ARRAY_TASK_ID=1 PARALLEL_SEQ=1", "error: SLURM_ARRAY_TASK_ID and PARALLEL_SEQ are set"},
		{"env/4", "SLURM_ARRAY_TASK_ID=two", `error: SLURM_ARRAY_TASK_ID is "two"`},
		{"env/4", "PARALLEL_SEQ=0", "error: -1/4: the first"},
		{"env/0", "PARALLEL_SEQ=1", "error: 0/0: the first"},
		{"env/four", "PARALLEL_SEQ=1", `error: "0/four" is not a shard, I/N`},

		{"3", "", `error: "3" is not a shard, I/N`},
		{"3/", "", `error: "3/" is not`},
		{"/3", "", `error: "/3" is not`},
		{"a/3", "", `error: "a/3" is not`},
		{"1/2/3", "", `error: "1/2/3" is not`},
		{"", "", `error: "" is not`},
		{"3/3", "", "error: 3/3: the first of N shards is 0/N"},
		{"-1/3", "", "error: -1/3: the first"},
		{"0/2000000000", "", "error: 0/2000000000: the first"},
	}
	for _, tt := range tests {
		s, err := Parse(tt.text, environment(tt.env))
		complaint, wrong := strings.CutPrefix(tt.want, "error: ")
		switch {
		case !wrong && (err != nil || s.String() != tt.want):
			t.Errorf("%q in %q: %v, %v, want %s", tt.text, tt.env, s, err, tt.want)
		case wrong && (err == nil || !strings.Contains(err.Error(), complaint)):
			t.Errorf("%q in %q: %v, %v, want the %s", tt.text, tt.env, s, err, tt.want)
		}
	}
}

// TestShares divides work of some sizes: every piece is in one shard.
func TestShares(t *testing.T) {
	for n := range 20 {
		for of := 1; of < 7; of++ {
			owners, sum := make([]int, n), 0
			for index := range of {
				s := Shard{index, of}
				pieces := 0
				for i := range n {
					if s.Has(i) {
						owners[i]++
						pieces++
					}
				}
				if pieces != s.Share(n) {
					t.Errorf("%v has %d of %d pieces, and says %d", s, pieces, n, s.Share(n))
				}
				sum += pieces
			}
			if sum != n || slices.ContainsFunc(owners, func(k int) bool { return k != 1 }) {
				t.Errorf("%d pieces in %d shards: %v", n, of, owners)
			}
		}
	}
	if whole := (Shard{}); !whole.Has(3) || whole.Share(5) != 5 || !whole.Whole() {
		t.Error("the zero value is not the whole")
	}
}

// FuzzParse: what is read is a shard, and reads the same when it is written.
func FuzzParse(f *testing.F) {
	f.Add("3/100", "", "", "")
	f.Add("env", "5", "15", "16")
	f.Add("env/16", "5", "", "")
	f.Fuzz(func(t *testing.T, text, id, last, count string) {
		values := map[string]string{
			slurmTask: id, "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": last, "SLURM_ARRAY_TASK_COUNT": count,
		}
		s, err := Parse(text, func(name string) string { return values[name] })
		if err != nil {
			return
		}
		if s.Index < 0 || s.Index >= s.Of {
			t.Errorf("%q: %v", text, s)
		}
		if again, err := Parse(s.String(), nil); again != s || err != nil {
			t.Errorf("%q: %v, again %v, %v", text, s, again, err)
		}
	})
}

// TestBlock divides pieces into blocks that follow each other and differ by one at most.
func TestBlock(t *testing.T) {
	for of := 1; of < 12; of++ {
		for n := range 30 {
			next := 0
			for i := range of {
				first, end := Shard{Index: i, Of: of}.Block(n)
				if size := end - first; first != next || size < n/of || size > (n+of-1)/of {
					t.Errorf("block %d/%d of %d is %d to %d", i, of, n, first, end)
				}
				next = end
			}
			if next != n {
				t.Errorf("%d blocks have %d of %d", of, next, n)
			}
		}
	}
}
