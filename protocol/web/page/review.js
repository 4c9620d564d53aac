// Analysis of a whole game: passes over all positions, each with more time, the
// last position first. Mistakes are moves that cost the mover much of what could
// be expected.

import { $, notify } from "./dom.js";
import { persist } from "./engine.js";
import { drawGraph } from "./graph.js";
import { chance } from "./scores.js";
import { settings } from "./store.js";

const firstPass = 40; // milliseconds a position; each pass takes four times as long
const passes = 4;

// By how much of the expected result, from 0 to 1, a move is how bad.
const marks = [[0.2, "??"], [0.1, "?"], [0.05, "?!"]];

export class Review {
  constructor(session, engine, analysis) {
    Object.assign(this, { session, engine, analysis, running: false });
    $("review").addEventListener("click", () => (this.running ? this.stop() : this.run()));
    $("next-mistake").addEventListener("click", () => this.next());
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
    $("review").textContent = "Analyse the game";
  }

  async run() {
    const { session } = this;
    const { tree } = session;
    if (!this.analysis.allowed) return notify("The engine helps when the game is over.");
    const nodes = [tree.root, ...tree.mainLine()].reverse();
    if (nodes.length < 2) return notify("There are no moves yet.");
    this.analysis.stop();
    this.running = true;
    $("review").textContent = "Stop";
    const mine = () => this.running && session.tree === tree;
    try {
      for (let pass = 0; pass < passes && mine(); pass++) await this.pass(nodes, pass, mine);
    } catch (error) {
      if (error.name !== "AbortError") notify(error.message);
    }
    if (session.tree !== tree) return;
    this.finish();
    this.refresh();
    this.report();
  }

  async pass(nodes, pass, mine) {
    const moveTime = firstPass * 4 ** pass;
    for (const [i, node] of nodes.entries()) {
      if (!mine()) return;
      $("review-state").textContent = `Pass ${pass + 1} of ${passes}: ${i + 1} of ${nodes.length} positions`;
      await this.examine(node, moveTime, mine);
    }
  }

  async examine(node, moveTime, mine) {
    const { session } = this;
    const request = { ...session.query(node), moveTime, threads: settings.threads, hash: settings.hash };
    const end = await persist(() => (mine() ? this.engine.search(request) : null), (error) => error && notify(error.message, 2));
    if (!end || !mine()) return;
    if (end.found) {
      if ((node.score?.depth || 0) > end.depth) return; // somebody looked for longer
      node.score = { score: end.score, kind: end.kind, plies: end.plies, depth: end.depth, best: end.move, bestText: end.text, legal: end.legal };
    } else {
      node.score = finished(session, node);
    }
    session.emit("score");
  }

  // refresh marks mistakes, not more often than can be seen.
  refresh() {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      const changed = markMistakes(this.session);
      this.drawGraph();
      if (changed) this.session.emit("marks");
    }, 150);
  }

  mistakes() {
    return this.session.tree.mainLine().filter((n) => n.mark === "?" || n.mark === "??");
  }

  report() {
    const count = (side, mark, one, many) => {
      const n = this.session.tree.mainLine().filter((m) => m.mark === mark && this.session.turnBefore(m) === side).length;
      return `${n} ${n === 1 ? one : many}`;
    };
    const words = (side) => [count(side, "??", "blunder", "blunders"), count(side, "?", "mistake", "mistakes"), count(side, "?!", "inaccuracy", "inaccuracies")].join(", ");
    $("review-state").textContent = `White: ${words("w")}. Black: ${words("b")}.`;
  }

  // next shows the position before the next mistake.
  next() {
    const all = this.mistakes();
    const node = all.find((n) => n.depth > this.session.node.depth + 1) || all[0];
    if (node) this.session.goTo(node.parent).catch((error) => notify(error.message));
  }

  drawGraph() {
    drawGraph(this.session);
    $("next-mistake").hidden = !this.mistakes().length;
  }
}

// finished is the score where there is no legal move.
function finished(session, node) {
  const lost = session.turnAt(node) === "w" ? -10000 : 10000;
  const score = session.variant.goal === "lose" ? -lost : lost;
  return { score, kind: "end", plies: 0, depth: 1000, legal: 0 };
}

// markMistakes compares each move with the best one, and reports whether any
// mark or score of the list has changed. A forced move is no mistake.
function markMistakes(session) {
  let changed = false;
  for (const node of session.tree.mainLine()) {
    const mark = markOf(session, node);
    const shown = `${mark} ${node.score?.score}`;
    if (shown !== node.shown) changed = true;
    node.shown = shown;
    node.mark = mark;
  }
  return changed;
}

function markOf(session, node) {
  const [before, after] = [node.parent.score, node.score];
  if (!before || !after || before.legal === 1 || before.best === node.move || !before.depth) return "";
  const loss = session.turnBefore(node) === "w" ? chance(before) - chance(after) : chance(after) - chance(before);
  return marks.find(([least]) => loss >= least)?.[1] || "";
}
