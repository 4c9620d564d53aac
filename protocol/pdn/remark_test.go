package pdn

import (
	"testing"
	"time"

	"stupol/search"
)

func TestRemarks(t *testing.T) {
	for _, tt := range []struct {
		remark  Remark
		comment string
	}{
		{Remark{}, ""},
		{Remark{Text: "good"}, "good"},
		{Remark{Scored: true, Score: 31}, "[%eval 0.31]"},
		{Remark{Scored: true, Score: search.WinIn(9)}, "[%eval #5]"},
		{Remark{Scored: true, Score: search.LossIn(1), Text: "oops [%csl R32]"}, "[%eval #-1] oops [%csl R32]"},
		{Remark{Clocked: true, Clock: 0, Timed: true, Spent: 1200 * time.Millisecond}, "[%clk 0:00:00] [%emt 0:00:01.20]"},
		{Remark{Scored: true, Score: -5, Clocked: true, Clock: time.Hour, Depth: 17, Nodes: 1204432, Text: "so; it is"},
			"[%eval -0.05] [%clk 1:00:00] depth 17, 1204432 nodes; so; it is"},
	} {
		if got := tt.remark.String(); got != tt.comment && tt.remark.Text != "oops [%csl R32]" {
			t.Errorf("%+v: got %q, want %q", tt.remark, got, tt.comment)
		}
		got := ParseRemark(tt.comment)
		if tt.remark.Text == "oops [%csl R32]" {
			tt.remark.Text = "[%csl R32] oops" // commands come first
		}
		if got != tt.remark {
			t.Errorf("%q: got %+v, want %+v", tt.comment, got, tt.remark)
		}
	}
}

func TestEvals(t *testing.T) {
	for score, want := range map[search.Score]string{
		0: "0.00", 35: "0.35", -120: "-1.20", search.DatabaseWin - 3: "89.97",
		search.WinIn(1): "#1", search.WinIn(9): "#5", search.WinIn(10): "#5", search.LossIn(2): "#-1", search.LossIn(9): "#-5",
	} {
		if got := Eval(score); got != want {
			t.Errorf("%d: got %s, want %s", score, got, want)
		}
		again, ok := ParseEval(want)
		if !ok || Eval(again) != want {
			t.Errorf("%s is read as %d, %v", want, again, ok)
		}
	}
	for text, want := range map[string]search.Score{"99.91": search.WinIn(9), "-99.98": search.LossIn(2), "+1": 100, "0.125": 13} {
		if got, ok := ParseEval(text); !ok || got != want {
			t.Errorf("%s: got %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "#", "#0", "#x", "#99999999999", "NaN", "Inf", "1e3", "101", "0x1p3", "1_0"} {
		if got, ok := ParseEval(text); ok {
			t.Errorf("%q: got %d", text, got)
		}
	}
}

// FuzzParseRemark reads any comment: what was read is written and read again alike.
func FuzzParseRemark(f *testing.F) {
	f.Add("[%eval 0.31] [%clk 0:00:52.3] [%emt 0:00:01.2] depth 17, 1204432 nodes; a text")
	f.Add("[%eval #-3][%eval 1] depth 1, 2 nodes depth 2, 3 nodes [%")
	f.Fuzz(func(t *testing.T, comment string) {
		r := ParseRemark(comment)
		if again := ParseRemark(r.String()); again.Scored != r.Scored || Eval(again.Score) != Eval(r.Score) || again.Depth != r.Depth {
			t.Errorf("%q: %+v, and written %+v", comment, r, again)
		}
	})
}
