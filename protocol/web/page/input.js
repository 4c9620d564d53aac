// Moves made on the board: by click, by drag, with a finger, with the keyboard.

import { $, el, say } from "./dom.js";
import { phrase } from "./language.js";
import { Picker } from "./picker.js";
import { settings } from "./store.js";

const dragDistance = 5; // pixels of a hand that means to click
const afterClicks = 1000; // milliseconds in which a click may still mean the move just made

/** @typedef {{ press: (square: number, other?: boolean) => void, over: (square: number, x: number, y: number) => void, release: (square: number) => void, cancel: () => void }} Editor
 what sets positions up; square 0 is beside the board */
/** @typedef {{ square: number, x: number, y: number, mine: boolean, again: boolean, carried: boolean, dragging: boolean }} Pressed */

// squareOf returns the square that an event is of, 0 if it is of none.
/** @param {Event} e */
const squareOf = (e) => Number(e.target?.closest?.("[data-square]")?.dataset.square ?? 0);

export class Input {
  enabled = false;
  /** @type {Move[]} */ moves = [];
  picker = new Picker();
  /** @type {Pressed | null} */ pressed = null;
  /** @type {{ squares: number[], since: number }} */ left = { squares: [], since: 0 }; // of the last move made here, those not clicked

  /** @param {Board} board @param {(move: Move, made: number) => void} onmove which is told how many landings were made by hand @param {() => Editor | null} editor what takes all that is done to squares just now, if something does */
  constructor(board, onmove, editor) {
    this.board = board;
    this.onmove = onmove;
    this.editorNow = editor;
    board.onredraw = () => this.show();
    const place = board.place;
    place.addEventListener("pointerdown", (e) => this.down(e));
    place.addEventListener("pointermove", (e) => this.moved(e));
    place.addEventListener("pointerup", (e) => this.up(e));
    place.addEventListener("pointercancel", () => (this.editor ? this.editor.cancel() : this.reset()));
    place.addEventListener("keydown", (e) => this.key(e));
    place.addEventListener("click", (e) => {
      // Screen readers click without a pointer.
      const square = squareOf(e);
      if (e.detail === 0 && /** @type {PointerEvent} */ (e).pointerType === "" && square) this.tap(square); // clicks are PointerEvents in all browsers
    });
    place.addEventListener("contextmenu", (e) => e.preventDefault());
  }

  get editor() {
    return this.editorNow();
  }

  // onpress calls f before anything is made of a square that is clicked or chosen with the
  // keyboard.
  /** @param {(square: number) => void} f @param {AbortSignal} signal that ends it */
  onpress(f, signal) {
    const options = { signal, capture: true };
    const { place } = this.board;
    place.addEventListener("pointerdown", (e) => { if (e.button === 0) f(this.board.squareAt(e.clientX, e.clientY)); }, options);
    place.addEventListener("keydown", (e) => { if (squareOf(e) && (e.key === "Enter" || e.key === " ")) f(squareOf(e)); }, options);
  }

  // setMoves says what is legal, and whether the user may move.
  /** @param {Move[]} moves @param {boolean} enabled */
  setMoves(moves, enabled) {
    if (moves === this.moves && enabled === this.enabled) return; // a piece may be picked
    this.moves = moves;
    this.picker = new Picker(enabled ? moves : []);
    this.enabled = enabled;
    this.pressed = null;
    this.hideChoice();
    this.show();
  }

  // reset takes back what was begun.
  reset() {
    if (this.editor) return this.editor.cancel();
    this.pressed = null;
    this.picker.cancel();
    this.hideChoice();
    this.board.finish();
    this.board.draw(this.board.text);
    this.show();
  }

