// What is shown: a game, and a place in it. Everything that the rules decide
// comes from the server and is kept with the node it is about.

import { post } from "./api.js";
import { dayOf, heard, phrase } from "./language.js";
import { Tree } from "./tree.js";

export class Session extends EventTarget {
  begun = false; // until then there is an empty game that nobody sees
  turn = 0;
  claimed = {}; // by what was asked for last
  /** @type {(() => void)[]} */ views = [];
  drawing = false; // the views are about to be drawn
  frame = 0; // of the browser, with which they will be

  /** @param {About} about */
  constructor(about) {
    super();
    this.about = about;
    this.variants = new Map(about.variants.map((v) => [v.name, v]));
    this.variant = about.variants[0];
    this.tree = new Tree({ variant: this.variant.name });
    this.node = this.tree.root;
  }

  // emit tells what has changed. All views follow, but not each second of a clock.
  /** @template {keyof SessionEvents} K @param {K} name @param {SessionEvents[K]} [detail] */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
    if (name !== "clock" && name !== "clocks") this.redraw();
  }

  // redraw has all views drawn after whatever is being done: once for all changes that come together.
  redraw() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      for (const draw of this.views) draw();
    });
  }

  // redrawSoon is for what changes many times a second: the views follow with the next frame of the browser.
  redrawSoon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.redraw();
    });
  }

  // view has something drawn after each change.
  /** @param {() => void} draw */
  view(draw) {
    this.views.push(draw);
  }

  /** @template {keyof SessionEvents} K @param {K} name @param {(detail: SessionEvents[K]) => void} f */
  on(name, f) {
    this.addEventListener(name, (e) => f(/** @type {CustomEvent<SessionEvents[K]>} */ (e).detail)); // emit makes no others
  }

  // board is what stands on the board: at the node shown or, as long as the server has not said that,
  // at the last before it.
  get board() {
    return (this.node.line().findLast((n) => n.board) ?? this.tree.root).board;
  }

  // begin shows another game: its end, its start, or the place after moves, or after so many of them. It
  // calls leave when the one before is about to go, and fails if still another is asked for meanwhile.
  /** @param {Game} game @param {string[]} [at] @param {number} [ply] */
  async begin(game, at = [], ply = at.length, leave = () => {}) {
    const claim = (this.claimed = {});
    const variant = this.variants.get(game.variant);
    if (!variant) throw new Error(phrase("There is no game {game}.", { game: game.variant }));
    const tree = new Tree(game);
    let node = tree.find(at);
    if (!node) node = await this.follow(tree, at);
    if (ply < node.depth) node = node.line()[ply - 1] ?? tree.root;
    const answer = await this.ask(tree, node);
    if (this.claimed !== claim) throw new DOMException("stopped", "AbortError");
    leave();
    this.turn++;
    this.begun = true;
    this.tree = tree;
    this.variant = variant;
    this.node = node;
    this.learn(tree, node, answer);
    this.emit("game");
    this.emit("tree");
    this.emit("board", { before: null });
    this.emit("position");
  }

  // follow adds moves to a new tree.
  /** @param {Tree} tree @param {string[]} moves */
  async follow(tree, moves) {
    const { variant, draws, fen } = tree;
    const answer = await post("position", { variant, draws, fen, moves });
    let node = tree.root;
    for (const ply of answer.plies) node = tree.add(node, ply);
    return node;
  }

  // query is what the server has to be told of the game up to a node.
  query(node = this.node, tree = this.tree) {
    const { variant, draws, fen } = tree;
    return { variant, draws, fen, moves: node.line().map((n) => n.move) };
  }

  /** @param {Tree} tree @param {GameNode} node */
  async ask(tree, node) {
    const line = node.line();
    const unknown = line.findIndex((n) => !n.board);
    const known = tree.root.board ? (unknown < 0 ? line.length : unknown) : 0;
    return post("position", { ...this.query(node, tree), known });
  }

  /** @param {Tree} tree @param {GameNode} node @param {Position} answer */
  learn(tree, node, answer) {
    tree.root.board = answer.start;
    const line = node.line();
    const first = line.length - answer.plies.length;
    answer.plies.forEach(({ text, board, path }, i) => Object.assign(line[first + i], { text, board, path }));
    node.answer = answer;
  }

  // goTo shows another place of the game.
  /** @param {GameNode} node @param {number} made landings that the board shows already */
  async goTo(node, made = 0) {
    const { tree, node: before } = this;
    if (!tree.has(node)) return; // any more
    const turn = ++this.turn;
    this.node = node;
    const drawn = Boolean(node.board);
    if (drawn) this.emit("board", { before, made });
    else this.redraw();
    if (!node.answer) await (node.asked ??= this.ask(tree, node).then((answer) => this.learn(tree, node, answer)).finally(() => { node.asked = null; }));
    if (turn !== this.turn) return;
    if (!drawn) this.emit("board", { before, made });
    this.emit("position");
  }

  // play makes a legal move here. The landings made are on the board already.
  /** @param {Move} move @param {number} made */
  async play(move, made = 0) {
    const tree = this.tree;
    const from = this.node;
    const isNew = !from.children.some((c) => c.move === move.move);
    const node = tree.add(from, { move: move.move, text: move.text });
    try {
      await this.goTo(node, made);
    } catch (error) {
      if (isNew) tree.remove(node);
      if (isNew && tree === this.tree) this.changed(); // it may be listed
      if (tree !== this.tree || tree.has(this.node)) throw error; // another place is shown by now
      this.node = from;
      this.emit("board", { before: null });
      this.emit("position");
      throw error;
    }
    if (tree !== this.tree || !tree.has(node)) return node; // it was taken out before the answer came
    if (isNew) this.emit("tree");
    this.emit("played", { node });
    return node;
  }

  // showLine puts a line into the tree, and shows the place after one of its moves.
  /** @param {GameNode} from @param {{ moves?: string[], texts?: string[] }} line @param {number} last */
  async showLine(from, { moves = [], texts = [] }, last) {
    if (!this.tree.has(from)) return; // any more
    let node = from;
    let shown = from;
    moves.forEach((move, i) => {
      node = this.tree.add(node, { move, text: texts[i] });
      if (i === last) shown = node;
    });
    this.changed();
    await this.goTo(shown);
  }

  // numberOf returns the number of a move as people write it, and whether it is the first of the two that have it.
  /** @param {{ depth: number }} node */
  numberOf({ depth }) {
    const ply = this.turnBefore({ depth: 1 }) === this.variant.first ? depth - 1 : depth;
    return { number: Math.floor(ply / 2) + 1, first: ply % 2 === 0 };
  }

  // turnBefore is whose move leads to a node.
  /** @param {{ depth: number }} node */
  turnBefore(node) {
    const start = (this.tree.root.board || "W")[0] === "W" ? 1 : 0;
    return node.depth % 2 === start ? "w" : "b";
  }

  // turnAt is who moves at a node.
  /** @param {GameNode} node */
  turnAt(node) {
    return this.turnBefore({ depth: node.depth + 1 });
  }

  // changed tells that comments, marks or results are others.
  changed() {
    this.emit("tree");
  }
}

