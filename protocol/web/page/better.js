// What was better than a bad move, beside the moves: the line, and what the move has led to,
// each with the chances of the side that moved. Both can be stepped through.

import { $, complain, el } from "./dom.js";
import { percent, phrase } from "./language.js";

export class Better {
  /** @param {Session} session @param {Mode} mode */
  constructor(session, mode) {
    this.session = session;
    this.mode = mode;
    for (const name of /** @type {const} */ (["position", "marks", "play", "game"])) session.on(name, () => this.draw());
  }

  draw() {
    const { node } = this.session;
    const { judged, parent } = node;
    const place = $("better");
    place.hidden = !this.mode.may("edit") || !parent || !judged?.better;
    if (!parent || !judged?.better) return;
    const { reply = [], reply_moves: replies = [], chance, loss } = judged;
    place.replaceChildren(
      betterRow(this.session, node, judged),
      row(this.session, phrase("Played"), chance, { from: parent, moves: [node.move, ...replies], texts: [node.text, ...reply] },
        el("span", { class: "cost " + judged.verdict }, "−" + chanceText(loss))));
  }
}

// betterRow is the better line of a bad move.
/** @param {Session} session @param {GameNode} node @param {JudgedMove} judged */
export function betterRow(session, { parent }, { chance, loss, better = [], better_moves: moves = [] }) {
  return row(session, phrase("Better"), chance + loss, { from: /** @type {GameNode} */ (parent), moves, texts: better });
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

// chanceText writes a chance. Only what is certain is 0 or 100 percent.
/** @param {number} chance */
export function chanceText(chance) {
  return percent(Math.min(Math.max(chance, chance > 0 ? 0.01 : 0), chance < 1 ? 0.99 : 1));
}
