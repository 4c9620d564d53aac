// Who has the board. What is on it follows from what is open and from what is played; from that
// alone follows what may be done with it. Nobody keeps a copy of the answer: all ask for it.

/** @typedef {"playing" | "analysing" | "learning" | "puzzle" | "setup" | "pattern"} ModeName */
/** @typedef {"move" | "ahead" | "mark" | "step" | "think" | "edit" | "save"} Right */
/** @typedef {"none" | "turn" | "waiting" | "back"} Standing of a game against an engine: there is none, the user is to move, an engine is, or another place is shown */

/**
 * @typedef {object} Facts
 * @property {"setup" | "pattern" | ""} lent what the board is lent to: a position is set up, or a pattern to look for in the library drawn
 * @property {boolean} puzzle whether puzzles, or mistakes of other games, are in the place of the game
 * @property {import("./lesson.js").Phase} phase of learning from the mistakes of the game
 * @property {boolean} asked whether a lesson or a puzzle asks for a move in the position shown
 * @property {Standing} match
 */

// What may be done in each mode: move pieces, choose a move in advance, draw circles and arrows,
// go through the game, let the engine think and show what it, the book and the databases know,
// take moves out of the game and promote them, keep the game in the browser.
/** @type {Record<ModeName, Right[]>} */
const rights = {
  playing: ["move", "ahead", "mark", "step", "save"],
  analysing: ["move", "mark", "step", "think", "edit", "save"],
  learning: ["move", "mark", "step", "think", "edit", "save"],
  puzzle: ["move", "mark", "step", "edit"],
  setup: ["edit", "save"],
  pattern: ["edit", "save"],
};

/** @param {Facts} facts @returns {ModeName} */
export function modeOf({ lent, puzzle, phase, match }) {
  if (lent) return lent;
  if (puzzle) return "puzzle";
  if (phase !== "off") return "learning";
  return match === "none" ? "analysing" : "playing";
}

// may reports whether something may be done now. Some of the rights of a mode are for its
// moments: pieces are moved when it is the user's turn, or when a move is asked for; the engine
// thinks before the lessons; a game being played stays whole, whatever else is on the board, and one
// that waits is not replaced by what is in its place.
/** @param {Right} right @param {Facts} facts */
export function may(right, facts) {
  const name = modeOf(facts);
  if (!rights[name].includes(right)) return false;
  if (right === "edit") return facts.match === "none";
  if (right === "save") return !facts.puzzle; // whatever is set up over it
  if (name === "playing") return right === "move" ? facts.match === "turn" : right !== "ahead" || facts.match === "waiting";
  if (right === "move" && name !== "analysing") return facts.asked;
  return right !== "think" || name !== "learning" || facts.phase === "analysing";
}

// standing says how a game against an engine stands at the node shown. A move of either side is on
// the board before it has been counted: it leads on from the live place.
/** @param {{ active: boolean, human?: Side, live: GameNode | null, thinking: boolean }} match @param {GameNode} node @returns {Standing} */
export function standing({ active, human, live, thinking }, node) {
  if (!active || !live) return "none";
  if (node === live) return !thinking && node.answer?.turn === human ? "turn" : "waiting";
  return node.parent === live ? "waiting" : "back";
}

// A Mode answers for what is true when it is asked.
export class Mode {
  /** @param {() => Facts} facts */
  constructor(facts) {
    this.facts = facts;
  }

  get name() {
    return modeOf(this.facts());
  }

  /** @param {Right} right */
  may(right) {
    return may(right, this.facts());
  }

  // isLent reports whether something else than a game is on the board.
  isLent() {
    return this.facts().lent !== "";
  }

  // isLesson reports whether moves are tried, and not played.
  isLesson() {
    return this.name === "learning" || this.name === "puzzle";
  }
}
