// A move in advance: chosen while Stupol thinks, and played at once after its move if one move
// alone goes from there to there then.

export class Ahead {
  /** @param {Board} board @param {(square: number) => boolean} mine whether a piece of the user stands there */
  constructor(board, mine) {
    this.board = board;
    this.mine = mine;
    this.from = this.to = 0;
  }

  // press takes a piece, or says where it goes. A click on it again gives it up.
  /** @param {number} square */
  press(square) {
    if (this.from && !this.to && square !== this.from) this.choose(this.from, square);
    else if (square !== this.from && this.mine(square)) this.choose(square, 0);
    else this.cancel();
  }

  over() {}

  // release ends a drag.
  /** @param {number} square */
  release(square) {
    if (this.from && !this.to && square && square !== this.from) this.choose(this.from, square);
  }

  cancel() {
    this.choose(0, 0);
  }

  /** @param {number} from @param {number} to */
  choose(from, to) {
    this.from = from;
    this.to = to;
    this.board.mark("ahead", [from, to].filter(Boolean));
  }

  // take returns the move that was chosen if it is one of those, and forgets it.
  /** @param {Move[]} moves */
  take(moves) {
    const { from, to } = this;
    this.cancel();
    const fitting = to ? moves.filter((m) => m.paths.some(({ squares }) => squares[0] === from && squares[squares.length - 1] === to)) : [];
    return fitting.length === 1 ? fitting[0] : null;
  }
}
