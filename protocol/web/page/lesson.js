// A lesson: a position in which the user looks for a move. What its panel shows is here; what
// is asked, and what is right, is in learn.js and puzzles.js.

import { $, write } from "./dom.js";

/** @typedef {"off" | "analysing" | "ask" | "judging" | "wrong" | "right" | "shown" | "end"} Phase */

export class Lesson {
  /** @type {Phase} */ phase = "off";

  /** @param {"learn" | "puzzle"} place what the names of its elements begin with @param {Session} session @param {Board} board */
  constructor(place, session, board) {
    this.place = place;
    this.session = session;
    this.board = board;
    session.on("position", () => this.drawPlace());
    for (const again of /** @type {const} */ (["again", "back"])) $(`${place}-${again}`).addEventListener("click", () => this.ask());
    for (const on of /** @type {const} */ (["skip", "next"])) $(`${place}-${on}`).addEventListener("click", () => this.next());
    $(`${place}-hint`).addEventListener("click", () => this.hint());
    $(`${place}-solution`).addEventListener("click", () => this.solution());
  }

  // What the buttons of the panel do.
  /** @returns {void | Promise<void>} */
  ask() {}
  /** @returns {void | Promise<void>} */
  next() {}
  hint() {}
  /** @returns {void | Promise<void>} */
  solution() {}

  get active() {
    return this.phase !== "off";
  }

  // position is where a move is looked for.
  /** @returns {GameNode | null} */
  position() {
    return null;
  }

  // mayMove reports whether a move on the board is tried.
  mayMove() {
    return this.phase === "ask" && this.session.node === this.position();
  }

  // say shows a phase, and a text to be announced.
  /** @param {Phase} phase @param {string} text */
  say(phase, text) {
    this.phase = phase;
    document.body.classList.toggle("learning", this.active && phase !== "analysing");
    $(`${this.place}-state`).className = `state ${phase}`;
    write($(`${this.place}-state`), text);
    this.drawPlace();
    if (phase === "wrong" || phase === "right" || phase === "shown") $(phase === "wrong" ? `${this.place}-again` : `${this.place}-next`).focus({ preventScroll: true });
  }

  // markHint marks the piece that makes a move, and returns the name of its square.
  /** @param {string} move */
  markHint(move) {
    const from = Number(move.split(/[-x]/)[0]);
    this.board.mark("hinted", [from]);
    return this.board.squareName(from);
  }

  // drawPlace shows the way back to the position of the lesson, if another is shown.
  drawPlace() {
    $(`${this.place}-back`).hidden = this.phase !== "ask" || this.session.node === this.position();
  }
}
