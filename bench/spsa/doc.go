// Package spsa tunes constants of the search by games, with simultaneous
// perturbation stochastic approximation: gradient ascent where only noisy
// differences can be measured.
//
// In every iteration each constant is moved from its present value by a step, up or
// down at random. One engine plays with these values, the other with all of them
// moved the other way, and the two play some pairs of games. Then all values move
// towards those of the winner, by an amount that grows with its lead. On average
// that is along the gradient, and an iteration takes as many games for twenty
// constants as for one.
//
// The method is of Spall, "Multivariate stochastic approximation using a
// simultaneous perturbation gradient approximation", IEEE Transactions on
// Automatic Control 37(3), 1992. How steps and gains shrink from iteration to
// iteration is from his "Implementation of the simultaneous perturbation
// algorithm for stochastic optimization", IEEE Transactions on Aerospace and
// Electronic Systems 34(3), 1998. Fishtest tunes the chess engine Stockfish in
// this way; as there, the size of a step is given for the last iteration.
//
// Games are limited by nodes, and everything random depends on the seed and the
// number of the iteration alone. So a tuning takes the same course on any number
// of threads, and a journal of the results is enough to resume it.
package spsa
