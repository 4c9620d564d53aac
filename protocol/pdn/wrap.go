package pdn

import (
	"strings"
	"unicode/utf8"
)

// wrapper builds text in lines of limited width. Words are separated by a
// space or a line end.
type wrapper struct {
	strings.Builder
	width  int
	column int    // characters in the line so far
	held   string // the last word, which may still grow
	prefix string // to be put before the next word
}

// word appends a word.
func (w *wrapper) word(s string) {
	w.flush()
	w.held, w.prefix = w.prefix+s, ""
}

// glue appends s to the last word.
func (w *wrapper) glue(s string) {
	if w.prefix != "" || w.held == "" {
		w.word(s)
	} else {
		w.held += s
	}
}

// open puts s before the next word.
func (w *wrapper) open(s string) { w.prefix += s }

// flush writes the last word.
func (w *wrapper) flush() {
	if w.held == "" {
		return
	}
	length := utf8.RuneCountInString(w.held)
	switch {
	case w.column == 0:
	case w.column+1+length > w.width:
		w.WriteByte('\n')
		w.column = 0
	default:
		w.WriteByte(' ')
		w.column++
	}
	w.WriteString(w.held)
	w.column += length
	w.held = ""
}

// comment appends a comment in braces. A line never begins with %, which
// would hide it, and embedded commands like [%clk 0:10:00] are not broken.
func (w *wrapper) comment(text string) {
	const longestCommand = 60
	w.open("{")
	for i, word := range strings.Fields(OneLine(text)) {
		last := w.held[strings.LastIndexByte(w.held, '[')+1:]
		inCommand := strings.HasPrefix(last, "%") && !strings.Contains(last, "]") && len(last) < longestCommand
		if i != 0 && (inCommand || word[0] == '%') {
			w.glue(" " + word)
		} else {
			w.word(word)
		}
	}
	w.glue("}")
}
