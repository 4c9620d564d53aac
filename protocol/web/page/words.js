// The board in words, for those who hear or feel it, or like to read.

import { $, el, fill, press } from "./dom.js";
import { heard, phrase } from "./language.js";
import { resultText } from "./session.js";

// piecesInWords says what stands on a board: a text for the men and kings of each side.
/** @param {Board} board */
export function piecesInWords(board) {
  /** @param {string} letter */
  const list = (letter) => [...board.text].map((c, n) => (n > 0 && c === letter ? board.squareName(n) : "")).filter(Boolean).join(" ") || phrase("none");
  return [[phrase("White men"), "w"], [phrase("White kings"), "W"], [phrase("Black men"), "b"], [phrase("Black kings"), "B"]]
    .map(([name, letter]) => phrase("{pieces}: {squares}", { pieces: name, squares: list(letter) }));
}

export class Words {
  /** @param {Session} session @param {Board} board */
  constructor(session, board) {
    this.session = session;
    this.board = board;
    this.on = false;
    session.view(() => this.draw());
  }

  toggle() {
    this.on = !this.on;
    $("text-mode").hidden = !this.on;
    press($("text-toggle"), this.on);
    $("log").setAttribute("aria-live", this.on ? "polite" : "off");
    this.draw();
    if (this.on) $("text-mode").focus(); // where it begins, and in sight
  }

  draw() {
    const { answer } = this.session.node;
    if (!this.on || !answer) return;
    $("diagram").textContent = answer.diagram.replace(/\S+ to move$/m, heard);
    const pieces = piecesInWords(this.board);
    fill($("pieces"), pieces, () => pieces.flatMap((text) => [text, el("br")]));
    fill($("legal"), answer.moves, () => (answer.moves.length ? answer.moves.flatMap((m) => [el("span", { class: "whole" }, m.text), " "]) : [phrase("none")]));
    const moves = this.session.node.line().map((n) => {
      const { number, first } = this.session.numberOf(n);
      return `${number}${first ? "." : "…"} ${n.text}`;
    });
    const log = moves.concat(answer.result ? resultText(answer.result) : []);
    fill($("log"), log, () => log.map((text) => el("div", {}, text)));
    $("log").scrollTop = $("log").scrollHeight;
  }
}
