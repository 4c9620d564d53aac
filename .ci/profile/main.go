// Command profile gives the functions of a profile another path of the module, without which Go
// finds none of them.
//
//	go run ./.ci/profile OLD NEW FILE
//
// A profile is a message of protocol buffers, compressed, of which field 6 is a text each time; see
// profile.proto of github.com/google/pprof.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: profile OLD NEW FILE")
		os.Exit(2)
	}
	if err := rewrite(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

// rewrite changes a file.
func rewrite(old, new, name string) error {
	file, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	message, err := io.ReadAll(unpacked)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	message, n, err := renamed(message, old, new)
	if err == nil && n == 0 {
		err = fmt.Errorf("no function of %s", old)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if _, err := w.Write(message); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, packed.Bytes(), 0o666)
}

// The field of a profile with its texts, and the wire types of numbers and of what has a length.
const (
	texts     = 6
	number    = 0
	hasLength = 2
)

var errBroken = errors.New("no profile")

// renamed returns a message in which texts name the new path, and how many were changed.
func renamed(message []byte, old, new string) (changed []byte, n int, err error) {
	path := regexp.MustCompile(`(^|[^\w/.-])` + regexp.QuoteMeta(old) + `/`)
	for len(message) > 0 {
		key, size := binary.Uvarint(message)
		if size <= 0 {
			return nil, 0, errBroken
		}
		value, valueSize := binary.Uvarint(message[size:])
		if valueSize <= 0 {
			return nil, 0, errBroken
		}
		head := size + valueSize
		switch key & 7 {
		case number:
			changed = append(changed, message[:head]...)
			message = message[head:]
		case hasLength:
			if value > uint64(len(message)-head) {
				return nil, 0, errBroken
			}
			content := message[head : head+int(value)]
			message = message[head+int(value):]
			if key>>3 == texts && path.Match(content) {
				content = path.ReplaceAll(content, []byte("${1}"+new+"/"))
				n++
			}
			changed = binary.AppendUvarint(changed, key)
			changed = binary.AppendUvarint(changed, uint64(len(content)))
			changed = append(changed, content...)
		default:
			return nil, 0, errBroken
		}
	}
	return changed, n, nil
}
