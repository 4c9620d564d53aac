// Analysis of a whole game. The server says which positions are to be searched, and how good
// the moves are by what was found.

import { isOffline, post } from "./api.js";
import { $, complain, notify } from "./dom.js";
import { persist } from "./engine.js";
import { bindGraph, drawGraph } from "./graph.js";
import { foundIn, isMistake, keep, summary, tell } from "./judgements.js";
import { phrase } from "./language.js";
import { settings } from "./store.js";

const budget = 400; // milliseconds for a search that matters
const refreshEvery = 200; // milliseconds at least between two requests for judgements

export class Review {
  /** @param {Session} session @param {Engine} engine @param {Analysis} analysis */
  constructor(session, engine, analysis) {
    this.session = session;
    this.engine = engine;
    this.analysis = analysis;
    this.running = false;
    this.stale = false;
    $("review").addEventListener("click", () => (this.running ? this.stop() : this.run()));
    $("next-mistake").addEventListener("click", () => this.next());
    bindGraph(session);
    session.on("score", () => this.refresh());
    session.on("tree", () => this.refresh());
    session.on("position", () => this.drawGraph());
    session.on("game", () => this.stop());
  }

  stop() {
    if (this.running) this.engine.stop();
    this.finish();
  }

  finish() {
    this.running = false;
    $("review").textContent = phrase("Analyse the game");
  }

  async run() {
    const { session } = this;
    const { tree } = session;
    if (!this.analysis.allowed) return notify(phrase("The engine helps when the game is over."));
    const nodes = positions(tree);
    if (nodes.length < 2) return notify(phrase("There are no moves yet."));
    this.analysis.stop();
    this.running = true;
    $("review").textContent = phrase("Stop");
    const mine = () => this.running && session.tree === tree;
    try {
      while (mine()) {
        const { next } = await this.insist(() => this.judge(nodes), mine);
        if (!next.length) break;
        await this.round(nodes, next, mine);
      }
    } catch (error) {
      complain(error);
    }
    if (session.tree !== tree) return;
    this.finish();
    const answer = await this.judge(nodes).catch(() => null);
    if (answer && session.tree === tree) $("review-state").textContent = summary(answer.sides);
  }

  // insist calls attempt until it succeeds, or until the analysis is ended.
  /** @template T @param {() => Promise<T>} attempt @param {() => boolean} mine whether it is to go on @returns {Promise<T>} */
  insist(attempt, mine) {
    const checked = async () => {
      if (!mine()) throw new DOMException("stopped", "AbortError");
      return attempt();
    };
    return persist(checked, (error) => { if (error) complain(error); });
  }

  // round does the searches that the server has asked for.
  /** @param {GameNode[]} nodes @param {NextSearch[]} searches @param {() => boolean} mine */
  async round(nodes, searches, mine) {
    const pass = Math.max(...searches.map((s) => s.pass));
    for (const [i, next] of searches.entries()) {
      $("review-state").textContent = phrase("Pass {pass}: search {i} of {n}", { pass, i: i + 1, n: searches.length });
      await this.examine(nodes, next, mine);
    }
  }

  /** @param {GameNode[]} nodes @param {NextSearch} next @param {() => boolean} mine */
  async examine(nodes, next, mine) {
    const node = nodes[next.ply];
    const without = next.others ? nodes[next.ply + 1].move : "";
    const request = {
      ...this.session.query(node), without, moveTime: Math.round(budget * next.effort), threads: settings.threads, hash: settings.hash,
    };
    const end = await this.insist(() => this.engine.search(request), mine);
    if (!mine()) return;
    keep(node, next, end, without);
    this.session.emit("score");
  }

  // judge asks how good the moves are that lead from the first of some nodes to the last.
  /** @param {GameNode[]} nodes */
  async judge(nodes) {
    const { session } = this;
    const answer = await post("judge", { ...session.query(nodes[nodes.length - 1]), found: foundIn(nodes) });
    const changed = tell(nodes, answer);
    if (session.tree.root !== nodes[0]) return answer;
    this.drawGraph();
    if (changed) session.emit("marks");
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
      await this.judge(nodes).catch((error) => { if (!isOffline(error)) complain(error); }); // without a server the next score asks again
    } else {
      this.drawGraph();
    }
    this.timer = 0;
    if (this.stale) this.refresh();
  }

  mistakes() {
    return this.session.tree.mainLine().filter(isMistake);
  }

  // next shows the position before the next mistake.
  next() {
    const all = this.mistakes();
    const node = all.find((n) => n.depth > this.session.node.depth + 1) || all[0];
    if (node?.parent) this.session.goTo(node.parent).catch(complain);
  }

  drawGraph() {
    drawGraph(this.session);
    $("next-mistake").hidden = !this.mistakes().length;
  }
}

// positions returns those of the main line, the start first.
/** @param {Tree} tree @returns {GameNode[]} */
function positions(tree) {
  return [tree.root, ...tree.mainLine()];
}
