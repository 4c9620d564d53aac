// What two engines that play each other say: score, line and speed of each, and the chances of White as both
// see them over the moves.

import { progressOf } from "./analysisviews.js";
import { $, el, fill, svg } from "./dom.js";
import { percent, phrase } from "./language.js";
import { scoreText } from "./scores.js";
import { stupol } from "./session.js";

const width = 1000;
const height = 100;
const longest = 10; // moves of a line

const sides = /** @type {const} */ (["w", "b"]);

export class Duel {
  /** @param {Session} session @param {LiveMatch} match */
  constructor(session, match) {
    this.match = match;
    this.says = el("dl", { class: "duel" });
    this.graph = el("div", { class: "graph" });
    $("seats").after(this.says, this.graph);
    session.view(() => this.draw());
  }

  draw() {
    const { match } = this;
    const on = match.duel();
    this.says.hidden = !on;
    const chances = (on && match.state?.chances) || { w: [], b: [] };
    const plies = match.live?.depth ?? 0;
    this.graph.hidden = chances.w.length + chances.b.length < 3;
    if (on) fill(this.says, sides.map((side) => [match.playerOf(side), match.says[side]]), () => sides.flatMap((side) => this.row(side)));
    if (!this.graph.hidden) fill(this.graph, [chances, plies], () => [picture(chances, plies)]);
  }

  // row is what a side says, and a dash of its curve.
  /** @param {Side} side */
  row(side) {
    const info = this.match.says[side];
    const name = this.match.playerOf(side) || stupol;
    if (!info) return [el("dt", { class: side }, name), el("dd", { class: "quiet" }, "…")];
    return [
      el("dt", { class: side }, name, " ", el("span", { class: "value " + (info.score < 0 ? "black" : "white") }, scoreText(info))),
      el("dd", {}, el("span", { class: "quiet" }, progressOf(info).join(" · ")), el("br"), ...info.texts.slice(0, longest).flatMap((text) => [el("span", { class: "whole" }, text), " "])),
    ];
  }
}

/** @param {Record<Side, [number, number][]>} chances @param {number} plies */
function picture(chances, plies) {
  /** @param {Side} side */
  const curve = (side) => svg("path", { class: "curve " + side, d: "M" + chances[side].map(([ply, chance]) => `${((width * ply) / Math.max(plies, 1)).toFixed(1)} ${(height * (1 - chance)).toFixed(1)}`).join(" L") });
  /** @param {Side} side */
  const last = (side) => percent(chances[side].at(-1)?.[1] ?? 0.5);
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": phrase("White’s chances, as White sees them {white}, as Black does {black}", { white: last("w"), black: last("b") }) },
    svg("path", { class: "middle", d: `M0 ${height / 2}h${width}` }), ...sides.filter((side) => chances[side].length).map(curve));
}