// gameName is a short name of a game.
/** @param {Variant} variant */
export function gameName({ title }) {
  return heard(title.replace(" draughts", ""));
}

// squareName is how people call a square.
/** @param {Variant} variant @param {number} n */
export function squareName({ algebraic, squares }, n) {
  const { name, number } = squares[n - 1];
  return algebraic ? name : number;
}

// The players of a game against an engine, as PDN has them: in English, whoever plays.
export const you = "You";
export const stupol = "Stupol";
/** @param {number} level */
export const stupolAt = (level) => `Stupol, level ${level}`;

// other is the side of the opponent.
/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "w" ? "b" : "w");

// playerName is a player as a tag has it, empty if nobody knows: those of a game against
// Stupol in the language of the reader.
/** @param {string} tag */
export function playerName(tag) {
  if (tag === you) return phrase("You");
  const [, level] = tag.match(/^Stupol, level (\d+)$/) ?? [];
  return level ? phrase("Stupol, level {level}", { level }) : tag.replace(/^[?.]+$/, "");
}

// pairing names both players of a game.
/** @param {string} white @param {string} black */
export function pairing(white, black) {
  return `${playerName(white) || "?"} – ${playerName(black) || "?"}`;
}

// movesText says how long a game is.
/** @param {number} plies */
export function movesText(plies) {
  return phrase("{n} move|{n} moves", { n: Math.ceil(plies / 2) });
}

// blackFirst says what results mean where they are turned to name White's points first.
export function blackFirst() {
  return phrase("In this file 1-0 means that Black, the first player, has won.");
}

// headOf says what is known of a game beside its players: where and when, and how it ended.
/** @param {Tree} tree */
export function headOf(tree) {
  const known = [...["Event", "Site"].map((name) => tree.tag(name)), dayOf(tree.tag("Date"))].filter((text) => /[^?.]/.test(text));
  return [...known, tree.result === "*" ? "" : tree.result].filter(Boolean).join(" · ");
}

// endOf is how a game has ended, as it is kept.
/** @param {Result} result @returns {Said} */
export function endOf({ outcome, reason }) {
  const who = { white: "White wins", black: "Black wins", draw: "Draw" }[outcome];
  return reason ? { text: `${who}: {reason}`, values: { reason } } : who;
}

// resultText says how a game has ended.
/** @param {Result} result */
export function resultText(result) {
  return heard(endOf(result));
}
