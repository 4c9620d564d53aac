// Analysis of a whole game. The server says which positions are to be searched, and how good
// the moves are by what was found. reviewviews.js shows it.

import { isOffline, post } from "./api.js";
import { persist } from "./engine.js";
import { following, foundIn, keep, summary, tell, verdictOf } from "./judgements.js";
import { phrase } from "./language.js";
import { settings } from "./store.js";

const hash = 16; // megabytes, as stupol analyze has: the same table finds the same
const refreshEvery = 200; // milliseconds at least between two requests for judgements

export class Review {
  /** @type {object | null} */ running = null; // the analysis that goes on
  /** @type {{ pass: number, i: number, n: number } | null} */ progress = null; // the search of so many that is done, of a pass
  stale = false;
  timer = 0;
  /** @type {Judgements | null} */ answer = null; // what the server has said of the game

  /** @param {Session} session @param {Engine} engine @param {{ analysis: Analysis, mode: Mode }} others @param {Teller} tell */
  constructor(session, engine, { analysis, mode }, tell) {
    this.session = session;
    this.engine = engine;
    this.analysis = analysis;
    this.mode = mode;
    this.tell = tell;
    session.on("score", () => this.refresh());
    session.on("tree", () => this.refresh());
    session.on("mode", () => { if (!mode.may("think")) this.stop(); });
    session.on("game", () => { this.stop(); this.answer = null; });
  }

  stop() {
    if (this.running) this.cancel();
  }

  // cancel ends what is searched for judgements, that of a single move too.
  cancel() {
    this.engine.stop();
    this.finish();
  }

  finish() {
    this.running = this.progress = null;
    this.session.redraw();
  }

  // run analyses the game, and reports whether it came to the end.
  async run() {
    const { session } = this;
    const { tree } = session;
    const nodes = positions(tree);
    const allowed = this.mode.may("think");
    if (!allowed) this.tell.notify(phrase("The engine helps when the game is over."));
    else if (nodes.length < 2) this.tell.notify(phrase("There are no moves yet."));
    if (!allowed || nodes.length < 2) return false;
    this.analysis.stop();
    const run = (this.running = {});
    this.progress = null;
    session.redraw();
    const mine = () => this.running === run && session.tree === tree;
    let complete = false;
    try {
      complete = await this.searchAll(tree, nodes, { mine });
    } catch (error) {
      this.tell.complain(error);
    }
    if (session.tree !== tree || (this.running && this.running !== run)) return false;
    this.finish();
    const answer = await this.judge(nodes).catch(() => null);
    if (answer && session.tree === tree) this.tell.say(summary(answer.sides));
    return complete;
  }

  // searchAll does all searches that the server asks for, of nodes that follow each other in a
  // tree, or of those from one on. It reports whether there are no more.
  /** @param {Tree} tree @param {GameNode[]} nodes @param {{ mine: () => boolean, from?: number }} options mine: whether it is to go on */
  async searchAll(tree, nodes, { mine, from = 0 }) {
    const { budget } = settings;
    while (mine()) {
      const { next } = await this.insist(() => this.ask(tree, nodes, budget), mine);
      const searches = next.filter((s) => s.ply >= from);
      if (!searches.length) return true;
      await this.round(tree, nodes, { searches, budget, mine });
    }
    return false;
  }

  // insist calls attempt until it succeeds, or until the analysis is ended.
  /** @template T @param {() => Promise<T>} attempt @param {() => boolean} mine whether it is to go on @returns {Promise<T>} */
  insist(attempt, mine) {
    const checked = async () => {
      if (!mine()) throw new DOMException("stopped", "AbortError");
      return attempt();
    };
    return persist(checked, this.tell.complain);
  }

  // round does the searches that the server has asked for.
  /** @param {Tree} tree @param {GameNode[]} nodes @param {{ searches: NextSearch[], budget: Budget, mine: () => boolean }} round */
  async round(tree, nodes, { searches, budget, mine }) {
    const pass = Math.max(...searches.map((s) => s.pass));
    for (const [i, next] of searches.entries()) {
      this.progress = { pass, i, n: searches.length };
      this.session.redraw();
      const node = nodes[next.ply];
      const without = next.others ? nodes[next.ply + 1].move : "";
      const request = { ...this.session.query(node, tree), without, nodes: next.nodes, fresh: true, hash };
      const end = await this.insist(() => this.engine.search(request), mine);
      if (!mine()) return;
      keep(node, next, end, budget, without);
      if (tree === this.session.tree) this.session.emit("score");
    }
  }

  // ask asks how good the moves are that lead from the first of some nodes to the last.
  /** @param {Tree} tree @param {GameNode[]} nodes @param {Budget} [budget] */
  ask(tree, nodes, budget) {
    return post("judge", { ...this.session.query(nodes[nodes.length - 1], tree), found: foundIn(nodes, budget), budget });
  }

  // judge tells the moves of the game how good they are.
  /** @param {GameNode[]} nodes */
  async judge(nodes) {
    const { session } = this;
    const { tree } = session;
    const answer = await this.ask(tree, nodes);
    const changed = tell(nodes, answer);
    if (session.tree !== tree) return answer;
    this.answer = answer;
    if (changed) session.emit("marks");
    session.redraw();
    return answer;
  }

  // refresh has the moves judged anew, not more often than can be seen and answered.
  refresh() {
    this.stale = true;
    this.timer ||= setTimeout(() => this.catchUp(), refreshEvery);
  }

  async catchUp() {
    this.stale = false;
    const nodes = positions(this.session.tree);
    if (nodes.some((n) => n.score || n.chance !== null)) {
      await this.judge(nodes).catch((error) => { if (!isOffline(error)) this.tell.complain(error); }); // without a server the next score asks again
    } else {
      this.answer = null;
      this.session.redraw();
    }
    this.timer = 0;
    if (this.stale) this.refresh();
  }

  // next shows the next bad move of the game, or of those of one side that are as bad.
  /** @param {(node: GameNode) => boolean} wanted */
  next(wanted = () => true) {
    const { tree, node } = this.session;
    const to = following(tree.mainLine().filter((n) => verdictOf(n) && wanted(n)), node);
    if (to) this.session.goTo(to).catch(this.tell.complain);
  }
}

// positions returns those of the main line, the start first.
/** @param {Tree} tree @returns {GameNode[]} */
export function positions(tree) {
  return [tree.root, ...tree.mainLine()];
}
