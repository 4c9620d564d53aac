// What is shown: a game, and a place in it. Everything that the rules decide
// comes from the server and is kept with the node it is about.

import { post } from "./api.js";
import { Tree } from "./tree.js";

export class Session extends EventTarget {
  constructor(about) {
    super();
    this.about = about;
    this.variants = new Map(about.variants.map((v) => [v.name, v]));
    this.turn = 0;
    this.locked = false; // a game is being played: no move of it goes away
  }

  emit(name, detail = {}) {
    this.dispatchEvent(Object.assign(new Event(name), detail));
  }

  on(name, f) {
    this.addEventListener(name, f);
  }

  // begin shows another game: its end, its start, or the place after moves.
  async begin(game, at = []) {
    if (!this.variants.has(game.variant)) throw new Error(`There is no game ${game.variant}.`);
    const tree = new Tree(game);
    let node = tree.find(at);
    if (!node) node = await this.follow(tree, at);
    const answer = await this.ask(tree, node);
    this.turn++;
    this.tree = tree;
    this.variant = this.variants.get(tree.variant);
    this.node = node;
    this.learn(tree, node, answer);
    this.emit("game");
    this.emit("tree");
    this.emit("board", { before: null });
    this.emit("position");
  }

  // follow adds moves to a new tree.
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

  async ask(tree, node) {
    const line = node.line();
    const unknown = line.findIndex((n) => !n.board);
    const known = tree.root.board ? (unknown < 0 ? line.length : unknown) : 0;
    return post("position", { ...this.query(node, tree), known });
  }

  learn(tree, node, answer) {
    tree.root.board = answer.start;
    const line = node.line();
    const first = line.length - answer.plies.length;
    answer.plies.forEach((ply, i) => {
      const { text, board, path } = ply;
      Object.assign(line[first + i], { text, board, path });
    });
    node.answer = answer;
    if (node.score) node.score.legal = answer.moves.length;
  }

  // goTo shows another place of the game.
  async goTo(node, made = 0) {
    const turn = ++this.turn;
    const tree = this.tree;
    const before = this.node;
    this.node = node;
    const drawn = Boolean(node.board);
    if (drawn) this.emit("board", { before, made });
    if (!node.answer) {
      const answer = await this.ask(tree, node);
      this.learn(tree, node, answer);
    }
    if (turn !== this.turn) return;
    if (!drawn) this.emit("board", { before, made });
    this.emit("position");
  }

  // play makes a legal move here. The landings made are on the board already.
  async play(move, made = 0) {
    const tree = this.tree;
    const from = this.node;
    const isNew = !from.children.some((c) => c.move === move.move);
    const node = tree.add(from, { move: move.move, text: move.text });
    try {
      await this.goTo(node, made);
    } catch (error) {
      if (isNew) tree.remove(node);
      this.node = from;
      this.emit("board", { before: null });
      this.emit("position");
      throw error;
    }
    if (isNew) this.emit("tree");
    this.emit("played", { node });
    return node;
  }

  // firstTurn is who begins a game; turnBefore is whose move leads to a node.
  firstTurn() {
    return this.variant.first;
  }

  turnBefore(node) {
    const start = (this.tree.root.board || "W")[0].toLowerCase();
    const other = start === "w" ? "b" : "w";
    return node.depth % 2 === 1 ? start : other;
  }

  // turnAt is who moves at a node.
  turnAt(node) {
    return this.turnBefore({ depth: node.depth + 1 });
  }

  // changed tells that comments, marks or results are others.
  changed() {
    this.emit("tree");
  }
}

// resultText says how a game has ended.
export function resultText(result) {
  const who = { white: "White wins", black: "Black wins", draw: "Draw" }[result.outcome];
  return result.reason ? `${who}: ${result.reason}` : who;
}
