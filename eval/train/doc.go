// Package train fits the weights of an evaluation to games.
//
// # Samples
//
// From the games of eval/selfplay come positions with what the side to move got in
// the end, 1, 0.5 or 0, and what the search said of them. Left out are those of
// the random opening and with a single legal move, which were not searched; those
// with a capture, which an evaluation is never asked about; and those the endgame
// databases know. Those that hardly anyone wins have a say in the scale alone and
// count as no loss. Positions before a random move in the course of a game have no
// result: what came of the game is not what they were worth. To these come the
// leaves of the games, positions that a search evaluated but nobody played, with no
// result either. Every 25th game, as a whole, is kept back to judge by.
//
// A position that occurs often becomes one sample with the mean of its results
// and scores. Samples lie in 64 files by a hash of the position, so that equal
// ones meet, each file fits into memory, and there may be more than memory
// holds. A pass over the samples takes the files in random order and the samples
// of each in random order.
//
// # What is fitted
//
// The evaluation is a linear one, of the features of package eval: windows,
// kings by their squares, counts, the side to move. A weight has a value for a
// full board and one for an empty board, mixed by the pieces left, and that of a
// window one for each piece its side is ahead. As in logistic regression the sum z
// of the weights of a position, divided in drawish endings as the evaluation
// divides it, foretells the chance of the side to move
//
//	q = 1 / (1 + exp(-z))
//
// which is to be near the target, a mean of the result r and of the chance that
// the score s of the search stands for:
//
//	p = (1-lambda) r + lambda / (1 + exp(-s/scale))
//
// or where there is no result to the latter alone.
//
// The scale says how many hundredths of a man make a logit. It is the one by
// which the scores foretell the results best (maximum likelihood, drawish
// positions included), and in the end turns logits into weights. The loss of a
// sample is the log loss beyond what is inevitable, the divergence of q from p:
//
//	-p log q - (1-p) log (1-q) + p log p + (1-p) log (1-p)
//
// All samples count the same, or, with a balance b above 0, those whose number of
// pieces n of all have, where the mean over the numbers is m, (m/n)^b times as
// much, at most 8 times.
//
// A window has 3^12 codes, most of which are rare. It is therefore seen three
// times: as a whole, as three parts of eight squares and as three quarters of
// four, each with weights of its own that are added up. What is common is learned
// by the small ones, the whole learns what is left. When the weights are written,
// the quarters are added to the parts that contain them.
//
// # How
//
// The weights go down the slopes of the loss by AdaGrad (Duchi, Hazan, Singer:
// Adaptive subgradient methods, JMLR 12, 2011): a value w with the slopes g so far
// moves by
//
//	rate * g / sqrt(1 + sum of g*g)
//
// so that what is rare takes long steps when it occurs, and what is frequent
// settles. A slope is that of the loss plus prior * w / n for a weight that
// occurs in n samples: over a pass as much as an error of prior logits a logit,
// however rare it is (L2 regularization, a Gaussian prior). The priors are large
// for whole windows and small for quarters. A training may begin with weights; w is
// then what has been added to them. What it is worth to be to move is learned from
// positions that were played alone.
//
// The samples are taken in batches of 2048, judged by the same weights, in
// parallel; then each window and the rest learn from the batch in its order, each
// on one thread. So the result is the same on any number of threads. Batches must
// not be large: the first steps are too long then, as samples of the same batch
// correct the same error over and over. 3,000 games of the evaluation by hand with
// leaves (240,000 and 260,000 positions) came to a held-out loss of 0.0324 in
// batches of 16384, and of 0.0165 in those of 4096, 2048 or 1024. It ends when
// the held-out loss has not fallen for some passes (early stopping), and the
// weights are those of the best pass. After each pass the state is kept in a file
// from which an interrupted training goes on.
//
// The whole scheme, patterns in a linear evaluation fitted to results by logistic
// regression, is that of Michael Buro (Experiments with Multi-ProbCut and a new
// high-quality evaluation function for Othello, 1997). Fabien Letouzey's Scan
// plays draughts with it.
package train
