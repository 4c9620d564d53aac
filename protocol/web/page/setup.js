// What is drawn on the board by hand: a position that is set up, or a pattern to look for in the library.
// setupviews.js shows what else there is of them.

import { messageOf, post } from "./api.js";
import { phrase } from "./language.js";
import { keepSetup, keptSetup } from "./store.js";

const swapped = new Map([["w", "b"], ["W", "B"], ["b", "w"], ["B", "W"]]);

// mirrored returns a board with the sides swapped: seen from the other end, in the other
// colours.
/** @param {string} board */
export function mirrored([turn, ...letters]) {
  return [turn, ...letters.reverse()].map((l) => swapped.get(l) ?? l).join("");
}

// A Draft is drawn square by square. A stroke puts one thing on all squares that it meets, or clears them
// if it begins where that stands already.
class Draft {
  active = false; // it is on the board
  nothing = "e"; // what stands on an empty square
  piece = "w"; // what the pointer puts on squares
  turn = "W"; // whose it is to move
  letters = ""; // what stands on the squares
  own = false; // by hand
  painted = ""; // by the stroke
  untell = () => {}; // takes a notice away that is about the board

  /** @param {Session} session @param {Board} board @param {Input} input @param {Stage} stage */
  constructor(session, board, input, stage) {
    this.session = session;
    this.board = board;
    this.input = input;
    this.stage = stage;
  }

  // position is the board with the side to move, as the server writes it.
  get position() {
    return this.turn + this.letters;
  }

  empty() {
    return this.turn + this.nothing.repeat(this.session.variant.squares.length);
  }

  /** @param {number} square */
  at(square) {
    return this.letters[square - 1];
  }

  // with returns the board with something else on a square.
  /** @param {number} square @param {string} letter */
  with(square, letter) {
    return this.letters.slice(0, square - 1) + letter + this.letters.slice(square);
  }

  /** @param {string} letters */
  draw(letters) {
    this.letters = letters;
    this.session.redraw(); // what counts the pieces, and says whose turn it is
    if (!this.active) return;
    for (const kind of ["last", "movable", "picked", "end", "landing"]) this.board.mark(kind, []);
    this.board.arrows([]);
    this.board.draw(this.position);
  }

  // put shows a position.
  /** @param {string} position */
  put(position) {
    this.turn = position[0];
    this.draw(position.slice(1));
  }

  // replace shows a position in place of one before, with a way back to it if it was made by hand.
  /** @param {string} position */
  replace(position, before = this.position) {
    const { own } = this;
    this.put(position);
    this.own = false;
    if (!own || before === position || before.length !== position.length) return;
    this.untell = this.stage.notify(phrase("What you put on the board is gone."), 15, { label: phrase("Undo"), act: () => {
      if (before.length !== this.position.length) return;
      this.put(before);
      this.own = true;
    } });
  }

  /** @param {number} square @param {string} letter */
  begin(square, letter) {
    this.painted = this.at(square) === letter ? this.nothing : letter;
    this.paint(square);
  }

  /** @param {number} square */
  paint(square) {
    this.own = true;
    this.draw(this.with(square, this.painted));
  }

  /** @param {number} square 0 is beside the board */
  over(square) {
    if (this.painted && square && this.at(square) !== this.painted) this.paint(square);
  }

  // lift ends the stroke, and reports whether there was one.
  lift() {
    const painted = this.painted !== "";
    this.painted = "";
    return painted;
  }
}

// A Pattern is what squares must hold.
export class Pattern extends Draft {
  /** @override */ nothing = ".";
  open = false; // it is drawn while the library is shown

  // enter is told whether it is on the board.
  /** @param {boolean} on */
  enter(on) {
    this.active = on;
    if (!on) return;
    this.input.setMoves([], false);
    this.put(this.letters.length === this.session.variant.squares.length ? this.position : this.empty());
  }

  // take takes the position of the game.
  take() {
    this.replace(this.turn + this.session.board.slice(1).replaceAll("e", this.nothing));
    this.own = true;
  }

  /** @param {number} square */
  press(square) {
    this.begin(square, this.piece);
  }

  release() {
    this.lift();
  }

  cancel() {
    this.lift();
  }
}

export class Setup extends Draft {
  /** @type {{ node: GameNode | null, board: string }} */ draft = { node: null, board: keptSetup() }; // what was left on the board at another tab, or before the page was loaded again
  /** @override */ own = this.draft.board !== "";
  carried = 0; // the square of the piece that the hand has
  again = false; // it had that piece before
  held = false; // by a pointer that is down
  dragging = false; // which has left the square
  fen = ""; // of what stands there, if it can be
  wrong = ""; // why it cannot
  written = ""; // in the field for a FEN
  /** @type {Promise<unknown> | null} */ asked = null;
  /** @type {Promise<void> | null} */ checked = null;

