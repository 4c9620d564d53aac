package hugepage

import "testing"

// TestWant makes the wish for tables of all sizes, which must stay as they are.
func TestWant(t *testing.T) {
	for _, n := range []int{0, 1, 1 << 10, 1 << 18, 1<<20 + 1} {
		table := make([]uint64, n)
		for i := range table {
			table[i] = uint64(i)
		}
		Want(table)
		for i, v := range table {
			if v != uint64(i) {
				t.Fatalf("%d words: word %d is %d", n, i, v)
			}
		}
	}
}
