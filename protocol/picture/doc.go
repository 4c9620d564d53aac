// Package picture draws boards: a Scene is written as SVG or PNG, several of them
// as an animated GIF.
//
// # What is in a picture
//
// The board of the game, White below unless it is flipped, with the names of the
// squares as the game is written: letters and numbers at the edges, or the numbers
// of the squares, in them where there is room and at the edges where not. A small
// piece at the right edge says who is to move. Men have a groove, kings are two
// pieces high and wear a crown. Of the last move the squares are framed and the
// captured pieces replaced by crosses; marked squares have a ring; arrows go over
// all. A caption stands below.
//
// White, Black, and everything that is drawn over the board differ in brightness
// as well as in hue, so that a picture can be printed in black and white.
//
// # How it is made
//
//	Scene            what is to be seen              scene.go
//	 └ layout        where, in whole pixels          scene.go
//	    └ painter    in which order, which shapes    painter.go
//	       └ canvas  rectangles, discs, text …       raster.go
//	          ├ svgCanvas  elements of SVG           svg.go
//	          └ raster     pixels                    raster.go, text.go
//
// Squares begin and end between pixels, so that their edges are sharp at every
// size. The text in a PNG or GIF is set in Go Regular, that in an SVG in whatever
// sans-serif font the reader has. Equal scenes make equal files.
package picture
