// Setting up a position by hand.

import { $, complain, el } from "./dom.js";
import { messageOf, post } from "./api.js";
import { phrase } from "./language.js";

// Each letter of a board with its name and the class of its picture.
const pieces = () => [
  ["w", phrase("White man"), "white"], ["W", phrase("White king"), "white"], ["b", phrase("Black man"), "black"], ["B", phrase("Black king"), "black"],
  ["e", phrase("Nothing"), "nothing"],
];

// mirrored returns a board with the sides swapped: seen from the other end, in the other
// colours.
/** @param {string} board */
function mirrored([turn, ...letters]) {
  const other = new Map([["w", "b"], ["W", "B"], ["b", "w"], ["B", "W"]]);
  return [turn, ...letters.reverse()].map((l) => other.get(l) ?? l).join("");
}

export class Setup {
  /** @param {Session} session @param {Board} board @param {Input} input @param {(game: Game) => Promise<void>} open */
  constructor(session, board, input, open) {
    this.session = session;
    this.board = board;
    this.input = input;
    this.open = open;
    this.active = false;
    this.onchange = () => {};
    /** @type {{ node: GameNode, board: string } | null} */
    this.draft = null; // what was left on the board at another tab
    this.piece = "w";
    this.letters = ""; // what stands on the squares
    this.fen = ""; // of what stands there, if it can be
    /** @type {Promise<unknown> | null} */
    this.asked = null;
    /** @type {Promise<void> | null} */
    this.checked = null;
    $("palette").append(...pieces().map(([letter, name, picture]) => this.button(letter, name, picture)));
    $("setup-clear").addEventListener("click", () => this.show("e".repeat(this.squares())));
    $("setup-start").addEventListener("click", () => this.show(this.startBoard()));
    $("setup-mirror").addEventListener("click", () => this.put(mirrored(this.turn() + this.letters)));
    $("setup-fen").addEventListener("change", () => this.read($("setup-fen").value.trim()).catch(complain));
    $("setup-use").addEventListener("click", () => this.use());
    for (const radio of document.querySelectorAll("[name=setup-turn]")) radio.addEventListener("change", () => this.check());
    session.on("game", () => this.enter(this.active));
  }

  /** @param {string} letter @param {string} name @param {string} picture */
  button(letter, name, picture) {
    const radio = el("input", { type: "radio", name: "piece", value: letter, "aria-label": name, onchange: () => (this.piece = letter) });
    radio.checked = letter === this.piece;
    return el("label", { class: "swatch", title: name }, radio, el("span", { class: `picture ${picture}${letter === letter.toUpperCase() ? " king" : ""}` }));
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
    this.input.onsquare = on ? (square) => this.click(square) : null;
    if (on) {
      this.input.setMoves([], false);
      const { node } = this.session;
      this.put(this.draft?.node === node ? this.draft.board : node.board);
    } else if (was) {
      this.draft = { node: this.session.node, board: this.turn() + this.letters };
      this.board.draw(this.session.node.board);
    }
  }

  turn() {
    return document.querySelector("[name=setup-turn]:checked").value;
  }

  /** @param {string} letters */
  show(letters) {
    this.letters = letters;
    for (const kind of ["last", "movable", "picked", "end", "landing"]) this.board.mark(kind, []);
    this.board.arrows([]);
    this.board.draw(this.turn() + letters);
    this.onchange();
    this.check();
  }

  // put shows a board with the side to move, as the server writes it.
  /** @param {string} board */
  put(board) {
    document.querySelector(`[name=setup-turn][value=${board[0]}]`).checked = true;
    this.show(board.slice(1));
  }

  // read shows the position of a FEN.
  /** @param {string} fen */
  async read(fen) {
    if (!fen) return;
    const { board } = await post("position", { variant: this.session.variant.name, fen });
    this.put(board);
  }

  // click puts the piece chosen on a square, or takes it away where it stands already.
  /** @param {number} square */
  click(square) {
    const i = square - 1;
    const piece = this.letters[i] === this.piece ? "e" : this.piece;
    this.show(this.letters.slice(0, i) + piece + this.letters.slice(i + 1));
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
    let said;
    try {
      said = fen = (await asked).fen;
    } catch (error) {
      said = messageOf(error);
    }
    if (this.asked !== asked) return;
    this.fen = fen;
    $("setup-state").textContent = said;
    if (fen && document.activeElement !== $("setup-fen")) $("setup-fen").value = fen;
    $("setup-state").classList.toggle("wrong", !this.fen);
    $("setup-use").disabled = !this.fen;
  }

  async use() {
    await this.checked;
    if (this.fen) await this.open({ variant: this.session.variant.name, fen: this.fen });
  }
}
