// What was better than a bad move, beside the moves: the line, and what the move has led to,
// each with the chances of the side that moved. Both can be stepped through.

import { post } from "./api.js";
import { $, complain, el, fill } from "./dom.js";
import { foundIn } from "./judgements.js";
import { catalogueName, phrase } from "./language.js";
import { chanceText } from "./scores.js";

const longestInWords = 14; // plies of a line in a sentence of the server

export class Better {
  /** @param {Session} session @param {Mode} mode */
  constructor(session, mode) {
    this.session = session;
    this.mode = mode;
    session.view(() => this.draw());
    for (const name of /** @type {const} */ (["position", "marks", "play", "mode"])) session.on(name, () => this.explain());
  }

  draw() {
    const { node } = this.session;
    const { judged } = node;
    const place = $("better");
    place.hidden = !this.isKnown();
    if (!judged || place.hidden) return;
    fill(place, [node.id, judged, node.why], () => [whyText(this.session, node), betterRow(this.session, node, judged), playedRow(this.session, node, judged)]);
  }

  // isKnown reports whether there is something to show.
  isKnown() {
    const { judged, parent } = this.session.node;
    return this.mode.may("edit") && parent !== null && Boolean(judged?.better);
  }

  // explain asks why the move shown is bad, once for each judgement of it.
  async explain() {
    const { session } = this;
    const { node } = session;
    if (!this.isKnown()) return;
    const of = JSON.stringify([node.judged?.better_moves, node.judged?.reply_moves]);
    if (node.whyOf === of || !node.isMain()) return;
    node.whyOf = of;
    const { tree } = session;
    try {
      const { why } = await post("judge", { ...session.query(tree.root.last()), found: foundIn([tree.root, ...tree.mainLine()]), explain: node.depth, language: catalogueName() });
      node.why = why ?? null;
      if (session.node === node) session.emit("marks"); // and arrows that show it
    } catch {
      node.whyOf = ""; // without a server it is asked for again when the move is shown again
    }
  }
}

// around finds a line in the words that tell it: it returns what stands before and after, and how many
// of its moves are told. Words without the line are all before.
/** @param {string[]} words @param {string[]} texts */
export function around(words, texts) {
  const all = words.join(" ");
  const n = Math.min(texts.length, longestInWords);
  const line = texts.slice(0, n).join(" ");
  const at = line ? all.lastIndexOf(line) : -1;
  return at < 0 ? { before: all, n: 0, after: "" } : { before: all.slice(0, at), n, after: all.slice(at + line.length) };
}

// whyText says why a move is bad. The line in it can be stepped through.
/** @param {Session} session @param {GameNode} node */
function whyText(session, node) {
  const { words = [], missed, moves = [], texts = [] } = node.why ?? {};
  const { before, n, after } = around(words, texts);
  const from = missed ? /** @type {GameNode} */ (node.parent) : node;
  return el("p", { class: "why" }, before, ...steps(session, { from, moves, texts: texts.slice(0, n) }).children, after);
}

// betterRow is the better line of a bad move.
/** @param {Session} session @param {GameNode} node @param {JudgedMove} judged */
export function betterRow(session, { parent }, { chance, loss, better = [], better_moves: moves = [] }) {
  return row(session, phrase("Better"), chance + loss, { from: /** @type {GameNode} */ (parent), moves, texts: better });
}

// playedRow is a bad move with what it leads to.
/** @param {Session} session @param {GameNode} node @param {JudgedMove} judged */
export function playedRow(session, { parent, move, text }, { chance, loss, verdict, reply = [], reply_moves: replies = [] }) {
  return row(session, phrase("Played"), chance, { from: /** @type {GameNode} */ (parent), moves: [move, ...replies], texts: [text, ...reply] },
    el("span", { class: "cost " + verdict }, "−" + chanceText(loss)));
}

/** @param {Session} session @param {string} name @param {number} chance @param {{ from: GameNode, moves: string[], texts: string[] }} line @param {Element[]} more */
function row(session, name, chance, line, ...more) {
  return el("div", { class: "line", role: "group", "aria-label": name },
    el("span", { class: "name" }, name), el("span", { class: "chance", title: phrase("The result to expect: a draw is half a win") }, chanceText(chance)),
    steps(session, line), ...more);
}

// steps is a line to step through.
/** @param {Session} session @param {{ from: GameNode, moves: string[], texts: string[] }} line */
export function steps(session, line) {
  return el("span", { class: "pvs" }, ...line.texts.map((text, i) =>
    el("button", { type: "button", class: "pv", onclick: () => session.showLine(line.from, line, i).catch(complain) }, text)));
}
