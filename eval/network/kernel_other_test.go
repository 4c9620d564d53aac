//go:build !amd64

package network

// byKernel returns what each kernel makes of sums, by its name.
func (n *Network) byKernel(*head, *[MaxWidth]int16, *[MaxWidth]int16) map[string]int32 { return nil }

func rowsByKernel([2][MaxWidth]int16, int, []int16, []change) map[string][2][MaxWidth]int16 {
	return nil
}
