package movegen

import "testing"

// TestAllocations holds what the search relies on: once there is room for the
// moves, nothing of the generator allocates.
func TestAllocations(t *testing.T) {
	for _, tt := range []struct{ name, variant, fen string }{
		{"start", "international", "W:W31-50:B1-20"},
		{"men capture", "international", "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"},
		{"kings", "international", "W:WK46,K47,K48,K49,28,33:BK1,K2,K3,K4,22,17"},
		{"long captures", "killer", "W:WK2,K8,31,33,36,K38:B1,5,K9,13,17,22,29,K30,39,40"},
		{"king runs", "frisian", "W:W23,28,K5:B39,K49"},
		{"captures of all kinds", "frisian", "W:W13,K14,16,21,27,K28,30,31,38,42,49:B6,9,10,22,25,26,34,35,36"},
		{"kings in passing", "russian", "W:W12,K24:BK2,3,4,5,K13,19,22,K31"},
		{"priority", "italian", "W:W8,9,17,20,K12,K27,K28:B4,14,21,24,K11,K13,K19"},
		{"won", "breakthrough", "W:W31,32:B20,K50"},
	} {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			r, err := Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			moves := make([]Move, 0, 256)
			var q Position
			allocs := testing.AllocsPerRun(100, func() {
				moves = r.Moves(moves[:0], &p)
				for _, m := range moves {
					q = r.Play(&p, m)
					r.PlayInto(&q, &p, m)
				}
				r.HasCapture(&p)
				r.Count(moves, &p)
			})
			if allocs != 0 {
				t.Errorf("%v allocations, want none", allocs)
			}
		})
	}
}
