// Package tune fits the weights of an evaluation to games.
package tune