  // show marks what can be chosen.
  show() {
    const { board, picker } = this;
    const visible = settings.showLegal && this.enabled;
    const picked = picker.from !== 0;
    board.mark("movable", visible && !picked ? picker.starts() : []);
    board.mark("picked", picked ? [picker.at()] : []);
    board.mark("end", picked && visible ? picker.ends() : []);
    board.mark("landing", picked && visible ? [...picker.landings()].filter((n) => !picker.ends().has(n)) : []);
    board.describe((n) => (picked ? (picker.isTarget(n) ? phrase("can go here") : "") : picker.starts().has(n) ? phrase("can move") : ""));
    board.place.classList.toggle("active", this.enabled);
  }

  /** @param {PointerEvent} e */
  down(e) {
    const other = e.button === 2 && this.editor !== null; // which the right button has the other piece of
    if ((e.button !== 0 && !other) || !e.isPrimary) return;
    const square = this.board.squareAt(e.clientX, e.clientY);
    if (!square) return;
    e.preventDefault();
    /** @type {HTMLElement} */ (document.activeElement)?.blur?.();
    if (this.editor) {
      this.board.place.setPointerCapture(e.pointerId);
      return this.editor.press(square, other);
    }
    if (!this.enabled) return;
    this.board.finish();
    const { picker } = this;
    const target = picker.isTarget(square) && (square !== picker.from || picker.step > 0);
    const mine = picker.step === 0 && !target && picker.starts().has(square);
    const again = picker.from === square;
    if (mine && !again) {
      this.pick(square);
    }
    const carried = mine || (picker.step > 0 && square === picker.at());
    this.pressed = { square, x: e.clientX, y: e.clientY, mine, again, carried, dragging: false };
    if (carried) this.board.place.setPointerCapture(e.pointerId);
  }

  // take picks a piece that was taken before it was the user's turn, if it can move.
  /** @param {number} square */
  take(square) {
    if (this.enabled && this.picker.starts().has(square)) this.pick(square);
  }

  /** @param {number} square */
  pick(square) {
    this.picker.start(square);
    this.show();
    const ends = [...this.picker.ends()].map((n) => this.board.squareName(n)).join(", ");
    say(phrase("{square} can go to {ends}", { square: this.board.squareName(square), ends }));
  }

  /** @param {PointerEvent} e */
  moved(e) {
    if (this.editor) return this.editor.over(this.board.squareAt(e.clientX, e.clientY), e.clientX, e.clientY);
    const p = this.pressed;
    if (!p) return;
    if (!p.dragging && Math.hypot(e.clientX - p.x, e.clientY - p.y) > dragDistance) p.dragging = p.carried;
    if (!p.dragging) return;
    this.board.follow(this.picker.from, e.clientX, e.clientY);
    this.board.mark("over", [this.board.squareAt(e.clientX, e.clientY)].filter((n) => n && this.picker.isTarget(n)));
  }

  /** @param {PointerEvent} e */
  up(e) {
    if (this.editor) return this.editor.release(this.board.squareAt(e.clientX, e.clientY));
    const p = this.pressed;
    this.pressed = null;
    if (!p) return;
    this.board.mark("over", []);
    const square = this.board.squareAt(e.clientX, e.clientY);
    if (p.dragging) return this.drop(square);
    if (square !== p.square) return;
    if (!p.mine) return this.tap(square);
    if (p.again) return this.reset();
    const only = settings.oneClick && this.picker.only();
    if (only && only.path.captured.length) this.play(only);
  }

  // drop ends a drag. A piece that is let go elsewhere returns.
  /** @param {number} square */
  drop(square) {
    const { picker } = this;
    if (square && square !== picker.at() && picker.isTarget(square)) return this.choose(square, true);
    this.board.draw(this.board.text);
    this.board.displace(picker.from, picker.at(), picker.taken());
    this.show();
  }

  // tap is a click, or Enter, on a square.
  /** @param {number} square */
  tap(square) {
    if (this.editor) {
      this.editor.press(square);
      return this.editor.release(square);
    }
    if (!this.enabled) return;
    const { picker } = this;
    if (picker.step === 0 && picker.from !== square && picker.starts().has(square) && !picker.isTarget(square)) return this.pick(square);
    if (!picker.from && this.isLeft(square)) return;
    if (this.choose(square, false)) return;
    if (!picker.from) return this.refuse(square);
    this.reset();
    if (picker.starts().has(square)) this.pick(square); // in the middle of a capture another piece is chosen
  }

