// Setting up a position by hand.

import { $, complain, el, icon, notify } from "./dom.js";
import { messageOf, post } from "./api.js";
import { phrase } from "./language.js";
import { keepSetup, keptSetup } from "./store.js";

// Each letter of a board with its name and the class of its picture.
const pieces = () => [
  ["w", phrase("White man"), "white"], ["W", phrase("White king"), "white", "king"], ["b", phrase("Black man"), "black"], ["B", phrase("Black king"), "black", "king"],
  ["e", phrase("Nothing"), "nothing"], ["move", phrase("Move pieces"), "hand"],
];

const swapped = new Map([["w", "b"], ["W", "B"], ["b", "w"], ["B", "W"]]);

// mirrored returns a board with the sides swapped: seen from the other end, in the other
// colours.
/** @param {string} board */
function mirrored([turn, ...letters]) {
  return [turn, ...letters.reverse()].map((l) => swapped.get(l) ?? l).join("");
}

// fillPalette has in a place what can be put on squares, to be chosen.
/** @param {HTMLElement} place @param {string} name of the choice @param {{ things: string[][], first: string, choose: (letter: string) => void }} of */
export function fillPalette(place, name, { things, first, choose }) {
  place.append(...things.map(([letter, title, ...classes]) => el("label", { class: "swatch", title },
    el("input", { type: "radio", name, value: letter, "aria-label": title, checked: letter === first, onchange: () => choose(letter) }),
    classes[0] === "hand" ? icon("move") : el("span", { class: ["picture", ...classes].join(" ") }))));
}

export class Setup {
  /** @param {Session} session @param {Board} board @param {Input} input @param {(game: Game) => Promise<void>} open */
  constructor(session, board, input, open) {
    this.session = session;
    this.board = board;
    this.input = input;
    this.open = open;
    this.active = false;
    this.untell = () => {}; // takes a notice away that is about the board
    /** @type {{ node: GameNode | null, board: string }} */
    this.draft = { node: null, board: keptSetup() }; // what was left on the board at another tab, or before the page was loaded again
    this.piece = "w"; // what the pointer puts on squares, or "move"
    this.brush = new Brush("e", (square) => this.at(square), (square, letter) => {
      this.own = true;
      this.draw(this.with(square, letter));
    });
    this.carried = 0; // the square of the piece that the hand has
    this.again = false; // it had that piece before
    this.held = false; // by a pointer that is down
    this.dragging = false; // which has left the square
    this.letters = ""; // what stands on the squares
    this.own = this.draft.board !== ""; // by hand
    this.fen = ""; // of what stands there, if it can be
    /** @type {Promise<unknown> | null} */
    this.asked = null;
    /** @type {Promise<void> | null} */
    this.checked = null;
    fillPalette($("palette"), "piece", { things: pieces(), first: this.piece, choose: (letter) => { this.piece = letter; this.carry(0); } });
    $("setup-clear").addEventListener("click", () => this.replace(this.turn() + "e".repeat(this.squares())));
    $("setup-start").addEventListener("click", () => this.replace(this.turn() + this.startBoard()));
    $("setup-mirror").addEventListener("click", () => this.put(mirrored(this.turn() + this.letters)));
    $("setup-fen").addEventListener("change", () => this.read($("setup-fen").value.trim()));
    $("setup-use").addEventListener("click", () => this.use().catch(complain));
    for (const radio of document.querySelectorAll("[name=setup-turn]")) radio.addEventListener("change", () => this.check());
    session.on("game", () => this.enter(this.active));
    addEventListener("pagehide", () => keepSetup(this.own ? (this.active ? this.turn() + this.letters : this.draft.board) : ""));
  }

  squares() {
    return this.session.variant.squares.length;
  }

