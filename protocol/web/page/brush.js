// A stroke over the board: it puts one thing on all squares that it meets, or clears them if it
// begins where that stands already.

export class Brush {
  /** @param {string} nothing what stands on an empty square @param {(square: number) => string} at @param {(square: number, letter: string) => void} put */
  constructor(nothing, at, put) {
    this.nothing = nothing;
    this.at = at;
    this.put = put;
    this.letter = ""; // being painted
  }

  /** @param {number} square @param {string} letter */
  press(square, letter) {
    this.letter = this.at(square) === letter ? this.nothing : letter;
    this.put(square, this.letter);
  }

  /** @param {number} square 0 is beside the board */
  over(square) {
    if (this.letter && square && this.at(square) !== this.letter) this.put(square, this.letter);
  }

  // lift ends the stroke, and reports whether there was one.
  lift() {
    const painted = this.letter !== "";
    this.letter = "";
    return painted;
  }
}
