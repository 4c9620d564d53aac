package flags

import (
	"cmp"

	"stupol/eval/files/output"
)

// JournalName returns the name of the journal of a command: the one that was named, or else that
// beside its output; "" if there is neither.
func JournalName(named, out string) string {
	if out == "" {
		return named
	}
	return cmp.Or(named, output.Beside(out, ".journal"))
}

// OwnJournal returns the files that MoreFiles tells of: the journal, if no flag names it.
func OwnJournal(named, out string) (read, written []string) {
	if name := JournalName(named, out); name != "" && named == "" {
		written = append(written, name)
	}
	return nil, written
}