  /** @param {Session} session @param {Board} board @param {Input} input @param {Stage} stage */
  constructor(session, board, input, stage) {
    super(session, board, input, stage);
    session.on("game", () => this.enter(this.active));
    addEventListener("pagehide", () => keepSetup(this.own ? (this.active ? this.position : this.draft.board) : ""));
  }

  // startBoard is the position that games begin with, for the side to move.
  startBoard() {
    const { rows, size, squares } = this.session.variant;
    return this.turn + squares.map((s) => (s.row < rows ? "b" : s.row >= size - rows ? "w" : "e")).join("");
  }

  // enter begins to set up, or ends it without a position.
  /** @param {boolean} on */
  enter(on) {
    const was = this.active;
    this.active = on;
    if (on) {
      this.input.setMoves([], false);
      const { node, board } = this.session;
      if (!was && this.draft.node === node) this.put(this.draft.board);
      else this.replace(board, was ? this.position : this.draft.board);
    } else if (was) {
      this.untell();
      this.carried = 0;
      this.dragging = this.held = false;
      this.lift();
      this.draft = { node: this.session.node, board: this.position };
      this.board.draw(this.session.board);
    }
  }

  /** @override @param {string} letters */
  draw(letters) {
    this.carried = 0;
    super.draw(letters);
  }

  /** @override @param {string} position */
  put(position) {
    super.put(position);
    this.check();
  }

  // read shows the position of a FEN, or says beside it why there is none.
  /** @param {string} fen */
  async read(fen) {
    this.written = fen;
    if (!fen) return;
    const asked = (this.asked = post("position", { variant: this.session.variant.name, fen }));
    try {
      const { board } = await asked;
      if (this.asked !== asked) return;
      this.replace(board);
      this.own = true;
    } catch (error) {
      this.know(asked, "", messageOf(error), fen);
    }
  }

  // press begins to paint with the piece chosen, or the same of the other side. The hand takes a piece instead.
  /** @param {number} square */
  press(square, other = false) {
    if (this.piece !== "move") return this.begin(square, other ? (swapped.get(this.piece) ?? "e") : this.piece);
    this.again = square === this.carried;
    if (!this.carried && this.at(square) !== "e") this.carry(square);
    this.dragging = false;
    this.held = square === this.carried;
  }

  // over goes on to another square, with the pointer there in the window.
  /** @override @param {number} square @param {number} x @param {number} y */
  over(square, x = 0, y = 0) {
    super.over(square);
    this.dragging ||= this.held && square !== this.carried;
    if (this.dragging) this.board.follow(this.carried, x, y);
  }

  // release ends what press began. A click takes a piece and another puts it down; a piece
  // that is dragged off the board is gone.
  /** @param {number} square */
  release(square) {
    const { carried, dragging } = this;
    this.dragging = this.held = false;
    if (this.lift()) return this.check();
    if (!carried || (!square && !dragging)) return;
    if (square === carried) {
      if (dragging || this.again) this.draw(this.letters);
      return;
    }
    this.own = true;
    const piece = this.at(carried);
    this.letters = this.with(carried, "e");
    this.put(this.turn + (square ? this.with(square, piece) : this.letters));
  }

  // cancel ends it with nothing moved.
  cancel() {
    this.dragging = this.held = false;
    this.lift();
    this.draw(this.letters);
  }

  /** @param {number} square */
  carry(square) {
    this.carried = square;
    this.board.mark("picked", square ? [square] : []);
  }

  // check asks whether the position can be. Only the last answer counts, whichever comes
  // last.
  check() {
    const asked = (this.asked = post("setup", { variant: this.session.variant.name, board: this.position }));
    this.checked = asked.then(({ fen }) => this.know(asked, fen, ""), (error) => this.know(asked, "", messageOf(error)));
  }

  // know takes what is wrong with the position, if anything: without a FEN it cannot be used. In the field
  // for it none is better than one of another board.
  /** @param {Promise<unknown>} asked @param {string} fen @param {string} wrong */
  know(asked, fen, wrong, written = fen) {
    if (this.asked !== asked) return;
    Object.assign(this, { fen, wrong, written });
    this.session.redraw();
  }

  async use() {
    await this.checked;
    if (!this.fen) return;
    await this.stage.keeper.openNew({ variant: this.session.variant.name, fen: this.fen });
    this.stage.show("play");
  }
}
