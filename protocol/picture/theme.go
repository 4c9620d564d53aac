package picture

import "image/color"

// A Theme is a set of colours.
type Theme uint8

// The themes.
const (
	Light Theme = iota // for paper and bright pages
	Dark               // for dark pages
)

// colors are those of a theme.
type colors struct {
	ground, label color.RGBA // around the board
	frame         color.RGBA // of the board
	light, dark   color.RGBA // squares
	number        color.RGBA // in dark squares

	last, lastFrame color.RGBA // squares of the last move
	cross           color.RGBA // over captured pieces
	mark, arrow     color.RGBA
	halo            color.RGBA // around marks and arrows

	pieces [2]pieceColors // by movegen.Color
}

// pieceColors are those of the pieces of a side.
type pieceColors struct{ edge, side, top, groove, crown color.RGBA }

// themes are the colours by Theme. The brightness of dark squares is halfway
// between that of the pieces, for printing in black and white.
var themes = [...]colors{
	Light: {
		ground: rgb(0xfbf9f5), label: rgb(0x6d645a), frame: rgb(0x5a4f44),
		light: rgb(0xf3ecdf), dark: rgb(0xb8a388), number: rgb(0x5f5242),
		last: rgb(0xcdbb62), lastFrame: rgb(0x7c6a14), cross: rgb(0x8a3b2a),
		mark: rgb(0x14606f), arrow: rgb(0x14606f), halo: rgb(0xfbf9f5),
		pieces: [2]pieceColors{
			{edge: rgb(0x4a4037), side: rgb(0xcdbfa8), top: rgb(0xfffdf8), groove: rgb(0xd9cfbf), crown: rgb(0x7d5a0a)},
			{edge: rgb(0x0f0e0d), side: rgb(0x1b1917), top: rgb(0x38332f), groove: rgb(0x5d554d), crown: rgb(0xf4dc98)},
		},
	},
	Dark: {
		ground: rgb(0x1f2226), label: rgb(0xa4aab3), frame: rgb(0x0d0e10),
		light: rgb(0xa9afb8), dark: rgb(0x68717d), number: rgb(0xd3d8df),
		last: rgb(0x8f8a4e), lastFrame: rgb(0xe3d98a), cross: rgb(0xf0b9a0),
		mark: rgb(0x8fdcee), arrow: rgb(0x8fdcee), halo: rgb(0x16313a),
		pieces: [2]pieceColors{
			{edge: rgb(0x23262a), side: rgb(0xbfc0bd), top: rgb(0xf7f5f0), groove: rgb(0xcfcdc6), crown: rgb(0x7d5a0a)},
			{edge: rgb(0x08090a), side: rgb(0x101113), top: rgb(0x24272b), groove: rgb(0x4a4f57), crown: rgb(0xf4dc98)},
		},
	},
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}
