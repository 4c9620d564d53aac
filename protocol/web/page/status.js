// What is said of the position and of those who play: whose move it is or how the game has ended, the
// players with their clocks, and where one can go.

import { $, el, say, write } from "./dom.js";
import { signOf } from "./judgements.js";
import { catalogueName, decimal, heard, phrase } from "./language.js";
import { headOf, playerName, resultText } from "./session.js";

export class Status {
  /** @param {Session} session @param {Board} board @param {{ mode: Mode, match: LiveMatch, setup: Setup }} others */
  constructor(session, board, { mode, match, setup }) {
    this.session = session;
    this.board = board;
    this.mode = mode;
    this.match = match;
    this.setup = setup;
    this.told = session.node;
    session.view(() => this.draw());
    session.on("clock", () => this.drawPlayers());
    session.on("position", () => this.tell());
  }

  draw() {
    const text = this.text();
    if (text) write($("status"), text); // until something is known the last one stays
    this.drawPlayers();
    const { node } = this.session; // of which the server may have said nothing yet
    $("go-back").disabled = $("go-first").disabled = !node.parent;
    $("go-forward").disabled = $("go-last").disabled = !node.children.length;
  }

  // tell says what was played to those who do not see it.
  tell() {
    const { node } = this.session;
    if (this.mode.isLent()) return;
    if (node.text && node !== this.told) say(`${node.text}. ${this.text()}`);
    this.told = node;
  }

  // text is the line below the board.
  text() {
    const { node, tree } = this.session;
    const { answer } = node;
    const { name } = this.mode;
    if (name === "setup") return phrase("You set up a position.");
    if (name === "pattern") return phrase("You draw a pattern.");
    if (!answer) return "";
    if (answer.result) return resultText(answer.result);
    if (tree.end && !node.children.length && node.isMain()) return heard(tree.end);
    const { sign, only, remark } = node.judged || {};
    const said = remark ? heard(remark) : "";
    if (sign || only) return `${node.text}${signOf(node)} ${said}`; // with more it would take two lines
    const forced = answer.moves[0]?.paths[0].captured.length;
    const turn = answer.turn === "w" ? (forced ? phrase("White must capture") : phrase("White to move")) : forced ? phrase("Black must capture") : phrase("Black to move");
    const again = answer.repetitions > 1 ? phrase("position seen {n} time|position seen {n} times", { n: answer.repetitions }) : "";
    return [turn, again, said].filter(Boolean).join(" · ");
  }

  drawPlayers() {
    const { node, tree, board } = this.session;
    if (!board) return;
    const top = this.board.flipped ? "w" : "b";
    for (const [place, side] of /** @type {const} */ ([["player-top", top], ["player-bottom", top === "w" ? "b" : "w"]])) {
      const name = playerName(tree.tag(side === "w" ? "White" : "Black")) || (side === "w" ? phrase("White") : phrase("Black"));
      const count = [...(this.setup.active ? this.setup.letters : board.slice(1))].filter((c) => c.toLowerCase() === side).length;
      const own = this.match.clock(side);
      const clock = own ?? tree.clockAt(node, this.session.turnBefore(node) === side);
      const turn = node.answer?.turn === side && !node.answer.result;
      const parts = [el("span", { class: `disc ${side === "w" ? "white" : "black"}${turn ? " turn" : ""}` }), el("span", { class: "name" }, name), el("span", { class: "count", title: phrase("pieces") }, `${count}`)];
      const rating = tree.tag(side === "w" ? "WhiteElo" : "BlackElo") || tree.tag(side === "w" ? "WhiteRating" : "BlackRating");
      if (/^\d+$/.test(rating)) parts.splice(2, 0, el("span", { class: "rating" }, rating));
      if (clock !== null) parts.push(el("span", { class: "clock" + (own !== null && this.match.running() === side ? " running" : "") }, clockText(clock)));
      $(place).replaceChildren(...parts);
    }
    $("game-head").textContent = headOf(tree);
    if (node.answer) $("game-names").textContent = namesOf(node.answer).join(" · "); // until it is known the last ones stay
  }
}

// namesOf says what the opening and the structures that a game has had are called.
/** @param {Position} answer */
function namesOf({ names }) {
  return names.map(({ own, by_language: others, structure }) => {
    const name = others?.[catalogueName()] ?? own;
    return structure ? phrase("structure {name}", { name }) : phrase("opening {name}", { name });
  });
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  if (ms < 10000) return decimal(ms / 1000, 1);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
