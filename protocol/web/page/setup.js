// Setting up a position by hand.

import { $, el } from "./dom.js";
import { post } from "./api.js";

const pieces = [["w", "White man"], ["W", "White king"], ["b", "Black man"], ["B", "Black king"], ["e", "Nothing"]];

export class Setup {
  constructor(session, board, input, open) {
    Object.assign(this, { session, board, input, open, active: false, piece: "w" });
    $("palette").append(...pieces.map(([letter, name]) => this.button(letter, name)));
    $("setup-clear").addEventListener("click", () => this.show("e".repeat(this.squares())));
    $("setup-start").addEventListener("click", () => this.show(this.startBoard()));
    $("setup-use").addEventListener("click", () => this.use());
    for (const radio of document.querySelectorAll("[name=setup-turn]")) radio.addEventListener("change", () => this.check());
    session.on("game", () => this.enter(this.active));
  }

  button(letter, name) {
    const radio = el("input", { type: "radio", name: "piece", value: letter, "aria-label": name, onchange: () => (this.piece = letter) });
    radio.checked = letter === this.piece;
    return el("label", { class: "swatch", title: name }, radio, el("span", { class: "picture " + { w: "white", W: "white king", b: "black", B: "black king", e: "nothing" }[letter] }));
  }

  squares() {
    return this.session.variant.squares.length;
  }

  startBoard() {
    const { size, squares } = this.session.variant;
    const rows = this.session.about.variants.find((v) => v.name === this.session.variant.name).rows;
    return squares.map((s) => (s.row < rows ? "b" : s.row >= size - rows ? "w" : "e")).join("");
  }

  // enter begins to set up, or ends it without a position.
  enter(on) {
    const was = this.active;
    this.active = on;
    this.input.onsquare = on ? (square) => this.put(square) : null;
    document.querySelector("main").classList.toggle("setting-up", on);
    if (on) {
      const text = this.session.node.board;
      document.querySelector(`[name=setup-turn][value=${text[0]}]`).checked = true;
      this.show(text.slice(1));
    } else if (was) {
      this.board.draw(this.session.node.board);
    }
  }

  turn() {
    return document.querySelector("[name=setup-turn]:checked").value;
  }

  show(letters) {
    this.letters = letters;
    for (const kind of ["last", "movable", "picked", "end", "landing"]) this.board.mark(kind, []);
    this.board.arrows([]);
    this.board.draw(this.turn() + letters);
    this.check();
  }

  put(square) {
    const i = square - 1;
    const piece = this.letters[i] === this.piece ? "e" : this.piece;
    this.show(this.letters.slice(0, i) + piece + this.letters.slice(i + 1));
  }

  // check asks whether the position can be.
  async check() {
    try {
      const { fen } = await post("setup", { variant: this.session.variant.name, board: this.turn() + this.letters });
      this.fen = fen;
      $("setup-state").textContent = fen;
    } catch (error) {
      this.fen = "";
      $("setup-state").textContent = error.message;
    }
    $("setup-state").classList.toggle("wrong", !this.fen);
    $("setup-use").disabled = !this.fen;
  }

  async use() {
    if (this.fen) await this.open({ variant: this.session.variant.name, fen: this.fen });
  }
}
