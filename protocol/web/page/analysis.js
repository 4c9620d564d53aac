// Analysis of the position shown: the best lines, and the arrows on the board. analysisviews.js shows it, and
// engines.js has other engines do the same.

import { isStopped, messageOf } from "./api.js";
import { persist } from "./engine.js";
import { isDeeper, learned } from "./judgements.js";
import { phrase } from "./language.js";
import { settings } from "./store.js";

// A Finder has an engine search the position shown, for as long as it is on.
export class Finder {
  on = false;
  threat = false; // it is about what the opponent would do
  /** @type {Map<number, Info>} */ lines = new Map(); // what was found, the best line first
  /** @type {GameNode | null} */ linesOf = null;
  /** @type {Done | null} */ done = null; // how the search has ended
  trouble = ""; // why there is no search
  running = {}; // another one for each search
  timer = 0;

  /** @param {Session} session @param {Engine} engine @param {Mode} mode @param {Teller} tell */
  constructor(session, engine, mode, tell) {
    this.session = session;
    this.engine = engine;
    this.mode = mode;
    this.tell = tell;
    session.on("position", () => this.moved());
    for (const name of /** @type {const} */ (["play", "mode"])) session.on(name, () => { if (!mode.may("think")) this.stop(); });
  }

  // best is what was found of the best move.
  get best() {
    return this.lines.get(1) ?? null;
  }

  toggle() {
    if (this.on) return this.stop();
    if (!this.mode.may("think")) return this.tell.notify(phrase("The engine helps when the game is over."));
    this.on = true;
    this.restart();
  }

  stop() {
    if (!this.on) return;
    this.on = this.threat = false;
    this.engine.stop();
    this.session.redraw();
  }

  clearLines() {
    this.running = {};
    this.lines.clear();
    this.linesOf = this.session.node; // which may be another before the position is
    this.done = null;
    this.trouble = "";
  }

  // moved is called when another position is shown.
  moved() {
    this.threat = false;
    this.clearLines();
    clearTimeout(this.timer);
    if (this.on) this.timer = setTimeout(() => this.restart(), 40); // not for each position that flies by
  }

  restart() {
    clearTimeout(this.timer);
    this.clearLines();
    if (this.on) this.run();
    this.session.redraw();
  }

  // request is what is asked of the engine.
  /** @returns {Omit<SearchQuery, "tab">} */
  request() {
    return this.session.query();
  }

  async run() {
    const { session, running } = this;
    const { node } = session;
    if (!node.answer?.moves.length) return this.engine.stop();
    const current = () => this.on && this.running === running && session.node === node;
    /** @param {unknown} error */
    const failed = (error) => {
      this.trouble = messageOf(error);
      this.session.redrawSoon();
    };
    try {
      this.done = await persist(() => (current() ? this.engine.search(this.request(), (info) => { if (current()) this.learn(node, info); }) : null), failed);
      this.trouble = "";
    } catch (error) {
      if (!isStopped(error)) failed(error);
    }
    session.redraw();
  }

  // learn takes a finding.
  /** @param {GameNode} node @param {Info} info */
  learn(node, info) {
    this.trouble = "";
    this.lines.set(info.line, info);
    this.session.redrawSoon();
  }

  // playLine plays a line up to one of its moves.
  /** @param {Info} info @param {number} last */
  async playLine({ moves, texts }, last) {
    const { session } = this;
    if (this.linesOf === session.node && !this.threat) await session.showLine(session.node, { moves: moves.slice(0, last + 1), texts }, last).catch(this.tell.complain);
  }
}

// Analysis is what Stupol finds.
export class Analysis extends Finder {
  /** @type {number[] | null} */ hint = null; // the squares of a move
  /** @type {Arrow[]} */ extra = []; // arrows besides
  /** @type {Finder[]} */ others = []; // other engines

  /** @param {Session} session @param {Engine} engine @param {Mode} mode @param {Teller} tell */
  constructor(session, engine, mode, tell) {
    super(session, engine, mode, tell);
    const { threads, hash } = session.about;
    settings.threads = Math.min(settings.threads || Math.max(1, Math.floor(threads / 2)), threads);
    settings.hash = Math.min(settings.hash, hash);
  }

  // other is what another engine has found, for as long as this one says nothing.
  /** @returns {Info | null} */
  get other() {
    return this.others.find((o) => o.best)?.best ?? null;
  }

  toggleThreat() {
    if (!this.mode.may("think")) return this.tell.notify(phrase("The engine helps when the game is over."));
    this.threat = !this.threat;
    this.on = this.on || this.threat;
    this.restart();
  }

  /** @override */
  moved() {
    this.hint = null;
    this.extra = [];
    super.moved();
  }

  /** @override */
  request() {
    return { ...super.request(), lines: settings.lines, threads: settings.threads, hash: settings.hash, pass: this.threat };
  }

  /** @override @param {GameNode} node @param {Info} info */
  learn(node, info) {
    super.learn(node, info);
    if (info.line > 1 || this.threat || isDeeper(node.score, info)) return;
    node.score = learned(info, node.score?.pass, node.score?.budget);
    this.session.emit("score");
  }

  // playBest plays the first move of the best line.
  playBest() {
    if (this.best) this.playLine(this.best, 0);
  }

  // arrows returns what is shown on the board: what was found or, without that, what refutes the move before.
  /** @returns {Arrow[]} */
  arrows() {
    const { on, threat, other } = this;
    const found = [...this.lines.values()].filter(({ line }) => on && line <= settings.lines);
    if (other && !this.lines.size) found.push(other);
    /** @type {Arrow[]} */
    const arrows = [...this.extra, ...(this.hint ? [{ squares: this.hint, kind: "hint", rank: 1 }] : [])];
    if (settings.arrows && !on && this.mode.may("think")) arrows.push(...this.refutation());
    if (settings.arrows) arrows.push(...found.map((info) => ({ squares: this.squaresOf(info.moves[0]), kind: threat && info !== other ? "danger" : "best", rank: Math.min(info.line, 5) })));
    return arrows.sort((a, b) => a.rank - b.rank);
  }

  // refutation returns what the opponent does to a bad move that has led here: what shows why it is bad
  // or, as long as nobody knows, the best reply.
  /** @returns {Arrow[]} */
  refutation() {
    const { judged, why } = this.session.node;
    return answers((!why?.missed && why?.paths) || judged?.reply_paths || []);
  }

  // showReply shows what the opponent does to a move that was tried.
  /** @param {number[][]} reply the squares of its moves */
  showReply(reply) {
    this.extra = answers(reply);
    this.session.redraw();
  }

  // squaresOf returns where a move goes: the whole way if it is legal here.
  /** @param {string} move */
  squaresOf(move) {
    const legal = this.session.node.answer?.moves.find((m) => m.move === move);
    return legal ? legal.paths[0].squares : move.split(/[-x]/).slice(0, 2).map(Number);
  }
}

// answers returns arrows for what the opponent does, and what has to be done then: of more than
// two moves on one board nobody sees which comes when.
/** @param {number[][]} line the squares of its moves @returns {Arrow[]} */
function answers(line) {
  return line.slice(0, 2).map((squares, i) => ({ squares, kind: i ? "reply" : "danger", rank: i + 1 }));
}