  // refuse shows for a moment that what stands on a square cannot move.
  /** @param {number} square */
  refuse(square) {
    if (!/[a-z]/i.test(this.board.text[square]) || this.board.text[square] === "e") return;
    this.board.mark("stuck", [square]);
    setTimeout(() => this.board.mark("stuck", []), 500);
  }

  // isLeft reports whether a click may still mean the move just made, which needed
  // fewer of them: it must not make a move of the other side.
  /** @param {number} square */
  isLeft(square) {
    return this.left.squares.includes(square) && performance.now() - this.left.since < afterClicks;
  }

  // choose takes a square as a target and reports whether it was one.
  /** @param {number} square @param {boolean} dropped */
  choose(square, dropped) {
    const { picker } = this;
    const made = picker.step;
    if (!picker.choose(square)) return false;
    const chosen = picker.only();
    if (chosen) {
      const there = chosen.path.squares.length - 1;
      const atEnd = dropped && square === chosen.path.squares[there];
      this.play(chosen, atEnd ? there : dropped ? picker.step : made);
      return true;
    }
    this.board.draw(this.board.text);
    this.board.displace(picker.from, picker.at(), picker.taken());
    this.show();
    this.offer();
    return true;
  }

  /** @param {Way} way @param {number} made */
  play({ move, path }, made = 0) {
    this.hideChoice();
    this.enabled = false;
    this.left = { squares: path.squares.slice(made + 1), since: performance.now() };
    this.board.place.classList.remove("active");
    this.board.draw(this.board.text);
    this.board.displace(path.squares[0], path.squares[made], path.captured.slice(0, made));
    for (const kind of ["movable", "picked", "end", "landing"]) this.board.mark(kind, []);
    this.onmove(move, made);
  }

  // offer lists the captures that are still possible, to be chosen by name.
  offer() {
    const { ways } = this.picker;
    const first = ways.filter((w, i) => ways.findIndex((other) => other.move === w.move) === i); // of each move
    const box = $("choice");
    box.replaceChildren(el("span", {}, phrase("Which way?")), ...first.map((way) => {
      const show = () => this.board.mark("victim", way.path.captured);
      return el("button", { type: "button", onclick: () => this.play(way, this.picker.step), onpointerenter: show, onfocus: show,
        onpointerleave: () => this.board.mark("victim", []) }, this.nameOf(way));
    }));
    box.hidden = first.length < 2;
    say(phrase("Which way? {n} capture|Which way? {n} captures", { n: first.length }));
  }

  // nameOf tells a capture from the others: its end, its next landing, and what only it takes.
  /** @param {Way} way */
  nameOf({ move, path }) {
    const others = this.picker.ways.filter((w) => w.move !== move).map((w) => w.path.captured);
    const own = path.captured.filter((n) => !others.every((captured) => captured.includes(n)));
    /** @param {number[]} squares */
    const names = (squares) => squares.map((n) => this.board.squareName(n)).join(", ");
    const last = path.squares.length - 1;
    const [to, by, taken] = [names([path.squares[last]]), names([path.squares[this.picker.step + 1]]), names(own.length ? own : path.captured)];
    return this.picker.step + 1 < last ? phrase("to {to} by {by}, takes {taken}", { to, by, taken }) : phrase("to {to}, takes {taken}", { to, taken });
  }

  hideChoice() {
    $("choice").hidden = true;
    this.board.mark("victim", []);
  }

  // key moves about the board and chooses.
  /** @param {KeyboardEvent} e */
  key(e) {
    const square = squareOf(e);
    if (!square || e.ctrlKey || e.metaKey || e.altKey) return;
    if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(e.key)) {
      this.board.rove(this.board.neighbour(square, e.key), true);
    } else if (e.key === "Enter" || e.key === " ") {
      this.tap(square);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  }
}
