// Package train fits the weights of an evaluation to games.
//
//	games ── Trainer.Load ──> samples ── Trainer.Prepare ──> merged sample sets
//	      ── Trainer.Train ──> model, epoch after epoch ──> eval.Weights
//
// # Samples
//
// A sample is a position with the result of its game for the side to move, 1, 0.5
// or 0, and the score of the search. Positions come from the games of package
// selfplay, but for
//
//   - the random opening and positions with a single legal move: there was no search,
//   - positions with a capture: the search never evaluates them,
//   - positions with so few pieces that the endgame databases know them.
//
// The leaves of the games are samples without a result. So are the positions before a
// random move in the course of a game: that move may have thrown away what they promised.
// Drawish positions (see eval.Features) count for the scale only; their loss and gradient
// are 0. Every 25th game is held out as a whole.
//
// Databases (UseDatabases) replace the result of every position and every leaf that they
// know by the true one, of which scores of shallow searches and games of the same players
// say little. There the score has a weight of knownLambda in the target. A game that comes
// to such a position has its result, whatever was played then.
//
// Samples of the same position become one, with the mean of results and scores. They
// lie in 64 temporary files by a hash of the position: equal positions meet in the
// same file, one file fits into memory, and all together need not. An epoch takes the
// files in random order, and the samples of each file in random order.
//
// # Model
//
// The evaluation is linear in the features of package eval: patterns, kings by their
// squares, counts, the side to move. Each weight has an opening and an ending value,
// interpolated by the phase, and a weight of a pattern has a value for each piece that
// its side is ahead. Training is logistic regression. With z the sum of the weights of
// a position, divided in drawish endings as in the evaluation, the model expects for
// the side to move
//
//	q = 1 / (1 + exp(-z))
//
// The target is a mean of the result r and of what the score s of the search stands
// for, or the latter alone where there is no result:
//
//	p = (1-lambda) r + lambda / (1 + exp(-s/scale))
//
// The scale is how many hundredths of a man make a logit: the one by which the scores
// predict the results best (maximum likelihood, drawish positions included). At the
// end it turns logits into weights. The loss of a sample is the log loss of q without
// the entropy of p, that is the Kullback-Leibler divergence of q from p:
//
//	-p log q - (1-p) log (1-q) + p log p + (1-p) log (1-p)
//
// All samples count the same unless Options.Balance is above 0. With balance b, a
// sample of n pieces counts (m/c(n))^b times as much, at most 8 times, where c(n) is
// the number of samples with n pieces and m the mean of c.
//
// Or, with Options.Width, the evaluation is a network (package network): the same
// samples, targets and loss.
//
// Most of the 3^12 indices of a pattern are rare. So the model sees a pattern three
// times: whole, as three subpatterns of eight squares and as three quarters of four
// squares, and adds their weights up. The small ones learn what is common, the whole
// pattern learns the rest. A weights file has no quarters; they are added to the
// subpatterns that contain them.
//
// # Optimizer
//
// The optimizer is AdaGrad (Duchi, Hazan, Singer: Adaptive subgradient methods, JMLR
// 12, 2011). With g the gradient, it changes a value w by
//
//	-rate * g / sqrt(1 + sum of g*g so far)
//
// so that rare features take long steps and frequent ones settle. The gradient is that
// of the loss plus prior * w / n for a weight that occurs in n samples (an L2 prior):
// over an epoch that adds up to prior * w, however rare the weight is. Priors are large
// for whole patterns and small for quarters. If training starts from weights, the prior
// pulls to them instead of to 0. The weight of being to move is learned from samples
// with a result only, not from leaves.
//
// An update takes a batch of 2048 samples: predictions in parallel with the weights as
// they are, then each pattern and the rest on one goroutine each, in the order of the
// samples. So the result does not depend on the number of threads. Larger batches are
// worse: their samples correct the same error over and over, and the first steps are
// too long. Training stops when the held-out loss has not fallen for some epochs
// (early stopping) and returns the weights of the best epoch. After each epoch it
// writes a checkpoint from which an interrupted training goes on.
//
// A network is trained by back-propagation with the optimizer Adam (Kingma, Ba 2015). Its
// learning rate falls by the same factor after each epoch, to a hundredth in the last.
// The gradients of eight parts of a batch are summed up apart and then added in order.
// Parameters are kept within what a network can hold. Predictions and gradients are those
// of the rounded parameters, as the network will have them; Adam changes the exact ones. The
// phases of the first layer get the same steps until the rate has fallen to half, so that
// openings, which are few, learn from all positions first; not if training starts from a
// network, whose phases have learned apart. It may be that of another game on the same
// board. For leaves a number is added to the prediction, learned for each head and then
// left out, for the reason for which patterns do not learn the weight of being to move
// from them.
//
// # Sources
//
// Patterns in a linear evaluation, fitted to results by logistic regression, are due
// to Michael Buro (Experiments with Multi-ProbCut and a new high-quality evaluation
// function for Othello, 1997). Fabien Letouzey's Scan plays draughts with them. What
// was tried, and how each generation of weights was made, is in EXPERIMENTS.md.
package train
