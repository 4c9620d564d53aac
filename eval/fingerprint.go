package eval

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"

	"stupol/eval/input"
	"stupol/movegen"
)

// Fingerprint returns what tells the weights of Named(r, name) from others: the
// first 16 digits of the SHA-256 of their file, or "hand".
func Fingerprint(r *movegen.Rules, name string) (string, error) {
	var file []byte
	var err error
	switch name {
	case "hand":
		return "hand", nil
	case "", Shipped:
		file, err = shipped.ReadFile(shippedFile(r))
		if name == "" && errors.Is(err, fs.ErrNotExist) {
			return "hand", nil
		}
	default:
		file, err = input.ReadFile(name, maxFile)
	}
	if err != nil {
		return "", fmt.Errorf("evaluation weights: %w", err)
	}
	return fmt.Sprintf("%.8x", sha256.Sum256(file)), nil
}

// shippedFile returns the name of the file in the program with the weights of r.
func shippedFile(r *movegen.Rules) string { return "weights/" + r.Name + ".weights" }
