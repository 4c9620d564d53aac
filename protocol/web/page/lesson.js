// A lesson: a position in which the user looks for a move. What is asked, and what is right, is in
// learn.js and puzzles.js; lessonviews.js shows it.

import { squareName } from "./session.js";

/** @typedef {"off" | "analysing" | "ask" | "judging" | "wrong" | "right" | "shown" | "end"} Phase */

export class Lesson {
  /** @type {Phase} */ phase = "off";
  text = ""; // what is said of it
  hinted = 0; // the square of the piece that a hint is about

  /** @param {Session} session @param {Analysis} analysis @param {Stage} stage */
  constructor(session, analysis, stage) {
    this.session = session;
    this.analysis = analysis;
    this.stage = stage;
  }

  // ask begins a lesson, and next goes on to another.
  /** @returns {void | Promise<void>} */
  ask() {}
  /** @returns {void | Promise<void>} */
  next() {}

  // advance is what the space bar does: on to the next thing.
  advance() {
    if (this.phase === "wrong") this.ask();
    else if (this.phase === "right" || this.phase === "shown") this.next();
  }

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

  // enter goes on to a phase, in which something is said.
  /** @param {Phase} phase @param {string} text */
  enter(phase, text) {
    this.phase = phase;
    this.text = text;
    this.session.emit("mode");
  }

  // clear takes what belongs to a lesson from the board.
  clear() {
    this.hinted = 0;
    this.analysis.extra = [];
    this.analysis.hint = null;
  }

  // show goes to where a move is looked for.
  /** @param {GameNode} position */
  show(position) {
    return this.session.goTo(position).catch(this.stage.complain);
  }

  // point has the piece marked that makes a move, and returns the name of its square.
  /** @param {string} move */
  point(move) {
    this.hinted = Number(move.split(/[-x]/)[0]);
    return squareName(this.session.variant, this.hinted);
  }

  // answerWith shows an arrow for a move, in the position where it was looked for.
  /** @param {GameNode} position @param {string} move */
  async answerWith(position, move) {
    await this.show(position);
    this.analysis.hint = this.analysis.squaresOf(move);
    this.session.redraw();
  }
}
