// The graph of White's chances over a game.

import { $, complain, fill, svg } from "./dom.js";
import { chanceAt, verdictOf } from "./judgements.js";
import { percent, phrase } from "./language.js";

const width = 1000;
const height = 200;

// bindGraph goes to the position that is clicked. The graph listens, and not the picture,
// which may be drawn anew between the press and the release of a click.
/** @param {Session} session */
export function bindGraph(session) {
  const place = $("graph");
  place.addEventListener("click", (e) => {
    const nodes = [session.tree.root, ...session.tree.mainLine()];
    const box = place.getBoundingClientRect();
    const at = Math.round(((e.clientX - box.left) / box.width) * (nodes.length - 1));
    if (nodes[at]) session.goTo(nodes[at]).catch(complain);
  });
}

/** @param {Session} session */
export function drawGraph(session) {
  const place = $("graph");
  const nodes = [session.tree.root, ...session.tree.mainLine()];
  const scored = nodes.flatMap((n) => {
    const chance = chanceAt(n);
    return chance === null ? [] : [{ depth: n.depth, chance, verdict: verdictOf(n) }];
  });
  place.hidden = scored.length < 2;
  const here = nodes.indexOf(session.node);
  if (place.hidden) return;
  fill(place, [scored, nodes.length, here], () => [picture(scored, nodes.length, here)]);
}

/** @param {{ depth: number, chance: number, verdict: string }[]} scored @param {number} count @param {number} here */
function picture(scored, count, here) {
  /** @param {{ depth: number }} n */
  const x = (n) => (width * n.depth) / Math.max(count - 1, 1);
  /** @param {{ chance: number }} n */
  const y = (n) => height * (1 - n.chance);
  const points = scored.map((n) => `${x(n).toFixed(1)} ${y(n).toFixed(1)}`).join(" L");
  const first = x(scored[0]);
  const last = x(scored[scored.length - 1]);
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": summary(scored) },
    svg("path", { class: "black-area", d: `M${first} 0H${last}V${height}H${first}z` }), // what is not searched yet is of neither
    svg("path", { class: "white-area", d: `M${first} ${height} L${points} L${last} ${height}z` }),
    svg("path", { class: "middle", d: `M0 ${height / 2}h${width}` }),
    svg("path", { class: "curve", d: "M" + points }),
    ...scored.filter((n) => n.verdict).map((n) => svg("path", { class: "dot " + n.verdict, d: `M${x(n)} ${y(n)}h0.01` })),
    ...(here < 0 ? [] : [svg("path", { class: "present", d: `M${x({ depth: here })} 0v${height}` })]));
}

/** @param {{ chance: number }[]} scored */
function summary(scored) {
  return phrase("White’s chances in {n} position, {last} in the last one|White’s chances in {n} positions, {last} in the last one", { n: scored.length, last: percent(scored[scored.length - 1].chance) });
}
