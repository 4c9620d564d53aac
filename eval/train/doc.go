// Package train fits the network of an evaluation (package network) to games.
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
// The leaves of the games are samples without a result, unless their search proves one and
// Options.Decided gives no score in its place.
// The positions before a random move in the course of a game have none: that move may have
// thrown away what they promised.
// Drawish positions (see eval.Divisors) count for the scale only; their loss and gradient
// are 0. Every 25th game is held out as a whole.
//
// Databases (UseDatabases) replace the result of every position and every leaf that they
// know by the true one, of which scores of shallow searches and games of the same players
// say little. There the score has a weight of knownLambda in the target. A game that comes
// to such a position has its result, whatever was played then.
//
// Samples of the same position become one, with the mean of results and scores: of those
// whose result is proved, if there are any. They
// lie in 64 temporary files by a hash of the position: equal positions meet in the
// same file, one file fits into memory, and all together need not. An epoch takes the
// files in random order, and the samples of each file in random order.
//
// # Loss
//
// Training is logistic regression. With z the output of the network for a position,
// divided in drawish endings as in the evaluation, the model expects for the side to move
//
//	q = 1 / (1 + exp(-z))
//
// The target is a mean of the result r and of what the score s of the search stands
// for, or the latter alone where there is no result:
//
//	p = (1-lambda) r + lambda / (1 + exp(-s/scale))
//
// The scale is how many hundredths of a man make a logit: the one by which the scores
// predict the results best (maximum likelihood, drawish positions included). The
// evaluation multiplies the output of the network by it to get a score. The loss of a
// sample is the log loss of q without the entropy of p, that is the Kullback-Leibler
// divergence of q from p:
//
//	-p log q - (1-p) log (1-q) + p log p + (1-p) log (1-p)
//
// All samples count the same.
//
// # Optimizer
//
// The network is trained by back-propagation with the optimizer Adam (Kingma, Ba: Adam, a
// method for stochastic optimization, 2015). The learning rate falls by the same factor
// after each epoch, to a hundredth in the last. An update takes a batch of 2048 samples. The
// gradients of each output bucket are summed up apart and then added in order, so that
// the result does not depend on the number of threads. After each epoch a checkpoint is
// written from which an interrupted training goes on. The weights are those of the epoch
// with the lowest held-out loss of positions played.
//
// Arrangements of men in windows (Options.Windows), of which a batch has few, begin with 0,
// besides the men themselves: what is rare is at first worth what its men are.
//
// Parameters are kept within what a network can hold. Predictions and gradients are those
// of the rounded parameters, as the network will have them; Adam changes the exact ones.
//
// The feature transformers get the same steps until the rate has fallen to half, so
// that openings, which are few, learn from all positions first; not if training starts
// from a network, whose transformers have learned apart.
//
// For leaves a number is added to the prediction, learned for each bucket and then left out:
// the side to move at a leaf is better off than in positions that are played, as most
// moves that a search tries are bad. What was tried, and how each network was made, is in
// EXPERIMENTS.md.
package train

//go:generate go run stupol/bench/trials/experiments .
