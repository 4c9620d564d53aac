package train

import "context"

// A PhaseLoss is the loss of the held-out positions with so many pieces.
type PhaseLoss struct {
	Least, Most       int      // pieces
	Quiet, Threatened MeanLoss // whether the other side could capture, if it were to move
}

// A MeanLoss is the mean loss of some positions, as Epoch.HeldOut.
type MeanLoss struct {
	Positions int
	Loss      float64
}

// add adds the loss of one more position.
func (m *MeanLoss) add(loss float64) {
	m.Positions++
	m.Loss += (loss - m.Loss) / float64(m.Positions)
}

// phasePieces is how many numbers of pieces make a phase.
const phasePieces = 4

// PhaseLosses returns the held-out losses by phase of what Train has returned, the phase
// with most pieces first. Phases without positions are left out.
func (t *Trainer) PhaseLosses(ctx context.Context) ([]PhaseLoss, error) {
	var all [64 / phasePieces]PhaseLoss
	heldOut := pass{set: t.heldOut, fill: func(e *example, s *sample) {
		t.predict(e, s)
		p := s.position.Position()
		e.threatened = t.rules.CanCapture(&p, p.Turn.Opponent())
	}}
	err := t.forEachBatch(ctx, heldOut, func(batch []example) {
		for i := range batch {
			e := &batch[i]
			phase := &all[(e.pieces-1)/phasePieces]
			switch {
			case e.features.Drawish(): // has no loss
			case e.threatened:
				phase.Threatened.add(e.loss)
			default:
				phase.Quiet.add(e.loss)
			}
		}
	})
	var some []PhaseLoss
	for i := len(all) - 1; i >= 0; i-- {
		if p := all[i]; p.Quiet.Positions+p.Threatened.Positions > 0 {
			p.Least, p.Most = i*phasePieces+1, (i+1)*phasePieces
			some = append(some, p)
		}
	}
	return some, err
}
