// The one place that knows what is on the board: the game and the place in it, a match against
// Stupol, a lesson, or what a panel has borrowed the board for. What may be done follows from that:
// see mode.js. Moves of the board are played, promoted and deleted by commands here, which do nothing
// where they may not.

import { Mode } from "./mode.js";

/** @typedef {"first" | "back" | "forward" | "last"} Where */

export class Control {
  /** @type {"setup" | "pattern" | ""} */ lent = ""; // what the board is lent to
  /** @type {Game | null} */ aside = null; // the game that waits while puzzles, or mistakes of other games, are on the board
  mode = new Mode(() => this.facts());

  /** @param {Session} session @param {LiveMatch} match @param {{ learn: Learn, puzzles: Puzzles }} lessons */
  constructor(session, match, lessons) {
    this.session = session;
    this.match = match;
    this.lessons = lessons;
  }

  // lesson is what moves are tried in, if they are.
  get lesson() {
    const { learn, puzzles } = this.lessons;
    return this.aside && !learn.course ? puzzles : learn;
  }

  // facts is all that the mode follows from.
  /** @returns {import("./mode.js").Facts} */
  facts() {
    const { lent, aside, lesson, lessons: { learn }, match } = this;
    return { lent, puzzle: aside !== null, phase: learn.phase, asked: lesson.mayMove(), match: match.standing() };
  }

  // step goes through the game.
  /** @param {Where} where */
  async step(where) {
    const { node, tree } = this.session;
    const to = { first: tree.root, back: node.parent, forward: node.children[0], last: node.last() }[where];
    if (this.mode.may("step") && to && to !== node) await this.session.goTo(to);
  }

  // sibling shows another move in place of the last one.
  /** @param {number} step */
  async sibling(step) {
    const { node } = this.session;
    const all = node.parent?.children ?? [];
    const to = all[(all.indexOf(node) + step + all.length) % all.length];
    if (this.mode.may("step") && to && to !== node) await this.session.goTo(to);
  }

  // play makes a legal move in the game, of which some landings are on the board already.
  /** @param {Move} move @param {number} [made] */
  async play(move, made) {
    if (this.mode.may("move") && !this.mode.isLesson()) await this.session.play(move, made);
  }

  // promote makes the line shown one step more important, or the main line.
  promote(whole = false) {
    const { tree, node } = this.session;
    if (!this.mode.may("edit") || !node.parent) return;
    if (whole) tree.makeMain(node);
    else tree.promote(node);
    this.session.changed();
  }

  // remove takes the move shown and all that follows it out of the game. It returns what puts it back,
  // which reports whether it could, or null if nothing was taken out.
  remove() {
    const { session } = this;
    const { node, tree } = session;
    const { parent } = node;
    if (!this.mode.may("edit") || !parent) return null;
    const at = parent.children.indexOf(node);
    tree.remove(node);
    const gone = session.goTo(parent);
    session.changed();
    const undo = async () => {
      if (session.tree !== tree || !this.mode.may("edit") || !tree.has(parent) || parent.children.some((n) => n.move === node.move)) return false;
      parent.children.splice(at, 0, node);
      session.changed();
      await session.goTo(node);
      return true;
    };
    return { node, gone, undo };
  }
}