  startBoard() {
    const { rows, size, squares } = this.session.variant;
    return squares.map((s) => (s.row < rows ? "b" : s.row >= size - rows ? "w" : "e")).join("");
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
      else this.replace(board, was ? this.turn() + this.letters : this.draft.board);
    } else if (was) {
      this.untell();
      this.carried = 0;
      this.dragging = this.held = false;
      this.brush.lift();
      this.draft = { node: this.session.node, board: this.turn() + this.letters };
      this.board.draw(this.session.board);
    }
  }

  turn() {
    return document.querySelector("[name=setup-turn]:checked").value;
  }

  /** @param {string} letters */
  show(letters) {
    this.draw(letters);
    this.check();
  }

  /** @param {string} letters */
  draw(letters) {
    this.letters = letters;
    for (const kind of ["last", "movable", "picked", "end", "landing"]) this.board.mark(kind, []);
    this.carried = 0;
    this.board.arrows([]);
    this.board.draw(this.turn() + letters);
    this.session.redraw(); // what counts the pieces
  }

  // put shows a board with the side to move, as the server writes it.
  /** @param {string} board */
  put(board) {
    document.querySelector(`[name=setup-turn][value=${board[0]}]`).checked = true;
    this.show(board.slice(1));
  }

  // replace shows a board in place of one before, with a way back to it if it was made by hand.
  /** @param {string} board */
  replace(board, before = this.turn() + this.letters) {
    const { own } = this;
    this.put(board);
    this.own = false;
    if (!own || before === board || before.length !== board.length) return;
    this.untell = notify(phrase("What you put on the board is gone."), 15, { label: phrase("Undo"), act: () => {
      if (!this.active || this.squares() !== before.length - 1) return;
      this.put(before);
      this.own = true;
    } });
  }

  // read shows the position of a FEN, or says beside it why there is none.
  /** @param {string} fen */
  async read(fen) {
    if (!fen) return;
    const asked = (this.asked = post("position", { variant: this.session.variant.name, fen }));
    try {
      const { board } = await asked;
      if (this.asked !== asked) return;
      this.replace(board);
      this.own = true;
    } catch (error) {
      if (this.asked === asked) this.tell("", messageOf(error));
    }
  }

  // press begins to paint with the piece chosen, or the same of the other side, or to clear squares
  // where it stands already. The hand takes a piece instead.
  /** @param {number} square */
  press(square, other = false) {
    if (this.piece !== "move") return this.brush.press(square, other ? (swapped.get(this.piece) ?? "e") : this.piece);
    this.again = square === this.carried;
    if (!this.carried && this.at(square) !== "e") this.carry(square);
    this.dragging = false;
    this.held = square === this.carried;
  }

  // over goes on to another square, with the pointer there in the window.
  /** @param {number} square @param {number} x @param {number} y */
  over(square, x, y) {
    this.brush.over(square);
    this.dragging ||= this.held && square !== this.carried;
    if (this.dragging) this.board.follow(this.carried, x, y);
  }

  // release ends what press began. A click takes a piece and another puts it down; a piece
  // that is dragged off the board is gone.
  /** @param {number} square */
  release(square) {
    const { carried, dragging } = this;
    this.dragging = this.held = false;
    if (this.brush.lift()) return this.check();
    if (!carried || (!square && !dragging)) return;
    if (square === carried) {
      if (dragging || this.again) this.draw(this.letters);
      return;
    }
    this.own = true;
    const piece = this.at(carried);
    this.letters = this.with(carried, "e");
    this.show(square ? this.with(square, piece) : this.letters);
  }

  // cancel ends it with nothing moved.
  cancel() {
    this.dragging = this.held = false;
    this.brush.lift();
    this.draw(this.letters);
  }

  /** @param {number} square */
  carry(square) {
    this.carried = square;
    this.board.mark("picked", square ? [square] : []);
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

  // check asks whether the position can be. Only the last answer counts, whichever comes
  // last.
  check() {
    const asked = post("setup", { variant: this.session.variant.name, board: this.turn() + this.letters });
    this.checked = this.learn(asked);
  }

  /** @param {Promise<SetUp>} asked */
  async learn(asked) {
    this.asked = asked;
    let fen = "";
    let wrong = "";
    try {
      fen = (await asked).fen;
    } catch (error) {
      wrong = messageOf(error);
    }
    if (this.asked !== asked) return;
    if (document.activeElement !== $("setup-fen")) $("setup-fen").value = fen; // none is better than one of another board
    this.tell(fen, wrong);
  }

  // tell says what is wrong with the position, if anything: without a FEN it cannot be used.
  /** @param {string} fen @param {string} wrong */
  tell(fen, wrong) {
    this.fen = fen;
    $("setup-state").textContent = wrong;
    $("setup-fen").setAttribute("aria-invalid", String(wrong !== ""));
    $("setup-use").disabled = !fen;
  }

  async use() {
    await this.checked;
    if (this.fen) await this.open({ variant: this.session.variant.name, fen: this.fen });
  }
}

// A Brush is a stroke over the board: it puts one thing on all squares that it meets, or clears
// them if it begins where that stands already.
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
