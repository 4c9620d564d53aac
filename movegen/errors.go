package movegen

import "fmt"

// A SyntaxError says what is wrong with a text a person or a program gave
// us, and where.
type SyntaxError struct {
	What   string // the kind of text: "FEN", "Hub position", "move", ...
	Text   string // the offending token, as given
	Column int    // 1-based byte column of the token in the whole text
	Reason string // what is wrong with it, in lower case
}

// Error returns one line: what, where, the token and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: column %d: %q: %s", e.What, e.Column, e.Text, e.Reason)
}
