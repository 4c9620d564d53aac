package train

import "context"

// A PhaseLoss is the loss of the held-out positions with that many pieces.
type PhaseLoss struct {
	Least, Most       int      // pieces
	Quiet, Threatened MeanLoss // whether the other side could capture, if it were to move
}

// A MeanLoss is the mean loss of some positions that were played, as Epoch.Played.
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
	err := t.predictAll(ctx, pass{set: t.heldOut}, func(samples []sample, batch []example) {
		for i := range batch {
			e := &batch[i]
			if e.divisors.Drawish() || e.isLeaf { // a drawish one has no loss
				continue
			}
			phase := &all[(e.pieces-1)/phasePieces]
			if p := samples[i].position.Position(); t.rules.CanCapture(&p, p.Turn.Opponent()) {
				phase.Threatened.add(e.loss)
			} else {
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
