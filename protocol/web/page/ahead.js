// Moves that are chosen, and not made yet.

// Ahead is a move in advance: chosen while Stupol thinks, and played at once after its move if one
// move alone goes from there to there then.
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

  // give forgets what was chosen, and returns the square of the piece.
  give() {
    const { from } = this;
    this.cancel();
    return from;
  }

  // take forgets what was chosen, and returns the move of those that it is. There is none if
  // none is fitting, or several are.
  /** @param {Move[]} moves @returns {{ move?: Move, fitting: number }} */
  take(moves) {
    const { to } = this;
    const from = this.give();
    const fitting = moves.filter((m) => m.paths.some(({ squares }) => squares[0] === from && squares[squares.length - 1] === to));
    return fitting.length === 1 ? { move: fitting[0], fitting: 1 } : { fitting: fitting.length };
  }
}
