package pdn

import (
	"reflect"
	"testing"
	"time"
)

func TestCommands(t *testing.T) {
	tests := []struct {
		comment  string
		commands []Command
		text     string
	}{
		{"just text", nil, "just text"},
		{"[%clk 1:05:23]", []Command{{"clk", "1:05:23"}}, ""},
		{"so [%eval -0.05][%inbook] it  is", []Command{{"eval", "-0.05"}, {"inbook", ""}}, "so it is"},
		{"[%clock w0:10:00 B0:03:00]", []Command{{"clock", "w0:10:00 B0:03:00"}}, ""},
		{"open [%clk 1:0", nil, "open [%clk 1:0"},
	}
	for _, tt := range tests {
		commands, text := Commands(tt.comment)
		if !reflect.DeepEqual(commands, tt.commands) || text != tt.text {
			t.Errorf("Commands(%q) = %q, %q, want %q, %q", tt.comment, commands, text, tt.commands, tt.text)
		}
	}
	if got, want := (Command{"clk", "0:10:00"}).String(), "[%clk 0:10:00]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestParseClock(t *testing.T) {
	tests := []struct {
		text string
		want time.Duration // negative for an error
	}{
		{"1:05:09", time.Hour + 5*time.Minute + 9*time.Second},
		{"2:47", 2*time.Hour + 47*time.Minute},
		{"2.23", 2*time.Hour + 23*time.Minute},
		{"2.23.10", 2*time.Hour + 23*time.Minute + 10*time.Second},
		{"0:0:9.56", 9560 * time.Millisecond},
		{"1200", 20 * time.Minute},
		{"", -1}, {":", -1}, {"1:2:3:4", -1}, {"-1:00", -1}, {"1e9:00", -1}, {"NaN", -1}, {"0:inf", -1},
	}
	for _, tt := range tests {
		got, err := ParseClock(tt.text)
		if (err != nil) != (tt.want < 0) || err == nil && got != tt.want {
			t.Errorf("ParseClock(%q) = %v, error %v, want %v", tt.text, got, err, tt.want)
		}
	}
}

func TestFormatClock(t *testing.T) {
	tests := []struct {
		d    time.Duration
		want string
	}{
		{time.Hour + 5*time.Minute + 9*time.Second, "1:05:09"},
		{9560 * time.Millisecond, "0:00:09.56"},
		{59996 * time.Millisecond, "0:01:00"},
		{-time.Second, "0:00:00"},
	}
	for _, tt := range tests {
		if got := FormatClock(tt.d); got != tt.want {
			t.Errorf("FormatClock(%v) = %s, want %s", tt.d, got, tt.want)
		}
	}
}

func TestFormatTimeControl(t *testing.T) {
	tests := []struct {
		time, increment time.Duration
		want            string
	}{
		{10 * time.Minute, 0, "600"},
		{10 * time.Minute, 5 * time.Second, "600+5"},
		{1600 * time.Millisecond, 900 * time.Millisecond, "2+1"},
	}
	for _, tt := range tests {
		if got := FormatTimeControl(tt.time, tt.increment); got != tt.want {
			t.Errorf("FormatTimeControl(%v, %v) = %s, want %s", tt.time, tt.increment, got, tt.want)
		}
	}
}
